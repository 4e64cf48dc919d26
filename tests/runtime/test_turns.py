"""Turns written by hand, read by the generated code, compared with the game."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pitch.arena.v1 import play_pb2 as pb
from referee import turns, wire
from referee.dealing import deal_next
from referee.engine.actions import PICK, Pick
from referee.engine.cards import cards_of, mask_of
from referee.engine.events import EVERYONE, Event
from referee.engine.game import Game
from referee.engine.ranking import trump_list
from referee.engine.tables import compile_tables
from referee.turns import START, Mark, TableWriter
from referee.variants.catalogue import names, resolve

KEY = bytes(32)


def told(event: Event) -> pb.Event:
    kind, seat, value, cards, _ = event
    return pb.Event(kind=pb.EventKind.ValueType(int(kind)), seat=seat, value=value, cards=bytes(cards_of(cards)))


def expected(game: Game, seat: int, number: int, wire_id: int, since: int, limit_ms: int) -> pb.Turn:
    """The turn as the generated code would be filled."""
    view = game.view(seat)
    deal, dealer, hand, sizes, calls, call, pitcher, trump, sub, trick, seats, taken, gone, scores, stock = view[:15]
    looked, called, partner, offered, forfeited, up = view[15:]
    turn = pb.Turn(
        game=wire_id,
        turn=number,
        ask=pb.Ask.ValueType(int(game.ask)),
        events=[told(event) for event in game.transcript(seat, since)],
        known=pb.Snapshot(
            deal=deal,
            dealer=dealer,
            hand=bytes(cards_of(hand)),
            hand_sizes=bytes(sizes),
            calls=calls,
            call=call,
            pitcher_plus_1=pitcher,
            trump_plus_1=trump,
            sub_trump_plus_1=sub,
            trick=bytes(trick),
            trick_seats=bytes(seats),
            taken=[bytes(cards_of(mask)) for mask in taken],
            gone=bytes(cards_of(gone)),
            scores=scores,
            stock=stock,
            looked=bytes(cards_of(looked)),
            called=bytes(cards_of(called)),
            partner_plus_1=partner,
            offered=bytes(cards_of(offered)),
            forfeited=bytes(cards_of(forfeited)),
            up=bytes(cards_of(up)),
        ),
        time_left_ms=limit_ms,
    )
    legal = game.legal()
    if isinstance(legal, Pick):
        turn.pick.CopyFrom(
            pb.Pick(
                fixed=bytes(cards_of(legal.fixed)),
                choose_from=bytes(cards_of(legal.choose_from)),
                least=legal.least,
                most=legal.most,
            )
        )
    else:
        turn.legal.extend(legal)
    return turn


def choose(rng: random.Random, legal: tuple[int, ...] | Pick) -> int:
    if isinstance(legal, Pick):
        free = list(cards_of(legal.choose_from))
        return PICK | legal.fixed | mask_of(rng.sample(free, rng.randint(legal.least, min(legal.most, len(free)))))
    return rng.choice(legal)


@pytest.mark.parametrize("spec", [f"{name}[max_deals=4]" for name in names()] + ["auction[seats=7,max_deals=3]"])
def test_every_turn_of_random_games_says_what_the_game_says(spec: str) -> None:
    tables = compile_tables(resolve(spec))
    for number in range(6):
        rng = random.Random(number)
        game = Game(tables, number % tables.seats)
        writer = TableWriter(game)
        marks: list[Mark] = [START] * tables.seats
        since = [0] * tables.seats
        count = 0
        while not game.over:
            if game.needs_deal:
                deal_next(game, KEY, number)
                continue
            seat = game.to_act
            count += 1
            wire_id = 1 + seat * 2**28
            head = turns.game_field(wire_id) + turns.varint(count)
            data, marks[seat] = writer.turn(head, seat, game.legal(), marks[seat], turns.time_field(5_000))
            frame = pb.PlayResponse.FromString(data)
            assert frame.turns == [expected(game, seat, count, wire_id, since[seat], 5_000)]
            since[seat] = len(game.events)
            game.apply(choose(rng, game.legal()))
        for seat in range(tables.seats):
            rest = pb.Turn.FromString(bytes(writer.since(marks[seat], seat)[0])).events
            assert list(rest) == [told(event) for event in game.transcript(seat, since[seat])]


def test_private_events_go_to_their_audience_in_their_place() -> None:
    game = Game(compile_tables(resolve("auction")), 0)
    events: list[Event] = game.events
    events += [(1, 0, 0, 0, EVERYONE), (2, 1, 0, 0b11, 0b0010), (2, 2, 0, 0b100, 0b0100), (4, 3, 64, 0, EVERYONE)]
    writer = TableWriter(game)
    for seat, kinds in ((0, [1, 4]), (1, [1, 2, 4]), (2, [1, 2, 4])):
        seen = pb.Turn.FromString(bytes(writer.since(START, seat)[0])).events
        assert [event.kind for event in seen] == kinds
        assert [event.cards for event in seen if event.cards] == ([b""], [b"\0\1"], [b"\2"])[seat][: seat > 0]
    _, mark = writer.since(START, 1)
    assert writer.since(mark, 1)[0] == b""
    events.append((2, 1, 0, 0b1, 0b0010))
    assert writer.since(mark, 0)[0] == b""
    assert writer.since(mark, 1)[0] != b""


@given(st.integers(0, 2**63))
def test_varint_is_that_of_protobuf(number: int) -> None:
    request = b"\x20" + turns.varint(number)  # an unknown field
    assert pb.PlayRequest.FromString(request) is not None
    if number < 2**32:
        assert pb.Choice.FromString(b"\x08" + turns.varint(number)).game == number


@given(st.integers(-(2**31), 2**31 - 1))
def test_zigzag_is_that_of_protobuf(number: int) -> None:
    assert pb.Event.FromString(b"\x18" + turns.varint(turns.zigzag(number))).value == number


@given(st.sets(st.integers(0, 53)))
def test_cards_are_in_code_order(codes: set[int]) -> None:
    assert turns.cards(mask_of(codes)) == bytes(sorted(codes))


def test_caches_are_bounded() -> None:
    known: dict[int, bytes] = {}
    for number in range(3 * turns.CACHED):
        turns._remember(known, number, b"")
        assert len(known) <= turns.CACHED


# ---- the messages of wire.py


@pytest.mark.parametrize("spec", [*names(), "ten-point[dirty=true]", "auction[seats=2,low=holder]"])
def test_the_sheet_is_sent_whole(spec: str) -> None:
    tables = compile_tables(resolve(spec))
    sheet = pb.GameStart.FromString(wire.sheet_field(tables)).sheet
    ours = tables.sheet
    assert (sheet.id, sheet.seats, sheet.sides, sheet.target) == (ours.spec, ours.seats, ours.sides, ours.target)
    assert tuple(sheet.pack) == ours.pack
    assert tuple(sheet.calls) == ours.calls
    assert sheet.trump_maker and sheet.follow and sheet.first_lead and len(sheet.hash) == 64
    assert [tuple(trumps) for trumps in sheet.trumps] == [
        tuple(card for _, card in trump_list(ours, suit)) for suit in range(4)
    ]
    assert len(sheet.sub_trumps) == (0 if tables.no_sub_trump else 4)
    assert [special.name for special in sheet.specials] == [special.name for special in ours.specials]
    assert [special.call for special in sheet.specials] == list(ours.calls[len(ours.calls) - len(ours.specials) :])
    assert (sheet.HasField("floor"), sheet.floor) == (ours.floor is not None, ours.floor or 0)
    assert (sheet.loses_at, sheet.draws_at, sheet.backdoor) == (
        ours.loses_at or 0,
        ours.draws_at or 0,
        ours.backdoor or 0,
    )
    enums = [field for field in sheet.DESCRIPTOR.fields if field.enum_type and field.name != "points"]
    assert len(enums) == len(wire.TOLD) and all(getattr(sheet, field.name) for field in enums)
    assert [(point.name, point.worth) for point in sheet.points] == [(rule.name, rule.worth) for rule in ours.points]
    assert all(point.kind for point in sheet.points)
    assert all(len(point.cards) == 4 for point in sheet.points if point.kind == pb_kind_card())
    assert len(sheet.exchange) == len(ours.exchange)


def pb_kind_card() -> int:
    from pitch.arena.v1 import sheet_pb2

    return sheet_pb2.POINT_KIND_CARD


@pytest.mark.parametrize(
    ("choice", "legal", "action"),
    [
        (pb.Choice(action=5), (3, 5), 5),
        (pb.Choice(action=6), (3, 5), 6),  # illegal, but of the right form
        (pb.Choice(action=5, cards=b"\1"), (3, 5), None),
        (pb.Choice(cards=b"\3\1"), Pick(0, 0b1010, 0, 2), PICK | 0b1010),
        (pb.Choice(), Pick(0, 0b1010, 0, 2), PICK),
        (pb.Choice(cards=b"\1\1"), Pick(0, 0b1010, 0, 2), None),
        (pb.Choice(cards=b"\x36"), Pick(0, 0b1010, 0, 2), None),
        (pb.Choice(cards=b"\x01" * 100_000), Pick(0, 0b1010, 0, 2), None),
        (pb.Choice(action=1, cards=b"\1"), Pick(0, 0b1010, 0, 2), None),
    ],
)
def test_what_a_choice_means(choice: pb.Choice, legal: tuple[int, ...] | Pick, action: int | None) -> None:
    assert wire.chosen(choice, legal) == action
    assert len(wire.choice_text(choice)) < 300


def test_a_join_is_read_and_bounded() -> None:
    request = pb.PlayRequest(join=pb.Join(token="t", name="n" * 5_000, version="v", protocol_versions=[1, 2]))
    join = wire.read_join(request.SerializeToString())
    assert join is not None
    assert join.capacity == 1, "0 counts as 1"
    assert len(join.name) == wire.LONGEST_NAME
    assert wire.read_join(pb.PlayRequest().SerializeToString()) is None
    with pytest.raises(wire.Unreadable):
        wire.read_join(b"\xff\xff\xff")
    with pytest.raises(wire.Unreadable, match=wire.SECOND_JOIN):
        wire.read_choices(request.SerializeToString())

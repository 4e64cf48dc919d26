"""What the SDK works out by itself (winners of tricks, points, scores) is what the engine says, at every table."""

from __future__ import annotations

import random
from collections.abc import Callable
from enum import IntEnum

import pytest

from pitch.arena.v1 import play_pb2, sheet_pb2
from pitch_bot import Ask, Game, Memory, Playout, Sheet, Suit, Turn, is_made, rules, scores_after
from pitch_bot.actions import action_at
from pitch_bot.cards import cards
from referee.engine import game as engine
from referee.engine.actions import MISDEAL, PASS
from referee.engine.cards import cards_of
from referee.engine.points import NOBODY
from referee.wire import sheet_field
from tests.bots.tables import turn_message
from tests.catalogue.tables import TABLES, lots, new_game, random_action, shuffled

DEALS = 4
OnTurn = Callable[[Turn, Memory], None]
ENUMS = [
    value
    for value in vars(rules).values()
    if isinstance(value, type) and issubclass(value, IntEnum) and value is not IntEnum
]


class Watched:
    """A game of the engine played at random, and what the SDK makes of it for one seat after the other."""

    def __init__(self, spec: str) -> None:
        self.chance = random.Random(f"sdk/{spec}")
        self.game = new_game(spec)
        self.games = []
        for seat in range(self.game.tables.seats):
            start = play_pb2.GameStart(seat=seat)
            start.MergeFromString(sheet_field(self.game.tables))
            self.games.append(Game(start))
        self.memories = [Memory(game) for game in self.games]
        self.seen = [0] * len(self.games)

    @property
    def sheet(self) -> Sheet:
        """The sheet as the SDK reads it."""
        return self.games[0].sheet

    def play(self, on_turn: OnTurn, on_deal: Callable[[tuple[int, ...]], None] | None = None) -> None:
        """Play some deals. Every turn is shown as a bot is given it; after a deal come the scores before it."""
        for _ in range(DEALS):
            game = self.game
            if game.over:
                return
            before = game.scores
            game.deal(shuffled(game, self.chance), lots(game, self.chance))
            while game.to_act >= 0:
                seat, legal = game.to_act, game.legal()
                turn = Turn(self.games[seat], turn_message(game, seat, legal, since=self.seen[seat]))
                self.seen[seat] = len(game.events)
                for event in turn.events:
                    self.memories[seat].note(event)
                on_turn(turn, self.memories[seat])
                game.apply(random_action(legal, self.chance))
            if on_deal is not None and game.results[-1].contract not in (PASS, MISDEAL):
                on_deal(before)


def groups_of(game: engine.Game) -> list[int]:
    """By seat the group it was of in the last deal."""
    result = game.results[-1]
    if not game.tables.calls_partner:
        return list(game.tables.groups)
    return [0 if seat in (result.pitcher, result.partner) else 1 for seat in range(game.tables.seats)]


def taken_by_group(game: engine.Game) -> tuple[list[int], list[int]]:
    """What each group took in the last deal, and what of it is scored only when the pitcher is set."""
    points, sheet = game.results[-1].points, game.sheet
    taken, withheld = [0] * game.tables.sides, [0] * game.tables.sides
    for rule, group in zip(sheet.points, points, strict=True):
        if group != NOBODY:
            taken[group] += rule.worth
            withheld[group] += rule.worth if rule.name in sheet.only_when_set else 0
    return taken, withheld


@pytest.mark.parametrize("spec", TABLES)
def test_who_wins_a_trick(spec: str) -> None:
    watched = Watched(spec)
    tricks = []

    def look(turn: Turn, memory: Memory) -> None:
        if turn.ask is Ask.PLAY and turn.trick:
            public = watched.game.public
            winner = turn.winning.seat if turn.winning else None
            assert winner == (public.best_seat if public.best else None), turn
            assert (memory.trump, memory.sub_trump, memory.led) == (turn.trump, turn.sub_trump, turn.led_suit)
            tricks.append(winner)

    watched.play(look)
    assert tricks


@pytest.mark.parametrize("spec", TABLES)
def test_how_strong_a_card_is(spec: str) -> None:
    """By trump, sub-trump and suit led: the order of the cards is the engine's."""
    watched = Watched(spec)
    sheet, tables = watched.sheet, watched.game.tables
    for index, table in enumerate(tables.trumps):
        trump, sub = (index, None) if tables.no_sub_trump else divmod(index, 4)
        if trump == sub:
            continue
        for card in sheet.pack:
            led = sheet.suit_of(card, Suit(trump))
            power = sheet.power(Suit(trump), led, None if sub is None else Suit(sub))
            _, row = table.led_card[card]
            assert [power[c] > power[d] for c in sheet.pack for d in sheet.pack] == [
                row[c] > row[d] for c in sheet.pack for d in sheet.pack
            ]
            assert [bool(power[c]) for c in sheet.pack] == [bool(row[c]) for c in sheet.pack]


@pytest.mark.parametrize("spec", TABLES)
def test_what_a_deal_scores(spec: str) -> None:
    watched = Watched(spec)
    compared = []

    def score(before: tuple[int, ...]) -> None:
        game, sheet, result = watched.game, watched.sheet, watched.game.results[-1]
        groups, (taken, withheld), call = groups_of(game), taken_by_group(game), action_at(result.contract)
        ours, special = groups[result.pitcher], sheet.special(call)
        others = [pile for side, pile in enumerate(game.public.taken) if groups[side] != ours]
        if result.folded:
            return
        made = is_made(sheet, call, taken[ours], every_trick=not any(others))
        assert made == result.made
        wins_game = special is not None and special.stake in (rules.Stake.GAME, rules.Stake.TARGET_OR_GAME)
        if not wins_game:
            after = scores_after(sheet, call, before, taken, groups, result.pitcher, made=made, withheld=withheld)
            assert after == list(result.scores), (before, call, taken)
        compared.append(result)

    watched.play(lambda turn, memory: None, score)
    assert compared


@pytest.mark.parametrize("spec", [spec for spec in TABLES if "tens=true" not in spec])
def test_what_the_last_trick_brings(spec: str) -> None:
    """From where everything is forced a playout comes to the points of the deal (tens are only estimated)."""
    watched = Watched(spec)
    expected: list[list[float]] = []
    compared = []

    def think(turn: Turn, memory: Memory) -> None:
        left = [size for seat, size in enumerate(turn.hand_sizes) if seat not in turn.up]
        if turn.ask is Ask.PLAY and max(left) == 1 and turn.trump is not None:
            playout = Playout.at(turn, memory, turn.trump, turn.sub_trump)
            playout.deal([playout.places.bits(cards(cards_of(p.hand))) for p in watched.game.private])
            expected.append(playout.run(turn.seat).points)

    def compare(before: tuple[int, ...]) -> None:
        if not watched.game.results[-1].folded:
            taken, _ = taken_by_group(watched.game)
            for points in expected:
                assert points == taken[: len(points)]
            compared.extend(expected)
        expected.clear()

    watched.play(think, compare)
    assert compared


def test_the_enums_are_those_of_the_protocol() -> None:
    assert len(ENUMS) == len(sheet_pb2.DESCRIPTOR.enum_types_by_name)
    for kind in ENUMS:
        values = sheet_pb2.DESCRIPTOR.enum_types_by_name[kind.__name__].values
        assert [member.value for member in kind] == [value.number for value in values]
        assert all(value.name.endswith(member.name) for member, value in zip(kind, values, strict=True) if member)
        assert rules.known(kind, 99) is kind(0)

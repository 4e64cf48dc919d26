"""Ids, seeds and tokens cannot be linked; the key, the tokens and hidden cards are told to nobody, not even the log."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from random import Random
from types import SimpleNamespace
from typing import Any, cast
from unittest import mock

import pytest
import structlog
import trio
import trio.testing
from trio.testing import MockClock

from arena.audit.capture import KEY, capture, order
from arena.audit.scripted import Captured, token_of
from arena.audit.trails import Trail, record
from arena.audit.worlds import Reply
from arena.running.playing import Playing
from pitch.arena.v1 import play_pb2
from referee import standalone
from referee.engine.actions import PICK, Ask, Pick, allows
from referee.engine.cards import cards_of
from referee.hub import Ending, Frame, Hub
from referee.logs import LogStyle
from referee.match import Match
from referee.orders import MatchOrder, SeatOrder
from referee.shuffle import pack_order
from referee.variants.catalogue import resolve
from tests.leaks.links import Given, deals_from_seeds, given, links, secrets_told

SPEC = "contway[max_deals=2]"
GAMES, ROTATIONS = 4, 2


@lru_cache(maxsize=1)
def rotations() -> tuple[Captured, ...]:
    """Play the two matches of a bout: the same deals, ids and seeds from the real key."""
    chance = Random("rotations")
    worlds = {game: record(SPEC, chance).world for game in range(GAMES)}
    return tuple(capture(worlds, rotation=rotation) for rotation in range(ROTATIONS))


def everything_given() -> list[Given]:
    return [one for rotation, run in enumerate(rotations()) for one in given(rotation, run)]


# ---- links


def test_every_seat_is_given_an_id_and_a_seed_for_each_game() -> None:
    found = everything_given()
    assert len(found) == ROTATIONS * GAMES * 4
    assert all(len(one.seed) == 16 and 0 < one.id < 2**31 for one in found)


def test_ids_and_seeds_are_unlinkable_across_seats_games_and_rotations() -> None:
    assert list(links(everything_given())) == []


def test_no_seed_deals_the_cards() -> None:
    packs = [pack_order(KEY, game, 0, resolve(SPEC).pack) for game in range(GAMES)]
    assert list(deals_from_seeds(everything_given(), packs, GAMES)) == []


def orders() -> Iterator[tuple[bytes, list[MatchOrder]]]:
    """Yield seeds, or keys, with orders that were made of them again and again, by all who make orders."""
    args = argparse.Namespace(
        variant=SPEC, seed="ab" * 32, games=1, house="", out=None, listen=None, json=False,
        start_limit_ms=1, move_limit_ms=1, grace_ms=1, rejoin_limit_ms=0, pace_ms=0,
        tls_cert=None, tls_key=None, tls_client_ca=None, insecure=False,
    )  # fmt: skip
    plan = standalone.plan_of(args)
    yield plan.seed, [standalone._order(plan) for _ in range(3)]
    run = SimpleNamespace(
        key=lambda _bout: KEY, config=SimpleNamespace(limits=None, faults=None, show_names=False, remote=None)
    )
    lineup = SimpleNamespace(variant=SimpleNamespace(spec=SPEC))
    bout = SimpleNamespace(lineup=lineup, id="b")
    match = SimpleNamespace(seats=lambda _key: ("a", "b", "a", "b"), bout=bout, id="m", rotation=0)
    invitations = SimpleNamespace(names=frozenset())
    tournament: Any = SimpleNamespace(run=run, invitations=invitations)
    slot: Any = SimpleNamespace(number=0)
    yield KEY, [Playing(tournament, slot, cast("Any", None), cast("Any", match), (0,))._order() for _ in range(3)]


def test_tokens_are_random_whatever_the_seed() -> None:
    for seed, made in orders():
        tokens = [seat.token for order in made for seat in order.seats]
        assert len(set(tokens)) == 12
        numbers = [int(token, 16) for token in tokens]
        assert all(len(token) == 32 for token in tokens)
        assert len({one ^ other for one in numbers for other in numbers if one < other}) == 66
        assert not any(seed.hex()[place : place + 8] in token for token in tokens for place in range(0, 57, 2))


# ---- secrets


@pytest.mark.parametrize("spec", [SPEC, "auction[max_deals=2]", "ten-point[max_deals=2]"])
def test_neither_key_nor_tokens_come_out(spec: str) -> None:
    """In honest games, and in games with every wrong answer there is."""
    honest = record(spec, Random(f"{spec}/honest"))
    wrong = [record(spec, Random(f"{spec}/{seat}"), erring=seat) for seat in range(4)]
    for trail in [honest, *wrong]:
        run = capture({0: trail.world})
        assert run.lines and any(b"arena" not in sent.data for sent in run.frames[0])
        assert list(secrets_told(run, KEY)) == []


class TalkingLink:
    """A stream that notes what it is told, and when."""

    def __init__(self) -> None:
        self.told: list[tuple[float, object]] = []
        self.read_since: float | None = None

    def send(self, frames: Sequence[Frame], *, owed: bool) -> None:
        """Note the frames."""
        self.told += [(trio.current_time(), frame.data) for frame in frames]

    def end(self, ending: Ending) -> None:
        """Note the reason."""
        self.told.append((trio.current_time(), ending))


async def knock(*tokens: str) -> tuple[list[object], str]:
    """Open a stream with each token while two matches wait for bots and a third is over; return what each is told."""
    hub = Hub(trio.current_time)
    worlds = [record(SPEC, Random(place)).world for place in range(3)]
    links = [TalkingLink() for _ in tokens]
    async with trio.open_nursery() as nursery:
        nursery.start_soon(hub.attend)
        for place, world in enumerate(worlds):
            made = order(SPEC, 4, [0], world)
            seats = tuple(SeatOrder(entrant=seat.entrant, token=f"{seat.token}/{place}") for seat in made.seats)
            match = Match(replace(made, seats=seats, match=f"m{place}"), hub, lambda _report: None, exits_told=False)
            nursery.start_soon(match.run)
            await trio.testing.wait_all_tasks_blocked()
            if place == 2:
                match.stop()
        await trio.sleep(0.01)
        with structlog.testing.capture_logs() as lines:
            for token, link in zip(tokens, links, strict=True):
                join = play_pb2.Join(token=token, name="a bot", protocol_versions=[1])
                hub.opened(link, play_pb2.PlayRequest(join=join).SerializeToString())
                hub.flush()
            await trio.sleep(5)
        nursery.cancel_scope.cancel()
    return [link.told for link in links], str(lines)


def test_a_refused_token_is_told_nothing() -> None:
    """A token that never was, one that is used, one of a match that is over and the beginning of a good one: the same
    words at the same moment, and none of them in the log."""
    tokens = [f"{token_of(1)}/0", f"{token_of(1)}/0", f"{token_of(1)}/2", "never-was", f"{token_of(2)}/"]
    told, lines = trio.run(knock, *tokens, clock=MockClock(autojump_threshold=0))
    assert told[0] != told[1]
    assert told[1] == told[2] == told[3] == told[4] != []
    assert not any(token in lines for token in tokens)


# ---- the log


def wrong_answer(trail: Trail, index: int, reply: Reply, said: int) -> Captured:
    """Play the world up to the wrong answer at the decision."""
    steps = list(trail.world.steps)
    steps[index] = replace(steps[index], reply=reply, said=said)
    return capture({0: replace(trail.world, steps=tuple(steps))}, stop_after=index + 1)


def illegal_pairs(trail: Trail, ask: Ask) -> Iterator[tuple[int, int, int]]:
    """Yield decisions with two answers, both illegal, that name different cards of the seat's own hand."""
    for index, step in enumerate(trail.world.steps):
        if step.ask != ask:
            continue
        game = trail.states[index]
        legal, hand = game.legal(), game.private[step.seat].hand
        if isinstance(legal, Pick):
            foreign = next(card for card in trail.states[index].tables.pack if not hand >> card & 1)
            said = [PICK | 1 << foreign | 1 << card for card in cards_of(hand)[:2]]
        else:
            said = [card for card in cards_of(hand) if not allows(legal, card)][:2]
        if len(said) == 2:
            yield index, said[0], said[1]


@pytest.mark.parametrize(
    ("ask", "reply"), [(Ask.THROW, Reply.ILLEGAL), (Ask.PLAY, Reply.ILLEGAL), (Ask.PLAY, Reply.MALFORMED)]
)
def test_the_log_names_no_card_of_a_refused_answer(ask: Ask, reply: Reply) -> None:
    """Which card of its hand a seat named when it was refused is its own affair, at the default level."""
    trail = record("partnership-draw[max_deals=2]", Random("refused"))
    index, one, other = next(illegal_pairs(trail, ask))
    if reply is Reply.MALFORMED:
        one, other = PICK | 1 << one, PICK | 1 << other
    told = [wrong_answer(trail, index, reply, said).lines for said in (one, other)]
    assert any(f'"fault": "{reply.value}"' in line for _, line in told[0])
    assert told[0] == told[1]


def broken_match(style: LogStyle) -> str:
    """Return what is logged at the default level when something of ours fails while a game is set up."""
    trail = record(SPEC, Random("broken"))
    with mock.patch("referee.match.wire_game_id", side_effect=RuntimeError("planted")):
        run = capture({0: trail.world}, style=style)
    return "\n".join(line for _, line in run.lines)


@pytest.mark.parametrize("style", list(LogStyle))
def test_an_internal_error_does_not_log_keys_or_tokens(style: LogStyle) -> None:
    text = broken_match(style)
    assert "planted" in text
    run = Captured(lines=[(0, line) for line in text.splitlines()])
    run.frames.update({seat: [] for seat in range(4)})
    assert [what for what in secrets_told(run, KEY) if "log line" in what] == []
    assert not any(token_of(seat) in text for seat in range(4))

"""Whatever bytes a bot sends, nothing breaks: only faults of its own seat follow, and memory stays bounded.

Messages are mutated from right ones of the same game, or made of nothing; the seeds are fixed, and more of them can be
tried with PITCH_FUZZ=1000.
"""

from __future__ import annotations

import os
import random

import pytest
import trio

from pitch.arena.v1 import play_pb2 as pb
from referee import wire
from referee.faults import Policy
from referee.hub import EARLY_S, MOST_EARLY, Ending, Frame
from referee.orders import MatchFinished
from referee.seats import LARGEST_MESSAGE, MOST_NOTICES
from tests.runtime.scripted import Bot, World, in_virtual_time, join_message, legal_choice

SEEDS = range(int(os.environ.get("PITCH_FUZZ", "60")))
SPECS = ("auction[max_deals=1]", "ten-point[max_deals=1]", "contway[max_deals=1]", "roadhouse[max_deals=1]")


def mutated(data: bytes, rng: random.Random, others: list[bytes]) -> bytes:
    """Return the message with something wrong with it, or something else."""
    out = bytearray(data)
    for _ in range(rng.randint(1, 4)):
        place = rng.randrange(len(out) + 1)
        match rng.randrange(9):
            case 0 if out:
                out[place % len(out)] ^= 1 << rng.randrange(8)
            case 1:
                del out[place:]
            case 2:
                out[place:place] = rng.randbytes(rng.randint(1, 20))
            case 3:
                out += out[:place]
            case 4:
                out[place:place] = b"\xff" * rng.randint(1, 12)
            case 5:
                out = bytearray(rng.randbytes(rng.randint(0, 200)))
            case 6 if others:
                out = bytearray(rng.choice(others))
            case 7:
                out += b"\x12\x80\x80\x80\x80\x10"  # a field that claims to be long
            case _:
                choices = [
                    pb.Choice(game=rng.getrandbits(32), turn=rng.getrandbits(32), action=rng.getrandbits(32))
                    for _ in range(rng.randint(1, 5))
                ]
                out = bytearray(pb.PlayRequest(choices=choices).SerializeToString())
    return bytes(out)


class Fuzzing(Bot):
    """Answers rightly at times, else sends what is wrong; in the end it is silent or right."""

    rng: random.Random

    def __post_init__(self) -> None:
        super().__post_init__()
        self.sent: list[bytes] = []

    async def answer(self, message: pb.PlayResponse) -> None:
        if not message.turns:
            return
        await trio.sleep(0.01)
        right = pb.PlayRequest(choices=map(legal_choice, message.turns)).SerializeToString()
        for _ in range(self.rng.randrange(4)):
            data = mutated(right, self.rng, self.sent)
            self.sent = [*self.sent[-20:], data]
            self.say(data)
        if self.rng.random() < 0.8:
            self.say(right)


@pytest.mark.parametrize("seed", SEEDS)
def test_wrong_bytes_harm_nobody_else(seed: int) -> None:
    rng = random.Random(seed)
    kind = type("Fuzz", (Fuzzing,), {"rng": rng})

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(
                nursery,
                SPECS[seed % len(SPECS)],
                games=4,
                bots={1: kind},
                policy=Policy(wrong_answers=1 + seed % 30, late_answers=50, silences=20),
            )
            with trio.fail_after(100_000):
                await world.play()
        return world

    world = in_virtual_time(run)
    assert isinstance(world.reports[-1], MatchFinished), world.reports[-1]
    assert world.voids == []
    assert [record.game for record in world.records] == list(range(4))
    assert {note.seat for record in world.records for note in record.faults} <= {1}
    assert all(set(record.forfeits) <= {1} for record in world.records)
    assert world.hub.outstanding == 0
    assert len(world.bots[1].notices) <= MOST_NOTICES + 3 * sum(len(record.faults) for record in world.records)
    assert all(len(note.detail) <= 200 for record in world.records for note in record.faults)


@pytest.mark.parametrize("seed", SEEDS)
def test_the_readers_raise_nothing_but_unreadable(seed: int) -> None:
    rng = random.Random(seed)
    base = pb.PlayRequest(choices=[pb.Choice(game=7, turn=1, action=5), pb.Choice(cards=b"\1\2")]).SerializeToString()
    for _ in range(200):
        data = mutated(rng.choice((base, join_message("token"))), rng, [])
        for reader in (wire.read_join, wire.read_choices):
            try:
                reader(data)
            except wire.Unreadable:
                continue


class Stranger:
    """A stream of somebody who is not expected."""

    def __init__(self) -> None:
        self.ended: Ending | None = None
        self.read_since: float | None = None

    def send(self, frames: list[Frame], *, owed: bool) -> None:
        raise AssertionError("nothing is sent to strangers")

    def end(self, ending: Ending) -> None:
        self.ended = ending


@pytest.mark.parametrize("seed", range(5))
def test_first_messages_of_any_kind(seed: int) -> None:
    rng = random.Random(seed)

    async def run() -> None:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=1)
            await world.start()
            strangers = [Stranger() for _ in range(3 * MOST_EARLY)]
            for stranger in strangers:
                data = (
                    mutated(join_message("wrong"), rng, [])
                    if rng.random() < 0.5
                    else join_message(rng.randbytes(8).hex())
                )
                world.hub.opened(stranger, data)  # type: ignore[arg-type]
            await trio.sleep(EARLY_S + 1)
            assert all(stranger.ended is not None for stranger in strangers), "nobody is kept waiting for ever"
            for stranger in strangers:
                world.hub.closed(stranger, "gone")  # type: ignore[arg-type]
            await world.over.wait()
            assert len(world.records) == 1
            nursery.cancel_scope.cancel()

    in_virtual_time(run)


def test_the_largest_message_that_is_read_is_bounded() -> None:
    """A megabyte of choices is not even parsed."""
    data = pb.PlayRequest(choices=[pb.Choice(game=1, turn=1, action=1)] * 50_000).SerializeToString()
    assert len(data) > LARGEST_MESSAGE

    class Huge(Bot):
        async def answer(self, message: pb.PlayResponse) -> None:
            if message.turns:
                self.say(data)

    async def run() -> World:
        async with trio.open_nursery() as nursery:
            world = World(nursery, games=1, bots={0: Huge})
            await world.play()
        return world

    assert {note.fault.value for note in in_virtual_time(run).records[0].faults} == {"oversized"}

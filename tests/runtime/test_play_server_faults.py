"""Clients of the play server that misbehave on a real socket."""

from __future__ import annotations

import json
import queue
import signal
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import grpc
import pytest
import trio
import trio.lowlevel

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits
from referee.orders import FaultSeen
from referee.rpc import doorman, others, play_server
from tests.runtime.clients import METHOD, Talk, play_seat, start_bot
from tests.runtime.scripted import answer_message, faults_of, legal_choice
from tests.runtime.served import Client, Served, in_threads, run, served


def rest(address: str, seats: range) -> list[tuple[Client, tuple[object, ...]]]:
    return [(play_seat, (address, f"t{seat}")) for seat in seats]


def bad(address: str, behave: Callable[[Talk, pb.PlayResponse], None]) -> tuple[grpc.StatusCode | None, str]:
    """Join seat 0, wait for a turn, behave, and hear the end of it."""
    with Talk(address) as talk:
        frame: pb.PlayResponse | None = talk.join("t0")
        while frame is not None and not frame.turns:
            frame = talk.hear()
        assert frame is not None
        behave(talk, frame)
        for _ in talk.frames():
            pass
        return talk.code, talk.details


async def misbehaves(
    folder: Path, behave: Callable[[Talk, pb.PlayResponse], None]
) -> tuple[Served, grpc.StatusCode | None, str]:
    async with served(folder) as referee:
        results = await in_threads((bad, (referee.address, behave)), *rest(referee.address, range(1, 4)))
        await referee.over.wait()
        assert len(referee.records) == 3
        (result, *_) = results
        assert isinstance(result, tuple)
        return referee, *result


def fault_names(referee: Served) -> set[str]:
    return {name for record in referee.records for name in faults_of(record, 0)}


def test_a_client_that_half_closes(tmp_path: Path) -> None:
    async def test() -> None:
        referee, _, _ = await misbehaves(tmp_path, lambda talk, _frame: talk.finish())
        assert fault_names(referee) == {"disconnect"}

    run(test)


def test_a_client_that_cancels(tmp_path: Path) -> None:
    async def test() -> None:
        referee, _, _ = await misbehaves(tmp_path, lambda talk, _frame: talk.call.cancel())
        assert fault_names(referee) == {"disconnect"}

    run(test)


@pytest.mark.parametrize("size", [300_000, 1_500_000, 20_000_000])
def test_a_message_that_is_too_large(tmp_path: Path, size: int) -> None:
    """Far above the limit, too, it is called what it is, with its size, and never a disconnect."""

    async def test() -> None:
        large = answer_message(pb.Choice(game=1, cards=bytes(size)))
        referee, code, _ = await misbehaves(tmp_path, lambda talk, _frame: talk.say(large))
        assert fault_names(referee) == {"oversized"}
        assert code is grpc.StatusCode.ABORTED
        told = [json.loads(report.bundle) for report in referee.reports if isinstance(report, FaultSeen)]
        assert [(data["seat"], data["fault"]) for data in told] == [(0, "oversized")]
        assert "the limit is 262144" in told[0]["detail"]

    run(test)


def test_a_flood_costs_nothing_while_nothing_is_owed(tmp_path: Path) -> None:
    """Seat 0 writes without end while the others have not joined: nobody reads it, and the processor rests."""

    def flood(address: str) -> None:
        with Talk(address) as talk:
            talk.join("t0")
            junk = answer_message(*(pb.Choice(game=number, turn=1) for number in range(500)))
            for _ in range(3_000):
                talk.say(junk)
            time.sleep(1.5)

    async def test() -> None:
        async with served(tmp_path) as referee, trio.open_nursery() as nursery:
            nursery.start_soon(in_threads, (flood, (referee.address,)))
            await trio.sleep(0.5)
            before = referee.hub.stalls.voided, sum(1 for _ in referee.reports)
            await trio.sleep(0.5)
            assert sum(1 for _ in referee.reports) == before[1]
            session = referee.match._chairs[0].process
            assert session is not None
            assert session.session._useless == 0, "not one of them was read"
            nursery.cancel_scope.cancel()

    run(test)


def test_a_client_that_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        async with served(tmp_path) as referee:
            bot = start_bot("kill", referee.address, "t0")
            await in_threads(*rest(referee.address, range(1, 4)))
            await referee.over.wait()
            assert await trio.to_thread.run_sync(bot.wait) == -signal.SIGKILL
            assert fault_names(referee) == {"disconnect"}
            assert all(record.forfeits == (0,) for record in referee.records)

    run(test)


def test_a_client_that_is_frozen_is_late_then_stalled(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(start_limit_ms=60_000, move_limit_ms=1_000, grace_ms=50)
        async with served(tmp_path, limits=limits) as referee:
            bot = start_bot("sleep", referee.address, "t0")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(in_threads, *rest(referee.address, range(1, 4)))
                await referee.over.wait()
            bot.kill()
            await trio.to_thread.run_sync(bot.wait)
            assert fault_names(referee) == {"late", "stalled"}

    run(test)


def test_a_slow_writer_answers_turn_by_turn(tmp_path: Path) -> None:
    def one_by_one(address: str) -> None:
        with Talk(address) as talk:
            frame: pb.PlayResponse | None = talk.join("t0")
            while frame is not None:
                for turn in frame.turns:
                    talk.say(answer_message(legal_choice(turn)))
                frame = talk.hear()
            assert talk.code is grpc.StatusCode.OK

    async def test() -> None:
        async with served(tmp_path, games=20) as referee:
            await in_threads((one_by_one, (referee.address,)), *rest(referee.address, range(1, 4)))
            await referee.over.wait()
            assert len(referee.records) == 20
            assert all(record.faults == () for record in referee.records)

    run(test)


def test_streams_that_say_nothing_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever one process opens and leaves open, of play, health or reflection: the others join and play."""
    monkeypatch.setattr(doorman, "MOST_SILENT", 10)
    monkeypatch.setattr(others, "MOST_OTHERS", 5)
    monkeypatch.setattr(play_server, "MOST_STREAMS", 32)
    ask = (METHOD, "/grpc.health.v1.Health/Watch", "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo")

    async def test() -> None:
        async with served(tmp_path) as referee:
            with grpc.insecure_channel(referee.address) as channel:
                silent: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
                calls: list[Any] = []
                for method in ask * 30:
                    stream: Any = channel.stream_stream(method)
                    calls.append(
                        stream(iter([b""]) if method.endswith("Watch") else iter(silent.get, None), timeout=60)
                    )
                    await trio.sleep(0.005)
                frames = await in_threads(*((play_seat, (referee.address, f"t{seat}")) for seat in range(4)))
                await referee.over.wait()
                assert len(referee.records) == 3 and all(isinstance(seen, list) for seen in frames)
                codes = [call.code() for call in calls if call.done()]
                assert set(codes) == {grpc.StatusCode.RESOURCE_EXHAUSTED}
                assert [call.done() for call in calls].count(False) <= 10 + 2 * 5
                for call in calls:
                    silent.put(None)
                    call.cancel()

    run(test)

"""A referee process under control: orders, reports, deaths on both sides, several matches at once."""

from __future__ import annotations

import json
import os
import secrets
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from unittest import mock

import pytest
import trio

from referee import orders
from referee.clock import Limits
from referee.faults import Policy
from referee.orders import (
    Beat,
    FaultSeen,
    GameFinished,
    GameVoid,
    MatchFailed,
    MatchFinished,
    MatchOpened,
    MatchOrder,
    Ready,
    Report,
    SeatExited,
    SeatJoined,
    SeatLeft,
    SeatOrder,
    SeatStarted,
    StopMatch,
)
from referee.replay import RULES_VERSION, from_json, replay
from referee.rpc import control_client
from referee.rpc.control_client import MatchHandle, Referee, RefereeDied, open_referee
from referee.rpc.control_codec import Command, read_command, read_report, write_command, write_report
from tests.runtime.clients import play_seat, start_bot
from tests.runtime.scripted import KEY, faults_of

ORDER = MatchOrder(
    match="m1",
    sheet="auction[max_deals=2]",
    bout_key=KEY,
    bout="b1",
    rotation=2,
    games=(3, 4, 7),
    seats=tuple(SeatOrder(entrant=f"e{seat}", token=secrets.token_hex(8)) for seat in range(4)),
    limits=Limits(start_limit_ms=60_000, move_limit_ms=30_000, grace_ms=50),
    policy=Policy(wrong_answers=2, late_answers=3, restarts=1, silences=4),
    show_names=True,
)


@pytest.mark.parametrize(
    "command",
    [
        ORDER,
        replace(ORDER, games=(), show_names=False),
        SeatExited(match="m", seat=3, status=-9, new_token="x"),
        SeatExited(match="m", seat=0, status=1, new_token=""),
        StopMatch(match="m"),
        SeatStarted(match="m", seat=2, pid=4711),
        replace(ORDER, limits=Limits(move_limit_ms=0, bank_ms=10_000, increment_ms=100)),
    ],
)
def test_commands_survive_the_wire(command: Command) -> None:
    assert read_command(write_command(command)) == command


@pytest.mark.parametrize(
    "report",
    [
        MatchOpened(match="m"),
        SeatJoined(match="m", seat=0, detail="bot 1"),
        SeatLeft(match="m", seat=2, detail="crash: signal 9"),
        GameFinished(match="m", game=7, record=b"{}", timing=b"{}"),
        GameVoid(match="m", game=0, reason="two aces"),
        MatchFinished(match="m"),
        MatchFailed(match="m", reason="no such sheet"),
        Ready(play_address="unix:/x", rules_version="1", pid=7),
        FaultSeen(match="m", game=3, seat=1, bundle=b"{}"),
        Beat(number=7),
    ],
)
def test_reports_survive_the_wire(report: Report | Ready | Beat) -> None:
    assert read_report(write_report(report)) == report


def test_commands_and_reports_of_a_later_version_are_passed_over() -> None:
    assert read_command(b"") is None
    assert read_report(b"\xfa\x01\x00") is None


def test_every_report_is_covered() -> None:
    kinds = {name for name in vars(orders) if name.startswith(("Match", "Seat", "Game", "Fault"))}
    assert kinds >= {kind.__name__ for kind in Report.__args__}


@asynccontextmanager
async def refereed(folder: Path) -> AsyncIterator[Referee]:
    with trio.fail_after(100):
        async with open_referee([sys.executable], folder, folder / "referee.log", log_level="debug") as referee:
            yield referee


async def reports_of(handle: MatchHandle) -> list[Report]:
    return [report async for report in handle.reports]


async def play_in_thread(referee: Referee, token: str, capacity: int) -> None:
    await trio.to_thread.run_sync(lambda: play_seat(referee.play_address, token, capacity=capacity))


async def play_all(referee: Referee, order: MatchOrder) -> list[Report]:
    """Run the match with a thread for each seat; return its reports."""
    handle = await referee.run_match(order)
    await handle.opened.wait()
    async with trio.open_nursery() as nursery:
        for seat in order.seats:
            if seat.token:
                nursery.start_soon(play_in_thread, referee, seat.token, 64)
        return await reports_of(handle)


def check(reports: list[Report], order: MatchOrder) -> None:
    finished = [report for report in reports if isinstance(report, GameFinished)]
    assert sorted(report.game for report in finished) == sorted(order.games)
    for report in finished:
        record = from_json(report.record)
        replay(record, order.bout_key)
        assert (record.bout, record.rotation, record.sheet) == (order.bout, order.rotation, order.sheet)
        assert record.seats == tuple(seat.entrant for seat in order.seats)
        assert set(json.loads(report.timing)) == {"seconds", "voided_ms", "seats"}
    assert isinstance(reports[0], MatchOpened) and isinstance(reports[-1], MatchFinished)


def test_a_match_is_played_by_order(tmp_path: Path) -> None:
    async def main() -> None:
        async with refereed(tmp_path) as referee:
            assert referee.rules_version == RULES_VERSION
            assert referee.process.returncode is None
            check(await play_all(referee, ORDER), ORDER)
            pid = referee.process.pid
        assert not alive(pid)
        assert not exists(f"{tmp_path}/play.sock") and not exists(f"{tmp_path}/control.sock")

    trio.run(main)
    lines = [json.loads(line) for line in (tmp_path / "referee.log").read_text().splitlines()]
    games = [line for line in lines if "game" in line]
    assert {(line["match"], line["game"]) for line in games} == {("m1", 3), ("m1", 4), ("m1", 7)}
    started = [line for line in games if line["event"] == "game started"]
    assert all(set(line["ids"]) == {"0", "1", "2", "3"} for line in started)
    text = (tmp_path / "referee.log").read_text()
    assert not any(seat.token in text for seat in ORDER.seats)
    assert KEY.hex() not in text


def test_several_matches_at_once(tmp_path: Path) -> None:
    other = [
        replace(
            ORDER,
            match=f"m{number}",
            rotation=number,
            sheet=sheet,
            seats=tuple(SeatOrder(entrant="x", token=secrets.token_hex(8)) for _ in range(4)),
        )
        for number, sheet in enumerate(("ten-point[max_deals=2]", "contway[max_deals=2]", "auction[max_deals=3]"))
    ]

    async def main() -> None:
        async with refereed(tmp_path) as referee:

            async def one(order: MatchOrder) -> None:
                check(await play_all(referee, order), order)

            async with trio.open_nursery() as nursery:
                for order in other:
                    nursery.start_soon(one, order)

    trio.run(main)


def test_a_sheet_that_does_not_exist_fails_the_match_alone(tmp_path: Path) -> None:
    async def main() -> None:
        async with refereed(tmp_path) as referee:
            (failed,) = await reports_of(await referee.run_match(replace(ORDER, match="bad", sheet="actuon")))
            assert isinstance(failed, MatchFailed)
            assert "did you mean 'auction'" in failed.reason
            check(await play_all(referee, ORDER), ORDER)

    trio.run(main)


def test_a_name_in_use_is_refused(tmp_path: Path) -> None:
    async def main() -> None:
        async with refereed(tmp_path) as referee:
            handle = await referee.run_match(ORDER)
            with pytest.raises(ValueError, match="running already"):
                await referee.run_match(ORDER)
            await handle.stop()
            assert isinstance((await reports_of(handle))[-1], MatchFinished)

    trio.run(main)


@pytest.mark.parametrize(("kind", "status"), [("crash", 3), ("kill", -9)])
def test_a_crash_is_told_by_the_arena_and_the_bot_is_restarted(tmp_path: Path, kind: str, status: int) -> None:
    async def main() -> None:
        async with refereed(tmp_path) as referee:
            tokens = [seat.token for seat in ORDER.seats]
            handle = await referee.run_match(ORDER)
            await handle.opened.wait()
            bad = start_bot(kind, referee.play_address, tokens[0])

            async def watch() -> None:
                assert await trio.to_thread.run_sync(bad.wait) == status
                await handle.seat_exited(0, status, "second")
                await trio.to_thread.run_sync(play_seat, referee.play_address, "second")

            async with trio.open_nursery() as nursery:
                nursery.start_soon(watch)
                for token in tokens[1:]:
                    nursery.start_soon(play_in_thread, referee, token, 1)
                reports = await reports_of(handle)
            check(reports, ORDER)
            records = [from_json(report.record) for report in reports if isinstance(report, GameFinished)]
            assert [record.forfeits for record in records] == [(0,), (), ()]
            assert faults_of(records[0], 0) == ["crash"]
            left = [report for report in reports if isinstance(report, SeatLeft)]
            assert len(left) == 1 and left[0].detail.startswith("crash: ")

    trio.run(main)


def test_stop_voids_the_open_games(tmp_path: Path) -> None:
    async def main() -> None:
        async with refereed(tmp_path) as referee:
            handle = await referee.run_match(ORDER)
            await handle.opened.wait()
            bots = [start_bot("sleep", referee.play_address, seat.token) for seat in ORDER.seats]
            reports: list[Report] = []
            async for report in handle.reports:
                reports.append(report)
                if sum(isinstance(one, SeatJoined) for one in reports) == 4 and isinstance(report, SeatJoined):
                    await handle.stop()
            assert isinstance(reports[-1], MatchFinished)
            assert not any(isinstance(report, GameFinished) for report in reports)
            for bot in bots:
                bot.kill()
                await trio.to_thread.run_sync(bot.wait)

    trio.run(main)


# ---- deaths


def test_a_referee_that_is_killed_is_noticed(tmp_path: Path) -> None:
    async def main() -> None:
        async with refereed(tmp_path) as referee:
            handle = await referee.run_match(ORDER)
            await handle.opened.wait()
            os.kill(referee.process.pid, signal.SIGKILL)
            with trio.fail_after(20):
                *_, last = await reports_of(handle)
                await referee.died.wait()
            assert isinstance(last, MatchFailed) and "referee" in last.reason
            with pytest.raises(RefereeDied):
                await referee.run_match(replace(ORDER, match="m2"))

    trio.run(main)


def test_a_referee_that_is_wedged_is_found_out_by_its_pulse(tmp_path: Path) -> None:
    """It is stopped, so nothing ends: no stream, no process."""

    async def main() -> None:
        with mock.patch.object(control_client, "MOST_MISSED", 2):
            async with refereed(tmp_path) as referee:
                handle = await referee.run_match(ORDER)
                await handle.opened.wait()
                await trio.sleep(2.5)
                assert not referee.died.is_set()
                os.kill(referee.process.pid, signal.SIGSTOP)
                with trio.fail_after(20):
                    *_, last = await reports_of(handle)
                assert isinstance(last, MatchFailed) and "no sign of life for 2 s" in last.reason
                assert await referee.process.wait() == -signal.SIGKILL

    trio.run(main)


def test_a_referee_that_cannot_start_says_where_to_look(tmp_path: Path) -> None:
    async def start(argv: list[str]) -> None:
        async with open_referee(argv, tmp_path, tmp_path / "referee.log"):
            pass

    (tmp_path / "play.sock").write_text("")
    with pytest.raises(RefereeDied, match=r"status 2.*referee\.log"):
        trio.run(start, [sys.executable])
    assert "play.sock exists" in (tmp_path / "referee.log").read_text()
    with pytest.raises(RefereeDied, match="cannot be started"):
        trio.run(start, [str(tmp_path / "no-python")])


ARENA = """
import sys, trio
from pathlib import Path
from referee.rpc.control_client import open_referee
from tests.runtime.test_control import ORDER
async def main():
    folder = Path(sys.argv[1])
    async with open_referee([sys.executable], folder, folder / "referee.log") as referee:
        handle = await referee.run_match(ORDER)
        await handle.opened.wait()
        print(referee.process.pid, flush=True)
        await trio.sleep_forever()
trio.run(main)
"""


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_no_referee_outlives_its_arena(tmp_path: Path, number: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONPATH": ":".join(filter(None, sys.path))}

    async def main() -> None:
        arena = await trio.lowlevel.open_process(
            [sys.executable, "-c", ARENA, str(tmp_path)], stdout=subprocess.PIPE, env=environment
        )
        assert arena.stdout is not None
        said = b""
        while not said.endswith(b"\n"):
            said += await arena.stdout.receive_some()
        referee = int(said)
        assert alive(referee)
        arena.send_signal(number)
        await arena.wait()
        await arena.stdout.aclose()
        with trio.fail_after(10):  # a second or so on a machine with nothing else to do
            while alive(referee):  # noqa: ASYNC110 - another process
                await trio.sleep(0.02)
        assert not exists(f"{tmp_path}/play.sock")

    trio.run(main)


def test_a_referee_that_is_terminated_voids_and_goes(tmp_path: Path) -> None:
    async def main() -> None:
        async with refereed(tmp_path) as referee:
            handle = await referee.run_match(ORDER)
            await handle.opened.wait()
            referee.process.terminate()
            with trio.fail_after(20):
                await reports_of(handle)
                assert await referee.process.wait() == 0

    trio.run(main)


def test_a_second_arena_is_refused(tmp_path: Path) -> None:
    import grpc

    def second() -> grpc.StatusCode:
        with grpc.insecure_channel(f"unix:{tmp_path}/control.sock") as channel:
            call = channel.stream_stream("/pitch.arena.v1.ControlService/Control")(iter([]))  # type: ignore[var-annotated]
            with pytest.raises(grpc.RpcError):
                next(call)
            code = call.code()
            assert isinstance(code, grpc.StatusCode)
            return code

    async def main() -> None:
        async with refereed(tmp_path) as referee:
            assert await trio.to_thread.run_sync(second) is grpc.StatusCode.ALREADY_EXISTS
            check(await play_all(referee, ORDER), ORDER)

    trio.run(main)


def alive(pid: int) -> bool:
    """Whether the process runs; one that has ended and was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def exists(path: str) -> bool:
    return os.path.lexists(path)

"""Part (b) of `make bench`: what a decision costs through the whole referee, beside a bare grpc.aio ping-pong.

The bare peer is one bidirectional stream over a unix socket between two processes, 400 bytes there and 10 back. The
referee is the real one (`python -m referee control`) with engine, clocks, records and fault policy; the bot reads every
turn of a frame and answers with a legal action. All setups alternate in random order inside each round, with fresh
processes each time; medians, over twice as many of the bare peer, whose processor time differs by half from process
to process. CPU is that of the referee process, measured while it plays.

    one process     a single bot process holds all the seats of the match, a stream a seat
    one seat        a single bot process holds one seat, the house plays the others (their decisions are not counted)
    default         a bot process a seat

The referee keeps to one processor (`open_referee(..., cpu=N)`) except where "any processor" is said.
"""

from __future__ import annotations

import json
import os
import random
import secrets
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import trio

from referee.clock import Limits
from referee.faults import Policy
from referee.orders import GameFinished, MatchFailed, MatchFinished, MatchOrder, SeatJoined, SeatOrder
from referee.rpc import SETTING, WITHOUT_POOL
from referee.rpc.control_client import MatchHandle, Referee, open_referee

SHEET: Final = "auction[max_deals=20,target=500]"  # games of one length, so that all stay in flight
SEATS: Final = 4
PEERS: Final = Path(__file__).with_name("transport_peers.py")
BARE_MESSAGES: Final = 6_000
KEY: Final = bytes(range(32))


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """One way to play: games in flight, the seats that bots hold, and whether each has a process of its own."""

    name: str
    in_flight: int
    bots: int
    processes: bool
    games: int
    cpu: int | None = 0


SETUPS: Final = (
    Setup(name="one process, 1 game in flight", in_flight=1, bots=4, processes=False, games=3),
    Setup(name="one process, 16 games in flight", in_flight=16, bots=4, processes=False, games=16),
    Setup(name="one process, 64 games in flight", in_flight=64, bots=4, processes=False, games=64),
    Setup(name="  1 game, any processor", in_flight=1, bots=4, processes=False, games=3, cpu=None),
    Setup(name="  64 games, any processor", in_flight=64, bots=4, processes=False, games=64, cpu=None),
    Setup(name="one seat, 1 game in flight", in_flight=1, bots=1, processes=False, games=8),
    Setup(name="one seat, 64 games in flight", in_flight=64, bots=1, processes=False, games=128),
    Setup(name="default, 16 games in flight", in_flight=16, bots=4, processes=True, games=16),
    Setup(name="default, 64 games in flight", in_flight=64, bots=4, processes=True, games=64),
)
BARE: Final = "bare ping-pong, one stream"
BARE_WITHOUT_POOL: Final = "bare, without grpc's pool"
BARES: Final = {
    BARE: "",
    BARE_WITHOUT_POOL: WITHOUT_POOL,
}  # and what grpc is set to: as it comes, and as the referee has it


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Decisions per second of wall time, and CPU microseconds of the referee per decision."""

    rate: float
    cpu_us: float


def cpu_of(pid: int) -> float:
    """Return the CPU seconds that all the threads of the process have used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    ticks = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    tasks = Path(f"/proc/{pid}/task")
    try:
        return sum(int((task / "schedstat").read_text(encoding="ascii").split()[0]) for task in tasks.iterdir()) / 1e9
    except OSError:
        return ticks


def bare(setting: str) -> Speed:
    """Measure the bare ping-pong, with grpc set so."""
    environment = {**os.environ, SETTING: setting}
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        address = f"unix:{folder}/bare.sock"
        server = subprocess.Popen(
            [sys.executable, str(PEERS), "bare-server", address, str(BARE_MESSAGES)],
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
        )
        assert server.stdout is not None
        server.stdout.readline()
        with subprocess.Popen([sys.executable, str(PEERS), "bare-client", address], env=environment) as client:
            told = json.loads(server.stdout.readline())
            client.wait()
        server.stdout.close()
        server.wait()
    return Speed(rate=told["rate"], cpu_us=told["cpu_us"])


async def play(setup: Setup) -> Speed:
    """Measure the referee in one setup."""
    tokens = [secrets.token_hex(16) if seat < setup.bots else "" for seat in range(SEATS)]
    order = MatchOrder(
        match="bench",
        sheet=SHEET,
        bout_key=KEY,
        bout="bench",
        rotation=0,
        games=tuple(range(setup.games)),
        seats=tuple(SeatOrder(entrant=f"bot{seat}", token=token) for seat, token in enumerate(tokens)),
        limits=Limits(move_limit_ms=30_000),
        policy=Policy(),
    )
    with tempfile.TemporaryDirectory(prefix="bench-") as folder:
        log = Path(folder) / "referee.log"
        async with open_referee([sys.executable], folder, log, cpu=setup.cpu) as referee:
            handle = await referee.run_match(order)
            await handle.opened.wait()
            held = [token for token in tokens if token]
            groups = [[token] for token in held] if setup.processes else [held]
            bots = [_start_bot(referee, setup, group) for group in groups]
            try:
                return await _watch(referee, handle, len(held))
            finally:
                for bot in bots:
                    bot.wait(10)


def _start_bot(referee: Referee, setup: Setup, tokens: list[str]) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path)), SETTING: WITHOUT_POOL}
    command = [sys.executable, str(PEERS), "bot", referee.play_address, str(setup.in_flight), *tokens]
    return subprocess.Popen(command, env=environment)


async def _watch(referee: Referee, handle: MatchHandle, bots: int) -> Speed:
    """Measure from the last bot's joining to the end of the match."""
    joined = decisions = 0
    start = cpu = 0.0
    async for report in handle.reports:
        match report:
            case SeatJoined():
                joined += 1
                if joined == bots:
                    start, cpu = time.perf_counter(), cpu_of(referee.process.pid)
            case GameFinished():
                timing: dict[str, Any] = json.loads(report.timing)
                decisions += sum(seat["answers"] for seat in timing["seats"])
            case MatchFinished():
                wall = time.perf_counter() - start
                return Speed(rate=decisions / wall, cpu_us=1e6 * (cpu_of(referee.process.pid) - cpu) / decisions)
            case MatchFailed():
                raise RuntimeError(report.reason)
            case _:
                pass
    raise RuntimeError("the match never ended")


def run(rounds: int, setups: Sequence[Setup] = SETUPS) -> dict[str, Any]:
    """Return by setup the medians over the rounds: `rate`, `cpu_us`, and both as ratios to the bare ping-pong's."""
    measured: dict[str, list[Speed]] = {}
    for _ in range(rounds):
        todo: list[Setup | str] = [*BARES, *BARES, *setups]
        for setup in random.sample(todo, len(todo)):
            if isinstance(setup, str):
                measured.setdefault(setup, []).append(bare(BARES[setup]))
            else:
                measured.setdefault(setup.name, []).append(trio.run(play, setup))
    rate = statistics.median(speed.rate for speed in measured[BARE])
    cpu_us = statistics.median(speed.cpu_us for speed in measured[BARE])
    found: dict[str, Any] = {}
    for name in (*BARES, *(setup.name for setup in setups)):
        speeds = measured[name]
        its_rate = statistics.median(speed.rate for speed in speeds)
        its_cpu = statistics.median(speed.cpu_us for speed in speeds)
        found[name] = {
            "rate": round(its_rate, 1),
            "rate_least": round(min(speed.rate for speed in speeds), 1),
            "rate_most": round(max(speed.rate for speed in speeds), 1),
            "cpu_us": round(its_cpu, 2),
            "rate_to_bare": round(its_rate / rate, 3),
            "cpu_to_bare": round(its_cpu / cpu_us, 3),
        }
    return {"sheet": SHEET, "rounds": rounds, "setups": found}


def print_table(result: dict[str, Any]) -> None:
    """Print what `run` returned."""
    print(f"transport, {result['sheet']}, median of {result['rounds']} rounds")
    print(f"{'':34}{'decisions/s':>12}{'(least':>9} -{'most)':>8}{'x bare':>8}{'ref us':>8}{'x bare':>8}")
    for name, row in result["setups"].items():
        print(
            f"{name:34}{row['rate']:12,.0f}{row['rate_least']:9,.0f} -{row['rate_most']:8,.0f}"
            f"{row['rate_to_bare']:8.2f}{row['cpu_us']:8.1f}{row['cpu_to_bare']:8.2f}"
        )


if __name__ == "__main__":
    rounds, part = (sys.argv[1:] + ["3", ""][len(sys.argv) - 1 :])[:2]
    print_table(run(int(rounds), [setup for setup in SETUPS if part in setup.name]))

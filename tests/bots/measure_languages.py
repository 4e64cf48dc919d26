"""What the languages cost: `python -m tests.bots.measure_languages` prints the table of sample_bots/README.md.

Each bot plays the golden stream some times over. Decisions are counted per second of processor time, start-up taken
off, and start-up is the processor time of a bot that joins and has no game: the rest of the machine matters little.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from pathlib import Path

from pitch.arena.v1 import play_pb2
from tests.bots import golden
from tests.bots.bot_process import referee
from tests.bots.fake_referee import Wire
from tests.bots.languages import ALL, Language

BATCH = 16  # games in a frame
ROUNDS = 3  # of the stream


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What a process took: processor time in all, the most memory."""

    cpu_s: float
    memory_mib: int


def frames(rounds: int) -> list[play_pb2.PlayResponse]:
    """Return the stream so often, with many games in a frame, each under a number of its own."""
    numbers, found, open_games = count(1), [], list[int]()
    pairs = golden.read() * rounds
    for start in range(0, len(pairs), BATCH):
        frame = play_pb2.PlayResponse(ends=[play_pb2.GameEnd(game=game) for game in open_games])
        open_games = []
        for recorded, _ in pairs[start : start + BATCH]:
            game = next(numbers)
            open_games.append(game)
            part = play_pb2.PlayResponse(starts=recorded.starts, turns=recorded.turns)
            part.starts[0].game = game
            for turn in part.turns:
                turn.game = game
            frame.MergeFrom(part)
        found.append(frame)
    found.append(play_pb2.PlayResponse(ends=[play_pb2.GameEnd(game=game) for game in open_games]))
    return found


def cost(language: Language, stream: Sequence[play_pb2.PlayResponse]) -> Cost:
    """Return what a process of the bot took for the stream, and fail when it does not end well."""
    joined = threading.Event()
    games = sum(len(frame.starts) for frame in stream)
    memory: list[int] = []

    def script(wire: Wire) -> None:
        wire.welcome(games=games)
        joined.set()
        for frame in stream:
            wire.send(frame)
            if frame.turns:
                assert len(wire.receive().choices) == len(frame.turns)
        memory.append(peak_mib(pids[0]))

    pids: list[int] = []
    with tempfile.TemporaryDirectory() as folder, referee(language, Path(folder), script) as address:
        variables = os.environ | {"PITCH_ARENA_ADDRESS": address, "PITCH_ARENA_TOKEN": "token"}
        with open(os.devnull, "w", encoding="utf-8") as nothing:
            pids.append(start(language, variables, nothing.fileno()))
        assert joined.wait(60), f"{language.name} did not join"
        _, status, used = os.wait4(pids[0], 0)
    assert status == 0, f"{language.name} ended with {os.waitstatus_to_exitcode(status)}"
    return Cost(cpu_s=used.ru_utime + used.ru_stime, memory_mib=memory[0])


def start(language: Language, variables: dict[str, str], output: int) -> int:
    """Start the bot in its folder; return the number of its process."""
    argv = ["env", "-C", str(language.path), *language.argv("command")]
    quiet = [(os.POSIX_SPAWN_DUP2, output, 1), (os.POSIX_SPAWN_DUP2, output, 2)]
    return os.posix_spawnp(argv[0], argv, variables, file_actions=quiet)


def peak_mib(pid: int) -> int:
    """Return the most memory that the process has used."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) // 1024
    raise ProcessLookupError(pid)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.measure_languages", description=__doc__)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help=f"of the golden stream; default: {ROUNDS}")
    options = parser.parse_args(argv)
    stream = frames(options.rounds)
    decisions = sum(len(frame.turns) for frame in stream)
    lacking = [language.lacks() for language in ALL if language.lacks()]
    rows = []
    for language in ALL:
        if not language.lacks():
            idle, busy = cost(language, []), cost(language, stream)
            rows.append((language.name, decisions / max(busy.cpu_s - idle.cpu_s, 0.01), idle, busy))
    base = rows[0]
    print("| language | decisions/s | to Python | start-up | to Python | memory | to Python |")
    print("|---|---|---|---|---|---|---|")
    for name, rate, idle, busy in rows:
        start_up = f"{1000 * idle.cpu_s:.0f} ms | {idle.cpu_s / base[2].cpu_s:.2f}"
        memory = f"{busy.memory_mib} MiB | {busy.memory_mib / base[3].memory_mib:.2f}"
        print(f"| {name} | {rate:,.0f} | {rate / base[1]:.1f} | {start_up} | {memory} |")
    print("\n".join(lacking))
    return int(bool(lacking))


if __name__ == "__main__":
    sys.exit(main())

"""What a sandbox costs at the start of a bot process: `python -m benchmarks.sandbox`.

A program that does nothing is started and seen to its end, in turns bare, as `process` and as `sandbox`. The least of
many rounds is what the machine can do; the median has in it what else went on.
"""

from __future__ import annotations

import resource
import socket
import statistics
import subprocess
import sys
import time
from pathlib import Path

import trio

from arena.running.launch import Output, run_process
from arena.running.premises import Premises
from arena.sandbox.limits import Isolation
from arena.sandbox.machine import look
from arena.sandbox.temporary import run_folder
from arena.setup.bots import Bot

ROUNDS = 40
HERE = Path(__file__).resolve().parent
KINDS = (None, Isolation.PROCESS, Isolation.SANDBOX)


def used_s() -> float:
    """Processor time of all children so far."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


async def start_one(premises: Premises, kind: Isolation | None) -> tuple[float, float]:
    """Start `true` and see its end; return seconds of wall and processor time."""
    start, used = time.perf_counter(), used_s()
    if kind is None:
        process = await trio.lowlevel.open_process(["true"], stdout=subprocess.DEVNULL)
        await process.wait()
    else:
        bot = Bot(name="nothing", version="1", folder=str(HERE), command=("true",), isolation=kind)
        job = premises.job(bot, address=f"unix:{premises.temp}/play.sock", token="")
        ended = await run_process(job, Output(premises.temp / "log", 1000))
        assert ended.status == 0
    return time.perf_counter() - start, used_s() - used


async def measure(premises: Premises) -> None:
    """Print a line for each kind."""
    times: dict[Isolation | None, list[tuple[float, float]]] = {kind: [] for kind in KINDS}
    for _ in range(ROUNDS):
        for kind in KINDS:
            times[kind].append(await start_one(premises, kind))
    print(f"{'':10}{'least ms':>10}{'median ms':>11}{'CPU ms':>8}")
    for kind in KINDS:
        wall = [1000 * one for one, _ in times[kind]]
        cpu = 1000 * statistics.mean(one for _, one in times[kind])
        print(f"{kind.value if kind else 'bare':10}{min(wall):10.1f}{statistics.median(wall):11.1f}{cpu:8.1f}")


def main() -> int:
    """Measure; 3 where there is no sandbox."""
    machine = look()
    if machine.tools is None:
        print(f"no sandbox here: {machine.reason}", file=sys.stderr)
        return 3
    with run_folder() as temp, socket.socket(socket.AF_UNIX) as play:
        play.bind(str(temp / "play.sock"))
        trio.run(measure, Premises(temp=temp, tools=machine.tools))
    return 0


if __name__ == "__main__":
    sys.exit(main())

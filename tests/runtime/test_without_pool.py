"""Messages do not pass through the thread pool of grpc, which may sleep on them (docs/adr/0011)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.rpc import SETTING, WITHOUT_POOL

BLOCKS, ROUND_TRIPS = 20, 50
# Both ends of a stream in one process. The pool's threads also wake now and then to look round, the more often the
# longer a round trip takes, so it prints how often they got or gave up a processor for each block of round trips.
PING_PONG = """
import collections, contextlib, glob, queue, re, sys
from concurrent.futures import ThreadPoolExecutor
{first}
import grpc
class Echo(grpc.GenericRpcHandler):
    def service(self, details):
        return grpc.stream_stream_rpc_method_handler(lambda messages, context: messages)
def switches():
    counts = collections.Counter()
    for thread in glob.glob("/proc/self/task/*/status"):
        with contextlib.suppress(OSError), open(thread) as told:  # a thread may end meanwhile
            name, _, rest = told.read().partition(chr(10))
            if "event_engine" in name:
                counts[thread] = sum(map(int, re.findall("ctxt_switches:.([0-9]+)", rest)))
    return counts
server = grpc.server(ThreadPoolExecutor(1), handlers=[Echo()])
server.add_insecure_port("unix:" + sys.argv[1])
server.start()
with grpc.insecure_channel("unix:" + sys.argv[1]) as channel:
    outbox = queue.SimpleQueue()
    stream = channel.stream_stream("/a/b")(iter(outbox.get, None))
    counts = []
    for _ in range(int(sys.argv[2])):
        before = switches()
        for _ in range(int(sys.argv[3])):
            outbox.put(b"x")
            next(stream)
        counts.append((switches() - before).total())
    outbox.put(None)
server.stop(None).wait()
print(*sorted(counts))
"""


def switches(folder: Path, first: str, **environment: str) -> list[int]:
    others = {name: value for name, value in os.environ.items() if name != SETTING}
    command = [sys.executable, "-c", PING_PONG.format(first=first), str(folder / "socket")]
    command += [str(BLOCKS), str(ROUND_TRIPS)]
    done = subprocess.run(command, env=others | environment, capture_output=True, text=True, check=True, timeout=60)
    return [int(count) for count in done.stdout.split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the host does not tell of threads")
def test_neither_referee_nor_sdk_reads_through_the_pool(tmp_path: Path) -> None:
    usual = switches(tmp_path, "")
    assert usual[BLOCKS // 2] > ROUND_TRIPS, "as grpc comes, each message wakes the pool"
    for first, environment in (("import referee.rpc", {}), ("", {SETTING: WITHOUT_POOL})):
        assert min(switches(tmp_path, first, **environment)) < ROUND_TRIPS / 2


def test_no_program_that_is_started_inherits_the_setting() -> None:
    show = f"import os, referee.rpc; print(os.environ.get({SETTING!r}))"
    others = {name: value for name, value in os.environ.items() if name != SETTING}
    for own in ({}, {SETTING: "my own"}):
        done = subprocess.run(
            [sys.executable, "-c", show], env=others | own, capture_output=True, text=True, check=True, timeout=60
        )
        assert done.stdout.strip() == own.get(SETTING, "None")


def test_the_sdk_and_the_sample_bots_switch_it_off_before_grpc_is_loaded() -> None:
    root = Path(__file__).parents[2] / "sample_bots"
    for name, load in (
        ("python/pitch_bot/client.py", "\nimport grpc"),
        ("python/reference/main.py", "\nimport grpc"),
        ("chaos/main.py", "\nimport grpc"),
        ("ruby/main.rb", "\nrequire 'grpc'"),
    ):
        before, found, _ = (root / name).read_text(encoding="utf-8").partition(load)
        assert found and SETTING in before and WITHOUT_POOL.split(",")[0] in before, name

"""Messages do not pass through the thread pool of grpc, which may sleep on them (docs/adr/0011)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.rpc import SETTING, WITHOUT_POOL

ROUND_TRIPS = 1000
# Both ends of a stream in one process; it prints how often the pool's threads got or gave up a processor.
PING_PONG = """
import glob, queue, re, sys
from concurrent.futures import ThreadPoolExecutor
{first}
import grpc
class Echo(grpc.GenericRpcHandler):
    def service(self, details):
        return grpc.stream_stream_rpc_method_handler(lambda messages, context: messages)
server = grpc.server(ThreadPoolExecutor(1), handlers=[Echo()])
server.add_insecure_port("unix:" + sys.argv[1])
server.start()
with grpc.insecure_channel("unix:" + sys.argv[1]) as channel:
    outbox = queue.SimpleQueue()
    stream = channel.stream_stream("/a/b")(iter(outbox.get, None))
    for _ in range(int(sys.argv[2])):
        outbox.put(b"x")
        next(stream)
    told = [open(name).read() for name in glob.glob("/proc/self/task/*/status")]
    outbox.put(None)
server.stop(None).wait()
pool = [text for text in told if "event_engine" in text.partition(chr(10))[0]]
print(sum(int(count) for text in pool for count in re.findall("ctxt_switches:.([0-9]+)", text)))
"""


def switches(folder: Path, first: str, **environment: str) -> int:
    others = {name: value for name, value in os.environ.items() if name != SETTING}
    command = [sys.executable, "-c", PING_PONG.format(first=first), str(folder / "socket"), str(ROUND_TRIPS)]
    done = subprocess.run(command, env=others | environment, capture_output=True, text=True, check=True, timeout=60)
    return int(done.stdout)


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="the host does not tell of threads")
def test_neither_referee_nor_sdk_reads_through_the_pool(tmp_path: Path) -> None:
    # It wakes now and then to look round: the more often the longer this takes.
    assert switches(tmp_path, "") > 3 * ROUND_TRIPS, "as grpc comes"
    assert switches(tmp_path, "import referee.rpc") < ROUND_TRIPS / 2
    assert switches(tmp_path, "", **{SETTING: WITHOUT_POOL}) < ROUND_TRIPS / 2


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

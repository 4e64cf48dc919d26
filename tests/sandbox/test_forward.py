"""The forwarder for bots that cannot dial a `unix:` address, as the program that it is."""

from __future__ import annotations

import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from arena.sandbox import forward

DIAL = """
import os, socket, sys, time
host, _, port = os.environ["PITCH_ARENA_ADDRESS"].rpartition(":")
def dial():
    return socket.create_connection((host, int(port)), timeout=20)
def rest(end):
    return b"".join(iter(lambda: end.recv(1 << 16), b""))
"""
Referee = Callable[[socket.socket], None]


def echo(end: socket.socket) -> None:
    """Send back what comes, and close when nothing more does."""
    while got := end.recv(1 << 16):
        end.sendall(got)


def swallow(end: socket.socket) -> None:
    """Read to the end and close."""
    while end.recv(1 << 16):
        pass


def slam(end: socket.socket) -> None:
    """Close at once, with bytes unread: the other side is reset."""
    end.recv(1)


@pytest.fixture
def short() -> Iterator[Path]:
    """A folder with a path short enough for a socket."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


def run(folder: Path, referee: Referee, code: str) -> subprocess.CompletedProcess[bytes]:
    """Run a bot behind the forwarder, before a referee that does one thing with each connection."""
    path = str(folder / "s")

    def serve(end: socket.socket) -> None:
        with end:
            referee(end)

    def accept(server: socket.socket) -> None:
        while True:
            try:
                end, _ = server.accept()
            except OSError:
                return
            threading.Thread(target=serve, args=(end,), daemon=True).start()

    with socket.socket(socket.AF_UNIX) as server:
        server.bind(path)
        server.listen()
        threading.Thread(target=accept, args=(server,), daemon=True).start()
        command = [sys.executable, "-I", "-S", forward.__file__, path, sys.executable, "-c", DIAL + code]
        try:
            return subprocess.run(command, capture_output=True, timeout=30, check=False)
        finally:
            server.shutdown(socket.SHUT_RDWR)  # wakes the thread that accepts


@pytest.mark.parametrize("referee", [echo, swallow, slam], ids=lambda one: str(one.__name__))
@pytest.mark.parametrize("end", ["c.close()", "c.shutdown(socket.SHUT_WR); rest(c)", "pass"])
def test_a_bot_that_closes_its_connection_lives_on(short: Path, referee: Referee, end: str) -> None:
    code = f"""
for _ in range(3):
    c = dial()
    c.sendall(b"x" * 100)
    try:
        {end}
    except ConnectionError:
        pass
    time.sleep(0.05)
print("alive")
sys.exit(7)
"""
    done = run(short, referee, code)
    assert (done.returncode, done.stdout, done.stderr) == (7, b"alive\n", b"")


def test_what_was_sent_before_the_end_arrives_whole(short: Path) -> None:
    code = """
import threading
c = dial()
data = bytes(range(256)) * 20000
threading.Thread(target=lambda: (c.sendall(data), c.shutdown(socket.SHUT_WR))).start()
sys.exit(0 if rest(c) == data else 1)
"""
    assert run(short, echo, code).returncode == 0


@pytest.mark.parametrize(("code", "status"), [("sys.exit(3)", 3), ("os.kill(os.getpid(), 9)", 128 + 9)])
def test_how_the_program_ends_is_how_the_forwarder_ends(short: Path, code: str, status: int) -> None:
    assert run(short, echo, code).returncode == status

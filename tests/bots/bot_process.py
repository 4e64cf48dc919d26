"""A sample bot as a process, and what stands between it and its referee."""

from __future__ import annotations

import os
import socket
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.bots.fake_referee import Script, fake_referee
from tests.bots.languages import ALL_MUST_BE_HERE, BY_NAME, Language

END_LIMIT_S = 40


def required(name: str) -> Language:
    """Return the language. Where its tools are missing or it is not built the test says so by name."""
    language = BY_NAME[name]
    needed(language.lacks())
    return language


def needed(lacks: str) -> None:
    """Leave the test out when something is missing; in continuous integration it fails."""
    if lacks and os.environ.get(ALL_MUST_BE_HERE):
        pytest.fail(lacks)
    if lacks:
        pytest.skip(lacks)


class BotProcess:
    """A running bot."""

    def __init__(self, language: Language, address: str, token: str = "secret") -> None:
        self.prefix = f"{language.bot}: "
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PITCH_ARENA")}
        variables = {"PITCH_ARENA_ADDRESS": address, "PITCH_ARENA_TOKEN": token} if address else {}
        # Whoever runs the tests in the background has SIGINT ignored, and so would the bot.
        self.process = subprocess.Popen(
            ["env", "--default-signal=INT", *language.argv("command")],
            cwd=language.path,
            env=clean | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def ended(self) -> tuple[int, str]:
        """Return its status and the last line it wrote, without its name; all lines must begin with that."""
        try:
            out, err = self.process.communicate(timeout=END_LIMIT_S)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.communicate()
            raise
        assert out == ""
        lines = err.splitlines()
        assert [line for line in lines if not line.startswith(self.prefix)] == []
        return self.process.returncode, lines[-1].removeprefix(self.prefix) if lines else ""


@contextmanager
def referee(language: Language, folder: Path, script: Script) -> Iterator[str]:
    """Serve the script at an address that the language's library knows."""
    with fake_referee(folder, script, dial=language.manifest.get("dial", "unix")) as address:
        yield address


def play(language: Language, folder: Path, script: Script) -> tuple[int, str]:
    """Play the script to its end."""
    with referee(language, folder, script) as address:
        return BotProcess(language, address).ended()


def nowhere(language: Language, folder: Path) -> str:
    """Return an address where nobody listens."""
    return "127.0.0.1:1" if language.manifest.get("dial") == "tcp" else f"unix:{folder / 'none.sock'}"


@contextmanager
def relay(address: str, folder: Path, cut: threading.Event) -> Iterator[str]:
    """Pass bytes on between a bot and the referee, until `cut` is set: then both connections break."""
    unix = address.startswith("unix:")
    server = socket.socket(socket.AF_UNIX if unix else socket.AF_INET)
    server.bind(str(folder / "relay.sock") if unix else ("127.0.0.1", 0))
    server.listen(1)

    def pump(source: socket.socket, target: socket.socket) -> None:
        try:
            while data := source.recv(65536):
                target.sendall(data)
        except OSError:
            pass

    def serve() -> None:
        near, _ = server.accept()
        far = socket.socket(server.family)
        far.connect(address.removeprefix("unix:") if unix else ("127.0.0.1", int(address.rpartition(":")[2])))
        for pair in ((near, far), (far, near)):
            threading.Thread(target=pump, args=pair, daemon=True).start()
        cut.wait(30)
        server.close()
        for end in (near, far):
            end.shutdown(socket.SHUT_RDWR)
            end.close()

    thread = threading.Thread(target=serve)
    thread.start()
    yield f"unix:{folder / 'relay.sock'}" if unix else f"127.0.0.1:{server.getsockname()[1]}"
    thread.join()

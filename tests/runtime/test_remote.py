"""`pitch-referee serve` for bots on other machines: TLS, streams that break, and who is refused."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import grpc
import pytest
import trustme

from referee.addresses import ListenError
from referee.commands import main
from referee.rpc.doorman import MOST_KNOCKING, MOST_REFUSED, REFUSED_S, Doorman, host_of
from referee.tls import Tls, check_exposure, is_loopback
from tests.runtime.clients import METHOD, Talk, play_seat
from tests.runtime.scripted import join_message
from tests.runtime.test_serve import said, serve

ROOT: Final = Path(__file__).resolve().parents[2]
PYTHON_BOT: Final = (sys.executable, str(ROOT / "sample_bots" / "python" / "greedy" / "main.py"))
NODE_BOT: Final = ROOT / "sample_bots" / "node"
NODE: Final = pytest.param(
    ("node", str(NODE_BOT / "main.js")),
    id="node",
    marks=pytest.mark.skipif(
        shutil.which("node") is None or not (NODE_BOT / "node_modules").is_dir(),
        reason="needs node and `npm install` in sample_bots/node (.ci/run does it)",
    ),
)
BOTS: Final = (pytest.param(PYTHON_BOT, id="python"), NODE)


@dataclass(frozen=True)
class Files:
    """Certificates as files: the authority's, the referee's pair, a bot's pair, and a strange authority's."""

    ca: Path
    cert: Path
    key: Path
    bot_cert: Path
    bot_key: Path
    strange_ca: Path

    @property
    def flags(self) -> tuple[str, ...]:
        return "--tls-cert", str(self.cert), "--tls-key", str(self.key)


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Files:
    folder = tmp_path_factory.mktemp("tls")
    made = Files(*(folder / f"{name}.pem" for name in ("ca", "cert", "key", "bot_cert", "bot_key", "strange")))
    authority = trustme.CA()
    authority.cert_pem.write_to_path(str(made.ca))
    for who, cert, key in (("127.0.0.1", made.cert, made.key), ("bot.test", made.bot_cert, made.bot_key)):
        issued = authority.issue_cert(who)
        cert.write_bytes(b"".join(blob.bytes() for blob in issued.cert_chain_pems))
        issued.private_key_pem.write_to_path(str(key))
    trustme.CA().cert_pem.write_to_path(str(made.strange_ca))
    return made


class Proxy:
    """A port that leads to another one, until the line is cut."""

    def __init__(self, target: str) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._target = target
        self._open: list[socket.socket] = []
        self.address = f"127.0.0.1:{self._server.getsockname()[1]}"
        self.carried = 0
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        while True:
            try:
                near, _ = self._server.accept()
            except OSError:
                return
            host, _, port = self._target.rpartition(":")
            far = socket.create_connection((host, int(port)))
            self._open += [near, far]
            for one, other in ((near, far), (far, near)):
                threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        try:
            while data := one.recv(1 << 16):
                self.carried += len(data)
                other.sendall(data)
        except OSError:
            return

    def cut(self) -> None:
        """Break every connection, without a word of goodbye from either side."""
        lines, self._open = self._open, []
        for line in lines:
            with line, suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self._server.shutdown(socket.SHUT_RDWR)
        self._server.close()
        self.cut()


@contextmanager
def proxied(target: str) -> Iterator[Proxy]:
    proxy = Proxy(target)
    try:
        yield proxy
    finally:
        proxy.close()


def start(command: tuple[str, ...], log: Path, address: str, token: str, **files: Path) -> subprocess.Popen[bytes]:
    """Start a bot by hand, as its author would; what it says goes to the log."""
    variables = {f"PITCH_ARENA_{name.upper()}_FILE": str(path) for name, path in files.items()}
    variables |= {"PITCH_ARENA_ADDRESS": address, "PITCH_ARENA_TOKEN": token}
    path = ":".join(filter(None, [str(ROOT / "sample_bots" / "python"), *sys.path]))
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": path, **variables}
    with log.open("wb") as file:
        return subprocess.Popen(command, env=environment, stdout=file, stderr=subprocess.STDOUT)


def result(process: subprocess.Popen[str]) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return the last event of a referee that ends well, and those before it."""
    rest, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors
    events = [json.loads(line) for line in rest.splitlines()]
    return events[-1], events[:-1]


ONE_SEAT: Final = ("--variant", "auction[seats=2,max_deals=2]", "--house", "1", "--json", "--listen", "127.0.0.1:0")


# ---- TLS


@pytest.mark.parametrize("command", BOTS)
@pytest.mark.parametrize("certified", [False, True], ids=["server", "both"])
def test_a_bot_plays_over_tls(files: Files, tmp_path: Path, command: tuple[str, ...], *, certified: bool) -> None:
    flags = (*files.flags, *(("--tls-client-ca", str(files.ca)) if certified else ()))
    with serve(*ONE_SEAT, "--games", "3", *flags) as process:
        waiting = said(process)
        assert waiting["tls"] is True
        own = {"cert": files.bot_cert, "key": files.bot_key} if certified else {}
        with start(command, tmp_path / "log", waiting["address"], waiting["tokens"]["0"], ca=files.ca, **own) as bot:
            end, _ = result(process)
            bot.wait(timeout=60)
    assert (end["games"], end["faults"], bot.returncode) == (3, [], 0), (tmp_path / "log").read_text()


@pytest.mark.parametrize("command", BOTS)
def test_a_broken_stream_is_taken_up_again(files: Files, tmp_path: Path, command: tuple[str, ...]) -> None:
    log = tmp_path / "log"
    with serve(*ONE_SEAT, "--games", "100", *files.flags) as process:
        waiting = said(process)
        address, token = waiting["address"], waiting["tokens"]["0"]
        with proxied(address) as proxy, start(command, log, proxy.address, token, ca=files.ca) as bot:
            joined = said(process)
            cuts, seen = 0, proxy.carried
            while cuts < 3 and bot.poll() is None:
                time.sleep(0.01)
                if proxy.carried > seen + (20_000 if cuts else 5_000):
                    proxy.cut()
                    cuts, seen = cuts + 1, proxy.carried
            end, events = result(process)
            bot.wait(timeout=60)
    assert cuts == 3 and joined["event"] == "joined" and not [one for one in events if one["event"] == "left"]
    assert (end["games"], end["faults"], bot.returncode) == (100, [], 0), log.read_text()


def refusal(channel: grpc.Channel, token: str) -> grpc.StatusCode:
    method: Any = channel.stream_stream(METHOD)
    with channel, pytest.raises(grpc.RpcError) as error:
        next(method(iter([join_message(token)]), timeout=20))
    code: grpc.StatusCode = error.value.code()
    return code


def test_who_does_not_fit_is_not_heard(files: Files) -> None:
    with serve(*ONE_SEAT, *files.flags, "--tls-client-ca", str(files.ca)) as process:
        waiting = said(process)
        address, token = waiting["address"], waiting["tokens"]["0"]
        ca, strange, cert, key = (
            path.read_bytes() for path in (files.ca, files.strange_ca, files.bot_cert, files.bot_key)
        )
        off = [("grpc.enable_http_proxy", 0)]
        channels = [
            grpc.insecure_channel(address, options=off),
            grpc.secure_channel(address, grpc.ssl_channel_credentials(ca), options=off),
            grpc.secure_channel(address, grpc.ssl_channel_credentials(strange, key, cert), options=off),
        ]
        assert {refusal(channel, token) for channel in channels} == {grpc.StatusCode.UNAVAILABLE}
        good = grpc.secure_channel(address, grpc.ssl_channel_credentials(ca, key, cert), options=off)
        assert refusal(good, "wrong") is grpc.StatusCode.UNAUTHENTICATED
        process.terminate()
        process.communicate(timeout=60)


# ---- what is listened on


@pytest.mark.parametrize("address", ["0.0.0.0:0", "[::]:0", "192.0.2.7:1", "example.org:1"])
def test_plain_text_beyond_this_machine_is_refused(address: str, capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--variant", "auction", "--listen", address]) == 2
    errors = capfd.readouterr().err
    assert "in plain text" in errors and "--insecure" in errors and "Traceback" not in errors


def test_insecure_is_asked_for() -> None:
    with serve(*ONE_SEAT[:-1], "0.0.0.0:0", "--insecure", "--games", "1") as process:
        waiting = said(process)
        assert waiting["tls"] is False
        port = waiting["address"].rpartition(":")[2]
        play_seat(f"127.0.0.1:{port}", waiting["tokens"]["0"])
        assert result(process)[0]["games"] == 1


@pytest.mark.parametrize(
    ("address", "own"),
    [("127.0.0.1:1", True), ("localhost:1", True), ("[::1]:1", True), ("127.1.2.3:1", True), ("0.0.0.0:1", False),
     ("[::]:1", False), ("localhost.example.org:1", False), ("10.0.0.1:1", False)],
)  # fmt: skip
def test_loopback(address: str, *, own: bool) -> None:
    assert is_loopback(address) is own
    if own:
        check_exposure(address, None, insecure=False)
    else:
        check_exposure(address, Tls(cert=b"", key=b""), insecure=False)
        with pytest.raises(ListenError):
            check_exposure(address, None, insecure=False)


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (("--tls-cert", "{cert}"), "both --tls-cert and --tls-key"),
        (("--tls-client-ca", "{ca}"), "both --tls-cert and --tls-key"),
        (("--tls-cert", "{cert}", "--tls-key", "{bot_key}"), "do not make a pair"),
        (("--tls-cert", "{cert}", "--tls-key", "{ca}"), "do not make a pair"),
        (("--tls-cert", "/nowhere", "--tls-key", "{key}"), "/nowhere: No such file"),
        (("--tls-cert", "{cert}", "--tls-key", "{key}", "--tls-client-ca", "{key}"), "holds no certificate"),
        (("--tls-cert", "{cert}", "--tls-key", "{key}", "--listen", "unix:/tmp/x/y"), "TLS is for HOST:PORT"),
    ],
)
def test_mistakes_with_certificates(
    files: Files, tmp_path: Path, flags: tuple[str, ...], words: str, capfd: pytest.CaptureFixture[str]
) -> None:
    named = {name: str(getattr(files, name)) for name in ("ca", "cert", "key", "bot_key")}
    filled = [flag.replace("/tmp/x", str(tmp_path)).format(**named) for flag in flags]
    listen = () if "--listen" in filled else ("--listen", "127.0.0.1:0")
    assert main(["serve", "--variant", "auction", *listen, *filled]) == 2
    errors = capfd.readouterr().err
    assert words in errors and "BEGIN" not in errors and "Traceback" not in errors


def test_a_key_is_not_shown() -> None:
    assert "secret" not in repr(Tls(cert=b"c", key=b"secret"))


# ---- guesses


def test_guesses_are_limited() -> None:
    with serve(*ONE_SEAT) as process:
        waiting = said(process)
        codes: list[grpc.StatusCode | None] = []

        def guess() -> None:
            for number in range(MOST_REFUSED // 4 + 2):
                with Talk(waiting["address"]) as talk:
                    talk.say(join_message(f"guess-{number}"))
                    assert talk.hear() is None
                    codes.append(talk.code)

        threads = [threading.Thread(target=guess) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        with Talk(waiting["address"]) as talk:
            talk.say(join_message(waiting["tokens"]["0"]))
            assert talk.hear() is None
        process.terminate()
        process.communicate(timeout=60)
    assert set(codes) == {grpc.StatusCode.UNAUTHENTICATED, grpc.StatusCode.RESOURCE_EXHAUSTED}
    assert codes.count(grpc.StatusCode.UNAUTHENTICATED) <= MOST_REFUSED + 3
    assert talk.code is grpc.StatusCode.RESOURCE_EXHAUSTED and "guess" not in talk.details


def test_the_doorman_forgets() -> None:
    now = 0.0
    doorman = Doorman(lambda: now)
    for _ in range(MOST_REFUSED):
        assert doorman.lets_in("a")
        doorman.refused("a")
        doorman.settled("a")
    assert not doorman.lets_in("a") and doorman.lets_in("b") and doorman.lets_in("")
    now = REFUSED_S
    assert doorman.lets_in("a")


def test_the_doorman_counts_who_stands_at_the_door() -> None:
    doorman = Doorman(lambda: 0.0)
    assert [doorman.lets_in("a") for _ in range(MOST_KNOCKING + 1)] == [True] * MOST_KNOCKING + [False]
    doorman.settled("a")
    assert doorman.lets_in("a") and not doorman.lets_in("a")
    assert all(doorman.lets_in("") for _ in range(2 * MOST_KNOCKING))


def test_hosts() -> None:
    assert host_of("ipv4:192.0.2.7:50001") == "192.0.2.7"
    assert host_of("ipv6:%5B2001:db8::1%5D:50001") == host_of("ipv6:%5B2001:db8::1%5D:50002") != ""
    assert host_of("unix:/run/x.sock") == host_of("unix:") == ""

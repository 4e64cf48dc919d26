"""Tournaments in which some entrants' processes are started elsewhere, by their owners, with tokens from a file."""

from __future__ import annotations

import json
import socket
import stat
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import grpc
import pytest

from arena.remote.invitations import Invitations
from arena.remote.listening import dialled
from tests.e2e.runs import BOTS, ROOT, arena, replays, results, start, wait_for_games
from tests.runtime.clients import Talk
from tests.runtime.scripted import join_message
from tests.runtime.test_remote import BOTS as KINDS
from tests.runtime.test_remote import Files, files, proxied  # noqa: F401 - a fixture
from tests.runtime.test_remote import start as start_bot

GREEDY = ("--bot", str(BOTS / "greedy"), "--isolation", "trusted")
SMALL = ("--variant", "auction[seats=2,max_deals=2]", "--games", 4, "--seed", "remote bots", "-j", 2)
AWAY = ("--bot", "name=away,remote=true")


def tokens_of(folder: Path, process: subprocess.Popen[str], name: str, count: int) -> list[list[str]]:
    """Return the lines of an entrant's file, as soon as there are so many."""
    path, end = folder / "remote" / f"{name}.tokens", time.monotonic() + 60
    while not path.exists() or len(path.read_text().splitlines()) < count:
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < end
        time.sleep(0.05)
    return [line.split(" ") for line in path.read_text().splitlines()]


@contextmanager
def owner(command: tuple[str, ...], tokens: list[list[str]], log: Path, **certificates: Path) -> Iterator[None]:
    """Start a bot for every token at once, as its owner may, and see that each ends well."""
    bots = [
        start_bot(command, log.with_suffix(f".{number}"), address, token, **certificates)
        for number, (address, token) in enumerate(tokens)
    ]
    try:
        yield
        assert [bot.wait(timeout=60) for bot in bots] == [0] * len(bots)
    finally:
        for bot in bots:
            bot.kill()
            bot.wait()


@pytest.mark.alone
@pytest.mark.parametrize("command", KINDS)
def test_a_remote_bot_plays_what_it_would_play_here(files: Files, tmp_path: Path, command: tuple[str, ...]) -> None:  # noqa: F811
    """Over TLS with certificates on both sides; a used, a foreign and a wrong token are refused meanwhile."""
    tls = (*files.flags, "--tls-client-ca", files.ca)
    run = start("run", *GREEDY, *AWAY, *SMALL, "--listen", "127.0.0.1:0", *tls, "--out", tmp_path / "run")
    tokens = tokens_of(tmp_path / "run", run, "away", 2)
    path = tmp_path / "run" / "remote" / "away.tokens"
    assert len({token for _, token in tokens}) == 2 and stat.S_IMODE(path.stat().st_mode) == 0o600
    certificates = {"ca": files.ca, "cert": files.bot_cert, "key": files.bot_key}
    with owner(command, tokens, tmp_path / "log", **certificates):
        out, err = run.communicate(timeout=120)
    assert run.returncode == 0, err
    assert f"away dials in at {tokens[0][0]} (TLS); its tokens: {path}" in err and tokens[0][1] not in out + err
    found = results(tmp_path / "run")
    assert found["games"] == found["games_planned"] == 8
    assert found["isolation"] == {"greedy": "trusted", "away": "remote"}
    assert all(not entry["faults"] for entry in found["overall"])
    assert stat.S_IMODE(path.stat().st_mode) == 0o600  # though the run is over
    logs = b"".join(log.read_bytes() for log in (tmp_path / "run" / "logs").glob("*.jsonl"))
    assert not any(token.encode() in logs for _, token in tokens)
    assert arena("verify", tmp_path / "run")[0] == 0
    if "python" in command[0]:
        here = ("--bot", f"name=away,folder={BOTS / 'greedy'},cmd={{python}} main.py")
        assert arena("run", *GREEDY, *here, *SMALL, "--out", tmp_path / "here")[0] == 0
        assert replays(tmp_path / "here") == replays(tmp_path / "run")


@pytest.mark.alone
def test_tokens_are_good_once_and_a_lost_stream_comes_back(tmp_path: Path) -> None:
    run = start("run", *GREEDY, *AWAY, *SMALL[:-1], 1, "--listen", "127.0.0.1:0", "--out", tmp_path / "run")
    tokens = tokens_of(tmp_path / "run", run, "away", 2)
    address = tokens[0][0]
    command = KINDS[0].values[0]
    assert isinstance(command, tuple)
    with proxied(address) as proxy:
        with owner(command, [[proxy.address, tokens[0][1]]], tmp_path / "first"):
            while proxy.carried < 4_000:
                time.sleep(0.01)
            proxy.cut()
            wait_for_games(run, tmp_path / "run", 4)
        codes = []  # while the second match waits for its bot
        for token in (tokens[0][1], tokens[1][1][:-1], "0" * 32):
            with Talk(address) as talk:
                talk.say(join_message(token))
                assert talk.hear() is None
                codes.append((talk.code, talk.details))
        with owner(command, tokens[1:], tmp_path / "second"):
            _, err = run.communicate(timeout=120)
    assert run.returncode == 0, err
    assert len(set(codes)) == 1 and codes[0][0] is grpc.StatusCode.UNAUTHENTICATED
    assert all(not entry["faults"] for entry in results(tmp_path / "run")["overall"])


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (AWAY, "remote bots need an address to dial in: --listen HOST:PORT"),
        (("--listen", "127.0.0.1:0"), "no bot is remote"),
        ((*AWAY, "--listen", "0.0.0.0:0"), "in plain text"),
        ((*AWAY, "--listen", "unix:/tmp/x"), "need HOST:PORT"),
        ((*AWAY, "--listen", "nowhere"), "is no address"),
        ((*AWAY, "--listen", "127.0.0.1:0", "--referees", 2), "one referee process"),
        ((*AWAY, "--listen", "127.0.0.1:0", "--tls-cert", "x.pem"), "both --tls-cert and --tls-key"),
        ((*AWAY, "--insecure"), "--listen: where to dial in is missing"),
        (("--bot", "name=away,remote=yes"), "remote must be true"),
        (("--bot", "name=away,remote=true,cmd=x", "--listen", "127.0.0.1:0"), "unknown key"),
        ((*GREEDY[:2], "--isolation", "remote"), "remote = true"),
    ],
)
def test_mistakes(tmp_path: Path, flags: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    from arena.cli import main

    status = main(["run", *GREEDY[:2], *map(str, (*SMALL, *flags)), "--out", str(tmp_path / "run")])
    errors = capsys.readouterr().err
    assert status == 2 and words in errors and not (tmp_path / "run").exists(), errors


def test_a_match_that_is_played_again_gets_new_tokens(tmp_path: Path) -> None:
    invitations = Invitations(frozenset({"away"}), tmp_path, address="a:1")
    invitations.invite([("m1", ("away", "x")), ("m2", ("x", "away"))])
    first = [line.split()[1] for line in invitations.path("away").read_text().splitlines()]
    assert [token for piece in invitations.ahead() for token in piece] == first
    assert invitations.take("m1", 0, "away") == first[0]
    assert list(invitations.ahead()) == [(first[1],)]
    again = invitations.take("m1", 0, "away")
    lines = [line.split()[1] for line in invitations.path("away").read_text().splitlines()]
    assert again not in first and lines == [*first, again]


@pytest.mark.alone
def test_the_tokens_of_a_later_round_are_there_when_it_begins(tmp_path: Path) -> None:
    """The remote bot has a bye, then plays a final of two matches, one after the other: both tokens come at once."""
    others = ("--bot", str(BOTS / "random"), *GREEDY)
    small = ("--variant", "auction[seats=2,max_deals=1]", "--games", 1, "-j", 1, "--schedule", "knockout")
    run = start("run", *AWAY, *others, *small, "--listen", "127.0.0.1:0", "--out", tmp_path / "run")
    try:
        tokens = tokens_of(tmp_path / "run", run, "away", 2)
        command = KINDS[0].values[0]
        assert isinstance(command, tuple)
        with owner(command, tokens, tmp_path / "log"):  # the second waits for its match rather than be refused
            _, err = run.communicate(timeout=120)
    finally:
        run.kill()
    assert run.returncode == 0, err
    assert len((tmp_path / "run" / "remote" / "away.tokens").read_text().splitlines()) == 2
    assert "tokens of the next round" in err
    assert all(not entry["faults"] for entry in results(tmp_path / "run")["overall"])


def test_an_address_for_all_interfaces_is_told_by_the_name_of_the_machine(tmp_path: Path) -> None:
    for address in ("0.0.0.0:4000", "[::]:4000"):  # what a bot elsewhere dials there is its own machine
        invitations = Invitations(frozenset({"away"}), tmp_path, address=address)
        invitations.invite([("m1", ("away", "x"))])
        assert invitations.path("away").read_text().startswith(f"{socket.gethostname()}:4000 ")
    assert [dialled(one) for one in ("10.0.0.1:4000", "[::1]:4", "example.org:1")] == [
        "10.0.0.1:4000", "[::1]:4", "example.org:1",
    ]  # fmt: skip


def test_a_configuration_with_remote_bots_is_kept(tmp_path: Path) -> None:
    from arena.setup.config import Config, load_config

    (tmp_path / "cup.toml").write_text(
        'variants = ["auction[seats=2]"]\n[remote]\nlisten = "127.0.0.1:4000"\nrejoin_limit_ms = "5s"\n'
        f'[[bots]]\nname = "away"\nremote = true\n[[bots]]\npath = "{ROOT}/sample_bots/python/greedy"\n'
    )
    config = load_config(tmp_path / "cup.toml", {}).config
    assert Config.from_json(config.to_json()) == config and config.referees == 1
    assert config.remote is not None and config.remote.rejoin_limit_ms == 5000
    assert json.loads(config.to_json())["bots"][0]["isolation"] == "remote"

"""A bot as a program: joining, playing over a socket, and ending cleanly whatever happens."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import textwrap
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import grpc
import pytest

from pitch.arena.v1 import play_pb2
from tests.bots import messages
from tests.bots.fake_referee import Refused, Script, Wire, fake_referee

LAST = """
from pitch_bot import run

def choose(turn):
    print("asked", turn.ask.name)
    return turn.pick.prefer(reversed(turn.pick.choose_from)) if turn.pick else turn.legal[-1]

run(choose)
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a bot's process ended."""

    status: int
    out: str
    err: str


def start(folder: Path, source: str, *arguments: str, **variables: str) -> Ended:
    """Run a bot's main file to its end."""
    main = folder / "main.py"
    main.write_text(textwrap.dedent(source), encoding="utf-8")
    return run_program([sys.executable, str(main), *arguments], **variables)


def run_program(command: list[str], **variables: str) -> Ended:
    clean = {name: value for name, value in os.environ.items() if not name.startswith("PITCH_ARENA")}
    done = subprocess.run(command, env=clean | variables, capture_output=True, text=True, timeout=60, check=False)
    return Ended(status=done.returncode, out=done.stdout, err=done.stderr)


@pytest.fixture
def play(tmp_path: Path) -> Callable[..., Ended]:
    """Run a bot against a script."""

    def run_it(script: Script, source: str = LAST) -> Ended:
        with fake_referee(tmp_path, script) as address:
            return start(tmp_path, source, PITCH_ARENA_ADDRESS=address, PITCH_ARENA_TOKEN="secret-7")

    return run_it


def one_game(wire: Wire) -> None:
    wire.welcome(games=1)
    wire.send(play_pb2.PlayResponse(starts=[messages.start()], turns=[messages.play_turn()]))
    assert list(wire.receive().choices) == [play_pb2.Choice(game=5, turn=9, action=messages.codes("AS")[0])]
    wire.send(play_pb2.PlayResponse(turns=[messages.pick_turn()]))
    assert list(wire.receive().choices) == [play_pb2.Choice(game=5, turn=10, cards=messages.codes("3D 2H 2S"))]
    wire.send(play_pb2.PlayResponse(ends=[messages.end()]))


def test_a_game_over_the_socket(play: Callable[..., Ended]) -> None:
    ended = play(one_game)
    assert ended.status == 0, ended.err
    assert ended.out == "asked PLAY\nasked BURN\n"
    lines = [json.loads(line) for line in ended.err.splitlines()]
    assert [(line["event"], line.get("game")) for line in lines] == [
        ("joined", None),
        ("game started", 5),
        ("game ended", 5),
    ]


def test_the_bot_says_who_it_is(tmp_path: Path, play: Callable[..., Ended]) -> None:
    (tmp_path / "bot.toml").write_text('name = "ace"\nversion = "2.5"\ncapacity = 7\n', encoding="utf-8-sig")
    joins: list[play_pb2.Join] = []
    ended = play(lambda wire: joins.append(wire.welcome(games=0)))
    assert ended.status == 0, ended.err
    join = play_pb2.Join(token="secret-7", name="ace", version="2.5", protocol_versions=[1], capacity=7)
    assert joins == [join]


def test_name_and_capacity_have_defaults(tmp_path: Path, play: Callable[..., Ended]) -> None:
    joins: list[play_pb2.Join] = []
    play(lambda wire: joins.append(wire.welcome(games=0)))
    assert (joins[0].name, joins[0].version, joins[0].capacity) == (tmp_path.name, "0", 64)


def test_address_and_token_may_be_flags(tmp_path: Path) -> None:
    with fake_referee(tmp_path, one_game) as address:
        ended = start(tmp_path, LAST, "--address", address, "--token", "t", "--own-flag", "3")
    assert ended.status == 0, ended.err


def test_the_token_is_not_logged(play: Callable[..., Ended]) -> None:
    ended = play(one_game)
    assert "secret-7" not in ended.out + ended.err


def refuse(wire: Wire) -> None:
    wire.receive()
    raise Refused(grpc.StatusCode.UNAUTHENTICATED, "unknown token")


def other_version(wire: Wire) -> None:
    wire.welcome(games=1, version=2)


def no_welcome(wire: Wire) -> None:
    wire.receive()
    wire.send(play_pb2.PlayResponse(turns=[messages.play_turn()]))


def hang_up_at_once(wire: Wire) -> None:
    wire.receive()


def hang_up_in_a_game(wire: Wire) -> None:
    wire.welcome(games=1)
    wire.send(play_pb2.PlayResponse(starts=[messages.start()], turns=[messages.play_turn()]))
    wire.receive()


def break_in_a_game(wire: Wire) -> None:
    hang_up_in_a_game(wire)
    raise Refused(grpc.StatusCode.ABORTED, "the match was stopped")


@pytest.mark.parametrize(
    ("script", "status", "said"),
    [
        (refuse, 2, "the referee refused the bot: UNAUTHENTICATED: unknown token"),
        (other_version, 2, "the referee speaks protocol 2, this SDK protocol 1"),
        (no_welcome, 2, "the first message is not a welcome"),
        (hang_up_at_once, 2, "the referee refused the bot: OK"),
        (hang_up_in_a_game, 1, "with 1 games open, 0 of 1 finished: OK"),
        (break_in_a_game, 1, "with 1 games open, 0 of 1 finished: ABORTED: the match was stopped"),
    ],
)
def test_a_refusal_or_a_break_ends_the_bot(play: Callable[..., Ended], script: Script, status: int, said: str) -> None:
    ended = play(script)
    assert ended.status == status, ended.err
    last = ended.err.splitlines()[-1]
    assert last.startswith("pitch_bot: ") and said in last
    assert "Traceback" not in ended.err


def test_a_stream_that_ends_early_but_between_games_is_no_failure(play: Callable[..., Ended]) -> None:
    ended = play(lambda wire: wire.welcome(games=3))
    assert ended.status == 0, ended.err


def test_an_exception_in_the_bot_ends_it_with_a_traceback(play: Callable[..., Ended]) -> None:
    def script(wire: Wire) -> None:
        wire.welcome(games=1)
        wire.send(play_pb2.PlayResponse(starts=[messages.start()], turns=[messages.play_turn()]))
        with pytest.raises((StopIteration, grpc.RpcError)):
            wire.receive()

    ended = play(script, "from pitch_bot import run\nrun(lambda turn: 1 // 0)\n")
    assert ended.status == 1
    assert "ZeroDivisionError" in ended.err
    assert ended.err.splitlines()[-1].startswith("pitch_bot: the bot's code failed in game 5 at turn 9: Turn(PLAY")


def test_without_an_arena_it_says_what_is_missing(tmp_path: Path) -> None:
    ended = start(tmp_path, LAST, PITCH_ARENA_TOKEN="t")
    assert (ended.status, ended.err.count("\n")) == (2, 1)
    assert "give PITCH_ARENA_ADDRESS or --address" in ended.err


def test_a_referee_that_is_not_there(tmp_path: Path) -> None:
    ended = start(tmp_path, LAST, "--address", f"unix:{tmp_path}/none.sock", "--token", "t", "--connect-limit-s", "0.3")
    assert ended.status == 2
    assert "no referee answers at unix:" in ended.err and "Traceback" not in ended.err


def test_a_broken_manifest_is_named(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text("name = ace\n")
    ended = start(tmp_path, LAST, "--address", "unix:x", "--token", "t")
    assert ended.status == 2 and "bot.toml: " in ended.err and "Traceback" not in ended.err


def test_a_capacity_of_nothing_is_refused(tmp_path: Path) -> None:
    (tmp_path / "bot.toml").write_text("capacity = 0\n")
    ended = start(tmp_path, LAST, "--address", "unix:x", "--token", "t")
    assert ended.status == 2 and "capacity must be a whole number from 1" in ended.err

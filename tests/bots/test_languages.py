"""The sample bots in all languages: they decide alike, and end as they should whatever the referee does."""

from __future__ import annotations

import json
import signal
import threading
import time
from pathlib import Path

import grpc
import pytest

from pitch.arena.v1 import play_pb2
from tests.bots import golden, messages
from tests.bots.bot_process import BotProcess, needed, nowhere, play, referee, relay, required
from tests.bots.fake_referee import Refused, Wire
from tests.bots.languages import ALL, PACKAGES, SAMPLES, Language

pytestmark = pytest.mark.slow

NOT_WELCOME = "the first message is not a welcome to protocol 1: no Pitch referee of this protocol"
MEGABYTE = 1 << 20


@pytest.fixture(params=[language.name for language in ALL])
def language(request: pytest.FixtureRequest) -> Language:
    return required(request.param)


def first_turn(wire: Wire) -> None:
    wire.welcome(games=2)
    wire.send(play_pb2.PlayResponse(starts=[messages.start()], turns=[messages.play_turn()]))
    assert wire.receive().choices[0].action in messages.play_turn().legal


def last_end(wire: Wire) -> None:
    wire.send(play_pb2.PlayResponse(ends=[messages.end()]))


# ---- decisions


def test_the_reference_strategy(language: Language, tmp_path: Path) -> None:
    """Every answer is that of the other languages."""
    pairs = golden.read()
    wrong: list[str] = []

    def script(wire: Wire) -> None:
        assert wire.welcome(games=len(pairs)).capacity == 64
        for frame, expected in pairs:
            wire.send(frame)
            given = {choice.turn: choice for choice in wire.receive().choices}
            for turn, choice in zip(frame.turns, expected.choices, strict=True):
                answer = given[choice.turn]
                if answer.action != choice.action or sorted(answer.cards) != sorted(choice.cards):
                    wrong.append(f"{frame.starts[0].sheet.id} {play_pb2.Ask.Name(turn.ask)}: {answer} for {choice}")
            wire.send(play_pb2.PlayResponse(ends=[play_pb2.GameEnd(game=frame.starts[0].game)]))

    assert play(language, tmp_path, script)[0] == 0
    assert wrong == []


# ---- ends


def test_refused_at_join(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        wire.receive()
        raise Refused(grpc.StatusCode.UNAUTHENTICATED, "no such token: “é”")

    assert play(language, tmp_path, script) == (2, "the referee refused the bot: UNAUTHENTICATED: no such token: “é”")


def test_refused_before_the_join_is_read(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        raise Refused(grpc.StatusCode.FAILED_PRECONDITION, "full")

    assert play(language, tmp_path, script) == (2, "the referee refused the bot: FAILED_PRECONDITION: full")


def test_ok_before_the_welcome(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        wire.receive()

    assert play(language, tmp_path, script) == (2, "the referee refused the bot: OK")


def test_another_protocol(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        wire.welcome(games=1, version=2)

    assert play(language, tmp_path, script) == (2, NOT_WELCOME)


def test_no_welcome(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        wire.receive()
        wire.send(play_pb2.PlayResponse(starts=[messages.start()]))

    assert play(language, tmp_path, script) == (2, NOT_WELCOME)


def test_end_in_mid_game(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        first_turn(wire)
        raise Refused(grpc.StatusCode.ABORTED, "flood")

    expected = "the stream ended with 1 games open, 0 of 2 finished: ABORTED: flood"
    assert play(language, tmp_path, script) == (1, expected)


def test_ok_in_mid_game(language: Language, tmp_path: Path) -> None:
    expected = "the stream ended with 1 games open, 0 of 2 finished: OK"
    assert play(language, tmp_path, first_turn) == (1, expected)


def test_stopped_between_games(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        first_turn(wire)
        last_end(wire)
        raise Refused(grpc.StatusCode.CANCELLED, "the match was stopped")

    expected = "the stream ended with 0 games open, 1 of 2 finished: CANCELLED: the match was stopped"
    assert play(language, tmp_path, script) == (1, expected)


def test_ok_after_the_last_game(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        first_turn(wire)
        last_end(wire)

    assert play(language, tmp_path, script) == (0, f"game {messages.end().game} ended: 3 8 -1 0")


def test_dropped_connection(language: Language, tmp_path: Path) -> None:
    played = threading.Event()

    def script(wire: Wire) -> None:
        first_turn(wire)
        played.set()
        time.sleep(2)

    with referee(language, tmp_path, script) as address, relay(address, tmp_path, played) as near:
        status, last = BotProcess(language, near).ended()
    assert status == 1
    assert last.startswith("the stream ended with 1 games open, 0 of 2 finished: UNAVAILABLE")


def test_nobody_listening(tmp_path: Path) -> None:
    """All languages at once: each waits ten seconds."""
    lacking = [language.lacks() for language in ALL if language.lacks()]
    addresses = [(language, nowhere(language, tmp_path)) for language in ALL if not language.lacks()]
    bots = [(BotProcess(language, address), address) for language, address in addresses]
    for bot, address in bots:
        expected = f"no referee answers at {address} (waited 10 s): is it running, and is the address right?"
        assert bot.ended() == (2, expected)
    needed("; ".join(lacking))


def test_no_arena(language: Language) -> None:
    expected = (
        "not started by an arena: set PITCH_ARENA_ADDRESS and PITCH_ARENA_TOKEN (pitch-referee serve prints both)"
    )
    assert BotProcess(language, "").ended() == (2, expected)


def test_large_message_and_silence(language: Language, tmp_path: Path) -> None:
    def script(wire: Wire) -> None:
        wire.welcome(games=1)
        notice = play_pb2.Notice(code=play_pb2.NOTICE_CODE_LATE, game=5, turn=9, text="x" * MEGABYTE)
        wire.send(play_pb2.PlayResponse(starts=[messages.start()], notices=[notice]))
        time.sleep(3)
        wire.send(play_pb2.PlayResponse(turns=[messages.play_turn(), messages.pick_turn()]))
        choices = wire.receive().choices
        assert [choice.turn for choice in choices] == [9, 10]
        assert len(choices[1].cards) >= 1
        last_end(wire)

    assert play(language, tmp_path, script)[0] == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_signals(language: Language, tmp_path: Path, number: signal.Signals) -> None:
    played, over = threading.Event(), threading.Event()

    def script(wire: Wire) -> None:
        first_turn(wire)
        played.set()
        over.wait(60)  # the stream stays open until the bot has ended

    with referee(language, tmp_path, script) as address:
        bot = BotProcess(language, address)
        try:
            assert played.wait(60)
            bot.process.send_signal(number)
            assert bot.ended() == (1, "interrupted")
        finally:
            over.set()


# ---- the folder


@pytest.mark.parametrize("name", ["node", "typescript"])
def test_the_lock_of_npm_names_no_host(name: str) -> None:
    lock = json.loads((SAMPLES / name / "package-lock.json").read_text(encoding="utf-8"))
    packages = {path: package for path, package in lock["packages"].items() if path}
    assert packages
    assert all(package["integrity"].startswith("sha512-") for package in packages.values())
    assert [path for path, package in packages.items() if "resolved" in package] == []


def test_every_folder_is_a_language_with_its_packages() -> None:
    """A new folder is found by its bot.toml, and must be in the list of languages or of the other bots."""
    others = {"chaos", "cheats", "python/random", "python/greedy", "python/counter"}
    found = {
        path.parent.relative_to(SAMPLES).as_posix()
        for path in [*SAMPLES.glob("*/bot.toml"), *SAMPLES.glob("python/*/bot.toml")]
    }
    assert found == others | {language.folder for language in ALL}
    named = [line.partition(": ")[0] for line in PACKAGES.read_text(encoding="utf-8").splitlines()]
    assert sorted(named) == sorted(language.name for language in ALL)
    for language in ALL:
        assert {path.name for path in language.path.iterdir()} >= {"bot.toml", "README.md"}

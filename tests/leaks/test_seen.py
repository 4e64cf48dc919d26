"""`arena replay export --seat` and `--public`: worlds that differ only in what cannot be known give the same bytes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any, Final, cast
from unittest import mock

import pytest

from arena.audit.capture import KEY
from arena.audit.trails import Trail, record
from arena.audit.twins import Method, Twin, twins
from arena.audit.worlds import Reply, World
from arena.cli import main
from arena.errors import OK, USAGE
from arena.replays import seen as seen_module
from arena.replays.seen import END, Onlooker, seen
from arena.replays.show import tell
from referee.engine.actions import allows, house_move
from referee.engine.cards import NAMES
from referee.engine.events import PLAY
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.faults import Fault, FaultNote
from referee.replay import GameRecord, Recorder
from referee.replay_lines import dump
from referee.table import FORFEIT
from referee.variants.catalogue import resolve
from tests.leaks.test_leaks import ALL_SEEN, OPTIONS, TABLES

EVERYBODY: Final = Onlooker(None)


def record_of(world: World) -> GameRecord:
    """Return the record of the world, as a referee would have written it.

    A twin is like the first world up to its horizon; from where its actions fit no longer, the first legal one is done.
    """
    game = Game(compile_tables(resolve(world.spec)), world.dealer)
    names = [f"entrant{seat}" for seat in range(game.tables.seats)]
    recorder = Recorder(game=game, bout="b", rotation=1, number=0, seats=names)
    steps = list(reversed(world.steps))
    while not game.over:
        if game.needs_deal:
            deal_from(world, game)
            recorder.deal()
        step = steps.pop() if steps else None
        if step is None or (step.seat, step.ask) != (game.to_act, game.ask) or not allows(game.legal(), step.action):
            steps.clear()
            action = house_move(game.legal())
            recorder.decision(action)
            game.apply(action)
            continue
        if step.reply is Reply.ILLEGAL:
            place = {"deal": step.deal, "index": recorder.index, "seat": step.seat}
            recorder.fault(FaultNote(**place, fault=Fault.ILLEGAL, detail=f"action {step.said}"))
        if step.reply in (Reply.RIGHT, Reply.STALE) and step.asked:
            recorder.decision(step.action)
        else:
            recorder.house(step.action, step.reply.value if step.asked else FORFEIT)
        game.apply(step.action)
    return recorder.finish(())


def deal_from(world: World, game: Game) -> None:
    """Deal the next pack of the world."""
    deal = world.deals[min(game.deal_number + 1, len(world.deals) - 1)]
    game.deal(deal.pack, deal.lots)


@contextmanager
def dealt(world: World) -> Iterator[None]:
    """Deal the packs of the world where a record is played again."""

    with (
        mock.patch("referee.replay.deal_next", lambda game, _key, _number: deal_from(world, game)),
        mock.patch("referee.replay.first_dealer", return_value=world.dealer),
    ):
        yield


def exported(world: World, onlooker: Onlooker) -> bytes:
    """Return the export of the world."""
    with dealt(world):
        return b"".join(dump(data) for data in seen(record_of(world), KEY, onlooker))


def entries(export: bytes) -> list[bytes]:
    """Return what was seen of all deals, one thing after the other."""
    deals = [json.loads(line) for line in export.splitlines()][:-1]
    return [dump(entry) for deal in deals for entry in deal["seen"]]


def seen_before(trail: Trail, twin: Twin) -> int:
    """Return how many entries the export of the seat has when the two worlds are still the same for it."""
    world = trail.world
    game = Game(compile_tables(resolve(world.spec)), world.dealer)
    questions = 0
    for step in world.steps[: twin.horizon]:
        if game.needs_deal:
            deal_from(world, game)
        questions += step.seat == twin.seat and step.asked
        game.apply(step.action)
    return questions + len(game.transcript(twin.seat))


def compared(spec: str, *, seed: int = 1, erring: int = -1) -> tuple[int, int]:
    """Compare the exports of a game with those of its twins, for each seat; return how many were the same for a while,
    and how many to the end. AssertionError where an export differs."""
    chance = Random(f"{spec}/{seed}/seen")
    trail = record(spec, chance, erring=erring)
    partly = whole = 0
    public = exported(trail.world, EVERYBODY)
    for seat in range(trail.states[0].tables.seats):
        mine = exported(trail.world, Onlooker(seat))
        for method in (Method.DEAL, Method.UNSEEN):
            for twin in twins(trail, seat, method, chance, 1):
                other = exported(twin.world, Onlooker(seat))
                if twin.horizon >= len(twin.world.steps):
                    assert other == mine
                    assert exported(twin.world, EVERYBODY) == public  # all see no more than one seat does
                    whole += 1
                else:
                    count = seen_before(trail, twin)
                    assert count and entries(other)[:count] == entries(mine)[:count]
                partly += 1
    return partly, whole


@pytest.mark.parametrize("spec", [*TABLES, *OPTIONS])
def test_twin_worlds_give_the_same_export(spec: str) -> None:
    sheet = resolve(spec)
    partly, whole = compared(spec)
    assert partly >= 0.6 * sheet.seats
    assert whole or sheet.id in ALL_SEEN


@pytest.mark.parametrize("spec", TABLES[::8])
def test_wrong_answers_of_others_are_not_told(spec: str) -> None:
    """What another seat answered wrongly (it names its cards) is not in the export; one's own wrong answers are."""
    trail = record(spec, Random(spec), erring=1, replies=(Reply.ILLEGAL,))
    assert any(step.reply is Reply.ILLEGAL for step in trail.world.steps)
    ends = [json.loads(exported(trail.world, Onlooker(seat)).splitlines()[-1]) for seat in (0, 1)]
    assert ends[0]["faults"] == [] and ends[1]["faults"] != []
    assert "fault" not in exported(trail.world, EVERYBODY).decode()
    assert compared(spec, erring=1)[0]


def test_a_game_told_to_a_seat_does_not_tell_the_faults_of_others() -> None:
    trail = record(TABLES[0], Random("told"), erring=1, replies=(Reply.ILLEGAL,))
    made = record_of(trail.world)
    with dealt(trail.world):
        told = {seat: "\n".join(tell(made, cast("Any", Bout), seat=seat)) for seat in (None, 0, 1)}
    assert ("fault of" in told[None], "fault of" in told[0], "fault of" in told[1]) == (True, False, True)
    assert "the house plays for" not in told[0]


class Bout:
    """All that telling a game needs of its bout."""

    @staticmethod
    def secret() -> bytes:
        """Return the key, which deals nothing here."""
        return KEY


PLANTED: Final = {
    "everybody's events": lambda self, game, since: game.events[since:],
    "the next seat's events": lambda self, game, since: game.transcript(((self.seat or 0) + 1) % 4, since),
    "who holds most in each card played": lambda self, game, since: [
        (event[0], event[1], max(one.hand for one in game.private) % 99 if event[0] == PLAY else event[2], *event[3:])
        for event in game.transcript(self.seat or 0, since)
    ],
}


@pytest.mark.parametrize("name", PLANTED)
def test_an_export_that_tells_more_is_caught(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seen_module.Onlooker, "transcript", PLANTED[name])

    def search() -> None:
        for seed in range(5):
            compared("auction[max_deals=2]", seed=seed)

    with pytest.raises(AssertionError):
        search()


# ---- the file


@pytest.fixture
def replay(tmp_path: Path) -> Path:
    """A replay file of two games."""
    file = tmp_path / "games.jsonl"
    argv = ["simulate", "contway[max_deals=2]", "--games", "2", "--seed", "test", "--out", str(file)]
    assert main(argv) == OK
    return file


def export(capsys: pytest.CaptureFixture[str], file: Path, *flags: str) -> list[dict[str, Any]]:
    capsys.readouterr()
    assert main(["replay", "export", str(file), *flags]) == OK
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_a_seat_sees_its_hand_and_nobody_elses(replay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole = [line for line in export(capsys, replay) if line["kind"] == "deal"]
    for seat in range(4):
        lines = export(capsys, replay, "--seat", str(seat))
        assert [line["kind"] for line in lines] == ["seen-deal", "seen-deal", "seen-end"] * 2
        assert {line["seen_by"] for line in lines} == {seat}
        for line, deal in zip([line for line in lines if line["kind"] != END], whole, strict=True):
            events = chain(deal["dealt"], *(decision["events"] for decision in deal["decisions"]))
            mine = [event for event in events if seat in event["audience"]]
            told = [entry for entry in line["seen"] if entry["kind"] != "question"]
            assert [entry["cards"] for entry in told if entry["kind"] == "hand"] == [
                event["cards"] for event in mine if event["kind"] == "hand"
            ]
            assert [{k: v for k, v in event.items() if k != "audience"} for event in mine] == [
                {k: v for k, v in entry.items() if k != "open"} for entry in told
            ]
            asked = [(d["ask"], d["legal"], d["action"]) for d in deal["decisions"] if d["seat"] == seat]
            assert asked == [
                (e["ask"], e["legal"], e["action"]) for e in line["seen"] if e["kind"] == "question"
            ] or all(d["house"] for d in deal["decisions"])


def test_neither_key_nor_seed_nor_place_nor_names_are_told(replay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = [json.loads(line) for line in replay.read_text().splitlines()]
    secrets = {lines[0]["seed"], lines[0]["seed_commitment"], lines[1]["key"], lines[1]["commitment"]}
    for flags in (["--seat", "2"], ["--public"]):
        text = json.dumps(export(capsys, replay, *flags))
        assert not [secret for secret in secrets if secret in text]
        assert '"pack"' not in text and '"audience"' not in text
    (end,) = [line for line in export(capsys, replay, "--seat", "2", "--game", "1") if line["kind"] == END]
    assert not {"bout", "rotation", "game", "entrants"} & set(end)
    assert end["winners"] == lines[2]["winners"] and end["scores"] == lines[2]["scores"]


def test_the_public_sees_played_cards_only(replay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in export(capsys, replay, "--public"):
        assert line["seen_by"] == "all" and len(line["entrants"]) == 4
        shown = {entry["kind"] for entry in line.get("seen", []) if entry.get("cards")}
        assert shown <= {"play", "throw", "burn", "show"}, shown
        assert all(entry["open"] for entry in line.get("seen", []))


def test_an_export_is_no_replay(replay: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for flags in ([], ["--seat", "0"], ["--public"]):
        file = tmp_path / f"export{len(flags)}{flags[:1]}.jsonl"
        assert main(["replay", "export", str(replay), *flags, "--out", str(file)]) == OK
        for argv in (["verify"], ["replay", "show", "--game", "1"], ["replay", "export", "--public"]):
            capsys.readouterr()
            assert main([*argv, str(file)]) == USAGE
            assert "this is an export" in capsys.readouterr().err


def test_flags_that_make_no_sense_are_refused(replay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", "export", str(replay), "--seat", "4"]) == USAGE
    assert "has seats 0 to 3" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["replay", "export", str(replay), "--seat", "1", "--public"])
    assert ended.value.code == USAGE


def test_cards_are_named_as_in_replays(replay: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = export(capsys, replay, "--seat", "0")
    cards = {card for line in lines for entry in line.get("seen", []) for card in entry.get("cards", [])}
    assert cards and cards <= set(NAMES)

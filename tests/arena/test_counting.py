"""One decision, told and typed everywhere: what people read and type counts from 1, and means the same decision."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path

import pytest

from arena.cli import main
from arena.records.derived import write_derived
from arena.records.evidence import Evidence, Scene
from arena.records.rundir import Run
from arena.regress.exam import Question
from arena.regress.selection import filter_of
from arena.replays.files import BoutLine
from arena.replays.show import find_game
from arena.running.launch import Output
from arena.setup.bots import Bot
from referee.engine.errors import NotationError, ReplayError
from referee.engine.notation import parse_place, place_text, place_word
from referee.replay import GameRecord, replay
from tests.arena.helpers import run_with_faults

BOTS = Path(__file__).parents[2] / "sample_bots" / "python"
LATE = (1, 2)  # as programs count: the third decision of the second deal
GAME = "2"  # of the file, from 1: the first in which somebody is late
TOLD, TYPED = "deal 2, decision 3", "2.3"


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A run in which somebody was late in every second game, with the evidence of the first time."""
    out = tmp_path_factory.mktemp("count") / "run"
    run = run_with_faults(out, LATE, variants=("auction[max_deals=3,seats=2]",), bouts=1)
    write_derived(run, {})
    record, _ = game_of(run)
    (fault,) = record.faults
    bundle = {"bout": record.bout, "rotation": record.rotation, "game": record.game, "sheet": record.sheet}
    bundle |= {"seat": fault.seat, "entrant": record.seats[fault.seat], "fault": "late", "detail": "slow", "turn": 3}
    bundle |= {"deal": LATE[0], "decision": LATE[1], "forfeits": False, "owed": True}
    files = {record.sheet: next((out / "replays").iterdir()).name}
    bot = Bot(name="greedy", version="1", folder=str(BOTS / "greedy"), command=("{python}", "main.py"))
    scene = Scene(bot, Output(path=out / "bot.log", limit=1))
    assert Evidence(out, files).keep(json.dumps(bundle).encode(), match=0, scenes=[scene])
    return run


def game_of(run: Run) -> tuple[GameRecord, BoutLine]:
    return find_game(next((run.folder / "replays").iterdir()), GAME)


@pytest.fixture
def told(capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
    def arena(*words: object) -> str:
        assert main(list(map(str, words))) == 0
        return capsys.readouterr().out

    return arena


def test_texts_and_pages_name_the_same_decision(run: Run, told: Callable[..., str], tmp_path: Path) -> None:
    record, _ = game_of(run)
    late = record.seats[record.faults[0].seat]
    assert f", {TOLD}: late: slow" in told("why", run.folder, late, f"{record.bout}/{record.rotation}/{record.game}")
    assert f"{late}, {TOLD}: late (slow)" in told("replay", "show", run.folder, "--game", GAME)
    notation = told("replay", "export", run.folder, "--format", "notation", "--game", GAME)
    assert f"\nfault {TYPED} " in notation and notation.index("\ndeal 1 ") < notation.index("\ndeal 2 ")
    told("report", run.folder, "--html", tmp_path / "page.html")
    links = re.findall(r'<a href="([^"]*)">deal (\d+), decision (\d+)</a>', (tmp_path / "page.html").read_text())
    assert links and {(deal, decision) for _, deal, decision in links} == {("2", "3")}
    assert all(re.search(r"#game=\d+&deal=2&decision=3$", unescape(address)) for address, _, _ in links)


def test_the_command_of_the_evidence_asks_that_decision(run: Run, told: Callable[..., str]) -> None:
    record, _ = game_of(run)
    late = record.seats[record.faults[0].seat]
    (kept,) = (run.folder / "evidence" / late).iterdir()
    data = json.loads(kept.read_bytes())
    assert (data["deal"], data["decision"]) == LATE and "-d1.2-" in kept.name, "programs count from 0"
    _, *command = shlex.split(data["reproduce"])
    assert command[-2:] == ["--decision", TYPED]
    answer = told(*command)
    assert f", {TOLD}\n" in answer and "(by the house: late)" in answer, "only that decision was the house's"
    shown = next(line for line in told("why", run.folder, late).splitlines() if "arena replay ask" in line)
    assert shlex.split(shown.partition("arena ")[2]) == command
    kept.write_text(json.dumps(data | {"reproduce": shlex.join(["arena", *command[:-1], "1.2"])}))
    older = next(line for line in told("why", run.folder, late).splitlines() if "arena replay ask" in line)
    assert older == shown, "bundles of before count from 0 in their command"


def test_what_is_typed_means_what_is_told(run: Run, told: Callable[..., str]) -> None:
    record, _ = game_of(run)
    deals = [deal.actions for deal in record.deals]
    token = deals[1][2]
    position = told("replay", "position", run.folder, "--game", GAME, "--decision", TYPED)
    assert f", {TOLD}\n" in position and f"# It played: {token}\n" in position
    assert f'title = "{TOLD}"\n' in position and "\ndeal = 1  # from 0\n" in position
    number = len(deals[0]) + 3
    assert told("replay", "position", run.folder, "--game", GAME, "--decision", number) == position
    first = told("replay", "position", run.folder, "--game", GAME, "--decision", f"2:{token}")
    assert f", {place_text(1, deals[1].index(token))}\n" in first


def test_verifying_names_it_too(run: Run) -> None:
    record, bout = game_of(run)
    deal = record.deals[1]
    wrong = replace(deal, actions=(*deal.actions[:2], "nonsense", *deal.actions[3:]))
    with pytest.raises(ReplayError, match=rf", {TOLD}: 'nonsense'"):
        replay(replace(record, deals=(record.deals[0], wrong, *record.deals[2:])), bout.secret())


def test_filters_and_words() -> None:
    only = filter_of(["deal=2-3"])
    asked = [Question(number=1, deal=deal, index=0, ask=1, legal=(), action=0, house="") for deal in range(4)]
    assert [only.has(question) for question in asked] == [False, True, True, False], "typed from 1, kept from 0"
    assert (place_text(*LATE), place_word(*LATE), parse_place(TYPED)) == (TOLD, TYPED, LATE)
    for text in ("0.3", "1.0", "1", "1.2.3", "-1.2", "1.٣"):
        with pytest.raises(NotationError, match="both from 1"):
            parse_place(text)

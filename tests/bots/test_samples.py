"""Every sample bot answers legally in every sheet, and the same again for the same seed."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

from pitch_bot import Answer, Bot, Turn
from pitch_bot.game import bot_maker
from referee.variants.catalogue import names, resolve
from tests.bots.tables import SAMPLES, Table, maker, play

# The bots on the SDK; whoever does without it can only be played as a program.
BOTS = sorted(path.parent.name for path in SAMPLES.glob("*/main.py") if "pitch_bot" in path.read_text(encoding="utf-8"))
LAYOUTS = ("auction[seats=2]", "auction[seats=7]", "roadhouse[seats=4,sides=2]", "ten-point[dirty=true]")


def short(sheet: str) -> str:
    """The sheet with games of two deals."""
    name, _, options = sheet.partition("[")
    return f"{name}[max_deals=2{',' if options else ''}{options.rstrip(']')}]"


@pytest.mark.parametrize("sheet", [*names(), *LAYOUTS])
@pytest.mark.parametrize("name", BOTS)
def test_answers_are_legal_and_repeatable(name: str, sheet: str) -> None:
    makers = [maker(name)] * resolve(sheet).seats
    first = play(short(sheet), makers, key=bytes(32), number=1)
    assert first.deals >= 1 and first.winners
    assert play(short(sheet), makers, key=bytes(32), number=1) == first


@pytest.mark.parametrize("name", BOTS)
def test_games_of_one_process_do_not_touch_each_other(name: str) -> None:
    """Two games in turns, answer by answer, come out as they do alone."""
    sheet = "auction-partners[max_deals=2]"
    alone = [play(sheet, [maker(name)] * 4, key=bytes(32), number=number).answers for number in (3, 4)]
    make = maker(name)
    tables = [Table(sheet, [make] * 4, key=bytes(32), number=number) for number in (3, 4)]
    while not all(table.game.over for table in tables):
        for table in tables:
            if table.game.needs_deal:
                table.deal()
            elif not table.game.over:
                table.apply(table.seats[table.game.to_act].answer(table))
    assert [tuple(table.answers) for table in tables] == alone


@pytest.mark.parametrize("name", BOTS)
def test_a_bot_is_a_folder_with_all_it_needs(name: str) -> None:
    folder = SAMPLES / name
    manifest = tomllib.loads((folder / "bot.toml").read_text(encoding="utf-8"))
    assert manifest["name"] == name and manifest["command"] == ["{python}", "main.py"] and manifest["build"] == []
    source = (folder / "main.py").read_text(encoding="utf-8")
    assert len(source.splitlines()) < 300
    assert (folder / "README.md").is_file()
    assert not re.search(r"\b(time|datetime|secrets|urandom|hash\()", source), "a bot must not depend on time or chance"


def test_the_bot_of_the_readme_plays_every_sheet() -> None:
    text = (SAMPLES / "README.md").read_text(encoding="utf-8")
    source = re.search(r"```python\n(.*?)```", text, flags=re.DOTALL)
    assert source is not None
    made: list[type[Bot]] = []
    code = source[1].replace("from pitch_bot import PASS, Bot, run", "from pitch_bot import PASS, Bot")
    exec(compile(code, "README.md", "exec"), {"run": made.append})
    for sheet in names():
        play(short(sheet), [bot_maker(made[0])] * resolve(sheet).seats, key=bytes(32), number=0)


def test_a_function_is_a_bot_too() -> None:
    def choose(turn: Turn) -> Answer:
        return turn.fallback

    outcome = play("contway[max_deals=2]", [bot_maker(choose)] * 4, key=bytes(32), number=0)
    assert outcome.winners


def test_samples_are_found() -> None:
    assert set(BOTS) == {"random", "greedy", "counter"}
    assert Path(SAMPLES / "pitch_bot" / "py.typed").is_file()

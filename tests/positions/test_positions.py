"""Position files: set up as described, or refused with the reason; positions of recorded decisions are the same."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from arena.errors import ConfigError
from arena.positions.drawing import drawn
from arena.positions.files import read_positions
from arena.positions.make import make, toml_of
from arena.regress.exam import Source
from arena.regress.worth import standing
from arena.replays.show import games
from arena.simulate import simulate_to_file
from referee.engine.actions import PICK
from referee.engine.cards import BY_NAME, card_names, mask_of
from referee.engine.notation import parse_token
from referee.variants.catalogue import resolve, variants
from tests.regress.bots import small_bot

ACE = """\
title = "the ace is on the table"
sheet = "auction-partners"
seat = 2
dealer = 2
scores = [0, 4]
hand = "7C AD 7H JH KH 4S"
actions = "2 pass pass pass AH 8S 2H"
forbid = ["KH"]
"""


def written(folder: Path, text: str, name: str = "some.toml") -> Path:
    (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_a_position_stands_as_it_is_described(tmp_path: Path) -> None:
    (position,) = read_positions(written(tmp_path, ACE))
    game = position.game
    assert card_names(game.view(2)[2]) == "7C AD 7H JH KH 4S"
    assert (game.to_act, game.public.dealer, game.public.pitcher, game.scores) == (2, 2, 3, (0, 4))
    assert card_names(mask_of(game.public.trick)) == "2H AH 8S"
    sheet = game.sheet
    assert position.verdict(parse_token("KH", sheet)) == "is forbidden here"
    assert position.verdict(parse_token("7H", sheet)) == ""
    assert position.verdict(parse_token("7C", sheet)) == "is not legal"
    assert position.verdict(None) == "is not legal"
    picture = "\n".join(drawn(position))
    assert "─ the ace is on the table ─" in picture and "7C AD 7H JH KH 4S" in picture and "AH led" in picture


def test_a_title_gives_no_orders_to_the_terminal_that_shows_it(tmp_path: Path) -> None:
    (position,) = read_positions(written(tmp_path, ACE.replace("the ace", r"the \u001b[2Jace")))
    assert "the \ufffd[2Jace is on the table" in "\n".join(drawn(position))


def test_many_positions_in_json(tmp_path: Path) -> None:
    one = {"seat": 0, "dealer": 3, "hand": "2C 3C 4C 5C 6C 7C", "expect": ["pass"]}
    other = one | {"hand": "AS KS QS JS TS 2S", "forbid": ["pass"], "expect": ["4", "3"]}
    text = json.dumps({"sheet": "auction", "position": [one, other]})
    first, second = read_positions(written(tmp_path, text, "some.json"))
    passes, four = (parse_token(word, first.game.sheet) for word in ("pass", "4"))
    assert (first.verdict(passes), first.verdict(four)) == ("", "is not what is expected here")
    assert (second.verdict(passes), second.verdict(four)) == ("is forbidden here", "")


def test_cards_that_the_answer_must_have(tmp_path: Path) -> None:
    text = 'sheet = "contway"\nseat = 0\ndealer = 3\nhand = "2C 3C AH KH QH JH"\nactions = "4 pass pass pass trump:H"\n'
    (position,) = read_positions(written(tmp_path, text + 'must_have = "2C"\nmust_not_have = "AH KH"'))

    def throw(*names: str) -> str:
        return position.verdict(PICK | mask_of(BY_NAME[name] for name in names))

    assert (throw("2C", "3C"), throw("3C"), throw("2C", "AH")) == (
        "",
        "is not what is expected here",
        "is forbidden here",
    )
    with pytest.raises(ConfigError, match="no answer can be right"):
        read_positions(written(tmp_path, text + 'must_have = "2C"\nmust_not_have = "2C"'))


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("forbid", "forbit", "there is no key 'forbit' (did you mean 'forbid'?)"),
        ('forbid = ["KH"]', "", "say what is right or wrong here"),
        ('["KH"]', '["AD"]', "AD is not legal here anyway; there is: 7H JH KH"),
        ("seat = 2", "seat = 7", "`seat` must be the seat that is to answer, 0 to 3"),
        ("seat = 2", "seat = 1", "after these actions seat 2 is to act, not seat 1"),
        ("seat = 2", 'seat = "x"', "Expected `int`, got `str` (`seat`)"),
        ("auction-partners", "auction-partner", "did you mean"),
        ("7C AD", "AH AD", "AH"),
        ("7C AD", "XX AD", "'XX' is no card"),
        ("7C AD ", "AD ", "it holds 6 cards, not 5"),
        ("2 pass", "9 pass", "'9' is no action"),
        ("AH 8S", "8S 8S", "8S"),
        ("dealer = 2", "dealer = 4", "the dealer must be a seat, 0 to 3"),
        ("[0, 4]", "[0]", "has 2 sides, `scores` has 1"),
        ("title", "title = ", "not valid TOML"),
        ('["KH"]', '["KH"]\nexpect = ["KH"]', "no answer can be right"),
        ('["KH"]', '["KH", "JH", "7H"]', "no answer can be right"),
        ('["KH"]', '["KH"]\nmust_have = "7H JH"', "no answer can be right"),
        ("title", "bot_seed = 'zz'\ntitle", "`bot_seed` must be 32 hex digits, not 'zz'"),
    ],
)
def test_what_cannot_be_a_position(old: str, new: str, problem: str, tmp_path: Path) -> None:
    file = written(tmp_path, ACE.replace(old, new, 1))
    with pytest.raises(ConfigError) as caught:
        read_positions(file)
    assert str(caught.value).startswith(str(file)) and problem in str(caught.value)


@pytest.mark.parametrize("spec", sorted(variants()))
def test_positions_of_recorded_decisions_are_the_same(spec: str, tmp_path: Path) -> None:
    file, chance = tmp_path / "some.jsonl", Random(spec)
    simulate_to_file(resolve(spec), games=1, seed=bytes(32), policy="random", out=file)
    ((record, bout),) = games(file)
    source = Source(str(file), 1, record, bout)
    deal = chance.randrange(len(record.deals))
    index = chance.randrange(len(record.deals[deal].actions))
    made = make(source, deal, index)
    (position,) = read_positions(written(tmp_path, toml_of(made, title="some", expect=[made.played], forbid=[])))
    true, game = standing(source, deal, index), position.game
    seat = true.to_act
    assert game.view(seat) == true.view(seat)
    assert game.transcript(seat) == true.transcript(seat)
    assert (game.to_act, game.ask, game.legal()) == (seat, true.ask, true.legal())
    if spec.startswith("auction"):
        assert not made.data.pack, "nothing but what the seat knew is told"


def pytest_on(folder: Path, *words: str) -> tuple[int, str]:
    """Run pytest in the folder."""
    (folder / "test_bot.py").write_text("def test_bot(pitch_replays):\n    pitch_replays.check()\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *words]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=250, check=False)
    return done.returncode, done.stdout + done.stderr


def test_recorded_games_and_positions_are_tests(tmp_path: Path) -> None:
    replays = tmp_path / "games"
    replays.mkdir()
    sheet = resolve("auction-partners[max_deals=1]")
    simulate_to_file(sheet, games=2, seed=bytes(32), policy="random", out=replays / "some.jsonl")
    written(tmp_path, ACE)
    (tmp_path / "pytest.ini").write_text("[pytest]\nreplays = games some.toml\npitch_player = random\n")
    bot = small_bot(tmp_path / "bot", first="if turn.ask.name == 'PLAY': return turn.legal[-1]")
    status, out = pytest_on(tmp_path, "--pitch-bot", bot)
    assert status == 1
    assert "small: KH is forbidden here" in out and "7C AD 7H JH KH 4S" in out
    assert "decisions are not as recorded" in out and "0 random" in out and "expected: " in out
    assert "test_bot[some.jsonl-game-2-seat-3]" in out and "9 failed" in out


def test_no_bot_is_an_error(tmp_path: Path) -> None:
    written(tmp_path, ACE)
    (tmp_path / "pytest.ini").write_text("[pytest]\nreplays = some.toml\n")
    status, out = pytest_on(tmp_path)
    assert status == 1 and "no bot: set `pitch_bot`" in out

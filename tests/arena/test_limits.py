"""[limits] and [faults], and time controls as other programs write them."""

from __future__ import annotations

from pathlib import Path

import pytest

from arena.cli.parser import make_parser
from arena.cli.tournament import flags_of
from arena.errors import ConfigError
from arena.setup.config import load_config
from arena.setup.limits import parse_st, parse_tc
from referee.clock import Limits
from referee.faults import Policy
from tests.arena.test_config import load, problems

HEAD = 'variants = ["auction[seats=2]"]\n[[bots]]\nname = "a"\ncommand = ["x"]\n[[bots]]\nname = "b"\ncommand = ["x"]\n'


def limits(folder: Path, table: str) -> Limits:
    return load(folder, f"{HEAD}[limits]\n{table}").limits


def by_flags(folder: Path, *flags: str, table: str = "") -> Limits:
    file = folder / "cup.toml"
    file.write_text(f"{HEAD}[limits]\n{table}\n")
    args = make_parser().parse_args(["run", str(file), *flags])
    return load_config(file, flags_of(args)).config.limits


@pytest.mark.parametrize(
    ("text", "bank", "increment"),
    [
        ("10+0.1", 10_000, 100),
        ("10", 10_000, 0),
        ("0.5+0.02", 500, 20),
        ("2:30+1", 150_000, 1000),
        ("1:0.5", 60_500, 0),
        ("inf", 0, 0),
    ],
)
def test_time_controls(text: str, bank: int, increment: int) -> None:
    assert parse_tc(text) == {"bank_ms": bank, "increment_ms": increment}


@pytest.mark.parametrize("text", ["", "0", "+1", "40/60", "ten", "10+", "-1", "10 + 1", "9999999999"])
def test_what_is_no_time_control(text: str) -> None:
    with pytest.raises(ValueError, match=r"must be|is no time control|no controls by numbers"):
        parse_tc(text)


def test_seconds_a_move() -> None:
    assert parse_st("0.5") == 500
    for text in ("", "0", "-1", "1s", "0.0001", "9999999999"):
        with pytest.raises(ValueError, match="write seconds"):
            parse_st(text)


def test_a_bank_has_no_move_limit_unless_one_is_given(tmp_path: Path) -> None:
    assert limits(tmp_path, 'tc = "10+0.1"') == Limits(move_limit_ms=0, bank_ms=10_000, increment_ms=100)
    assert limits(tmp_path, 'bank_ms = "1min"\nmove_limit_ms = 500') == Limits(move_limit_ms=500, bank_ms=60_000)
    assert limits(tmp_path, "") == Limits()


def test_no_clock(tmp_path: Path) -> None:
    assert limits(tmp_path, "no_clock = true") == Limits(move_limit_ms=0)
    assert not limits(tmp_path, "no_clock = true\ngrace_ms = 7").clock
    assert limits(tmp_path, "no_clock = false") == Limits()


@pytest.mark.parametrize(
    ("table", "problem"),
    [
        ('tc = "10"\nbank_ms = 5', "limits.bank_ms: is given twice, here and by `tc`"),
        ('tc = "40/60"', "limits.tc: '40/60': there are no controls by numbers of moves"),
        ("increment_ms = 5", "limits.increment_ms: needs a `bank_ms`"),
        ("no_clock = true\nmove_limit_ms = 5", "limits.move_limit_ms: says nothing with `no_clock`"),
        ("bank = 5", "limits.bank: unknown key (did you mean 'bank_ms'"),
    ],
)
def test_what_contradicts_itself(tmp_path: Path, table: str, problem: str) -> None:
    (found,) = problems(tmp_path, f"{HEAD}[limits]\n{table}")
    assert problem in found


def test_flags(tmp_path: Path) -> None:
    assert by_flags(tmp_path, "--tc", "10+0.1", table="move_limit_ms = 77") == Limits(
        move_limit_ms=0, bank_ms=10_000, increment_ms=100
    ), "a control on the command line replaces the one of the file whole"
    assert by_flags(tmp_path, "--st", "0.5", table='tc = "9"') == Limits(move_limit_ms=500)
    assert by_flags(tmp_path, "--tc", "10", "--st", "0.5") == Limits(move_limit_ms=500, bank_ms=10_000)
    assert by_flags(tmp_path, "--tc", "inf") == Limits(move_limit_ms=0)
    assert by_flags(tmp_path, "--timemargin", "50", table="move_limit_ms = 77") == Limits(move_limit_ms=77, grace_ms=50)
    assert by_flags(tmp_path, "--no-clock", table='tc = "9"') == Limits(move_limit_ms=0)


@pytest.mark.parametrize("flags", [["--tc", "40/60"], ["--st", "1s"]])
def test_flags_that_cannot_be_read_are_told(flags: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as error:
        make_parser().parse_args(["run", *flags])
    assert error.value.code == 2
    assert f"argument {flags[0]}: {flags[1]!r}" in capsys.readouterr().err


def test_a_flag_is_named_in_its_problem(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="--timemargin: must be milliseconds"):
        by_flags(tmp_path, "--timemargin", "soon")


def test_restart(tmp_path: Path) -> None:
    def faults(table: str) -> Policy:
        return load(tmp_path, f"{HEAD}[faults]\n{table}").faults

    assert faults("") == faults('restart = "match"') == Policy(restarts=2)
    assert faults('restart = "match"\nrestarts = 5').restarts == 5
    assert faults('restart = "never"').restarts == 0
    (found,) = problems(tmp_path, f'{HEAD}[faults]\nrestart = "never"\nrestarts = 5')
    assert "faults.restarts: says nothing with `restart" in found
    (found,) = problems(tmp_path, f'{HEAD}[faults]\nrestart = "always"')
    assert "is none of 'match', 'never'" in found

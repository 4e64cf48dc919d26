"""`arena check BOT` as a whole: what it covers, how it ends, what it says."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from arena.cli.check_bot import split_specs
from arena.conformance.check import check_bot
from arena.conformance.options import QUICK_TABLES, Coverage, Options, all_tables
from arena.conformance.report import Outcome
from arena.errors import ConfigError
from arena.sandbox.limits import Isolation
from referee.variants.catalogue import resolve, variants
from referee.wire import TOLD
from tests.conformance.helpers import LIMITS, ROOT, bot, chaos, check
from tests.e2e.runs import arena, start

pytestmark = pytest.mark.slow

GREEDY = ROOT / "sample_bots" / "python" / "greedy"


def _manifest(folder: Path, text: str) -> Path:
    (folder / "bot.toml").write_text(text)
    return folder


# ---- before the first game


def test_a_manifest_that_cannot_be_used_fails_its_step(tmp_path: Path) -> None:
    report = check(_manifest(tmp_path, 'name = "x"\ncomand = ["true"]\n'))
    verdict = report.step("manifest").verdict
    assert verdict.outcome is Outcome.FAILED and "comand" in verdict.seen and verdict.fix
    assert set(report.names(Outcome.NOT_RUN)) >= {"builds", "joins", "bank"}
    assert not report.passed


def test_a_build_that_fails_fails_its_step_with_its_output(tmp_path: Path) -> None:
    text = 'name = "x"\ncommand = ["true"]\nbuild = ["sh", "-c", "echo no such compiler; exit 4"]\n'
    report = check_bot(_manifest(tmp_path, text), Options(limits=LIMITS), isolation=Isolation.PROCESS)
    assert report.names(Outcome.FAILED) == ("builds",)
    assert "no such compiler" in report.step("builds").verdict.seen
    assert not report.covered.tables and not report.covered.all_asked


def test_a_command_that_is_not_there_is_told(tmp_path: Path) -> None:
    text = 'name = "x"\ncommand = ["./bot"]\n'
    report = check_bot(_manifest(tmp_path, text), isolation=Isolation.PROCESS)
    assert report.names(Outcome.FAILED) == ("builds",)
    assert "./bot" in report.step("builds").verdict.seen


def test_a_program_that_cannot_be_run_is_told(tmp_path: Path) -> None:
    (tmp_path / "bot").write_text("#!/no/such/interpreter\n")
    (tmp_path / "bot").chmod(0o755)
    report = check_bot(_manifest(tmp_path, 'name = "x"\ncommand = ["./bot"]\n'), isolation=Isolation.PROCESS)
    assert report.names(Outcome.FAILED) == ("starts",)


def test_a_bot_that_breaks_in_its_second_game_fails_frames_1() -> None:
    report = check(chaos("illegal", "--at", "16,17"), "frames-1")
    assert report.names(Outcome.FAILED) == ("frames-1",)


# ---- what is covered


def _has(tables: tuple[str, ...]) -> set[object]:
    """Return what sheets differ in, where a bot can be wrong about it."""
    found: set[object] = set()
    for sheet in map(resolve, tables):
        found |= {type(part).__name__ for part in (*sheet.exchange, *sheet.points)}
        found |= {(name, getattr(sheet, name)) for name in (*TOLD, "seats")}
        found.add(("specials", bool(sheet.specials)))
    return found


def test_the_quick_tables_have_all_that_sheets_differ_in() -> None:
    assert _has(QUICK_TABLES) == _has(all_tables())


def test_full_covers_every_table() -> None:
    full = Options(coverage=Coverage.FULL).tables()
    assert len(full) == len(set(full)) == sum(len(variant.layouts) for variant in variants().values())


def test_a_variant_is_played_at_every_number_of_seats_unless_it_names_them() -> None:
    assert len(Options(variants=("auction",)).tables()) == 6
    assert Options(variants=("auction[seats=3,max_deals=1]",)).tables() == ("auction[max_deals=1,seats=3]",)


def test_unknown_variants_and_steps_are_told_with_the_nearest_name() -> None:
    with pytest.raises(ConfigError, match="auction"):
        Options(variants=("aucton",)).tables()
    with pytest.raises(ConfigError, match="deadlines"):
        check_bot(GREEDY, Options(only=("deadline",)))


def test_a_list_of_variants_is_split_at_the_commas_outside_of_brackets() -> None:
    assert split_specs("auction[seats=3,max_deals=1], contway") == ("auction[seats=3,max_deals=1]", "contway")


# ---- bounds


def test_when_the_time_is_over_the_rest_is_not_run() -> None:
    options = Options(variants=("auction-partners",), limits=LIMITS, time_limit_s=2.0)
    report = check_bot(bot("flawed.py", "slow"), options)
    assert report.seconds < 10 and not report.passed
    assert "--time-limit" in report.step("joins").verdict.seen or "--time-limit" in report.step("starts").verdict.seen


def test_nothing_is_left_behind(tmp_path: Path) -> None:
    before = set(Path("/tmp").glob("pitch-*"))
    marker = f"{os.getpid()}.5"
    check(chaos("leave-a-child", "--think", marker), "first-game")
    told = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True).stdout
    assert f"sleep {marker}" not in told
    assert not {path for path in set(Path("/tmp").glob("pitch-*")) - before if _is_ours(path)}


def _is_ours(folder: Path) -> bool:
    try:
        return (folder / "owner").read_text().split()[0] == str(os.getpid())
    except OSError:
        return False


# ---- the command

NARROW = ("--variants", "auction[seats=2]", "--step", "tidy-answers", "--isolation", "process")


def test_the_command_ends_with_0_and_says_what_it_covered() -> None:
    status, out, err = arena("check", GREEDY, *NARROW)
    assert status == 0, out + err
    assert "ok  joins" in out and "covered: 0 of 98 tables" in out and "steps that --step does not name" in out


def test_the_report_as_json() -> None:
    status, out, err = arena("check", GREEDY, *NARROW, "--json")
    assert status == 0 and not err
    data = json.loads(out)
    assert data["passed"] and data["isolation"] == "process"
    assert {step["verdict"]["outcome"] for step in data["steps"]} == {"passed"}
    assert data["measures"]["peak_mib"] > 5 and data["measures"]["decisions"] > 5 and data["measures"]["start_ms"] > 5


def test_a_step_that_fails_ends_it_with_3_and_says_how_to_fix_it() -> None:
    word = f"name=x,folder={ROOT / 'sample_bots' / 'chaos'},cmd={{python}} main.py --kind illegal"
    status, out, _ = arena("check", word, *NARROW)
    assert status == 3
    assert "FAILED  first-game" in out and "fix: " in out and "expected: " in out
    assert "not passed: 1 failed (first-game), 1 not run" in out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        ((GREEDY, "--bouts", 2), "--bouts is for a configuration"),
        (("--bot", GREEDY, "--full"), "--full is for a bot"),
        ((GREEDY, "--full", "--variants", "auction"), "--full plays all variants"),
        ((GREEDY, "--time-limit", 0), "--time-limit"),
        ((GREEDY, "--isolation", "glass"), "none of auto, sandbox"),
        ((GREEDY, "--variants", "aucton"), "did you mean"),
        (("name=x,comand=true",), "unknown key"),
    ],
)
def test_what_cannot_be_is_refused_with_2(argv: tuple[object, ...], said: str) -> None:
    status, _, err = arena("check", *argv)
    assert status == 2 and said in err


def test_ctrl_c_ends_it_with_1_and_nothing_is_left() -> None:
    word = f"name=x,folder={Path(__file__).parent},cmd={{python}} flawed.py slow"
    process = start("check", word, "--isolation", "process")
    time.sleep(4)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 1 and "interrupted" in err
    told = subprocess.run(["ps", "-eo", "pid,args"], capture_output=True, text=True, check=True).stdout
    assert f"{sys.executable} flawed.py slow" not in told


@pytest.mark.slow
def test_a_sample_bot_passes_every_step_in_its_own_isolation() -> None:
    report = check_bot(GREEDY)
    assert report.passed, [(s.name, s.verdict) for s in report.steps if s.verdict.outcome is not Outcome.PASSED]
    assert report.covered.all_asked and report.covered.tables == QUICK_TABLES

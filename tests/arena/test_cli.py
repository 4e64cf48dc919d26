from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from arena.cli import main
from arena.records import rundir
from arena.records.derived import write_derived
from referee.variants.catalogue import names
from tests.arena.helpers import finished_run


def arena(capsys: pytest.CaptureFixture[str], *argv: object) -> tuple[int, str, str]:
    """Run the command in this process and return exit code, output and errors."""
    try:
        status = main([str(word) for word in argv])
    except SystemExit as stop:
        status = int(str(stop.code))
    out, err = capsys.readouterr()
    assert "Traceback" not in out + err
    return status, out, err


BAD = [
    ([], "required: COMMAND"),
    (["rnu"], "unknown word 'rnu' (did you mean 'run', 'rules'?)"),
    (["run", "--bonts", "3"], "unknown option --bonts (did you mean '--bouts'"),
    (["run", "--bouts", "0"], "--bouts: must be a whole number from 1 up, not '0'; or auto"),
    (["run", "a.toml", "b.toml"], "unexpected argument b.toml"),
    (["run"], "no variant is named"),
    (["run", "none.toml"], "none.toml: cannot be read"),
    (["run", "--bot", "nowhere", "--variant", "auction"], "--bot nowhere: there is no bot.toml in nowhere"),
    (["run", "--bot", "name=a,cmd=true", "--variant", "auctoin"], "unknown variant 'auctoin' (did you mean 'auction'"),
    (["run", "--bot", "name=a,cmd=no-such-bot", "--variant", "auction", "--fill", "house"], "cannot start no-such-bot"),
    (["run", "--bot", "name=a,cmd=true", "--variant", "auction"], "4 sides and there are 1 bots"),
    (["rules", "ten-pont"], "unknown variant 'ten-pont' (did you mean 'ten-point'"),
    (["rules", "ten-point[dirt=true]"], "no option 'dirt' (did you mean 'dirty'?)"),
    (["simulate", "auction[seats=9]"], "no table of seats=9"),
    (["simulate", "auction", "--seed", ""], "--seed: must have at least 4 characters"),
    (["simulate", "auction", "--seed", "abc"], "--seed: must have at least 4 characters"),
    (["run", "--seed", ""], "--seed: must have at least 4 characters"),
    (["run", "--bouts", "\uff15"], "--bouts: must be a whole number from 1 up"),
    (["run", "--bot", ""], "--bot: must be a folder with a bot.toml, or name=mine,cmd="),
    (["run", *["--bot", "name=greedy,cmd=true"] * 2, "--variant", "auction[seats=2]"], "two bots are called 'greedy'"),
    (["simulate", "auction", "--out", "no/file"], "no/file: cannot be written"),
    (["simulate", "auction", "--policy", "best"], "unknown word 'best'"),
    (["verify", "nowhere"], "nowhere: cannot be read"),
    (["verify", "."], "holds no run"),
    (["resume", "nowhere"], "nowhere holds no run"),
    (["replay", "shw"], "unknown word 'shw' (did you mean 'show'?)"),
    (["replay", "show", "x", "--gaem", "1"], "required: --game; unknown option --gaem (did you mean"),
    (["replay", "show", "nowhere", "--game", "1"], "nowhere: cannot be read"),
]  # fmt: skip


@pytest.mark.parametrize(("argv", "wanted"), BAD, ids=[" ".join(argv) for argv, _ in BAD])
def test_bad_input_says_what_to_do_and_ends_with_2(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], argv: list[str], wanted: str
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = arena(capsys, *argv)
    assert status == 2
    assert wanted in err
    assert out == ""
    assert list(tmp_path.iterdir()) == []


def test_version(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = arena(capsys, "--version")
    assert status == 0
    assert out.startswith("arena ")


def test_help_shows_a_share_with_one_sign(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = arena(capsys, "regress", "--help")
    assert (status, "--allow N|P%  " in out) == (0, True)


def test_variants(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = arena(capsys, "variants")
    assert all(name in out for name in names())
    _, out, _ = arena(capsys, "variants", "--json")
    data = json.loads(out)
    assert [entry["id"] for entry in data] == list(names())
    assert all(entry["options"] and entry["layouts"] for entry in data)


@pytest.mark.parametrize("name", names())
def test_rules_of_every_variant(capsys: pytest.CaptureFixture[str], name: str) -> None:
    status, out, _ = arena(capsys, "rules", f"{name}[max_deals=77]")
    assert status == 0
    assert "after 77 deals" in out
    assert "Point: " in out


def test_simulate_verify_show_export(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    flags = ("contway[max_deals=3]", "--games", 4, "--seed", "test")
    status, out, _ = arena(capsys, "simulate", *flags, "--out", file)
    assert status == 0
    assert "4 games" in out
    data = file.read_bytes()
    status, _, err = arena(capsys, "simulate", *flags, "--out", file)
    assert status == 2
    assert "exists" in err
    arena(capsys, "simulate", *flags, "--out", tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == data
    status, out, _ = arena(capsys, "verify", file)
    assert (status, out.startswith("ok: 1 file, 1 bouts, 4 games")) == (0, True)
    status, out, _ = arena(capsys, "replay", "show", file, "--game", 4)
    assert status == 0
    assert "Deal 1, dealt by" in out
    status, exported, _ = arena(capsys, "replay", "export", file)
    assert [json.loads(line)["kind"] for line in exported.splitlines()].count("end") == 4
    arena(capsys, "replay", "export", file, "--out", tmp_path / "x.jsonl")
    assert (tmp_path / "x.jsonl").read_text() == exported


def test_the_games_of_the_notation_are_counted(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file, notation, back = tmp_path / "games.jsonl", tmp_path / "games.pitch", tmp_path / "back.jsonl"
    arena(capsys, "simulate", "auction-partners[max_deals=1]", "--games", 2, "--out", file)
    arena(capsys, "replay", "export", file, "--format", "notation", "--out", notation)
    assert arena(capsys, "replay", "import", notation, "--out", back) == (0, f"{back}: 2 games\n", "")
    assert back.read_bytes() == file.read_bytes()


UNKNOWN = [
    ("fault=lat", "fault=lat: no such fault (did you mean 'late'?); there are any, "),
    ("action=trump:X", "'trump:X' is no action of contway[max_deals=3] (did you mean 'trump:"),
    ("winner=hose", "winner=hose: did not play in these games (did you mean 'house'?); there are house"),
    ("forfeit=hose", "forfeit=hose: did not play in these games"),
]


def test_a_search_for_what_cannot_be_is_told_apart_from_one_that_finds_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    arena(
        capsys, "simulate", "contway[max_deals=3]", "--games", 1, "--seed", "test", "--policy", "house", "--out", file
    )
    for word, told in UNKNOWN:
        status, _, err = arena(capsys, "replay", "grep", file, "--where", word)
        assert (status, told in err) == (2, True), (word, err)
    for word in ("fault=any", "forfeit=any", "action=AH", "winner=house"):
        assert arena(capsys, "replay", "grep", file, "--where", word, "--where", "deals=99") == (3, "", "")


def test_a_gate_that_fails_ends_with_3(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena(capsys, "simulate", "auction[max_deals=2]", "--games", 1, "--seed", "test", "--out", file)
    file.write_text(file.read_text().replace('"rotation":0', '"rotation":1'))
    status, out, err = arena(capsys, "verify", file)
    assert status == 3
    assert out.startswith("NOT ok")
    assert "do not have the same games" in err


def test_a_finished_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run = finished_run(tmp_path / "run")
    write_derived(run, {})
    status, out, _ = arena(capsys, "verify", run.folder)
    assert (status, out[:2]) == (0, "ok")
    status, _, err = arena(capsys, "replay", "show", run.folder, "--game", 1)
    assert status == 2
    assert "2 replay files; name one of them" in err
    file = run.folder / "replays" / "auction-max-deals-3-seats-3.jsonl"
    row = list(csv.DictReader((run.folder / "results.csv").read_text().splitlines()))[3]
    name = f"{row['bout']}/{row['rotation']}/{row['game']}"
    status, out, _ = arena(capsys, "replay", "show", file, "--game", name, "--seat", 1)
    assert status == 0
    assert "Told as seat 1 saw it." in out
    status, _, err = arena(capsys, "replay", "show", file, "--game", 1, "--seat", 3)
    assert (status, "seats 0 to 2" in err) == (2, True)
    status, _, err = arena(capsys, "replay", "show", file, "--game", "first")
    assert (status, "BOUT/ROTATION/GAME" in err) == (2, True)
    status, _, err = arena(capsys, "run", "--out", run.folder, "--variant", "auction[seats=2]", *TWO)
    assert (status, "arena resume" in err) == (2, True)


TWO = ("--bot", "name=a,cmd=true", "--bot", "name=b,cmd=true")


def test_check_prints_the_plan(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = arena(capsys, "check", *TWO, "--variant", "auction[seats=2]", "--bouts", 3, "--games", 5)
    assert status == 0
    assert "in all 3 bouts, 6 matches, 30 games" in out


@pytest.mark.parametrize("command", ["check", "run"])
def test_the_runs_folder_is_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path, command: str) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "run").mkdir()
    (tmp_path / "run" / "journal").write_text("")
    (tmp_path / "link").symlink_to("nowhere")
    for out, wanted in (
        ("file", "exists and holds no run: name another folder"),
        ("link", "exists and holds no run: name another folder"),
        ("run", f"holds a run already: `arena resume {tmp_path / 'run'}`"),
        ("file/a/b", f"cannot be made: {tmp_path / 'file'} is no folder"),
    ):
        status, _, err = arena(capsys, command, *TWO, "--variant", "auction[seats=2]", "--out", tmp_path / out)
        assert (status, wanted in err) == (2, True), err
    status, _, _ = arena(capsys, "check", *TWO, "--variant", "auction[seats=2]", "--out", tmp_path / "a" / "b")
    assert (status, (tmp_path / "a").exists()) == (0, False)


def test_a_run_whose_folder_cannot_be_made_ends_with_2(capsys: pytest.CaptureFixture[str]) -> None:
    flags = ("--variant", "auction[seats=2,max_deals=1]", "--games", 1, "--isolation", "process")
    status, _, err = arena(capsys, "run", *TWO, *flags, "--out", "/proc/run")
    assert (status, "/proc/run: cannot be made: " in err) == (2, True), err


@pytest.mark.parametrize(("how", "status"), [(KeyboardInterrupt(), 1), (OSError(28, "No space left on device"), 2)])
def test_half_a_run_is_not_left_in_the_way(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    how: BaseException,
    status: int,
) -> None:
    def fails(_: object) -> bytes:
        raise how

    monkeypatch.setattr(rundir, "encode", fails)  # of the journal's first line, the last thing that is written
    flags = ("--variant", "auction[seats=2,max_deals=1]", "--games", 1, "--isolation", "process")
    assert arena(capsys, "run", *TWO, *flags, "--out", tmp_path / "run")[0] == status
    assert not (tmp_path / "run").exists()


@pytest.mark.parametrize(
    ("flags", "told"),
    [
        (("--bouts", 1_000_000_000), "that is 20,000,000,000 games, and at most 50,000,000 can be played"),
        (("--timemargin", 10**10), "is 10000000000 ms, must be 0 to 2147483647"),
    ],
)
def test_what_nobody_could_play_is_refused(
    capsys: pytest.CaptureFixture[str], flags: tuple[object, ...], told: str
) -> None:
    status, _, err = arena(capsys, "check", *TWO, "--variant", "auction[seats=2]", *flags)
    assert (status, told in err) == (2, True), err


@pytest.mark.parametrize(
    ("argv", "told"),
    [
        (("new-bot", "python", "/proc/bot"), "/proc/bot: cannot be written: "),
        (("check", TWO[1], "--time-limit", "nan"), "--time-limit: must be more than 0 seconds, not nan"),
        (("rules", "AUCTION"), "did you mean 'auction'"),
        (("rules", "auction[SEATS=3]"), "did you mean 'seats'"),
    ],
)
def test_what_cannot_be_meant_ends_with_2(
    capsys: pytest.CaptureFixture[str], argv: tuple[object, ...], told: str
) -> None:
    status, _, err = arena(capsys, *argv)
    assert (status, told in err) == (2, True), err


@pytest.mark.parametrize("text", ["", "hello\n", "{}\n", "[1]\n", '{"kind":"run"}\n'])
@pytest.mark.parametrize("argv", [("verify",), ("replay", "show", "--game", 1), ("replay", "export")])
def test_a_file_that_is_no_replay_ends_with_2(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, argv: tuple[object, ...], text: str
) -> None:
    file = tmp_path / "file"
    file.write_text(text)
    status, out, err = arena(capsys, *argv, file)
    assert (status, out, err) == (2, "", f"arena: {file}: not a replay file\n")


def test_an_export_that_cannot_be_written_ends_with_2(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena(capsys, "simulate", "auction[max_deals=2]", "--games", 1, "--seed", "test", "--out", file)
    status, _, err = arena(capsys, "replay", "export", file, "--out", file / "x")
    assert (status, err) == (2, f"arena: {file / 'x'}: cannot be written: Not a directory\n")


def test_a_closed_pipe_is_no_traceback(tmp_path: Path) -> None:
    command = f"{sys.executable} -m arena simulate auction[max_deals=2] --out g.jsonl --seed test --games 200 && "
    command += f"{sys.executable} -m arena replay export g.jsonl | head -n 1 > /dev/null"
    done = subprocess.run(command, shell=True, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stderr == ""


def test_start_is_quick() -> None:
    """The command line itself pulls in nothing heavy."""
    code = "import sys, arena.cli; print([m for m in ('grpc', 'rich', 'numpy', 'trio', 'msgspec') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


def test_search_and_counts_pass_over_what_is_damaged_and_say_so(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "games.jsonl"
    words = ("--games", 3, "--seed", "test", "--policy", "random", "--out", file)
    arena(capsys, "simulate", "auction[max_deals=1]", *words)
    grep = ("replay", "grep", file, "--where", "deals=1")
    _, whole, _ = arena(capsys, *grep)
    numbers = [line.split("  ")[0].rpartition(" ")[2] for line in whole.splitlines()]
    assert numbers == ["1", "2", "3"]
    lines = file.read_text().splitlines(keepends=True)
    place = next(place for place, line in enumerate(lines) if '"kind"' not in line) + 1  # the second game

    file.write_text("".join([*lines[:place], lines[place].replace('"scores"', '"skores"'), *lines[place + 1 :]]))
    status, out, err = arena(capsys, *grep)
    assert (status, out) == (1, "".join(whole.splitlines(keepends=True)[::2]))
    assert f"{file}:{place + 1}: not a game record" in err

    file.write_text("".join([*lines[:place], "{\n", *lines[place + 1 :]]))
    status, out, err = arena(capsys, *grep)
    names = [line.split("  ")[0].rpartition(" ")[2] for line in out.splitlines()]
    assert (status, names[0]) == (1, "1") and names[1].endswith("/0/2"), "its number is not sure, its name is"
    assert f"{file}:{place + 1}: not a line of a replay file" in err
    assert arena(capsys, "replay", "show", file, "--game", names[1])[0] == 0
    status, out, err = arena(capsys, "replay", "stats", file)
    assert (status, json.loads(out)["games"], f"{file}:{place + 1}: " in err) == (1, 2, True)
    status, _, err = arena(capsys, "replay", "grep", file, "--where", "winner=hose")
    assert (status, "did not play" in err) == (1, False), "who it is may be in what is damaged"


IMPOSSIBLE = [
    ({"scores": [], "winners": []}, "scores: a game has a score for each side"),
    ({"winners": [7]}, "winners: there is no side 7, the sides are 0 to 3"),
    ({"forfeits": [9]}, "forfeits: there is no seat 9, the seats are 0 to 3"),
]


@pytest.mark.parametrize(("changes", "told"), IMPOSSIBLE)
def test_a_record_that_names_seats_or_sides_that_there_are_not_is_told(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, changes: dict[str, list[int]], told: str
) -> None:
    file = tmp_path / "games.jsonl"
    words = ("--games", 1, "--seed", "test", "--policy", "random", "--out", file)
    arena(capsys, "simulate", "auction[max_deals=1]", *words)
    lines = file.read_text().splitlines()
    place = next(place for place, line in enumerate(lines) if '"kind"' not in line)
    lines[place] = json.dumps(json.loads(lines[place]) | changes, separators=(",", ":"))
    file.write_text("\n".join([*lines, ""]))
    for command in (("grep", file, "--where", "winner=random", "--where", "forfeit=any"), ("stats", file)):
        status, _, err = arena(capsys, "replay", *command)
        assert (status, f"{file}:{place + 1}: {told}" in err) == (1, True), err

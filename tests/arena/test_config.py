from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from arena.errors import BotError, ConfigError
from arena.schedules.schedule import Fill
from arena.setup.bots import Bot, bot_flag, load_manifest
from arena.setup.config import Config, load_config
from referee.variants.variant import whole

GOOD = """
name = "cup"
variants = ["auction-partners", "ten-point[dirty=true,max_deals=3]"]
bouts = 2
max_deals = 8
fill = "house"
seed = "four words or more"

[limits]
move_limit_ms = 500
start_limit_ms = "10s"

[faults]
restarts = 0

[[bots]]
path = "alpha"

[[bots]]
name = "beta"
command = ["true", "--fast"]
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "alpha").mkdir()
    (tmp_path / "alpha" / "bot.toml").write_text('name = "alpha"\nversion = "3"\ncommand = ["{python}", "main.py"]\n')
    return tmp_path


def load(folder: Path, text: str, **flags: Any) -> Config:
    file = folder / "cup.toml"
    file.write_text(text)
    return load_config(file, flags).config


def problems(folder: Path, text: str, **flags: Any) -> list[str]:
    with pytest.raises(ConfigError) as error:
        load(folder, text, **flags)
    return [problem.replace(str(folder) + "/", "") for problem in error.value.problems]


def test_a_whole_file(folder: Path) -> None:
    config = load(folder, GOOD)
    assert config.name == "cup"
    assert config.variants == ("auction-partners[max_deals=8]", "ten-point[dirty=true,max_deals=3]")
    assert (config.bouts, config.fill, config.faults.restarts, config.faults.late_answers) == (2, Fill.HOUSE, 0, 3)
    assert (config.limits.move_limit_ms, config.limits.start_limit_ms) == (500, 10_000)
    alpha, beta = config.bots
    assert alpha == Bot(
        name="alpha", version="3", folder=str(folder / "alpha"), command=("{python}", "main.py"), build=(), capacity=0
    )
    assert beta.command == ("true", "--fast")
    assert load_config(folder / "cup.toml", {}).seed == "four words or more"


def test_stored_and_read_again(folder: Path) -> None:
    config = load(folder, GOOD)
    assert Config.from_json(config.to_json()) == config
    assert b"seed" not in config.to_json()
    with pytest.raises(ConfigError, match="cannot be read"):
        Config.from_json(b"{}")


def test_flags_go_before_the_file(folder: Path) -> None:
    config = load(
        folder,
        GOOD,
        variants=["auction[seats=2]"],
        bouts=5,
        games=None,
        limits={"move_limit_ms": 0},
        bots=[bot_flag("name=gamma,cmd=true")],
    )
    assert (config.variants, config.bouts, config.games) == (("auction[max_deals=8,seats=2]",), 5, 10)
    assert (config.limits.move_limit_ms, config.limits.start_limit_ms) == (0, 10_000)
    assert [(bot.name, bot.command) for bot in config.bots][1:] == [("beta", ("true", "--fast")), ("gamma", ("true",))]


def test_two_bots_of_one_name_are_refused(folder: Path) -> None:
    wanted = "two bots are called 'beta'; give one of them another `name`"
    assert problems(folder, GOOD, bots=[bot_flag("name=beta,cmd=false")]) == [f"--bot beta: {wanted}"]
    with pytest.raises(ConfigError, match="--bot beta: two bots are called 'beta'"):
        load_config(None, {"variants": ["auction"], "bots": [bot_flag("name=beta,cmd=true")] * 2})


def test_flags_alone(folder: Path) -> None:
    flags = {"variants": ["auction-partners"], "bots": [bot_flag("name=a,cmd=true"), bot_flag(str(folder / "alpha"))]}
    config = load_config(None, flags).config
    assert [bot.name for bot in config.bots] == ["a", "alpha"]
    assert config.name == "run"


MISTAKES = [
    ("bouts = 2", "botus = 2", "4: botus: unknown key (did you mean 'bots', 'bouts', 'rounds'?)"),
    ("bouts = 2", "bouts = 0", "4: bouts: is 0, must be 1 to 2147483647"),
    ("bouts = 2", 'bouts = "2"', "4: bouts: must be a whole number, not '2'"),
    ("bouts = 2", "bouts = true", "4: bouts: must be a whole number, not True"),
    ("restarts = 0", "restats = 0", "14: faults.restats: unknown key (did you mean 'restarts', 'restart'?)"),
    ("move_limit_ms = 500", 'move_limit_ms = "5x"', "10: limits.move_limit_ms: must be milliseconds"),
    ('fill = "house"', 'fill = "hose"', "6: fill: 'hose' is none of 'error', 'house', 'alternate'"),
    ("ten-point[dirty", "tenpoint[dirty", "3: variants: [2] unknown variant 'tenpoint' (did you mean 'ten-p"),
    ("dirty=true", "dirt=true", "3: variants: [2] ten-point has no option 'dirt' (did you mean 'dirty'?)"),
    ('path = "alpha"', 'path = "alhpa"', "17: bots[1].path: there is no bot.toml in alhpa (did you mean 'al"),
    ('name = "beta"', 'name = "be ta"', "20: bots[2].name: 'be ta' cannot be a name"),
    ('name = "beta"', 'name = "house"', "20: bots[2].name: 'house' is the name of the arena's own"),
    ('name = "beta"', 'name = "alpha"', "19: bots[2]: two bots are called 'alpha'"),
    ('command = ["true"', 'comand = ["true"', "21: bots[2].comand: unknown key (did you mean 'command'?)"),
    ('seed = "four words or more"', 'seed = "7"', "7: seed: must have at least 4 characters"),
    ('name = "cup"', 'name = "a/b"', "2: name: 'a/b' cannot name a folder"),
    ('seed = "four words or more"', 'seed = ""', "7: seed: must have at least 4 characters"),
    (
        "ten-point[dirty",
        "ten-point[target=1000000,dirty",
        "3: variants: [2] ten-point[target]: must be a whole number from 1 to 999999",
    ),
    ("[limits]", "limits = 3\n[other]", "9: limits: must be a table ([limits]), not 3"),
    (
        '["auction-partners"',
        '["auction-partners", "auction-partners"',
        "3: variants: auction-partners[max_deals=8] stands",
    ),
]


@pytest.mark.parametrize(("old", "new", "wanted"), MISTAKES, ids=[new for _, new, _ in MISTAKES])
def test_each_mistake_is_told_with_its_place(folder: Path, old: str, new: str, wanted: str) -> None:
    found = problems(folder, GOOD.replace(old, new))
    assert any(problem.startswith(f"cup.toml:{wanted}") for problem in found), found


def test_all_mistakes_at_once(folder: Path) -> None:
    found = problems(folder, GOOD.replace("bouts = 2", "bouts = -1").replace("restarts", "restart"), games=0)
    assert len(found) == 3
    assert "--games: is 0, must be 1 to 100000" in found


def test_too_few_bots(folder: Path) -> None:
    (found,) = problems(folder, GOOD.replace('"house"', '"error"'), variants=["auction[seats=5]"])
    assert "5 sides and there are 2 bots" in found


def test_nothing_to_play(folder: Path) -> None:
    found = problems(folder, "")
    assert len(found) == 2
    assert "--variant" in found[0] and "--bot" in found[1]


def test_not_toml_and_not_there(folder: Path) -> None:
    assert "cup.toml: not valid TOML" in problems(folder, "a = ")[0]
    with pytest.raises(ConfigError, match=r"none\.toml: cannot be read: No such file"):
        load_config(folder / "none.toml", {})
    with pytest.raises(ConfigError, match=r"cap\.toml: cannot be read: No such file.* \(did you mean 'cup\.toml'\?\)"):
        load_config(folder / "cap.toml", {})
    (folder / "bytes.toml").write_bytes(b"\xff")
    with pytest.raises(ConfigError, match="it is not UTF-8 text"):
        load_config(folder / "bytes.toml", {})


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("name=a,cmd=python3 x.py,version=2", {"name": "a", "command": ["python3", "x.py"], "version": "2"}),
        ("name=a,cmd='my bot' 1,2,3", {"name": "a", "command": ["my bot", "1,2,3"]}),
        ("name=a,cmd='python3 x.py'", {"name": "a", "command": ["python3", "x.py"]}),
        ('name=a,cmd="python3 \'x y.py\'",version=2', {"name": "a", "command": ["python3", "x y.py"], "version": "2"}),
        ("name=a,cmd='x y' 'z'", {"name": "a", "command": ["x y", "z"]}),
        ("name=a,cmd={python} mine.py", {"name": "a", "command": ["{python}", "mine.py"]}),
        ("some/folder", {"path": "some/folder"}),
    ],
)  # fmt: skip
def test_bot_flags(text: str, wanted: dict[str, object]) -> None:
    assert bot_flag(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("name=a,cnd=x", "unknown key 'cnd' \\(did you mean 'cmd'"),
        ("name=a", "cmd is missing"),
        ("name=a,cmd=''", "cmd is missing"),
        ("", "^--bot: must be a folder with a bot.toml, or name=mine,cmd='python3 mine.py', not ''$"),
        ("name=a,cmd='x", "No closing quotation"),
    ],
)
def test_bad_bot_flags(text: str, wanted: str) -> None:
    with pytest.raises(ConfigError, match=wanted):
        bot_flag(text)


def test_python_in_a_flag_is_the_arenas_own() -> None:
    flags = {"variants": ["auction"], "fill": "house", "bots": [bot_flag("name=a,cmd='{python} mine.py'")]}
    assert load_config(None, flags).config.bots[0].argv() == [sys.executable, "mine.py"]


@pytest.mark.parametrize("digits", ["\uff15", "\u0665", "1000000", "99999999999", "", "-1", "0"])
def test_whole_numbers_of_options(digits: str) -> None:
    wanted = (
        "must be a whole number from 1 to 999999, not"
        if digits.startswith(("1", "9"))
        else "must be a whole number from 1 up"
    )
    with pytest.raises(ValueError, match=wanted):
        whole(digits, 1)
    assert whole("999999", 1) == 999_999


def test_a_byte_order_mark_is_skipped(folder: Path) -> None:
    file = folder / "cup.toml"
    file.write_text(GOOD.lstrip(), encoding="utf-8-sig")
    assert load_config(file, {}).config.name == "cup"
    file.write_text(GOOD.lstrip().replace('"cup"', "3"), encoding="utf-8-sig")
    with pytest.raises(ConfigError, match=r"cup\.toml:1: name: must be text"):
        load_config(file, {})


@pytest.mark.parametrize(
    ("manifest", "wanted"),
    [
        ('name = "x"\ncommand = "python3 main.py"\n', ":2: command: must be a list of texts, as in"),
        ('name = "x"\n', ": `command` is missing, as in"),
        ('name = "x"\ncommand = []\n', ": `command` is missing, as in"),
        ('name = 3\ncommand = ["x"]\n', ":1: name: must be text in quotes, not 3"),
        ('command = ["x"]\n', ": the `name` is missing"),
    ],
)
def test_one_mistake_in_a_manifest_is_one_message(folder: Path, manifest: str, wanted: str) -> None:
    file = folder / "alpha" / "bot.toml"
    file.write_text(manifest)
    with pytest.raises(ConfigError) as error:
        load_manifest(file, extra=("--more",))
    (problem,) = error.value.problems
    assert problem.startswith(f"{file}{wanted}")


def test_a_command_that_is_no_list_is_one_message(folder: Path) -> None:
    (found,) = problems(folder, GOOD.replace('["true", "--fast"]', '"true --fast"'))
    assert found.startswith("cup.toml:21: bots[2].command: must be a list of texts")


def test_bad_manifest(folder: Path) -> None:
    manifest = folder / "alpha" / "bot.toml"
    manifest.write_text('name = "x"\ncomand = ["y"]\ncapacity = "many"\n')
    with pytest.raises(ConfigError) as error:
        load_manifest(manifest)
    text = "\n".join(error.value.problems)
    assert "bot.toml:2: comand: unknown key (did you mean 'command'?)" in text
    assert "bot.toml:3: capacity: must be a whole number" in text
    assert "`command` is missing" in text


def test_commands_that_cannot_start(folder: Path) -> None:
    def bot(*command: str, folder: Path = folder) -> Bot:
        return Bot(name="b", version="1", folder=str(folder), command=command)

    bot("{python}", "x.py").check_startable("")
    bot("sh").check_startable("/bin:/usr/bin")
    (folder / "run").write_text("")
    for wrong, words in (
        (bot("no-such-program-here"), "no program of that name in PATH"),
        (bot("./run"), "no executable file"),
        (bot("run"), "write ./run"),
        (bot("sh", folder=folder / "gone"), "does not exist"),
    ):
        with pytest.raises(BotError, match=words):
            wrong.check_startable("/bin:/usr/bin")

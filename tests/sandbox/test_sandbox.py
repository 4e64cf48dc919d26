"""Bots of all sorts play in a sandbox, and see no more than their own folder there."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from arena.sandbox.box import Tools, View, wrap
from tests.e2e.runs import BOTS, HONEST, arena, results, standing

FLAGS = ("--variant", "auction[seats=2]", "--bouts", 1, "--games", 1, "--max-deals", 1, "--isolation", "sandbox")
PLAY = (
    "from pitch_bot import PASS, run\n"
    "run(lambda t: t.pick.least_cards() if t.pick else PASS if PASS in t.legal else t.legal[0])\n"
)

pytestmark = pytest.mark.usefixtures("tools")


def make_bot(folder: Path, code: str, manifest: str = 'command = ["{python}", "main.py"]') -> Path:
    folder.mkdir(exist_ok=True)
    folder.chmod(0o755)
    (folder / "bot.toml").write_text(f'name = "mine"\n{manifest}\n')
    (folder / "main.py").write_text(code + PLAY)
    return folder


def played(tmp_path: Path, *bot: object, status: int = 0) -> str:
    """Run the bot against an honest one; return all that its processes wrote."""
    found, _, err = arena("run", *bot, *HONEST, *FLAGS, "--out", tmp_path / "run")
    assert found == status, err
    if status:
        return err
    text = "".join(path.read_text() for path in sorted((tmp_path / "run" / "logs" / "mine").glob("*seat*.log")))
    assert standing(tmp_path / "run", "mine")["faults"] == {}, text
    assert results(tmp_path / "run")["isolation"]["mine"] == "sandbox"
    return text


def test_what_a_bot_sees(tmp_path: Path) -> None:
    code = (
        "import os, pwd\n"
        "print('user', pwd.getpwuid(os.getuid()).pw_name, os.environ['HOME'], os.environ['PITCH_ARENA_ADDRESS'])\n"
        "print('processes', sum(name.isdecimal() for name in os.listdir('/proc')))\n"
        "print('etc', 'shadow' in os.listdir('/etc'), 'hostname' in os.listdir('/etc'))\n"
        "print('here', sorted(os.listdir('.')), os.listdir('..'))\n"
        "print('outer', 'referee' in open('/proc/1/cmdline').read())\n"
    )
    bot = make_bot(tmp_path / "bot", code)
    (tmp_path / "beside").write_text("somebody else's")
    lines = set(played(tmp_path, "--bot", bot).splitlines())
    assert "user bot /tmp unix:/run/pitch/play.sock" in lines
    assert "etc False False" in lines
    assert "here ['bot.toml', 'main.py'] ['bot']" in lines
    assert "outer False" in lines
    assert all(int(line.split()[1]) < 8 for line in lines if line.startswith("processes"))


def test_what_lies_in_its_folder_and_is_not_its_own_is_hidden(tmp_path: Path) -> None:
    """A command on the command line has the current folder as its own, with runs and other bots in it."""
    code = (
        "import os\n"
        "try: seed = open('cup.toml').read()\n"
        "except OSError: seed = ''\n"
        "print('sees', os.listdir('run'), os.listdir('other'), os.path.exists('main.py'), repr(seed))\n"
    )
    make_bot(tmp_path, code)
    (tmp_path / "cup.toml").write_text('seed = "a secret of some length"\n')
    shutil.copytree(BOTS / "greedy", tmp_path / "other")
    mine, other = f"name=mine,folder={tmp_path},cmd={{python}} main.py", tmp_path / "other"
    status, _, err = arena(
        "run", "--bot", mine, "--bot", other, *FLAGS, "--out", tmp_path / "run", tmp_path / "cup.toml"
    )
    assert status == 0, err
    logs = list((tmp_path / "run" / "logs" / "mine").iterdir())
    assert logs and all(log.read_text().splitlines()[0] == "sees [] [] True ''" for log in logs)
    assert standing(tmp_path / "run", "mine")["faults"] == standing(tmp_path / "run", "greedy")["faults"] == {}


def test_a_run_among_the_runs_in_the_bots_own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both `runs` and the run in it are hidden, one of them with the other."""
    make_bot(tmp_path, "import os\nprint('sees', os.listdir('runs'))\n")
    monkeypatch.chdir(tmp_path)
    mine = f"name=mine,folder={tmp_path},cmd={{python}} main.py"
    status, _, err = arena("run", "--bot", mine, *HONEST, *FLAGS, "--out", "runs/first")
    assert status == 0, err
    logs = list((tmp_path / "runs" / "first" / "logs" / "mine").iterdir())
    assert logs and all(log.read_text().splitlines()[0] == "sees []" for log in logs)
    assert standing(tmp_path / "runs" / "first", "mine")["faults"] == {}


def test_a_folder_that_is_closed_to_others(tmp_path: Path) -> None:
    bot = make_bot(tmp_path / "bot", "print('started')\n")
    bot.chmod(0o700)
    assert "started" in played(tmp_path, "--bot", bot)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root's bots run as another user")
def test_a_program_that_cannot_be_read_is_told_before_the_first_game(tmp_path: Path) -> None:
    bot = make_bot(tmp_path / "bot", "")
    (bot / "main.py").chmod(0o600)
    assert "main.py cannot be read by the user that sandboxed bots run as: chmod" in played(
        tmp_path, "--bot", bot, status=2
    )


def test_loopback_leads_to_the_referee(tmp_path: Path) -> None:
    code = "import os\nprint('dials', os.environ['PITCH_ARENA_ADDRESS'])\n"
    bot = make_bot(tmp_path / "bot", code, 'command = ["{python}", "main.py"]\ndial = "tcp"')
    assert "dials 127.0.0.1:" in played(tmp_path, "--bot", bot)


def test_loopback_outside_of_a_sandbox(tmp_path: Path) -> None:
    bot = make_bot(tmp_path / "bot", "", 'command = ["{python}", "main.py"]\ndial = "tcp"')
    flags = (*FLAGS[:-1], "process")
    status, _, err = arena("run", "--bot", bot, *HONEST, *flags, "--out", tmp_path / "run")
    assert status == 0, err
    assert standing(tmp_path / "run", "mine")["faults"] == {}


def test_a_virtual_environment_in_the_bots_folder(tmp_path: Path) -> None:
    bot = make_bot(tmp_path / "bot", "import own\nprint(own.WORD)\n", 'command = ["venv/bin/python", "main.py"]')
    venv.create(bot / "venv", with_pip=False, symlinks=True)
    site = next((bot / "venv" / "lib").iterdir()) / "site-packages"
    (site / "own.py").write_text("WORD = 'installed'\n")
    paths = subprocess.run(
        [
            sys.executable,
            "-c",
            "import grpc, google.protobuf, os; print(os.path.dirname(os.path.dirname(grpc.__file__)))",
        ],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    # The tests cannot install packages: the arena's own, which the sandbox shows, are borrowed.
    (site / "borrowed.pth").write_text(f"import site; site.addsitedir({paths!r})\n")
    assert "installed" in played(tmp_path, "--bot", bot)


def test_a_build_step_writes_only_into_its_own_folder(tmp_path: Path) -> None:
    step = (
        "import os, pathlib, socket\n"
        f"for place in ('..', {str(BOTS)!r}):\n"  # they may be there to write to, and thrown away
        "    try: pathlib.Path(place, 'planted').write_text('in vain')\n"
        "    except OSError: pass\n"
        "pathlib.Path('made').write_text('built')\n"
        "for place in ('/usr', '/etc'):\n"
        "    try: open(os.path.join(place, 'planted'), 'w')\n"
        "    except OSError: pass\n"
        "    else: print('WROTE', place)\n"
        "for path in ('/proc/sys/kernel/core_pattern', '/proc/sysrq-trigger'):\n"
        "    try: os.open(path, os.O_WRONLY)\n"
        "    except OSError: pass\n"
        "    else: print('OPENED', path)\n"
        "print('files', os.path.exists('/etc/shadow'), os.path.exists(os.path.expanduser('~root/.ssh')))\n"
        "print('network', [name for _, name in socket.if_nameindex() if name.startswith(('e', 'w'))])\n"
        "print('processes', sum(name.isdecimal() for name in os.listdir('/proc')) < 8)\n"
        "print('rights', [line.split()[1] for line in open('/proc/self/status') if line[:6] in ('CapEff', 'CapBnd')])\n"
    )
    manifest = 'command = ["{python}", "main.py"]\nbuild = ["{python}", "build.py"]'
    bot = make_bot(tmp_path / "bot", "print(open('made').read())\n", manifest)
    (bot / "build.py").write_text(step)
    assert "built" in played(tmp_path, "--bot", bot)
    built = (tmp_path / "run" / "logs" / "mine" / "build.log").read_text()
    assert built.splitlines() == [
        "files False False",
        "network []",
        "processes True",
        "rights ['0000000000000000', '0000000000000000']",
    ]
    assert not (tmp_path / "planted").exists() and not (Path("/usr") / "planted").exists()


def test_a_build_step_that_fails_says_that_it_had_no_network(tmp_path: Path) -> None:
    manifest = 'command = ["{python}", "main.py"]\nbuild = ["{python}", "-c", "raise SystemExit(1)"]'
    err = played(tmp_path, "--bot", make_bot(tmp_path / "bot", "", manifest), status=2)
    assert 'it ran in a sandbox without network: `build_network = "host"`' in err


def test_a_program_that_the_sandbox_does_not_show(tmp_path: Path) -> None:
    away = tmp_path / "away"
    away.mkdir()
    (away / "program").write_text(f"#!/bin/sh\nexec {sys.executable} main.py\n")
    (away / "program").chmod(0o755)
    bot = make_bot(tmp_path / "bot", "print('ran')\n", f'command = ["{away}/program"]')
    assert f"its sandbox does not show {away}/program: name the folder" in played(tmp_path, "--bot", bot, status=2)
    toml = tmp_path / "with.toml"
    toml.write_text(f'[[bots]]\npath = "{bot}"\nread_only = ["away"]\n')
    status, _, err = arena("run", *HONEST, *FLAGS, "--out", tmp_path / "run", toml)
    assert status == 0, err
    assert standing(tmp_path / "run", "mine")["faults"] == {}


@pytest.mark.skipif(os.geteuid() != 0, reason="shows what somebody who is not root gets")
def test_as_somebody_who_is_not_root(tmp_path: Path, tools: Tools) -> None:
    mine = Tools(bwrap=tools.bwrap, prlimit=tools.prlimit, setpriv=tools.setpriv, root=False, nested=tools.nested)
    script = (
        "id -u; grep -c CapEff:.0000000000000000 /proc/self/status; "
        "for place in / /dev /usr /etc /run; do touch $place/x 2>/dev/null && echo WROTE $place; done; "
        "touch /tmp/x && echo tmp; unshare -U true 2>/dev/null && echo NESTED; "
        "i=0; while [ $i -lt 60 ]; do sleep 1 & i=$((i+1)); done 2>/dev/null; echo forked"
    )
    command = wrap(mine, ["sh", "-c", script], View(folder="/usr"), processes=20, tmp_mib=1)
    argv = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--bounding-set=-all", "--inh-caps=-all"]
    argv += [command.argv[0], *command.args, *command.argv[1:]]
    done = subprocess.run(argv, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.splitlines()[:3] == ["1000", "1", "tmp"], done.stderr
    assert "WROTE" not in done.stdout and "NESTED" not in done.stdout
    assert "forked" not in done.stdout or "Cannot fork" in done.stderr

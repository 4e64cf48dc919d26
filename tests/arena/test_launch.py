from __future__ import annotations

import os
import signal
import sys
import time
from pathlib import Path

import pytest
import trio

from arena.errors import BotError
from arena.running.launch import Job, Output, build, describe_status, run_process
from arena.setup.bots import Bot


def run(tmp_path: Path, code: str, *, limit: int = 10_000, **variables: str) -> tuple[int, Output]:
    output = Output(path=tmp_path / "logs" / "out.log", limit=limit)

    return trio.run(run_process, job(tmp_path, sys.executable, "-c", code, **variables), output).status, output


def job(tmp_path: Path, *argv: str, **variables: str) -> Job:
    return Job(argv=argv, folder=str(tmp_path), variables=variables)


def test_environment_is_scrubbed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("HTTPS_PROXY", "PYTHONPATH", "SECRET", "SSH_AUTH_SOCK"):
        monkeypatch.setenv(name, "x")
    status, output = run(tmp_path, "import os; print(*sorted(os.environ))", PITCH_ARENA_TOKEN="t")
    assert status == 0
    # LC_CTYPE is Python's own coercion of the locale.
    names = set(output.tail.decode().split()) - {"LC_CTYPE"}
    assert names == {"HOME", "LANG", "PATH", "TMPDIR", "PITCH_ARENA_TOKEN"}


def test_home_is_private_and_goes_away(tmp_path: Path) -> None:
    code = "import os; home = os.environ['HOME']; open(home + '/f', 'w'); print(home, oct(os.stat(home).st_mode))"
    _, output = run(tmp_path, code)
    home, mode = output.tail.decode().split()
    assert mode.endswith("700")
    assert not Path(home).exists()


def test_a_session_and_group_of_its_own_and_no_open_files(tmp_path: Path) -> None:
    with (tmp_path / "secret").open("w") as secret:
        os.set_inheritable(secret.fileno(), True)
        code = "import os; print(os.getsid(0) == os.getpid() == os.getpgid(0), sorted(os.listdir('/proc/self/fd'))[:5])"
        _, output = run(tmp_path, code)
    # The fourth is the listing itself.
    assert output.tail.decode() == "True ['0', '1', '2', '3']\n"


def test_output_gives_no_orders_to_the_terminal_that_shows_it(tmp_path: Path) -> None:
    _, output = run(tmp_path, r"print('\x1b[2J\x1b]0;won\x07', '\x9b1A', '\u202egnp.exe', 'a\tb\r\n' + 'gut: 7\u00b0')")
    assert output.text() == "\ufffd[2J\ufffd]0;won\ufffd \ufffd1A \ufffdgnp.exe a\tb\ngut: 7\u00b0\n"
    assert output.last_line() == "gut: 7\u00b0"
    assert b"\x1b[2J" in output.path.read_bytes(), "the file keeps what was written"


def test_output_is_kept_up_to_its_limit_and_read_on(tmp_path: Path) -> None:
    code = "import sys\nfor _ in range(2000): print('x' * 99)\nsys.stderr.write('the end')"
    status, output = run(tmp_path, code, limit=5000)
    assert status == 0
    kept = output.path.read_bytes()
    assert kept.startswith(b"x" * 99)
    assert kept.endswith(b"[the rest of the output was not kept]\n")
    assert len(kept) < 5100
    assert output.last_line() == "the end"


def test_a_silent_process_leaves_no_file(tmp_path: Path) -> None:
    _, output = run(tmp_path, "pass")
    assert not output.path.exists()


def alive(pid: int) -> bool:
    try:
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().split(")")[1].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False


def ends(pid: int) -> bool:
    """Return whether it does, soon: to end takes a moment of some processor."""
    end = time.monotonic() + 10
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    return not alive(pid)


CHILD = "import subprocess; p = subprocess.Popen(['sleep', '60']); print(p.pid, flush=True)"


def test_children_end_with_their_parent(tmp_path: Path) -> None:
    start = time.monotonic()
    _, output = run(tmp_path, CHILD)
    assert time.monotonic() - start < 30, "the child would sleep for a minute"
    assert ends(int(output.tail))


def test_cancelling_ends_the_whole_group(tmp_path: Path) -> None:
    output = Output(path=tmp_path / "out.log", limit=1000)
    ignore = "import signal, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); " + CHILD + "; time.sleep(60)"

    async def main() -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(run_process, job(tmp_path, sys.executable, "-c", ignore), output)
            with trio.fail_after(30):
                while not output.tail.endswith(b"\n"):  # noqa: ASYNC110 - another process
                    await trio.sleep(0.01)
            assert alive(int(output.tail))
            nursery.cancel_scope.cancel()

    trio.run(main)
    assert ends(int(output.tail))


def test_status(tmp_path: Path) -> None:
    assert run(tmp_path, "raise SystemExit(3)")[0] == 3
    assert run(tmp_path, "import os; os.kill(os.getpid(), 9)")[0] == -signal.SIGKILL
    assert describe_status(3) == "ended with status 3"
    assert describe_status(-9) == "was killed by SIGKILL"
    assert describe_status(-200) == "was killed by signal 200"


def test_no_program(tmp_path: Path) -> None:
    async def main() -> None:
        await run_process(job(tmp_path, "no-such-program"), Output(tmp_path / "x", 1))

    with pytest.raises(OSError, match="no-such-program"):
        trio.run(main)


def bot(tmp_path: Path, *step: str) -> Bot:
    return Bot(name="b", version="1", folder=str(tmp_path), command=("true",), build=step)


def test_what_is_said_of_a_process_that_has_ended_is_kept(tmp_path: Path) -> None:
    """As when its keeper fails with a word of its own."""
    output = Output(tmp_path / "out.log", 100)
    output.take(b"its own words\n")
    output.close()
    output.take(b"cannot be started\n")
    output.close()
    assert (tmp_path / "out.log").read_bytes() == b"its own words\ncannot be started\n"


def test_build_step(tmp_path: Path) -> None:
    log = tmp_path / "logs" / "build.log"

    def step(*argv: str) -> None:
        one = bot(tmp_path, *argv)
        trio.run(build, one, log, job(tmp_path, *one.build_argv()))

    step()
    step("{python}", "-c", "open('made', 'w'); print('built')")
    assert (tmp_path / "made").exists()
    assert log.read_text() == "built\n"
    with pytest.raises(BotError, match="ended with status 1: no compiler"):
        step("{python}", "-c", "raise SystemExit('no compiler')")
    with pytest.raises(BotError, match="cannot start its build step no-such"):
        step("no-such")

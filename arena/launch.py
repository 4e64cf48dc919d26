"""Starting bot processes, by exec only, and ending them whole.

Each process gets a session and process group of its own, a private temporary folder as its home, an environment with
nothing in it but what it needs, and a pipe for its output: no open file of the run is reachable through it. At its end
the whole group is killed while its leader is still waited for, so the number of the group cannot have been given away.
"""

from __future__ import annotations

import os
import shlex
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Final

import trio

from arena.bots import Bot
from arena.errors import BotError

BUILD_LIMIT_S: Final = 900
TAIL_BYTES: Final = 2000
NOT_STARTED: Final = 127  # the status that a shell gives for a program it cannot start
_DRAIN_S: Final = 0.5
_CUT: Final = b"\n[the rest of the output was not kept]\n"


def search_path() -> str:
    """Return the PATH that bots get: the arena's own."""
    return os.environ.get("PATH", os.defpath)


def environment(home: str, **more: str) -> dict[str, str]:
    """Return the whole environment of a bot process."""
    return {"PATH": search_path(), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", **more}


@dataclass
class Output:
    """What a process wrote to stdout and stderr: the first `limit` bytes go to the file, the last ones stay here."""

    path: Path
    limit: int
    tail: bytes = b""
    written: int = 0
    _file: IO[bytes] | None = field(default=None, repr=False)

    def take(self, data: bytes) -> None:
        """Keep what fits."""
        self.tail = (self.tail + data)[-TAIL_BYTES:]
        room = self.limit - self.written
        if room <= 0:
            return
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab", buffering=0)
        self._file.write(data[:room])
        self.written += len(data)
        if len(data) > room:
            self._file.write(_CUT)

    def last_line(self) -> str:
        """Return the last line that says something, "" if none does."""
        lines = [line.strip() for line in self.tail.decode("utf-8", "replace").splitlines()]
        return next((line for line in reversed(lines) if line), "")[:300]

    def close(self) -> None:
        """Close the file, if one was opened."""
        if self._file:
            self._file.close()


async def run_process(
    argv: list[str],
    *,
    folder: str,
    variables: Mapping[str, str],
    output: Output,
    started: trio.Event | None = None,
) -> int:
    """Run a program to its end and return its status (minus the signal); its whole process group is gone then.

    Cancelling ends it at once. Raises OSError when it cannot be started.
    """
    home = await trio.to_thread.run_sync(tempfile.mkdtemp, None, "pitch-")
    try:
        process = await trio.lowlevel.open_process(
            argv,
            cwd=folder,
            env=environment(home, **variables),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        if started:
            started.set()
        return await _attend(process, output)
    finally:
        output.close()
        with trio.CancelScope(shield=True):
            await trio.to_thread.run_sync(lambda: shutil.rmtree(home, ignore_errors=True))


async def _attend(process: trio.Process, output: Output) -> int:
    """Copy the output until the process ends, then kill what is left of its group and reap it."""
    assert process.stdout is not None
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_pump, process.stdout, output)
            try:
                await _ended(process)
            finally:
                _kill_group(process.pid)
                with trio.CancelScope(shield=True):
                    status = await process.wait()
            # A grandchild that left the group may hold the pipe open for ever.
            nursery.cancel_scope.deadline = trio.current_time() + _DRAIN_S
        return status
    finally:
        await process.stdout.aclose()


async def _pump(stream: trio.abc.ReceiveStream, output: Output) -> None:
    async for data in stream:
        output.take(bytes(data))


async def _ended(process: trio.Process) -> None:
    """Return when the process has ended, without reaping it where the system allows."""
    if not hasattr(os, "pidfd_open"):
        await process.wait()
        return
    handle = os.pidfd_open(process.pid)
    try:
        await trio.lowlevel.wait_readable(handle)
    finally:
        os.close(handle)


def _kill_group(pid: int) -> None:
    try:
        os.killpg(pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        return  # nobody is left in it


def describe_status(status: int) -> str:
    """Return the status of a process in words."""
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"


async def build(bot: Bot, log: Path) -> None:
    """Run the bot's build step, if it has one. BotError when it fails; its output goes to the log."""
    argv = bot.build_argv()
    if not argv:
        return
    output = Output(path=log, limit=1 << 20)
    with trio.move_on_after(BUILD_LIMIT_S) as scope:
        try:
            status = await run_process(argv, folder=bot.folder, variables={}, output=output)
        except OSError as error:
            step = shlex.join(argv)
            raise BotError(f"bot {bot.name}: cannot start its build step {step}: {error.strerror}") from None
        if status != 0:
            last = output.last_line()
            told = f": {last} (the output is in {log})" if last else " and wrote nothing"
            raise BotError(f"bot {bot.name}: its build step {shlex.join(argv)} {describe_status(status)}{told}")
    if scope.cancelled_caught:
        raise BotError(f"bot {bot.name}: its build step took more than {BUILD_LIMIT_S} s")

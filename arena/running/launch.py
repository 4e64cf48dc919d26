"""Starting bot processes, by exec only, and ending them whole.

Each process has a keeper (arena/sandbox/keeper.py), a small program that starts it, watches its limits, reports what
it used, and kills whatever is left of it at its end, children with sessions of their own too. A keeper also ends its
bot when the arena is gone, however that came about. A bot has an environment with nothing in it but what it needs, a
private temporary folder as its home, and a pipe for its output: no open file of the run is reachable through it.
"""

from __future__ import annotations

import errno
import os
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import IO, Final

import trio

from arena.errors import BotError
from arena.sandbox.box import FILTER
from arena.sandbox.limits import DEFAULT, MIB, NOTHING, Resources, Used
from arena.setup.bots import Bot
from referee.readable import readable

BUILD_LIMIT_S: Final = 900
TAIL_BYTES: Final = 2000
BOT_NICE: Final = 5
NOT_STARTED: Final = 127  # the status that a shell gives for a program it cannot start
KEEPER: Final = Path(__file__).parents[1] / "sandbox" / "keeper.py"
_DRAIN_S: Final = 0.5
_END_S: Final = 15.0  # for a keeper to kill everything
_BREATH_S: Final = 0.005  # after each piece of output that is not kept: who floods waits
_CUT: Final = b"\n[the rest of the output was not kept]\n"


def search_path() -> str:
    """Return the PATH that bots get: the arena's own."""
    return os.environ.get("PATH", os.defpath)


def environment(home: str, **more: str) -> dict[str, str]:
    """Return the whole environment of a bot process."""
    return {"PATH": search_path(), "HOME": home, "TMPDIR": home, "LANG": "C.UTF-8", **more}


@dataclass(frozen=True, slots=True, kw_only=True)
class Job:
    """A process to run. `args`: the options of bubblewrap, if `argv` is one; `home` "": a new folder in `temp`.

    `feed`: the open file that it reads as its standard input; -1: none. `filter`: what bubblewrap finds in the open
    file FILTER.
    """

    argv: tuple[str, ...]
    folder: str
    variables: dict[str, str]
    resources: Resources = DEFAULT
    args: tuple[str, ...] = ()
    home: str = ""
    temp: str | None = None
    feed: int = -1
    filter: bytes = b""

    def order(self) -> bytes:
        """Return what the keeper is told."""
        limits = self.resources
        rlimits = {"RLIMIT_CORE": 0}
        rlimits |= {"RLIMIT_NOFILE": limits.open_files} if limits.open_files else {}
        rlimits |= {"RLIMIT_FSIZE": limits.file_mib * MIB} if limits.file_mib else {}
        # The keeper looks at the whole tree; this is for a single process that it cannot see.
        rlimits |= {"RLIMIT_CPU": limits.cpu_s + 2} if limits.cpu_s else {}
        fields: list[str | int] = [self.folder, limits.memory_mib * MIB, limits.cpu_s, limits.processes, self.feed]
        fields += [FILTER, self.filter.hex()]
        variables = environment(self.home, **self.variables)
        for part in (self.argv, self.args, _flat(rlimits), _flat(variables)):
            fields += [len(part), *part]
        data = b"".join(os.fsencode(str(one)) + b"\0" for one in fields)
        return b"%d\n" % len(data) + data


def _flat(pairs: Mapping[str, object]) -> list[str]:
    return [str(word) for pair in pairs.items() for word in pair]


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process ended: its status (minus the signal), and what it used with its children."""

    status: int
    used: Used = NOTHING


@dataclass
class Output:
    """What a process wrote to stdout and stderr: the first `limit` bytes go to the file, the last ones stay here."""

    path: Path
    limit: int
    tail: bytes = b""
    written: int = 0
    _file: IO[bytes] | None = field(default=None, repr=False)

    @property
    def full(self) -> bool:
        """Whether nothing more is kept."""
        return self.written >= self.limit

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

    def text(self) -> str:
        """Return what it wrote last, fit to be printed."""
        return readable(self.tail.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n"))

    def last_line(self) -> str:
        """Return the last line that says something, "" if none does."""
        lines = [line.strip() for line in self.text().splitlines()]
        return next((line for line in reversed(lines) if line), "")[:300]

    def close(self) -> None:
        """Close the file, if one was opened; what is still to be said opens it again."""
        if self._file:
            self._file.close()
            self._file = None


async def run_process(
    job: Job,
    output: Output,
    note: Callable[[Used], None] = lambda used: None,
    started: Callable[[int], None] = lambda pid: None,
) -> Ended:
    """Run a program to its end; no process of it is left then. `note` hears what it used, also when it is cancelled,
    `started` the number of its process.

    Cancelling ends it at once. Raises OSError when it cannot be started.
    """
    home = "" if job.home else await trio.to_thread.run_sync(tempfile.mkdtemp, None, "pitch-", job.temp)
    try:
        return await _keep(replace(job, home=job.home or home), output, note, started)
    finally:
        output.close()
        if home:
            with trio.CancelScope(shield=True):
                await trio.to_thread.run_sync(lambda: shutil.rmtree(home, ignore_errors=True))


async def _keep(job: Job, output: Output, note: Callable[[Used], None], started: Callable[[int], None]) -> Ended:
    ours, theirs = socket.socketpair()
    channel = trio.SocketStream(trio.socket.from_stdlib_socket(ours))
    async with channel:
        with theirs:
            process = await trio.lowlevel.open_process(
                [sys.executable, "-I", "-S", str(KEEPER)],
                env={"PATH": search_path()},
                stdin=theirs,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=(job.feed,) if job.feed >= 0 else (),
            )
        report = await _attend(process, channel, job, output, note, started)
        return _ended(report)


async def _attend(
    process: trio.Process,
    channel: trio.SocketStream,
    job: Job,
    output: Output,
    note: Callable[[Used], None],
    started: Callable[[int], None],
) -> list[str]:
    """Give the order, copy the output and wait for the report; the keeper has ended then."""
    assert process.stdout is not None
    lines, report = _Lines(channel), list[str]()
    try:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(_pump, process.stdout, output)
            try:
                await channel.send_all(job.order())
                first = await lines.next()
                if first[:1] == ["started"]:
                    started(int(first[1]))
                    report = await lines.next()
            finally:
                with trio.CancelScope(shield=True, deadline=trio.current_time() + _END_S) as scope:
                    await _send_end(channel)
                    report = report or await lines.last()
                    await process.wait()
                if scope.cancelled_caught:
                    process.kill()
                    with trio.CancelScope(shield=True):
                        await process.wait()
                if report:
                    note(_ended(report).used)
            nursery.cancel_scope.deadline = trio.current_time() + _DRAIN_S
        _check(first, job)
        return report
    finally:
        await process.stdout.aclose()


async def _send_end(channel: trio.SocketStream) -> None:
    try:
        await channel.send_eof()
    except (trio.BrokenResourceError, trio.ClosedResourceError):
        return  # the keeper has ended


def _check(answer: list[str], job: Job) -> None:
    """Raise OSError when the keeper could not start the program, or not start itself."""
    if answer[:1] != ["started"]:
        number = int(answer[1]) if answer[:1] == ["failed"] else errno.EAGAIN
        raise OSError(number, os.strerror(number), job.argv[0])


def _ended(report: list[str]) -> Ended:
    if not report:
        return Ended(-signal.SIGKILL, Used(stopped="its keeper was killed"))
    _, status, cpu_s, peak, processes, *stopped = report
    return Ended(
        int(status),
        Used(
            cpu_s=float(cpu_s),
            peak_mib=round(int(peak) / MIB, 1),
            processes=int(processes),
            stopped=" ".join(stopped),
        ),
    )


class _Lines:
    """What the keeper says."""

    def __init__(self, channel: trio.SocketStream) -> None:
        self._channel = channel
        self._data = b""

    async def next(self) -> list[str]:
        """Return the words of the next line; [] when there is none because the keeper has ended."""
        while b"\n" not in self._data:
            try:
                got = await self._channel.receive_some()
            except trio.BrokenResourceError:
                got = b""
            if not got:
                return []
            self._data += got
        line, _, self._data = self._data.partition(b"\n")
        return line.decode().split()

    async def last(self) -> list[str]:
        """Return the report, the last line; [] when none comes."""
        found: list[str] = []
        while line := await self.next():
            found = line
        return found if found[:1] == ["ended"] else []


async def _pump(stream: trio.abc.ReceiveStream, output: Output) -> None:
    async for data in stream:
        output.take(bytes(data))
        if output.full:
            await trio.sleep(_BREATH_S)


def step_back(pid: int) -> None:
    """Let a bot's processes have a processor after the referees, whose time is everybody's: raise their niceness.

    Where sessions share the processors equally whatever the niceness of their processes (Linux: sched_autogroup), that
    of the bot's session is raised, too.
    """
    try:
        with open(f"/proc/{pid}/autogroup", "w", encoding="ascii") as file:
            file.write(str(BOT_NICE))
    except OSError:
        pass  # no such thing, or too many at once
    for what in (os.PRIO_PGRP, os.PRIO_PROCESS):
        try:
            if what == os.PRIO_PROCESS or os.getpgid(pid) == pid:
                os.setpriority(what, pid, BOT_NICE)
        except OSError:
            continue  # it has ended, or is somebody else's already


def describe_status(status: int) -> str:
    """Return the status of a process in words."""
    if status >= 0:
        return f"ended with status {status}"
    try:
        return f"was killed by {signal.Signals(-status).name}"
    except ValueError:
        return f"was killed by signal {-status}"


def describe_end(ended: Ended, resources: Resources) -> str:
    """Return how a process ended in words, with the limit that it went over."""
    match ended.used.stopped:
        case "memory":
            return f"was killed: it used more than {resources.memory_mib} MiB of memory"
        case "cpu":
            return f"was killed: it used more than {resources.cpu_s} s of processor time"
        case "processes":
            return f"was killed: it had more than {resources.processes} processes and threads"
        case "":
            return describe_status(ended.status)
        case other:
            return f"was killed: {other}"


async def build(bot: Bot, log: Path, job: Job) -> None:
    """Run the bot's build step, if it has one. BotError when it fails; its output goes to the log."""
    argv = bot.build_argv()
    if not argv:
        return
    output = Output(path=log, limit=1 << 20)
    with trio.move_on_after(BUILD_LIMIT_S) as scope:
        try:
            ended = await run_process(job, output)
        except OSError as error:
            step = shlex.join(argv)
            raise BotError(f"bot {bot.name}: cannot start its build step {step}: {error.strerror}") from None
        if ended.status != 0:
            last = output.last_line()
            told = f": {last} (the output is in {log})" if last else " and wrote nothing"
            how = describe_end(ended, job.resources)
            raise BotError(f"bot {bot.name}: its build step {shlex.join(argv)} {how}{told}{_offline(job)}")
    if scope.cancelled_caught:
        raise BotError(f"bot {bot.name}: its build step took more than {BUILD_LIMIT_S} s")


def _offline(job: Job) -> str:
    if "--unshare-net" not in job.args:
        return ""
    return '; it ran in a sandbox without network: `build_network = "host"` in its [[bots]] table gives it one'

"""A program that starts one bot process, watches its limits, and sees that nothing of it is left. Linux and macOS.

Standard input is a socket to the arena. What comes is the order (see `read_order`); whatever comes later, also the end
of the stream when the arena is gone, means "end it". What goes back is a line, "started PID" or "failed ERRNO", and
then "ended STATUS CPU_S PEAK_BYTES PROCESSES STOPPED" once no process of the bot is left. The bot inherits standard
output and error. This file imports nothing of ours, because it is started without site-packages, and little else: it
is started for every bot process, and json, signal or socket would double its cost.
"""

from __future__ import annotations

import os
import resource
import select
import sys
import time

LINUX = sys.platform == "linux"
PR_SET_PDEATHSIG, PR_SET_CHILD_SUBREAPER = 1, 36
SIGKILL = 9
ARENA = 0  # the socket
PAGE = os.sysconf("SC_PAGE_SIZE")
TICK = os.sysconf("SC_CLK_TCK")
FASTEST_GROWTH = 2 << 30  # bytes a second that a process can fill
SHORTEST_S, LONGEST_S = 0.02, 0.25  # between two looks
KILL_S = 10.0


def prctl(option: int, value: int) -> None:
    """Set an attribute of this process."""
    import ctypes

    ctypes.CDLL(None, use_errno=True).prctl(option, value, 0, 0, 0)


class Order:
    """What to run and within which limits; 0: none. `args` go to the program through an open file, and `feed` is one
    that it reads as its standard input; -1: none. `filter` is put into the open file `filter_file`, if there is one."""

    def __init__(self, fields: list[str]) -> None:
        rest = iter(fields)
        self.folder = next(rest)
        self.memory, self.cpu_s, self.processes, self.feed, self.filter_file = (int(next(rest)) for _ in range(5))
        self.filter = bytes.fromhex(next(rest))
        self.argv, self.args, limits, variables = ([next(rest) for _ in range(int(next(rest)))] for _ in range(4))
        self.rlimits = {name: int(value) for name, value in zip(limits[::2], limits[1::2], strict=True)}
        self.environment = dict(zip(variables[::2], variables[1::2], strict=True))


def read_order() -> Order | None:
    """Read the order: its length, a line break, and fields with a zero byte after each. None if the arena is gone."""
    data = b""
    while b"\n" not in data or len(data) < int(data.partition(b"\n")[0]):
        got = os.read(ARENA, 1 << 16)
        if not got:
            return None
        data += got
    return Order([os.fsdecode(field) for field in data.partition(b"\n")[2].split(b"\0")[:-1]])


class Proc:
    """The processes below this one, as /proc tells."""

    def __init__(self) -> None:
        self.pids: list[int] = []
        self.memory = self.threads = 0
        self.cpu_s = 0.0

    def look(self) -> None:
        """Read all of them anew; parents come before their children."""
        self.pids, self.memory, self.threads, ticks = [], 0, 0, 0
        todo = self._children(os.getpid())
        for pid in todo:  # it grows
            try:
                with open(f"/proc/{pid}/stat", "rb") as file:
                    fields = file.read().rpartition(b")")[2].split()
            except OSError:
                continue
            self.pids.append(pid)
            ticks += sum(map(int, fields[11:15]))
            self.threads += int(fields[17])
            self.memory += int(fields[21]) * PAGE
            todo += self._children(pid)
        mine = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.cpu_s = ticks / TICK + mine.ru_utime + mine.ru_stime

    @staticmethod
    def _children(pid: int) -> list[int]:
        found: list[int] = []
        try:
            for thread in os.listdir(f"/proc/{pid}/task"):
                with open(f"/proc/{pid}/task/{thread}/children", "rb") as file:
                    found += map(int, file.read().split())
        except OSError:
            pass
        return found

    def exact_memory(self) -> int:
        """Return the memory with shared pages counted once."""
        total = 0
        for pid in self.pids:
            try:
                with open(f"/proc/{pid}/smaps_rollup", "rb") as file:
                    total += next(int(line.split()[1]) << 10 for line in file if line.startswith(b"Pss:"))
            except (OSError, StopIteration):
                continue
        return total or self.memory


class Keeper:
    """One bot process and what came of it."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.proc = Proc()
        self.main = 0
        self.filter = -1
        self.status: int | None = None
        self.stopped = ""
        self.peak = self.most = 0
        self.cpu_s = 0.0

    def run(self) -> None:
        """Start it, wait for its end, and leave nothing."""
        if LINUX:
            prctl(PR_SET_CHILD_SUBREAPER, 1)
        if self.start():
            self.watch()
            self.finish()

    def start(self) -> bool:
        """Start the program; tell the arena, and return, whether that went well."""
        args = self._write(b"".join(os.fsencode(word) + b"\0" for word in self.order.args))
        self.filter = self._write(self.order.filter)
        reader, writer = os.pipe()
        self.main = os.fork()
        if not self.main:
            self._become(args, writer)
        os.close(writer)
        if self.order.feed >= 0:
            os.close(self.order.feed)
        for handle in (args, self.filter):
            if handle >= 0:
                os.close(handle)
        with open(reader, "rb") as file:
            failed = file.read()
        if failed:
            os.waitpid(self.main, 0)
            self.tell(f"failed {int(failed)}")
            return False
        self.tell(f"started {self.main}")
        return True

    @staticmethod
    def _write(data: bytes) -> int:
        """Put what bubblewrap is told into an open file, where the bot cannot read it; -1: there is nothing."""
        if not data:
            return -1
        handle = os.memfd_create("told")
        os.write(handle, data)
        os.lseek(handle, 0, os.SEEK_SET)
        return handle

    def _become(self, args: int, writer: int) -> None:
        """In the new process: take the limits and become the program. Does not return."""
        try:
            os.setsid()
            os.umask(0o022)  # the arena's own files are for its eyes only, what a bot builds is not
            argv = self.order.argv
            if args >= 0:
                os.set_inheritable(args, True)
                if self.filter >= 0:
                    os.dup2(self.filter, self.order.filter_file)
                argv = [argv[0], "--args", str(args), *argv[1:]]
            elif LINUX:
                prctl(PR_SET_PDEATHSIG, SIGKILL)  # if this keeper is killed
            feed = self.order.feed if self.order.feed >= 0 else os.open(os.devnull, os.O_RDONLY)
            os.dup2(feed, 0)
            os.close(feed)
            for name, value in self.order.rlimits.items():
                self._limit(getattr(resource, name), value)
            os.chdir(self.order.folder)
            os.execvpe(argv[0], argv, self.order.environment)  # noqa: S606 - it is no shell's business
        except OSError as error:
            os.write(writer, str(error.errno).encode())
        finally:
            os._exit(127)

    @staticmethod
    def _limit(what: int, value: int) -> None:
        hard = resource.getrlimit(what)[1]
        value = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.setrlimit(what, (value, value))

    def watch(self) -> None:
        """Return when the program has ended, went over a limit, or the arena wants its end or is gone."""
        pause = SHORTEST_S
        poll = select.poll()
        poll.register(ARENA, select.POLLIN)
        if hasattr(os, "pidfd_open"):
            poll.register(os.pidfd_open(self.main), select.POLLIN)
        while not self.stopped:
            ready = {handle for handle, _ in poll.poll(pause * 1000)}
            if ARENA in ready:
                return
            if self.reap():
                return
            if LINUX:
                pause = self.look()

    def look(self) -> float:
        """See what is used; return how long to wait before the next look."""
        self.proc.look()
        memory, most = self.proc.memory, self.order.memory or sys.maxsize
        if memory > most:
            memory = self.proc.exact_memory()
        self.note(memory)
        if memory > most:
            self.stopped = "memory"
        elif self.proc.cpu_s > (self.order.cpu_s or sys.maxsize):
            self.stopped = "cpu"
        elif self.proc.threads > (self.order.processes or sys.maxsize):
            self.stopped = "processes"
        return min(LONGEST_S, max(SHORTEST_S, (most - memory) / FASTEST_GROWTH))

    def note(self, memory: int) -> None:
        """Keep the highest that was seen."""
        self.peak = max(self.peak, memory)
        self.most = max(self.most, self.proc.threads)
        self.cpu_s = max(self.cpu_s, self.proc.cpu_s)

    def reap(self) -> bool:
        """Take the end of every process that has ended; return whether the program itself is among them."""
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                return True
            if not pid:
                return self.status is not None
            if pid == self.main:
                self.status = os.waitstatus_to_exitcode(status)

    def finish(self) -> None:
        """Kill whatever is left, children with sessions of their own too, and report."""
        if LINUX and self.status is None:
            self.proc.look()
            self.note(self.proc.memory)
        self.kill()
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        unit = 1 if sys.platform == "darwin" else 1 << 10
        status = -SIGKILL if self.status is None else self.status
        if self.order.args and status > 128:  # bubblewrap says it as a shell does
            status = 128 - status
        cpu_s = max(self.cpu_s, used.ru_utime + used.ru_stime)
        peak = max(self.peak, used.ru_maxrss * unit)
        self.tell(f"ended {status} {cpu_s:.3f} {peak} {self.most} {self.stopped}")

    def kill(self) -> None:
        """Kill and reap until there is nobody left."""
        end = time.monotonic() + KILL_S
        while time.monotonic() < end:
            if LINUX:
                self.proc.look()
                for pid in self.proc.pids:
                    signal_to(os.kill, pid)
            if not LINUX or self.status is None:
                signal_to(os.killpg, self.main)
            if self.reap() and self.alone():
                return
            time.sleep(0.001)

    @staticmethod
    def alone() -> bool:
        """Return whether this process has no children."""
        try:
            os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
        except ChildProcessError:
            return True
        return False

    @staticmethod
    def tell(line: str) -> None:
        """Send the arena a line."""
        try:
            os.write(ARENA, line.encode() + b"\n")
        except OSError:
            return  # it is gone


def signal_to(kill, number: int) -> None:  # type: ignore[no-untyped-def]
    """Send SIGKILL to whoever is still there."""
    try:
        kill(number, SIGKILL)
    except (ProcessLookupError, PermissionError):
        return


def main() -> None:
    """Read the order and carry it out."""
    order = read_order()
    if order:
        Keeper(order).run()


if __name__ == "__main__":
    main()

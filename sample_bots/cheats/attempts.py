"""Attempts to learn or to reach what is not the bot's. Each returns how it got through, and raises when it did not."""

from __future__ import annotations

import ctypes
import errno
import glob
import os
import platform
import socket
import stat
import tempfile
from collections.abc import Callable, Iterator

import grpc

from pitch.arena.v1 import play_pb2, play_pb2_grpc

Know = dict[str, str]
CLONE_NEWUSER, CLONE_NEWNS = 0x10000000, 0x00020000
PTRACE_SEIZE = 0x4206
SHM_KEY = 0x5049
LIBC = ctypes.CDLL(None, use_errno=True)
ANSWER_S = 5


class Denied(Exception):
    """It did not work."""


def read(path: str) -> str:
    with open(path, "rb") as file:
        data = file.read(64)
    if not data:
        raise Denied(f"{path} is empty")
    return f"read {path}"


def read_any(pattern: str) -> str:
    """Read one of the files that fit."""
    problem: Exception = Denied(f"there is no {pattern}")
    for path in glob.glob(pattern, recursive=True):
        try:
            return read(path)
        except (OSError, Denied) as error:
            problem = error
    raise problem


def journal(know: Know) -> str:
    return read(f"{know['run']}/journal")


def seed(know: Know) -> str:
    return read(f"{know['run']}/seed.secret")


def config(know: Know) -> str:
    return read(f"{know['run']}/config.json")


def replays(know: Know) -> str:
    return read_any(f"{know['earlier']}/replays/*.jsonl")


def logs(know: Know) -> str:
    return read_any(f"{know['run']}/logs/**/*.*")


def other_bot(know: Know) -> str:
    return read(f"{know['other']}/main.py")


def private_file(know: Know) -> str:
    return read(know["private"])


def others() -> Iterator[int]:
    """Yield the referees and the other bots in sight."""
    with open("/proc/self/cmdline", "rb") as file:
        own = file.read()
    for name in os.listdir("/proc"):
        if not name.isdecimal() or int(name) == os.getpid():
            continue
        try:
            with open(f"/proc/{name}/cmdline", "rb") as file:
                command = file.read()
        except OSError:
            continue
        if b"referee" in command or (b"main.py" in command and own not in command):
            yield int(name)


def first_other(act: Callable[[int], str]) -> str:
    """Do something to the first of the referees and other bots that lets it be done."""
    problem: Exception = Denied("no process of anybody else is in sight")
    for pid in others():
        try:
            return act(pid)
        except (OSError, Denied) as error:
            problem = error
    raise problem


def memory_of_others(know: Know) -> str:
    def peek(pid: int) -> str:
        with open(f"/proc/{pid}/maps") as maps:
            start = next(int(line.split("-")[0], 16) for line in maps if " rw-p " in line)
        with open(f"/proc/{pid}/mem", "rb", buffering=0) as file:
            file.seek(start)
            return f"read {len(file.read(64))} bytes of process {pid}"

    return first_other(peek)


def tokens() -> Iterator[str]:
    """Yield the tokens that stand in other processes' environments."""
    own = os.environ.get("PITCH_ARENA_TOKEN", "")
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            with open(path, "rb") as file:
                words = file.read().split(b"\0")
        except OSError:
            continue
        for word in words:
            token = word.removeprefix(b"PITCH_ARENA_TOKEN=").decode("ascii", "replace")
            if word.startswith(b"PITCH_ARENA_TOKEN=") and token != own:
                yield token


def environment_of_others(know: Know) -> str:
    for _ in tokens():
        return "found a token"
    raise Denied("no other token in sight")


def ptrace(know: Know) -> str:
    def seize(pid: int) -> str:
        if LIBC.ptrace(PTRACE_SEIZE, pid, 0, 0) < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return f"may trace process {pid}"

    child = os.fork()  # what is traced is let go when the tracer ends
    if child:
        if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
            raise Denied("none may be traced")
        return "another process may be traced"
    status = 1
    try:
        first_other(seize)
        status = 0
    finally:
        os._exit(status)


def signals(know: Know) -> str:
    def poke(pid: int) -> str:
        os.kill(pid, 18)  # SIGCONT: nothing happens to who runs
        return f"sent a signal to process {pid}"

    return first_other(poke)


def control_socket(know: Know) -> str:
    place = os.path.dirname(os.environ.get("PITCH_ARENA_ADDRESS", "").removeprefix("unix:"))
    problem: Exception = Denied("there is no such socket in sight")
    for path in (f"{place}/control.sock", *glob.glob("/tmp/pitch-*/*/control.sock")):
        with socket.socket(socket.AF_UNIX) as one:
            try:
                one.connect(path)
            except OSError as error:
                problem = error
            else:
                return f"connected to {path}"
    raise problem


def join(token: str) -> str:
    """Join with a token; return what the referee says."""
    hello = play_pb2.Join(token=token, name="cheats", version="1", protocol_versions=[1], capacity=1)
    with grpc.insecure_channel(os.environ["PITCH_ARENA_ADDRESS"], [("grpc.enable_http_proxy", 0)]) as channel:
        call = play_pb2_grpc.PlayServiceStub(channel).Play(iter([play_pb2.PlayRequest(join=hello)]), timeout=ANSWER_S)
        try:
            for frame in call:
                if frame.HasField("welcome"):
                    return "was let in"
        except grpc.RpcError as error:
            raise Denied(str(error.code())) from None
    raise Denied("was not let in")


def guessed_token(know: Know) -> str:
    for number in range(20):
        try:
            return join(f"{number:032x}")
        except Denied as error:
            problem = error
    raise problem


def stolen_token(know: Know) -> str:
    problem = Denied("no other token in sight")
    for token in tokens():
        try:
            return join(token)
        except Denied as error:
            problem = error
    raise problem


def host_network(know: Know) -> str:
    with socket.create_connection(("127.0.0.1", int(know["port"])), timeout=ANSWER_S):
        return "reached a server of the machine"


def abstract_socket(know: Know) -> str:
    with socket.socket(socket.AF_UNIX) as one:
        one.connect("\0" + know["abstract"])
        return "reached an abstract socket of the machine"


def interfaces(know: Know) -> str:
    found = [name for _, name in socket.if_nameindex() if name not in ("lo", "sit0", "tunl0", "ip6tnl0")]
    if not found:
        raise Denied("there is no network but the bot's own loopback")
    return f"sees {', '.join(found)}"


def plant_beside_itself(know: Know) -> str:
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "planted")
    with open(path, "w") as file:
        file.write("for my partner")
    os.unlink(path)
    return f"wrote {path}"


def plant_in_shared_memory(know: Know) -> str:
    with open(f"/dev/shm/{know['mark']}", "w") as file:
        file.write("for my partner")
    with open(os.path.join(tempfile.gettempdir(), "..", know["mark"]), "w") as file:
        file.write("for my partner")
    return "wrote where others could look (the test looks whether they can)"


def plant_in_kernel(know: Know) -> str:
    if LIBC.shmget(SHM_KEY, 4096, 0o1666) < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return "made a shared segment (the test looks whether others see it)"


def new_namespace(know: Know) -> str:
    child = os.fork()
    if not child:
        os._exit(0 if LIBC.unshare(CLONE_NEWUSER | CLONE_NEWNS) == 0 else 1)
    if os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]):
        raise Denied("no further user namespace can be made")
    return "made a user namespace"


def kernel_doors(know: Know) -> str:
    """Call what the kernel has been attacked through; what is refused says EPERM or ENOSYS, whatever is asked of it."""
    arm = platform.machine() in ("aarch64", "arm64")
    calls = {"bpf": (321, 280), "perf_event_open": (298, 241), "userfaultfd": (323, 282), "io_uring_setup": (425, 425),
             "keyctl": (250, 219), "process_vm_readv": (310, 270)}  # fmt: skip
    opened = []
    for name, numbers in calls.items():
        ctypes.set_errno(0)
        done = LIBC.syscall(numbers[arm], *[ctypes.c_long(0)] * 6)
        if done >= 0 or ctypes.get_errno() not in (errno.EPERM, errno.ENOSYS, errno.EACCES):
            opened.append(name)
    if not opened:
        raise Denied("all are refused")
    return f"the kernel listens to {', '.join(opened)}"


def kernel_settings(know: Know) -> str:
    os.close(os.open("/proc/sys/kernel/core_pattern", os.O_WRONLY))
    return "could set what the kernel runs"


def devices(know: Know) -> str:
    problem: Exception = Denied("there is no device to read")
    for name in os.listdir("/dev"):
        path = f"/dev/{name}"
        if stat.S_ISBLK(os.stat(path, follow_symlinks=False).st_mode) or name in ("mem", "kmsg", "port"):
            try:
                os.close(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
            except OSError as error:
                problem = error
            else:
                return f"opened {path}"
    raise problem


def write_elsewhere(know: Know) -> str:
    problem: Exception = Denied("nowhere")
    for place in ("/", "/usr", "/etc", "/dev", "/run", "/run/pitch", "/proc", "/var", "/srv"):
        path = os.path.join(place, know["mark"])
        try:
            with open(path, "w"):
                os.unlink(path)
        except OSError as error:
            problem = error
        else:
            return f"wrote into {place}"
    raise problem


ATTEMPTS: dict[str, Callable[[Know], str]] = {
    one.__name__.replace("_", "-"): one
    for one in (
        *(journal, seed, config, replays, logs, other_bot, private_file),
        *(memory_of_others, environment_of_others, ptrace, signals),
        *(control_socket, host_network, abstract_socket, interfaces),
        *(plant_beside_itself, plant_in_shared_memory, plant_in_kernel),
        *(new_namespace, kernel_doors, kernel_settings, devices, write_elsewhere),
        *(guessed_token, stolen_token),  # last: nothing should fork after grpc has begun
    )
}

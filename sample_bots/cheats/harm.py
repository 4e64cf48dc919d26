"""Attempts to use up what others need, or to outlive the match. Who gets through returns; none goes on for ever."""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Callable

from attempts import Denied, Know, join

MIB = 1 << 20


def fork_bomb(know: Know) -> str:
    """Start sleeping processes."""
    wanted = int(know.get("forks", "400"))
    for number in range(wanted):
        try:
            if not os.fork():
                time.sleep(60)
                os._exit(0)
        except OSError as error:
            raise Denied(f"after {number} processes: {error}") from None
    time.sleep(1)  # to be seen
    return f"{wanted} processes"


def memory_bomb(know: Know) -> str:
    """Fill memory."""
    wanted = int(know.get("mib", "600"))
    kept = []
    for _ in range(wanted // 20):
        kept.append(bytearray(os.urandom(4096)) * (20 * MIB // 4096))
    time.sleep(1)
    return f"{len(kept) * 20} MiB"


def processor(know: Know) -> str:
    """Burn processor time in a child."""
    wanted = float(know.get("burn_s", "8"))
    child = os.fork()
    if not child:
        while time.process_time() < wanted:
            pass
        os._exit(0)
    os.waitpid(child, 0)
    return f"{wanted} s"


def disk_fill(know: Know) -> str:
    """Fill every place that can be written to."""
    wanted = int(know.get("mib", "600")) // 10
    here = os.path.dirname(os.path.abspath(__file__))
    most = 0
    for place in dict.fromkeys((tempfile.gettempdir(), "/dev/shm", here)):
        paths, written = [], 0
        try:
            for number in range(wanted):
                paths.append(os.path.join(place, f"filler-{os.getpid()}-{number}"))
                with open(paths[-1], "wb", buffering=0) as file:
                    written += file.write(bytes(10 * MIB))
        except OSError:
            pass
        for path in paths:
            if os.path.exists(path):
                os.unlink(path)
        most = max(most, written)
    if most < wanted * 10 * MIB:
        raise Denied(f"after {most // MIB} MiB")
    return f"{most // MIB} MiB"


def long_file(know: Know) -> str:
    """Write one long file."""
    with tempfile.TemporaryFile(buffering=0) as file:
        for number in range(int(know.get("mib", "600"))):
            try:
                if file.write(bytes(MIB)) < MIB:
                    raise Denied(f"after {number} MiB")
            except OSError as error:
                raise Denied(f"after {number} MiB: {error}") from None
    return "as long as it likes"


def open_files(know: Know) -> str:
    """Open many files."""
    kept = []
    try:
        for _ in range(5000):
            kept.append(os.open(os.devnull, os.O_RDONLY))
    except OSError as error:
        raise Denied(f"after {len(kept)}: {error}") from None
    finally:
        for one in kept:
            os.close(one)
    return "5000 files"


def flood_of_output(know: Know) -> str:
    """Write to standard error without end."""
    end, written = time.monotonic() + 3, 0
    while time.monotonic() < end:
        written += os.write(2, b"x" * (1 << 16))
    sys.stderr.write("\n")
    return f"{written // MIB} MiB (the test looks at what was kept)"


def orphan(know: Know) -> str:
    """Leave a grandchild in a session of its own, deaf to what can be ignored."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            os.execvp(
                "sh", ["sh", "-c", f"trap '' HUP INT TERM; sleep {know['sleep']}; : again; sleep {know['sleep']}"]
            )
        os._exit(0)
    os.wait()
    return "left a grandchild (the test looks whether it outlives the match)"


def huge_frame(know: Know) -> str:
    """Send the referee a message that is far too long."""
    return join("x" * (64 * MIB))


HARM: dict[str, Callable[[Know], str]] = {
    one.__name__.replace("_", "-"): one
    for one in (
        *(fork_bomb, memory_bomb, processor, disk_fill, long_file, open_files),
        *(flood_of_output, orphan, huge_frame),
    )
}

"""Ways by which processes of one bot may tell each other what they know. Each takes a record and gives all it finds.

Where a way is closed it gives nothing. `mark` tells a run's records from others'.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from glob import glob
from typing import Any

Record = dict[str, Any]
FIRST = 48  # the letter of card 0 in a thread's name
LATER_S = 5  # how long a child stands for a record


class Memory:
    """What lives in this process."""

    kept: list[Record] = []  # noqa: RUF012 - that it is shared is the point

    def __init__(self, mark: str) -> None:
        self.mark = mark

    def tell(self, record: Record) -> None:
        self.kept.append(record)

    def heard(self) -> Iterator[Record]:
        yield from list(self.kept)


class Files:
    """Files wherever one can write."""

    def __init__(self, mark: str) -> None:
        here = os.path.dirname(os.path.abspath(__file__))
        places = (tempfile.gettempdir(), "/tmp", "/var/tmp", "/dev/shm", here, os.path.expanduser("~"), os.getcwd())
        self.paths = list(dict.fromkeys(os.path.join(place, f"pitch-recall-{mark}") for place in places))

    def tell(self, record: Record) -> None:
        for path in self.paths:
            with suppress(OSError), open(path, "a") as file:
                file.write(json.dumps(record) + "\n")

    def heard(self) -> Iterator[Record]:
        for path in self.paths:
            with suppress(OSError, ValueError), open(path) as file:
                yield from [json.loads(line) for line in file]


class Sockets:
    """A server on an abstract socket, kept by whoever comes first."""

    def __init__(self, mark: str) -> None:
        self.name, self.kept = f"\0pitch-recall-{mark}", list[Record]()
        self.server = socket.socket(socket.AF_UNIX)
        with suppress(OSError):
            self.server.bind(self.name)
            self.server.listen(64)
            threading.Thread(target=self.serve, daemon=True).start()

    def serve(self) -> None:
        while True:
            one, _ = self.server.accept()
            with one, suppress(OSError, ValueError), one.makefile("rw") as file:
                record = json.loads(file.readline())
                self.kept += [record] if record else []
                file.write(json.dumps(self.kept))

    def ask(self, record: Record | None) -> list[Record]:
        with suppress(OSError, ValueError), socket.socket(socket.AF_UNIX) as one:
            one.settimeout(1)
            one.connect(self.name)
            with one.makefile("rw") as file:
                file.write(json.dumps(record) + "\n")
                file.flush()
                found: list[Record] = json.loads(file.read())
                return found
        return []

    def tell(self, record: Record) -> None:
        self.ask(record)

    def heard(self) -> Iterator[Record]:
        yield from self.ask(None)


class Proc:
    """Names of threads, which everybody can read who sees the process: a seat and six cards."""

    def __init__(self, mark: str) -> None:
        self.start = f"r{mark[-4:]}"

    def tell(self, record: Record) -> None:
        if record["kind"] == "hand":
            name = self.start + str(record["seat"]) + "".join(chr(FIRST + card) for card in record["hand"])
            threading.Thread(target=self.hold, args=(name,), daemon=True).start()

    def hold(self, name: str) -> None:
        with suppress(OSError), open(f"/proc/self/task/{threading.get_native_id()}/comm", "w") as file:
            file.write(name)
        threading.Event().wait(LATER_S)

    def heard(self) -> Iterator[Record]:
        for path in glob("/proc/[0-9]*/task/*/comm"):
            with suppress(OSError, UnicodeDecodeError), open(path) as file:
                name = file.read().rstrip("\n")
                if name.startswith(self.start):
                    seat, *hand = name[len(self.start) :]
                    yield {"kind": "hand", "seat": int(seat), "hand": [ord(letter) - FIRST for letter in hand]}


class Environment:
    """The environment of a child that does nothing else."""

    def __init__(self, mark: str) -> None:
        self.name = f"PITCH_RECALL_{mark}"

    def tell(self, record: Record) -> None:
        with suppress(OSError):
            subprocess.Popen(["sleep", str(LATER_S)], env={"PATH": os.environ["PATH"], self.name: json.dumps(record)})

    def heard(self) -> Iterator[Record]:
        for path in glob("/proc/[0-9]*/environ"):
            with suppress(OSError, ValueError), open(path, "rb") as file:
                for word in file.read().split(b"\0"):
                    if word.startswith(self.name.encode() + b"="):
                        yield json.loads(word.partition(b"=")[2])


CHANNELS: dict[str, Callable[[str], Any]] = {
    "memory": Memory, "files": Files, "sockets": Sockets, "proc": Proc, "environment": Environment,
}  # fmt: skip


def opened(names: Iterable[str], mark: str) -> dict[str, Any]:
    """Return the channels of these names."""
    return {name: CHANNELS[name](mark) for name in names}

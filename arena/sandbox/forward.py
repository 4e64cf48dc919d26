"""A program for bots that cannot dial a `unix:` address: 127.0.0.1, some port, leads to the referee's socket.

    forward.py SOCKET PROGRAM ARGUMENT...

It starts the program with PITCH_ARENA_ADDRESS set to the port, passes bytes on, and ends as the program does. It runs
beside the bot, inside its sandbox, and knows nothing that the bot does not know. It imports nothing of ours.
"""

from __future__ import annotations

import os
import selectors
import signal
import socket
import sys

CHUNK = 1 << 16
BACKLOG = 16


class Pipe:
    """One direction of a connection: what was read and is still to be written."""

    def __init__(self, source: socket.socket, target: socket.socket) -> None:
        self.source, self.target = source, target
        self.waiting = b""
        self.ended = False


class Forwarder:
    """Connections between the port and the referee's socket."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.selector = selectors.DefaultSelector()
        self.server = socket.create_server(("127.0.0.1", 0), backlog=BACKLOG)
        self.server.setblocking(False)
        self.selector.register(self.server, selectors.EVENT_READ)
        self.pipes: dict[
            socket.socket, tuple[Pipe, Pipe]
        ] = {}  # by socket: what it reads into, what it is written from

    @property
    def address(self) -> str:
        """Where to dial."""
        return f"127.0.0.1:{self.server.getsockname()[1]}"

    def step(self) -> None:
        """Wait until something can be done, and do it."""
        for key, _ in self.selector.select():
            if key.fileobj is self.server:
                self.accept()
            elif key.data is not None:
                key.data()
            elif key.fileobj in self.pipes:
                self.pass_on(key.fileobj)

    def accept(self) -> None:
        """Take a connection and dial the referee for it."""
        near, _ = self.server.accept()
        far = socket.socket(socket.AF_UNIX)
        try:
            far.connect(self.path)
        except OSError:
            near.close()
            far.close()
            return
        near.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        there, back = Pipe(near, far), Pipe(far, near)
        self.pipes[near], self.pipes[far] = (there, back), (back, there)
        for end in (near, far):
            end.setblocking(False)
            self.selector.register(end, selectors.EVENT_READ)

    def pass_on(self, end: socket.socket) -> None:
        """Read from and write to one end as far as it goes."""
        read, write = self.pipes[end]
        try:
            self.fill(read)
            self.drain(read)
            self.drain(write)
        except OSError:
            read.ended = write.ended = True
            read.waiting = write.waiting = b""
        if read.ended and write.ended and not read.waiting and not write.waiting:
            for one in (read.source, read.target):
                if one in self.selector.get_map():  # not, if there was nothing left to wait for
                    self.selector.unregister(one)
                self.pipes.pop(one)
                one.close()
        else:
            self.want(read.source)
            self.want(read.target)

    @staticmethod
    def fill(pipe: Pipe) -> None:
        """Read if nothing waits to be written."""
        if pipe.waiting or pipe.ended:
            return
        try:
            pipe.waiting = pipe.source.recv(CHUNK)
        except BlockingIOError:
            return
        if not pipe.waiting:
            pipe.ended = True
            pipe.target.shutdown(socket.SHUT_WR)

    @staticmethod
    def drain(pipe: Pipe) -> None:
        """Write what waits."""
        if pipe.waiting:
            try:
                pipe.waiting = pipe.waiting[pipe.target.send(pipe.waiting) :]
            except BlockingIOError:
                return

    def want(self, end: socket.socket) -> None:
        """Watch the end for what can be used: bytes to read when there is room, room when there are bytes."""
        read, write = self.pipes[end]
        events = 0 if read.waiting or read.ended else selectors.EVENT_READ
        events |= selectors.EVENT_WRITE if write.waiting else 0
        known = end in self.selector.get_map()
        if events and known:
            self.selector.modify(end, events)
        elif events:
            self.selector.register(end, events)
        elif known:
            self.selector.unregister(end)


def main(path: str, argv: list[str]) -> int:
    """Forward until the program has ended; return its status."""
    forwarder = Forwarder(path)
    environment = {**os.environ, "PITCH_ARENA_ADDRESS": forwarder.address}
    signal.signal(signal.SIGCHLD, lambda *_: None)
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    ended: list[int] = []
    try:
        child = os.posix_spawnp(argv[0], argv, environment)
    except OSError as error:
        print(f"{argv[0]}: {error.strerror}", file=sys.stderr)
        return 127

    def look() -> None:
        os.read(reader, CHUNK)
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            ended.append(os.waitstatus_to_exitcode(status))

    forwarder.selector.register(reader, selectors.EVENT_READ, look)
    while not ended:
        forwarder.step()
    return ended[0] if ended[0] >= 0 else 128 - ended[0]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))

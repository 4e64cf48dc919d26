"""One bot process that is asked questions in rounds: a frame with a turn of every open game, then all the answers.

In rounds, so that what a bot is sent does not depend on how fast it is: two processes of a deterministic bot that are
asked the same see the same bytes in the same messages.
"""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import trio

from arena.running.launch import Ended, Job, Output, describe_status, run_process
from arena.running.premises import Premises
from arena.sandbox.limits import Dial
from arena.setup.bots import Bot
from referee import wire
from referee.clock import Sending
from referee.engine.actions import Legal
from referee.hub import EndCode, Ending, Frame, Hub, Link
from referee.rpc.bridge import Bridge, open_bridge
from referee.rpc.play_server import serve_play

MOST_GAMES: Final = 64  # that one process is asked at once
LAST_WORDS_S: Final = 1.0
LOG_BYTES: Final = 1 << 20


class Silent(Exception):
    """The bot gives no answer any more: it ended, hung up, or the time is over. `tail` is the end of what it wrote."""

    def __init__(self, why: str, tail: str) -> None:
        super().__init__(why)
        self.tail = tail


def first_of(group: BaseExceptionGroup[Silent]) -> Silent:
    """Return the first of the errors in the group."""
    error: BaseException = group
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    assert isinstance(error, Silent)
    return error


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back: the action, or None when it is none at all, and the same in words."""

    action: int | None
    said: str


Due = Mapping[int, tuple[int, Legal]]  # by game the number of its turn and what is legal


class Candidate:
    """A bot process. A session of a hub; `joined_as`, `capacity` and `output` say who answers."""

    def __init__(self, hub: Hub, bot: Bot, folder: Path, premises: Premises | None = None) -> None:
        self.bot = bot
        self._premises = premises
        self.joined_as = ""
        self.capacity = 0
        self.output = Output(path=folder / f"{secrets.token_hex(4)}.log", limit=LOG_BYTES)
        self._hub = hub
        self._link: Link | None = None
        self._ended: Ended | None = None
        self._gone = ""
        self._news = trio.Event()
        self._due: dict[int, tuple[int, Legal]] = {}
        self._answers: dict[int, Answer] = {}

    async def run(self, address: str) -> None:
        """Run the process to its end."""
        token = secrets.token_hex(16)
        self._hub.expect(token, self)
        if self._premises is not None:
            job = self._premises.job(self.bot, address=address, token=token)
        else:
            variables = {"PITCH_ARENA_ADDRESS": address, "PITCH_ARENA_TOKEN": token}
            job = Job(argv=tuple(self.bot.argv()), folder=self.bot.folder, variables=variables)
        try:
            self._ended = await run_process(job, self.output)
        except OSError as error:
            self._gone = f"it cannot be started: {error.strerror}"
        self._tell()

    async def arrive(self, wait_s: float) -> None:
        """Wait until it has joined. Silent when it does not."""
        await self._until_or_silent(lambda: self._link is not None, wait_s, "it did not join")

    async def put(self, frames: Sequence[bytes], due: Due, wait_s: float) -> dict[int, Answer]:
        """Send the frames, the last one with the turns, and return the answers to all that is due, by game.

        Raises Silent when they do not all come within the time.
        """
        assert self._link is not None
        if self._gone:
            raise Silent(await self._why(""), self.output.text())
        self._due, self._answers = dict(due), {}
        sent = [Frame(data) for data in frames[:-1]]
        sent.append(Frame(frames[-1], Sending.unbilled()))
        self._link.send(sent, owed=True)
        await self._until_or_silent(lambda: not self._due, wait_s, "no answer")
        return self._answers

    def finish(self, frames: Sequence[bytes]) -> None:
        """Send the last frames and end the stream."""
        if self._link is not None and not self._gone:
            self._link.send([Frame(data) for data in frames], owed=False)
            self._link.end(Ending(code=EndCode.OVER, text=""))

    async def ended(self) -> None:
        """Wait until the process has ended."""
        while self._ended is None and not self._gone:
            await self._news.wait()

    async def _until_or_silent(self, true: Callable[[], bool], wait_s: float, what: str) -> None:
        with trio.move_on_after(wait_s):
            while not true():
                if self._gone or self._ended is not None:
                    raise Silent(await self._why(what), self.output.text())
                await self._news.wait()
        if not true():
            raise Silent(f"{what} within {wait_s:g} s", self.output.text())

    async def _why(self, what: str) -> str:
        """Say why nothing comes any more; the end of the process says more than that of its stream."""
        with trio.move_on_after(LAST_WORDS_S):
            while self._ended is None and not self._gone.startswith("it "):
                await self._news.wait()
        return f"it {describe_status(self._ended.status)}" if self._ended is not None else self._gone or what

    def _tell(self) -> None:
        self._news.set()
        self._news = trio.Event()

    # ---- what the hub says

    def joined(self, link: Link, join: wire.Join) -> None:
        """The bot is there."""
        self._link = link
        self.joined_as = f"{join.name} {join.version}".strip()
        self.capacity = max(1, min(join.capacity, MOST_GAMES))
        self._tell()

    def welcome(self, *, capacity: int, games: int) -> bytes:
        """Return the welcome field, for the first frame. `games`: how many it will be asked to play; 0: not known."""
        return wire.welcome(capacity=capacity, games=games)

    def rejoined(self, link: Link) -> None:
        """Never called: nobody is given a session key."""

    def message(self, data: bytes, at: float) -> None:
        """Take the answers; what answers nothing is passed over. What cannot be read answers the oldest turn."""
        try:
            for choice in wire.read_choices(data):
                turn, legal = self._due.get(choice.game, (0, ()))
                if turn and choice.turn == turn:
                    del self._due[choice.game]
                    action = wire.chosen(choice, legal)
                    self._answers[choice.game] = Answer(action, wire.choice_text(choice))
        except wire.Unreadable as error:
            if self._due:
                game = next(iter(self._due))
                del self._due[game]
                self._answers[game] = Answer(None, f"a message that cannot be read: {error}")
        if self._due and self._link is not None:
            self._link.send((), owed=True)
        else:
            self._tell()

    def closed(self, why: str) -> None:
        """The stream has ended."""
        self._gone = self._gone or f"the stream ended: {why}"
        self._tell()

    def flush(self, *, held: bool) -> bool:
        """Everything has been sent when it was made."""
        return True

    def broke(self, error: Exception) -> None:
        """Something of ours failed."""
        self._gone = f"{type(error).__name__}: {error}"
        self._tell()


@asynccontextmanager
async def candidates(
    bots: Sequence[Bot], *, wait_s: float, premises: Premises | None = None
) -> AsyncIterator[list[Candidate]]:
    """Start a process of each bot and yield them once all have joined; nothing of them is left after the block.

    With `premises` they live as the bots of a run do, in sandboxes and within limits; without, as plain processes.

    Raises Silent (in a group, maybe) when one does not join.
    """
    with tempfile.TemporaryDirectory(prefix="pitch-") as folder:
        hub = Hub(time.perf_counter)
        found = [Candidate(hub, bot, Path(folder), premises) for bot in bots]
        async with open_bridge() as bridge, trio.open_nursery() as nursery:
            addresses = {}
            for dial, listen in ((Dial.UNIX, f"unix:{folder}/ask/play.sock"), (Dial.TCP, "127.0.0.1:0")):
                if any(_dials(bot, premises) is dial for bot in bots):
                    addresses[dial] = await nursery.start(_serve, hub, bridge, listen)
            if premises is not None:
                premises.open_sockets(addresses.values())
            for one in found:
                nursery.start_soon(one.run, addresses[_dials(one.bot, premises)])
            for one in found:
                await one.arrive(wait_s)
            yield found
            with trio.move_on_after(LAST_WORDS_S):
                for one in found:
                    await one.ended()
            nursery.cancel_scope.cancel()


def _dials(bot: Bot, premises: Premises | None) -> Dial:
    """Return what is listened on for the bot; premises forward what dials otherwise."""
    return bot.dial if premises is None else Dial.UNIX


async def _serve(hub: Hub, bridge: Bridge, listen: str, task_status: trio.TaskStatus[str]) -> None:
    async with serve_play(hub, bridge, listen) as address:
        task_status.started(address)
        await trio.sleep_forever()

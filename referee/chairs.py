"""The chairs of a match and the processes that sit on them: from the token to the end, and what that end is called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

from referee.clock import Limits
from referee.faults import Fault
from referee.hub import Hub
from referee.seats import SeatSession

EXIT_NEWS_S: Final = 0.5  # how long the news of a process's end may follow the end of its stream
SECOND_LOOK_S: Final = 0.003
LONGEST_LOOK_S: Final = 0.024  # each look after that comes twice as late, up to this
MOST_UNSURE_S: Final = 1.0  # how long judgement waits for threads to have a processor
REPLACEMENT_S: Final = 10.0  # how long the news of its successor may


class Process:
    """One bot process of a seat: its session and what is known of its life. `successor` was started in its place."""

    def __init__(self, session: SeatSession, token: str) -> None:
        self.session = session
        self.token = token
        self.arrived = False
        self.departed = False
        self.exited = False
        self.status = 0
        self.successor: Process | None = None
        self._news = trio.Event()

    def tell(self) -> None:
        """Something of it has changed."""
        self._news.set()
        self._news = trio.Event()

    async def until(self, true: Callable[[Process], bool], *, within: float) -> bool:
        """Wait until it is true of the process, `within` seconds at most; return whether it is."""
        with trio.move_on_after(within):
            while not true(self):
                await self._news.wait()
        return true(self)

    @property
    def end_text(self) -> str:
        """How it ended."""
        return f"ended by signal {-self.status}" if self.status < 0 else f"exited with status {self.status}"


class Chair:
    """A seat of the match. `lost` is the fault by which it forfeits all the games that have not begun, `restarts` how
    often its process may still be started again."""

    def __init__(self, seat: int, *, house: bool, restarts: int) -> None:
        self.seat = seat
        self.house = house
        self.restarts = restarts
        self.process: Process | None = None
        self.lost: tuple[Fault, str] | None = None

    @property
    def waits(self) -> bool:
        """Whether a process is still to come."""
        return not self.house and self.lost is None and (self.process is None or not self.process.session.playing)


async def process_life(process: Process, *, hub: Hub, limits: Limits, exits_told: bool) -> tuple[Fault, str]:
    """See a process from its start to its end and judge it; return by which fault it has ended.

    Cancelled when the match is over before.
    """
    limit_ms = limits.start_limit_ms
    within = limit_ms / 1000 if limit_ms else float("inf")
    session = process.session
    await process.until(lambda p: p.arrived or p.exited, within=within)
    if not process.arrived:
        hub.forget(process.token)
        session.left = True
        why = f"{process.end_text} before it joined" if process.exited else f"did not join within {limit_ms} ms"
        return Fault.START_FAILURE, why
    async with trio.open_nursery() as nursery:
        if session.clock.runs:
            nursery.start_soon(watch, session, hub)
        if session.returning.limit_ms:
            nursery.start_soon(_give_up_absent, process, hub)
        await process.until(lambda p: p.departed or p.exited, within=float("inf"))
        if process.exited:  # what it had sent before is still taken
            await process.until(lambda p: p.departed, within=EXIT_NEWS_S)
        nursery.cancel_scope.cancel()
    if session.verdict is None and exits_told:
        await process.until(lambda p: p.exited, within=EXIT_NEWS_S)
    verdict = session.verdict
    if verdict is None:
        verdict = (Fault.CRASH, process.end_text) if process.exited else (Fault.DISCONNECT, "the stream ended")
    session.give_up(*verdict)
    return verdict


async def _give_up_absent(process: Process, hub: Hub) -> None:
    """Give the process up when its stream has ended and is not taken up again in time."""
    session = process.session
    back = session.returning
    while not process.departed:
        await process.until(lambda p: back.away or p.departed, within=float("inf"))
        within = back.limit_ms / 1000
        if not await process.until(lambda p: not back.away or p.departed, within=within):
            session.give_up(Fault.DISCONNECT, f"the stream ended, and was not taken up again in {within:g} s")
            hub.flush()


async def watch(session: SeatSession, hub: Hub) -> None:
    """Judge the process whenever something of it may be late. What seems late is looked at again after a moment: an
    answer may lie unread with us, and the host tells only then that the bot has been waiting for a processor. It is
    judged as of the first look, since when all that had come by then has been read."""
    seen: float | None = None
    again = SECOND_LOOK_S
    while True:
        await trio.sleep(again if seen is not None else max(0.001, session.check_in(hub.now())))
        if seen is not None:
            await hub.settle()
        hub.drain()
        now = hub.now()
        hub.beat(now)
        session.sample(now)
        if not session.seems_late(now if seen is None else seen):
            seen = None
        elif _is_sure(session, hub, now, seen):
            hub.drain()
            session.judge(now if seen is None else seen)
            seen = None
        elif seen is None:
            seen, again = now, SECOND_LOOK_S
        else:
            again = min(2 * again, LONGEST_LOOK_S)
        hub.flush()


def _is_sure(session: SeatSession, hub: Hub, now: float, seen: float | None) -> bool:
    """Return whether it is certain enough that nothing had come when it was `seen`, and that the bot did not wait."""
    ours = hub.look_at_ourselves()
    if hub.meter is None and session.meter is None:
        return True
    if seen is None:
        return False
    return (ours and not session.clock.starving) or now >= seen + MOST_UNSURE_S

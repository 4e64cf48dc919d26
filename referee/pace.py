"""A fixed pace: nobody can tell from when a question comes how long others have thought.

The questions of a game lie on a grid of beats. An answer, or what stands for it, is passed on at the first beat after
it: one beat after the question, unless the answer took longer. Then only the number of beats can be seen.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

import trio

if TYPE_CHECKING:
    from referee.hub import Hub
    from referee.seatgame import SeatGame

_A_LITTLE: Final = 1e-9  # an answer on a beat is passed on then


class Pacer:
    """The pace of a match. `go_on` is called for a game when what was held is due; `broke` when that fails."""

    def __init__(self, hub: Hub, pace_s: float, go_on: Callable[[SeatGame], None], broke: Callable[[Exception], None]):
        self._hub = hub
        self._pace_s = pace_s
        self._go_on = go_on
        self._broke = broke
        self._beats: dict[int, tuple[float, int]] = {}  # by table: its first question, and the beats since then
        self._due: list[tuple[float, int, SeatGame]] = []
        self._held: set[int] = set()
        self._wake = trio.Event()

    def holds(self, game: SeatGame) -> bool:
        """Return whether the game has to wait before it goes on. A game's first question never has to."""
        key, now = id(game.table), self._hub.now()
        if key in self._held:
            return True
        if key not in self._beats:
            self._beats[key] = (now, 0)
            return False
        start, beats = self._beats[key]
        beats = max(beats + 1, math.ceil((now - start) / self._pace_s - _A_LITTLE))
        self._beats[key] = (start, beats)
        due = start + beats * self._pace_s
        self._held.add(key)
        # Games that go on at one beat do so in the order of their numbers: that of the answers would tell.
        heapq.heappush(self._due, (due, game.table.spec.game, game))
        self._wake.set()
        return True

    def forget(self, game: SeatGame) -> None:
        """The game has ended."""
        self._beats.pop(id(game.table), None)

    async def run(self) -> None:
        """Let games go on when they are due, for ever."""
        while True:
            self._wake = trio.Event()
            with trio.move_on_after(max(0.0, self._due[0][0] - self._hub.now()) if self._due else math.inf):
                await self._wake.wait()
            now = self._hub.now()
            while self._due and self._due[0][0] <= now + _A_LITTLE:
                _, _, game = heapq.heappop(self._due)
                key = id(game.table)
                self._held.discard(key)
                if key not in self._beats:
                    continue  # it was called off
                try:
                    self._go_on(game)
                except Exception as error:  # noqa: BLE001 - one match's trouble must not be the others'
                    self._broke(error)
            self._hub.flush()

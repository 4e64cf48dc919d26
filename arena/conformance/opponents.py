"""The other seats of a trial's table: players in memory that choose by lot, the same lot for the same question."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

import trio

from referee import wire
from referee.engine.actions import PASS
from referee.engine.cards import cards_of, mask_of
from referee.hub import Ending, Frame, Hub

CAPACITY: Final = 256
PASS_SHARE: Final = 60  # of a hundred: bots are to win auctions too


class Opponents:
    """All of them; `play` answers for ever. They join with `join` and use up no time of their own."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._send, self._receive = trio.open_memory_channel[tuple[_Link, bytes]](1 << 16)

    def join(self, token: str) -> None:
        """Sit down behind the seat of the token."""
        self._hub.opened(_Link(self._hub, self._send), wire.join_message(token=token, capacity=CAPACITY))
        self._hub.flush()

    async def play(self) -> None:
        """Answer for ever."""
        async for link, data in self._receive:
            self._hub.message(link, data, self._hub.now())
            self._hub.flush()


class _Link:
    """The stream of one of them, without a transport."""

    def __init__(self, hub: Hub, out: trio.MemorySendChannel[tuple[_Link, bytes]]) -> None:
        self.read_since: float | None = None
        self._hub = hub
        self._out = out

    def send(self, frames: Sequence[Frame], *, owed: bool) -> None:
        """Answer the turns of the frames."""
        answers: list[wire.Choice] = []
        for frame in frames:
            if frame.sending is not None:
                frame.sending.writing(self._hub.now())
                frame.sending.written(self._hub.now())
            answers += map(choose, wire.read_turns(frame.data))
        if answers or owed:
            self._out.send_nowait((self, wire.choices_message(answers)))

    def end(self, ending: Ending) -> None:
        """Nothing is to be done."""


def choose(turn: wire.Turn) -> wire.Choice:
    """Return an answer that is legal, always the same one to the same turn of the same game."""
    lot = zlib.crc32(b"%d %d" % (turn.game, turn.turn))
    choice = wire.Choice(game=turn.game, turn=turn.turn)
    if turn.HasField("pick"):
        pick = turn.pick
        count = pick.least + lot % (pick.most - pick.least + 1)
        start = lot // 7 % (len(pick.choose_from) - count + 1)
        choice.cards = bytes(cards_of(mask_of(pick.fixed) | mask_of(pick.choose_from[start : start + count])))
    elif PASS in turn.legal and lot % 100 < PASS_SHARE:
        choice.action = PASS
    else:
        choice.action = turn.legal[lot // 100 % len(turn.legal)]
    return choice

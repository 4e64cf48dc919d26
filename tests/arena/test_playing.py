"""What the arena makes of a process that ends: its bot is blamed only while games are still to be played."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import pytest
import trio
from trio.testing import MockClock

from arena.running.launch import Ended
from arena.running.playing import SETTLE_S, Playing
from referee.chairs import EXIT_NEWS_S
from referee.orders import GameFinished, MatchFinished, Report

GAME = GameFinished(match="m", game=0, record=b"{}", timing=b"{}")
DONE = MatchFinished(match="m")


@dataclass
class Told:
    """The tournament and the referee, as far as a match in play speaks to them."""

    safe_after: float = 0.0  # how long it takes until a game is on the disk
    blamed: list[int] = field(default_factory=list)
    exits: list[tuple[int, int, str | None]] = field(default_factory=list)

    def exited(self, match: object, seat: int, *rest: object) -> None:
        """A bot is blamed."""
        self.blamed.append(seat)

    async def seat_exited(self, seat: int, status: int, fresh: str | None) -> None:
        """The referee hears of it."""
        self.exits.append((seat, status, fresh))

    def keep(self, match: object, report: object) -> Any:
        """A game is written."""

        async def wait() -> None:
            await trio.sleep(self.safe_after)

        return SimpleNamespace(wait=wait)


def in_play(told: Told) -> Playing:
    """Return a match of one game in play."""
    run = SimpleNamespace(key=lambda bout: b"", config=SimpleNamespace(remote=None))
    tournament = SimpleNamespace(
        run=run, exited=told.exited, keep=told.keep, invitations=SimpleNamespace(names=frozenset())
    )
    match = SimpleNamespace(id="m", bout=None, seats=lambda key: ())
    slot = SimpleNamespace(number=0, progress=lambda: None)
    referee = SimpleNamespace(died=trio.Event())
    return Playing(*cast("Any", (tournament, slot, referee, match, (0,))))


@pytest.mark.parametrize(
    ("status", "game_after", "done_after", "blamed"),
    [
        pytest.param(0, 0.2, 9.0, False, id="ends-well-and-its-last-game-is-told-after-that"),
        pytest.param(0, 0.0, 9.0, False, id="ends-well-and-the-end-of-the-match-is-told-late"),
        pytest.param(1, 0.1, 9.0, False, id="fails-after-its-last-game"),
        pytest.param(1, 1.0, 1.0, True, id="fails-and-a-game-goes-on"),
        pytest.param(0, 1.0, 1.0, True, id="ends-well-and-a-game-goes-on"),
    ],
)
def test_who_ends_is_blamed_only_while_a_game_is_to_be_played(
    status: int, game_after: float, done_after: float, *, blamed: bool
) -> None:
    told = Told(safe_after=3.0)

    async def report(channel: trio.MemorySendChannel[Report]) -> None:
        await trio.sleep(game_after)
        await channel.send(GAME)
        await trio.sleep(done_after - game_after)
        await channel.send(DONE)

    async def main() -> None:
        play = in_play(told)
        send, receive = trio.open_memory_channel[Report](1)
        handle = SimpleNamespace(reports=receive, seat_exited=told.seat_exited)
        async with send, receive, trio.open_nursery() as nursery:
            nursery.start_soon(report, send)
            nursery.start_soon(play._follow, cast("Any", handle))
            scene = SimpleNamespace(bot=None, output=None)
            fresh = await play._after(cast("Any", handle), 2, cast("Any", scene), Ended(status), left=1)
            assert bool(fresh) is blamed
        assert told.blamed == [2] * blamed
        assert [(seat, code) for seat, code, _ in told.exits] == [(2, status)] * blamed

    trio.run(main, clock=MockClock(autojump_threshold=0))


def test_the_referee_hears_of_an_end_before_it_takes_it_for_a_disconnect() -> None:
    assert SETTLE_S < EXIT_NEWS_S

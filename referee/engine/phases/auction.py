"""The auction (chassis 2): one round from eldest, each passes or calls once; stealing and the stuck dealer (A8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine import events
from referee.engine.actions import ASK_CALL, PASS
from referee.engine.phases import declare, play
from referee.engine.state import Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game


def begin(game: Game) -> None:
    """Ask eldest for his call."""
    game.turn(game.tables.next_seat[game.public.dealer], ASK_CALL)


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return pass and the calls that outrank the standing one; for a stuck dealer the calls the sheet gives him."""
    if public.to_act == public.dealer:
        if not public.call:
            return tables.stuck_calls
        if tables.steals and public.call != tables.top_call:
            over = tables.calls_over[public.call]
            return (PASS, public.call, *over[1:])
    return tables.calls_over[public.call]


def apply(game: Game, action: int) -> None:
    """Note the call; end the auction after the dealer, or when no higher call exists."""
    tables, public = game.tables, game.public
    seat = public.to_act
    public.calls[seat] = action
    log = game.log
    log((events.CALL, seat, action, 0, events.EVERYONE))
    if action != PASS:
        public.call = action
        public.pitcher = seat
    if seat == public.dealer or action == tables.top_call:
        _end(game)
    else:
        game.turn(tables.next_seat[seat], ASK_CALL)


def _end(game: Game) -> None:
    public, tables = game.public, game.tables
    game.log((events.CONTRACT, public.pitcher, public.call, 0, events.EVERYONE))
    if tables.pitched:
        play.begin(game)
    else:
        declare.begin(game)

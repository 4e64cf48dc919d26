"""The auction (chassis 2): one round from eldest, each passes or calls once; looking, stealing, a stuck dealer (A8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from referee.engine import events
from referee.engine.actions import ASK_CALL, ASK_LOOK, BLIND, LOOK, MISDEAL, PASS
from referee.engine.cards import NINE, rank_mask, suit_mask
from referee.engine.phases import declare, exchange, hands, play, score
from referee.engine.state import UNKNOWN, Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

STUCK_AFTER = 20  # pass-outs in a row (section 6, termination)
NINES = tuple((rank_mask(NINE) & suit_mask(suit), suit_mask(suit)) for suit in range(4))


def begin(game: Game) -> None:
    """Ask eldest."""
    _ask(game, game.tables.next_seat[game.public.dealer])


def _ask(game: Game, seat: int) -> None:
    game.turn(seat, ASK_CALL if game.tables.at_once else ASK_LOOK)


def legal_look(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return looking at the hand, and bidding blind: a call to follow, or the special call that is made blind."""
    return tables.looks


def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return pass and the calls that outrank the standing one; for a stuck dealer the calls the sheet gives him."""
    if not tables.plain_auction:
        return _with_duties(tables, public, private)
    if public.to_act == public.dealer:
        if not public.call:
            return tables.stuck_calls
        if tables.steals and public.call != tables.top_call:
            over = tables.calls_over[public.call]
            return (PASS, public.call, *over[1:])
    return tables.calls_over[public.call]


def _with_duties(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return the same where a forced nine may bind, the dealer may pass too, or a misdeal may be claimed."""
    standing = public.call
    if standing < tables.nine and _has_forced_nine(private.start):
        return tables.bound_calls[standing]
    calls = tables.calls_over[standing]
    stuck = not tables.may_pass_out or public.pass_outs >= STUCK_AFTER
    if stuck and not standing and public.to_act == public.dealer:
        calls = tables.stuck_calls
    if tables.honours and not standing and not private.start & tables.honours:
        return (PASS, MISDEAL, *calls[1:]) if calls[0] == PASS else (MISDEAL, *calls)
    return calls


def _has_forced_nine(hand: int) -> bool:
    return any(hand & nine and hand & suit != nine for nine, suit in NINES)


def apply_look(game: Game, action: int) -> None:
    """Look at the hand and ask for the call; or bid blind."""
    public = game.public
    seat = public.to_act
    game.log((events.LOOK, seat, int(action == LOOK), 0, events.EVERYONE))
    if action == LOOK:
        hands.look(game, seat)
    elif action != BLIND:
        apply(game, action)
        return
    game.turn(seat, ASK_CALL)


def apply(game: Game, action: int) -> None:
    """Note the call; end the auction after the dealer, or when no higher call exists, or with a misdeal."""
    tables, public = game.tables, game.public
    seat = public.to_act
    public.calls[seat] = action
    log = game.log
    log((events.CALL, seat, action, 0, events.EVERYONE))
    if action == MISDEAL:
        score.not_played(game, MISDEAL, (seat,))
        return
    if action != PASS:
        public.call = action
        public.pitcher = seat
    if seat == public.dealer or action == tables.top_call:
        _end(game)
    else:
        _ask(game, tables.next_seat[seat])


def _end(game: Game) -> None:
    public, tables = game.public, game.tables
    if public.pitcher == UNKNOWN:
        game.log((events.CONTRACT, public.dealer, PASS, 0, events.EVERYONE))
        score.not_played(game, PASS, tables.turns[tables.next_seat[public.dealer]][-1])
        return
    game.log((events.CONTRACT, public.pitcher, public.call, 0, events.EVERYONE))
    if not tables.at_once and not tables.forfeits:
        hands.everyone_looks(game)
    if not tables.pitched:
        declare.begin(game)
    elif tables.begins_dealt:
        play.begin(game)
    else:
        exchange.begin(game)

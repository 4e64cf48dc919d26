"""What is known of a fault at the referee, as one JSON object: what was sent, what was legal, what came back, and when.

It has cards of the seat at fault, so it is for the organiser alone. The arena adds what it knows of the process.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

from referee import wire
from referee.clock import Limits
from referee.engine.errors import NotationError
from referee.engine.notation import legal_text, token
from referee.faults import FaultNote

if TYPE_CHECKING:
    from referee.seatgame import Came, SeatGame
    from referee.seats import SeatSession

MOST_BUNDLES: Final = 20  # of one seat in one match; what comes after is only counted
LARGEST_CAME: Final = 1024  # bytes of an answer that are kept
MOST_CHOICES: Final = 20


def bundle(
    game: SeatGame, note: FaultNote, came: Came, *, owed: bool, session: SeatSession | None, limits: Limits
) -> bytes:
    """Return the bundle of a fault in a game as JSON. `owed`: the seat owed the answer to the turn that was sent last.

    `session` None: the process is not there any more.
    """
    spec = game.table.spec
    data: dict[str, Any] = {
        "bout": spec.bout,
        "rotation": spec.rotation,
        "game": spec.game,
        "sheet": spec.sheet.spec,
        "seat": game.seat,
        "entrant": spec.entrants[game.seat],
        "fault": note.fault.value,
        "detail": note.detail,
        "deal": note.deal,
        "decision": note.index,
        "forfeits": game.seat in game.table.tally.forfeited,
        "turn": game.turn,
        "owed": owed,
        "sent": _sent(game),
        "came": _came(game, came),
        "time": _time(game, came, session, limits),
    }
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def start_bundle(*, bout: str, rotation: int, seat: int, entrant: str, fault: str, detail: str) -> bytes:
    """Return the bundle of a process that ended, or never came, while it played no game."""
    data = {"bout": bout, "rotation": rotation, "game": None, "seat": seat, "entrant": entrant}
    return json.dumps(data | {"fault": fault, "detail": detail}, separators=(",", ":"), ensure_ascii=False).encode()


def _sent(game: SeatGame) -> dict[str, Any] | None:
    """Return the last turn that was sent to the seat, None before the first."""
    if not game.sent:
        return None
    turn = wire.read_turn(game.sent)
    legal = legal_text(turn.legal, turn.ask, game.table.spec.sheet)
    return {"ask": turn.ask_name, "legal": legal, "known": turn.known, "hex": game.sent.hex()}


def _came(game: SeatGame, came: Came) -> dict[str, Any] | None:
    """Return what came back; None when nothing did."""
    data = came.data
    if not data:
        return None
    told: dict[str, Any] = {"bytes": len(data), "hex": data[:LARGEST_CAME].hex()}
    try:
        choices = wire.read_choices(data)
    except wire.Unreadable as error:
        return told | {"unreadable": str(error)}
    told["choices"] = [
        {"game": choice.game, "turn": choice.turn, "answer": _answer(game, choice)} for choice in choices[:MOST_CHOICES]
    ]
    return told


def _answer(game: SeatGame, choice: wire.Choice) -> str:
    """Return the answer in words, with the name of the action where it is one of the sheet's."""
    text = wire.choice_text(choice)
    if choice.cards:
        return text
    try:
        return f"{text} ({token(choice.action, 0, game.table.spec.sheet)})"
    except NotationError:
        return f"{text} (no action of the sheet)"


def _time(game: SeatGame, came: Came, session: SeatSession | None, limits: Limits) -> dict[str, Any]:
    def ms(seconds: float) -> float:
        return round(1000 * seconds, 3)

    told: dict[str, Any] = {
        "move_limit_ms": limits.move_limit_ms,
        "grace_ms": limits.grace_ms,
        "bank_ms": limits.bank_ms,
        "increment_ms": limits.increment_ms,
        "billed_ms": ms(came.billed),
        "answers": game.answers,
        "billed_before_ms": ms(max(0.0, game.billed - came.billed)),
        "queued_ms": ms(game.queued),
        "transport_ms": ms(game.transport),
        "waited_ms": ms(game.waited),
        "voided_ms": ms(game.voided),
    }
    if limits.bank_ms:
        told["bank_left_ms"] = ms(game.bank)
    if session is not None:
        told |= {"turns_owed": len(session.clock.open), "silences": session.clock.silences}
        if session.meter is not None:
            told["looks"] = session.meter.looks()
    return told

"""What one seat, or everybody, saw of a game: JSON lines to hand out while others' cards are still nobody's business.

Nothing is taken out of a fuller record. The game is played again from its record, and what is written is what the
engine itself gives the seat: its transcript, and the questions that it was asked. No key, pack, other hand, other bot's
name or fault ever comes near. docs/replay.md describes every field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from arena.errors import USAGE, RunError
from arena.formats.schemas import EXPANDED
from arena.replays.export import event_data, legal_data
from referee.engine.actions import Ask
from referee.engine.events import EVERYONE, Event, EventKind
from referee.engine.game import Game
from referee.engine.notation import token
from referee.engine.sheet import Sheet
from referee.replay import GameRecord, steps
from referee.shuffle import wire_game_id
from referee.table import FORFEIT, HOUSE
from referee.variants.catalogue import resolve

_NOT_ASKED: Final = (HOUSE, FORFEIT)  # the house played on without asking anybody
DEAL, END = "seen-deal", "seen-end"


@dataclass(frozen=True, slots=True)
class Onlooker:
    """Whose eyes a game is seen with. `seat` None: those of somebody who sees what everybody at the table sees."""

    seat: int | None

    def transcript(self, game: Game, since: int) -> list[Event]:
        """Return the events from that index of the log on that the onlooker sees."""
        if self.seat is not None:
            return game.transcript(self.seat, since)
        return [event for event in game.events[since:] if event[4] == EVERYONE]

    def data(self, event: Event, sheet: Sheet) -> dict[str, Any]:
        """Return an event that the onlooker sees; whether all see it, but not who else does."""
        data = event_data(event, sheet)
        del data["audience"]
        return data | {"open": event[4] == EVERYONE}


def seen(record: GameRecord, key: bytes, onlooker: Onlooker) -> Iterator[dict[str, Any]]:
    """Yield one object for each deal of the game and one for its end, with what the onlooker saw and nothing else.

    Raises RunError when there is no such seat, ReplayError where the record does not follow from the bout's key.
    """
    sheet = resolve(record.sheet)
    seat = onlooker.seat
    if seat is not None and not 0 <= seat < sheet.seats:
        raise RunError(f"--seat {seat}: {sheet.label} has seats 0 to {sheet.seats - 1}", exit_status=USAGE)
    head = _head(record, key, sheet, onlooker)
    last = -1
    for number, deal in _deals(record, key, onlooker, lambda event: onlooker.data(event, sheet)):
        yield {"kind": DEAL, "format": EXPANDED, **head, "deal": number, **deal}
        last = number
    end: dict[str, Any] = {"deals": last + 1, "scores": list(record.scores), "winners": list(record.winners)}
    if seat is not None:
        end["forfeited"] = seat in record.forfeits
        end["faults"] = [
            {"deal": f.deal, "fault": f.fault.value, "detail": f.detail} for f in record.faults if f.seat == seat
        ]
    yield {"kind": END, "format": EXPANDED, **head, **end}


def _head(record: GameRecord, key: bytes, sheet: Sheet, onlooker: Onlooker) -> dict[str, Any]:
    """Return what every line begins with. A seat is not told which game this is, nor who sits where: it was not."""
    table = {"id": sheet.id, "options": dict(sheet.options), "seats": sheet.seats, "sides": sheet.sides}
    seat = onlooker.seat
    if seat is not None:
        game_id = wire_game_id(key, record.rotation, record.game, seat)
        return {"seen_by": seat, "game_id": game_id, "entrant": record.seats[seat], "sheet": table}
    place = {"bout": record.bout, "rotation": record.rotation, "game": record.game}
    return {"seen_by": "all", **place, "entrants": list(record.seats), "sheet": table}


def _deals(
    record: GameRecord, key: bytes, onlooker: Onlooker, told: Callable[[Event], dict[str, Any]]
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Yield the number of each deal with what was seen of it, in order: events, and the questions to the onlooker."""
    reached, current, seen_now = 0, -1, list[dict[str, Any]]()
    game: Game | None = None
    for game, number, index, action in steps(record, key):
        fresh = onlooker.transcript(game, reached)
        reached = len(game.events)
        if index == 0:
            # The last deal's end and this deal's beginning stand together in the log.
            cut = next(place for place, event in enumerate(fresh) if event[0] == EventKind.DEAL)
            if number:
                yield current, {"seen": [*seen_now, *map(told, fresh[:cut])]}
            current, seen_now, fresh = number, [], fresh[cut:]
        seen_now += map(told, fresh)
        if game.to_act == onlooker.seat:
            house = next((why for place, why in record.deals[number].house if place == index), "")
            if house not in _NOT_ASKED:
                seen_now.append(_question(game, action, house))
    if game is not None:
        yield current, {"seen": [*seen_now, *map(told, onlooker.transcript(game, reached))]}


def _question(game: Game, action: int, house: str) -> dict[str, Any]:
    """Return the question that the seat is asked now, and what was done."""
    sheet, ask = game.sheet, game.ask
    return {
        "kind": "question",
        "ask": Ask(ask).name.lower(),
        "legal": legal_data(game.legal(), ask, sheet),
        "action": token(action, ask, sheet),
        "house": house or None,
    }

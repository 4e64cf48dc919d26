"""What the viewer's page is made from: games as plain data, for all eyes or for some.

Events are those of the expanded export. To them come, for each moment, how many cards everybody holds and the hands.
For a seat or for the public only what they knew is put into the data at all: nothing is left to the page to hide.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from arena.audit.knowledge import throws_face_up
from arena.replays.export import event_data, legal_data
from arena.replays.walk import walk
from referee.engine.actions import PICK, Ask
from referee.engine.cards import NAMES, cards_of
from referee.engine.events import EVERYONE, Event
from referee.engine.game import Game
from referee.engine.sheet import Sheet
from referee.replay import GameRecord, steps
from referee.variants.catalogue import resolve

ALL: Final = "all"
PUBLIC: Final = "public"


def eyes_of(sheet: Sheet, eyes: str) -> list[str]:
    """Return by what eyes a page can be looked at whose data are for these."""
    return [ALL, PUBLIC, *map(str, range(sheet.seats))] if eyes == ALL else [eyes]


def game_data(record: GameRecord, key: bytes, *, eyes: str = ALL, times: list[dict[str, Any]] | None = None) -> Any:
    """Return a game as JSON data for everybody's eyes, for the public's, or for those of a seat ("2").

    ReplayError where the record does not follow from the bout's key.
    """
    sheet = resolve(record.sheet)
    seat = int(eyes) if eyes.isdecimal() else None
    moments = _moments(record, key, eyes)
    deals, before = [], [0] * sheet.sides
    for deal in walk(record, key):
        decisions = []
        for decision in deal.decisions:
            hidden = decision.action >= PICK and _hidden(decision.ask, sheet)
            told = eyes == ALL or decision.seat == seat
            data = {
                "index": decision.index,
                "seat": decision.seat,
                "ask": Ask(decision.ask).name.lower(),
                "open": not hidden,
                "events": _events(decision.events, sheet, eyes),
                **next(moments),
            }
            if told:
                legal = legal_data(decision.legal, decision.ask, sheet)
                data |= {"legal": legal, "action": decision.token, "house": decision.house or None}
            decisions.append(data)
        deals.append(
            {
                "dealer": deal.dealer,
                "before": before,
                "dealt": _events(deal.dealt, sheet, eyes),
                "decisions": decisions,
                "end": next(moments),
            }
        )
        before = list(deal.result.scores)
    entrants = [name if seat in (None, at) else "" for at, name in enumerate(record.seats)]
    faults = [
        {"deal": f.deal, "decision": f.index, "seat": f.seat, "fault": f.fault.value, "detail": f.detail}
        for f in record.faults
        if eyes == ALL or f.seat == seat
    ]
    name = f"{record.bout}/{record.rotation}/{record.game}" if seat is None else f"{sheet.label}, as seat {seat} saw it"
    return {
        "name": name,
        "entrants": entrants,
        "sides": sheet.sides,
        "forfeits": list(record.forfeits) if eyes == ALL else [at for at in record.forfeits if at == seat],
        "faults": faults,
        "times": times or [],
        "deals": deals,
    }


def _hidden(ask: int, sheet: Sheet) -> bool:
    """Return whether nobody else sees which cards are chosen."""
    return ask in (Ask.KEEP, Ask.SEARCH) or (ask == Ask.THROW and not throws_face_up(sheet))


def _events(events: list[Event], sheet: Sheet, eyes: str) -> list[dict[str, Any]]:
    found = []
    for event in events:
        everybody = event[4] == EVERYONE
        if eyes == ALL or everybody or (eyes != PUBLIC and event[4] >> int(eyes) & 1):
            data = event_data(event, sheet)
            if everybody:
                data["open"] = True
            if everybody or eyes != ALL:
                data.pop("audience", None)
                data.setdefault("open", True)
            found.append(data)
    return found


def _moments(record: GameRecord, key: bytes, eyes: str) -> Iterator[dict[str, Any]]:
    """Yield before each decision, and at the end of each deal, how many cards everybody holds, and the hands."""
    counts = [len(deal.actions) for deal in record.deals]
    for game, deal, index, action in steps(record, key):
        yield _moment(game, eyes)
        if index + 1 == counts[deal]:
            end = game.clone()
            end.apply(action)
            yield _moment(end, eyes)


def _moment(game: Game, eyes: str) -> dict[str, Any]:
    sizes = list(game.view(0)[3])
    if eyes == PUBLIC:
        return {"sizes": sizes}
    hands = [
        [NAMES[card] for card in cards_of(private.hand)] if eyes in (ALL, str(at)) else []
        for at, private in enumerate(game.private)
    ]
    return {"sizes": sizes, "hands": hands}

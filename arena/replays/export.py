"""Expanded replays: JSON lines in which everything is spelled out, one a deal and one at the end of each game.

docs/replay.md describes every field.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arena.formats.schemas import EXPANDED
from arena.replays.walk import Decision, WalkedDeal, walk
from referee.engine.actions import Ask, Legal, Pick
from referee.engine.cards import NAMES, cards_of
from referee.engine.events import Event, EventKind
from referee.engine.notation import token
from referee.engine.points import NOBODY
from referee.engine.sheet import Sheet
from referee.replay import GameRecord
from referee.shuffle import pack_order
from referee.variants.catalogue import resolve


def expand(record: GameRecord, key: bytes) -> Iterator[dict[str, Any]]:
    """Yield one object for each deal of the game and one for its end, as plain JSON data.

    Raises ReplayError where the record does not follow from the bout's key.
    """
    sheet = resolve(record.sheet)
    place = {"bout": record.bout, "rotation": record.rotation, "game": record.game}
    for deal in walk(record, key):
        yield {"kind": "deal", "format": EXPANDED, **place, **_table(record, sheet), **_deal(record, sheet, key, deal)}
    yield {
        "kind": "end",
        "format": EXPANDED,
        **place,
        "deals": len(record.deals),
        "scores": list(record.scores),
        "winners": list(record.winners),
        "winner_names": [record.seats[side] for side in record.winners],
        "settlement": None if record.settlement is None else list(record.settlement),
        "forfeits": list(record.forfeits),
        "faults": [
            {"deal": f.deal, "decision": f.index, "seat": f.seat, "fault": f.fault.value, "detail": f.detail}
            for f in record.faults
        ],
    }


def _table(record: GameRecord, sheet: Sheet) -> dict[str, Any]:
    return {
        "sheet": {"id": sheet.id, "options": dict(sheet.options), "seats": sheet.seats, "sides": sheet.sides},
        "seats": [
            {"seat": seat, "side": sheet.side_of(seat), "entrant": name} for seat, name in enumerate(record.seats)
        ],
        "forfeits": list(record.forfeits),
    }


def _deal(record: GameRecord, sheet: Sheet, key: bytes, deal: WalkedDeal) -> dict[str, Any]:
    pack = pack_order(key, record.game, deal.number, sheet.pack)
    result = deal.result
    return {
        "deal": deal.number,
        "dealer": deal.dealer,
        "pack": [NAMES[card] for card in pack],
        "dealt": [event_data(event, sheet) for event in deal.dealt],
        "decisions": [_decision(decision, sheet) for decision in deal.decisions],
        "pitcher": result.pitcher if result.pitcher >= 0 else None,
        "contract": token(result.contract, Ask.CALL, sheet),
        "partner": result.partner if result.partner >= 0 else None,
        "points": [
            {"name": rule.name, "worth": rule.worth, "side": None if side == NOBODY else side}
            for rule, side in zip(sheet.points, result.points, strict=True)
        ],
        "made": result.made,
        "folded": result.folded,
        "scores": list(result.scores),
    }


def _decision(decision: Decision, sheet: Sheet) -> dict[str, Any]:
    return {
        "index": decision.index,
        "seat": decision.seat,
        "ask": Ask(decision.ask).name.lower(),
        "legal": legal_data(decision.legal, decision.ask, sheet),
        "action": decision.token,
        "house": decision.house or None,
        "events": [event_data(event, sheet) for event in decision.events],
    }


def legal_data(legal: Legal, ask: int, sheet: Sheet) -> list[str] | dict[str, Any]:
    """Return the legal actions as tokens in canonical order, or the choice of cards as an object."""
    if isinstance(legal, Pick):
        return {
            "fixed": _names(legal.fixed),
            "from": _names(legal.choose_from),
            "least": legal.least,
            "most": legal.most,
        }
    return [token(action, ask, sheet) for action in legal]


def event_data(event: Event, sheet: Sheet) -> dict[str, Any]:
    """Return an event as JSON data, its value in words where it stands for something."""
    kind, seat, value, cards, audience = event
    data: dict[str, Any] = {"kind": EventKind(kind).name.lower().replace("_", "-"), "seat": seat, "value": value}
    match EventKind(kind):
        case EventKind.CALL | EventKind.CONTRACT:
            data["action"] = token(value, Ask.CALL, sheet)
        case EventKind.TRUMP:
            data["action"] = token(value, Ask.DECLARE, sheet)
        case EventKind.POINT:
            data["point"] = sheet.points[value].name
        case _:
            pass
    if cards:
        data["cards"] = _names(cards)
    data["audience"] = [s for s in range(sheet.seats) if audience >> s & 1]
    return data


def _names(mask: int) -> list[str]:
    return [NAMES[card] for card in cards_of(mask)]

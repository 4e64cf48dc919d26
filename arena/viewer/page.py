"""The page itself: template, style, script and data in one file."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.records.journal import Entry, read_journal
from arena.records.rundir import JOURNAL, REPLAYS
from arena.replays.files import BoutLine
from arena.viewer.data import ALL, eyes_of, game_data
from referee.replay import GameRecord
from referee.variants.catalogue import resolve

_HERE: Final = Path(__file__).parent
Times = dict[tuple[str, int, int], list[dict[str, Any]]]


class _Name(msgspec.Struct):
    """Which game a record is of."""

    bout: str
    rotation: int
    game: int


def page(
    games: Iterable[tuple[GameRecord, BoutLine]],
    *,
    title: str,
    eyes: str = ALL,
    times: Times | None = None,
    back: str = "",
) -> str:
    """Return the page with the games for these eyes (arena.viewer.data). ReplayError where a record does not follow.

    `back`: the address of what the page belongs to; "": it stands by itself.
    """
    found = []
    shown: list[str] = [eyes]
    for record, bout in games:
        place = (record.bout, record.rotation, record.game)
        spent = (times or {}).get(place) if eyes == ALL else None
        found.append(game_data(record, bout.secret(), eyes=eyes, times=spent))
        more = eyes_of(resolve(record.sheet), eyes)
        shown = more if len(more) > len(shown) else shown
    data = json.dumps({"eyes": shown, "games": found}, separators=(",", ":"), ensure_ascii=False)
    # Nothing in the data may end the script element or look like a comment in it.
    safe = data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
    leading = f'<a href="{html.escape(back)}">All games</a>\n' if back else ""
    parts = {
        "back": leading,
        "title": html.escape(title),
        "style": _file("page.css"),
        "script": _file("page.js"),
        "data": safe,
    }
    head, *rest = _file("page.html").split("{{")
    pieces = [head]
    for piece in rest:
        name, _, after = piece.partition("}}")
        pieces += (parts[name], after)
    return "".join(pieces)


def _file(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")


def times_of(replay: Path) -> Times:
    """Return by game what each bot thought, from the journal of the run that the file stands in; {} elsewhere."""
    journal = replay.parent.parent / JOURNAL
    if replay.parent.name != REPLAYS or not journal.is_file():
        return {}
    found: Times = {}
    for entry in read_journal(journal):
        if isinstance(entry, Entry) and entry.line.kind == "game":
            name = msgspec.json.decode(entry.line.record, type=_Name)
            timing = msgspec.json.decode(entry.line.timing or b"{}")
            found[name.bout, name.rotation, name.game] = timing.get("seats", [])
    return found

"""Writes one fixed game of a sheet down: what happens, who sees it, what every seat knows, what is legal.

Cards and choices come from the project's own shuffle, so that the text is the same everywhere.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Final

from referee.engine.actions import FOLD, PICK, Ask, Legal, Pick
from referee.engine.cards import NAMES, card_names, cards_of, mask_of
from referee.engine.events import Event, EventKind
from referee.engine.game import Game
from referee.engine.notation import legal_text, token
from referee.engine.sheet import Sheet
from referee.engine.tables import compile_tables
from referee.shuffle import deal_order, pack_order
from referee.variants.catalogue import names, resolve
from tests.catalogue.starts import with_given
from tests.catalogue.tables import with_options

DEALS: Final = 2
KEY: Final = sha256(b"golden playthroughs").digest()
WIDTH: Final = 118
TOKENS: Final = (EventKind.CALL, EventKind.CONTRACT, EventKind.TRUMP)
FIELDS: Final = ("deal", "dealer", "scores", "stock", "sizes", "calls", "call", "pitcher", "trump", "trick", "taken")


def specs() -> tuple[str, ...]:
    """Return what has a golden file: every sheet, and every option value that makes another game of it."""
    found = []
    for name in names():
        plain = resolve(name)
        changed = [spec for spec in with_options(name) if replace(resolve(spec), options=()) != plain]
        found += [name, *changed]
    return tuple(found)


def file_name(spec: str) -> str:
    """Return the name of the spec's golden file."""
    return re.sub(r"[\[\],=]+", "-", spec).strip("-") + ".txt"


def playthrough(spec: str) -> str:
    """Return the golden text of the spec."""
    limited = with_given(spec, max_deals=DEALS)
    game = Game(compile_tables(resolve(limited)), 1)
    return "\n".join([*_head(game.sheet), *_game(game), ""])


def _head(sheet: Sheet) -> Iterator[str]:
    yield f"{sheet.spec}: {sheet.title}, {sheet.seats} seats in {sheet.sides} sides."
    yield "Written by `python -m tests.golden.make`; read it before you accept a change."
    yield ""
    yield "Events: who sees it ('all', or the seat alone), what, who, value and cards. 'table' is what everybody knows,"
    yield "'seat' what that seat alone knows (its hand, cards out of play that it has seen), shown when it changes."


def _game(game: Game) -> Iterator[str]:
    shown: dict[str, int] = {}
    seen = decisions = 0
    while not game.over:
        if game.needs_deal:
            yield ""
            yield from (_event(event, game.sheet) for event in game.events[seen:])
            seen = len(game.events)
            game.deal(pack_order(KEY, 0, game.deal_number + 1, game.tables.pack))
            shown.clear()
            yield ""
            yield f"==== deal {game.deal_number}"
        yield ""
        yield from (_event(event, game.sheet) for event in game.events[seen:])
        seen = len(game.events)
        yield from _views(game, shown)
        legal = game.legal()
        action = _choose(game, legal, decisions)
        decisions += 1
        yield from _wrapped(f"seat {game.to_act} may", legal_text(legal, game.ask, game.sheet))
        yield f"seat {game.to_act} does {token(action, game.ask, game.sheet)}"
        game.apply(action)
    yield ""
    yield from (_event(event, game.sheet) for event in game.events[seen:])
    yield ""
    yield f"scores {_numbers(game.scores)}; winners {_numbers(game.winners)}"
    if game.settlement is not None:
        yield f"settlement by seat {_numbers(game.settlement)}"


def _event(event: Event, sheet: Sheet) -> str:
    kind, seat, value, cards, audience = event
    seats = [str(seat) for seat in range(sheet.seats) if audience >> seat & 1]
    who = "all" if len(seats) == sheet.seats else ",".join(seats)
    said = token(value, Ask.CALL, sheet) if kind in TOKENS else str(value)
    what = EventKind(kind).name.lower().replace("_", "-")
    return f"  {who:<4} {what:<10} {seat}  {said}  {card_names(cards)}".rstrip()


def _views(game: Game, shown: dict[str, int]) -> Iterator[str]:
    """Yield the common part of all views, which must be one, and the private parts that have changed."""
    views = [game.view(seat) for seat in range(game.tables.seats)]
    common = {(*view[:2], *view[3:12], *view[13:]) for view in views}
    if len(common) != 1:
        raise AssertionError(f"{game.sheet.spec}: seats see different tables")
    yield from _wrapped("table", _table(game))
    for seat, view in enumerate(views):
        for what, cards in (("hand", view[2]), ("gone", view[12])):
            label = f"seat {seat} {what}"
            if shown.get(label, 0) != cards:
                shown[label] = cards
                yield from _wrapped(label, card_names(cards) or "-")


def _table(game: Game) -> str:
    deal, dealer, _, sizes, calls, call, pitcher, trump, _, trick, players, taken, _, scores, stock = game.view(0)
    values = (
        str(deal),
        str(dealer),
        _numbers(scores),
        str(stock),
        _numbers(sizes),
        " ".join(_call(said, game.sheet) for said in calls),
        _call(call, game.sheet),
        str(pitcher - 1) if pitcher else "-",
        " CDHS"[trump] if trump else "-",
        " ".join(f"{seat}:{NAMES[card]}" for seat, card in zip(players, trick, strict=True)) or "-",
        " / ".join(card_names(cards) or "-" for cards in taken),
    )
    return "; ".join(f"{name} {value}" for name, value in zip(FIELDS, values, strict=True))


def _call(action: int, sheet: Sheet) -> str:
    return token(action, Ask.CALL, sheet) if action else "-"


def _numbers(values: tuple[int, ...]) -> str:
    return " ".join(map(str, values))


def _wrapped(label: str, text: str) -> list[str]:
    return textwrap.wrap(f"{label} {text}", WIDTH, subsequent_indent="      ", break_on_hyphens=False)


def _choose(game: Game, legal: Legal, number: int) -> int:
    """Return one of the legal actions: low calls, and a fold only late in the second deal."""
    if isinstance(legal, Pick):
        count = legal.least + _drawn(number, legal.most - legal.least + 1)
        order = deal_order(KEY, "cards", number, 54)
        chosen = [card for card in order if legal.choose_from >> card & 1][:count]
        return PICK | legal.fixed | mask_of(chosen)
    if game.ask == Ask.CALL:
        return legal[_drawn(number, min(3, len(legal)))]
    if legal[-1] == FOLD:
        left = len(cards_of(game.view(game.to_act)[2]))
        return FOLD if game.deal_number == 1 and left <= 2 else legal[_drawn(number, len(legal) - 1)]
    return legal[_drawn(number, len(legal))]


def _drawn(number: int, n: int) -> int:
    return deal_order(KEY, "choice", number, n)[0]

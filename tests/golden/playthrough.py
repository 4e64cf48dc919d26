"""Writes one fixed game of a sheet down: what happens, who sees it, what every seat knows, what is legal.

Cards and choices come from the project's own shuffle, so that the text is the same everywhere.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from hashlib import sha256
from typing import Final

from referee.dealing import deal_next
from referee.engine.actions import FOLD, PICK, Ask, Legal, Pick
from referee.engine.cards import NAMES, card_names, cards_of, mask_of
from referee.engine.events import Event, EventKind
from referee.engine.game import Game
from referee.engine.notation import legal_text, token
from referee.engine.sheet import Sheet
from referee.engine.tables import compile_tables
from referee.shuffle import deal_order
from referee.variants.catalogue import names, resolve
from tests.catalogue.starts import with_given

DEALS: Final = 2
KEY: Final = sha256(b"golden playthroughs").digest()
WIDTH: Final = 118
TOKENS: Final = (EventKind.CALL, EventKind.CONTRACT, EventKind.TRUMP)
FIELDS: Final = ("deal", "dealer", "scores", "stock", "sizes", "calls", "call", "pitcher", "trump", "trick", "taken")


# Options that make another game of a sheet, each where it is at home; the named sheets have their own files.
WITH_OPTIONS: Final = (
    "auction[low=holder]", "auction-partners[low=holder]", "barn[sides=2]", "carthage[doubled=true]",
    "maryland-jack[tens=true]", "oklahoma[seats=6]", "sixteen-point[capture_low=true]", "ten-point[dirty=true]",
    "thirteen-point[reverse_hierarchy=true]", "two-trump[seats=6,sides=2,override=true]",
)  # fmt: skip


def specs() -> tuple[str, ...]:
    """Return what has a golden file: every sheet, and options that make another game of one."""
    return (*names(), *WITH_OPTIONS)


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
            deal_next(game, KEY, 0)
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
    common = {(*view[:2], *view[3:12], *view[13:18], view[20]) for view in views}
    if len(common) != 1:
        raise AssertionError(f"{game.sheet.spec}: seats see different tables")
    yield from _wrapped("table", _table(game))
    for seat, view in enumerate(views):
        for what, cards in (("hand", view[2]), ("gone", view[12]), ("offered", view[18]), ("forfeited", view[19])):
            label = f"seat {seat} {what}"
            if shown.get(label, 0) != cards:
                shown[label] = cards
                yield from _wrapped(label, card_names(cards) or "-")


def _table(game: Game) -> str:
    deal, dealer, _, sizes, calls, call, pitcher, trump, sub, trick, players, taken, _, scores, stock = game.view(0)[
        :15
    ]
    values = (
        str(deal),
        str(dealer),
        _numbers(scores),
        str(stock),
        _numbers(sizes),
        " ".join(_call(said, game.sheet) for said in calls),
        _call(call, game.sheet),
        str(pitcher - 1) if pitcher else "-",
        (" CDHS"[trump] if trump else "-") + (f"/{' CDHS'[sub]}" if sub else ""),
        " ".join(f"{seat}:{NAMES[card]}" for seat, card in zip(players, trick, strict=True)) or "-",
        " / ".join(card_names(cards) or "-" for cards in taken),
    )
    told = [f"{name} {value}" for name, value in zip(FIELDS, values, strict=True)]
    return "; ".join([*told, *_extras(game)])


def _extras(game: Game) -> Iterator[str]:
    """Yield what only some sheets have, once there is something to say."""
    looked, called, partner, _, _, up = game.view(0)[15:]
    if looked:
        yield f"looked {_numbers(cards_of(looked))}"
    if called:
        yield f"called {card_names(called)}"
    if partner:
        yield f"partner {partner - 1}"
    if up:
        yield f"up {_numbers(cards_of(up))}"


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

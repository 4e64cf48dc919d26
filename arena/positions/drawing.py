"""A position drawn for a terminal: the table with its seats, what the seat to act knows, and what it may do."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from arena.positions.files import Position
from arena.regress.position import ASKS, suit_text
from referee.engine.actions import CALL, Ask
from referee.engine.cards import NAMES, card_names
from referee.engine.game import Game
from referee.engine.notation import legal_text, token


def draw(game: Game, *, title: str, names: Sequence[str] = ()) -> Iterator[str]:
    """Yield the lines of the drawing. `names`: the entrants by seat, if they are known."""
    rows = list(_rows(game, names))
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    table = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in rows]
    inside = [*_head(game), "", *table, "", *_foot(game)]
    width = max(len(title) + 2, *(len(line) for line in inside))
    yield f"┌─ {title} ".ljust(width + 3, "─") + "┐" if title else "┌" + "─" * (width + 2) + "┐"
    yield from (f"│ {line.ljust(width)} │" for line in inside)
    yield "└" + "─" * (width + 2) + "┘"


def drawn(position: Position) -> Iterator[str]:
    """Yield the lines of a position of a file, with its note."""
    yield from draw(position.game, title=position.title)
    if position.note:
        yield position.note


def _head(game: Game) -> Iterator[str]:
    sheet, public = game.sheet, game.public
    yield f"{sheet.label}, deal {public.deal_number + 1}; scores {' : '.join(map(str, public.scores))} by side"
    if public.pitcher >= 0 and public.call >= CALL:
        trump = f", trump {suit_text(public.trump, public.sub_trump)}" if public.trump >= 0 else ""
        yield f"seat {public.pitcher} has the bid for {token(public.call, Ask.CALL, sheet)}{trump}"


def _rows(game: Game, names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Yield the head of the table and a row a seat: who, its cards (own ones by name), its call, its card in the
    trick."""
    sheet, public, me = game.sheet, game.public, game.to_act
    view = game.view(me)
    played = {seat: NAMES[card] for card, seat in zip(view[9], view[10], strict=True)}
    yield ("", "seat", "side", "cards", "call", f"trick {public.tricks + 1}")
    for seat in range(sheet.seats):
        me_or_dealer = (">" if seat == me else " ") + ("D" if seat == public.dealer else " ")
        call = token(public.calls[seat], Ask.CALL, sheet) if public.calls[seat] else ""
        cards = card_names(view[2]) if seat == me and view[2] else f"{view[3][seat]} cards"
        led = " led" if view[10] and view[10][0] == seat else ""
        name = f"{seat} {names[seat]}" if names else str(seat)
        yield (me_or_dealer, name, str(sheet.side_of(seat)), cards, call, played.get(seat, "") + led)


def _foot(game: Game) -> Iterator[str]:
    me = game.to_act
    view = game.view(me)
    for side, pile in enumerate(game.public.taken):
        if pile:
            yield f"side {side} has taken {card_names(pile)}"
    if view[12]:
        yield f"seen out of play: {card_names(view[12])}"
    if view[14]:
        yield f"stock: {view[14]} cards"
    yield f"> seat {me} is asked to {ASKS[Ask(game.ask)]}: {legal_text(game.legal(), game.ask, game.sheet)}"

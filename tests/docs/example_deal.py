"""The deals of docs/variants.md: one of each sheet, played by rules of thumb and told line by line."""

from __future__ import annotations

import textwrap
from functools import cache
from hashlib import sha256
from typing import Final

from referee.dealing import deal_next
from referee.engine.actions import CALL, PASS, Ask
from referee.engine.cards import NAMES, SUITS, card_names, cards_of, mask_of, pips
from referee.engine.events import Event, EventKind
from referee.engine.game import Game
from referee.engine.kinds import Partner
from referee.engine.notation import token
from referee.engine.points import NOBODY
from referee.engine.points import Game as MostPips
from referee.engine.sheet import Sheet
from referee.engine.tables import compile_tables
from tests.docs.example_player import example_action

TRIED: Final = 100  # deals, of which the one is told in which most kinds of things happen
WIDTH, INDENT = 112, 11
SUIT_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))


@cache
def example_deal(sheet: Sheet) -> tuple[str, ...]:
    """Return the deal of the sheet that is told, line by line: the first deal of a game, with everybody's cards."""
    number = max(range(TRIED), key=lambda number: _events_worth(_played(sheet, number)))
    return Telling(_dealt(sheet, number)).lines()


def _dealt(sheet: Sheet, number: int) -> Game:
    game = Game(compile_tables(sheet), sheet.seats - 1)
    deal_next(game, sha256(f"worked deal of {sheet.id}".encode()).digest(), number)
    return game


def _played(sheet: Sheet, number: int) -> Game:
    game = _dealt(sheet, number)
    while game.to_act >= 0:
        game.apply(example_action(game))
    return game


def _events_worth(game: Game) -> tuple[int, bool, int]:
    """Return what makes one deal tell more than another: kinds of things that happen, a dead trick, calls."""
    calls = sum(kind == EventKind.CALL and value >= CALL for kind, _, value, _, _ in game.events)
    kinds = {event[0] for event in game.events}
    return len(kinds), EventKind.DEAD_TRICK in kinds, calls


class Telling:
    """Tells one deal, playing it. What belongs together, like the calls of the auction, stands on one line."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._sheet = game.sheet
        self._counts_pips = any(isinstance(rule, MostPips) for rule in self._sheet.points)
        self._calls: list[str] = []
        self._blind = False
        self._shown = ""  # the forfeited card that the pitcher sees
        self._trick: list[tuple[int, int]] = []  # seat, card
        self._lines: list[tuple[str, list[str]]] = []  # head, what stands behind it

    def lines(self) -> tuple[str, ...]:
        """Play the deal to its end and return it."""
        game = self._game
        self._line("dealer", str(game.public.dealer))
        for seat, private in enumerate(game.private):
            dealt = game.hidden.hands
            self._line(f"hand {seat}", card_names(mask_of(dealt[seat]) if dealt else private.start))
        told = len(game.events)
        while game.to_act >= 0:
            game.apply(example_action(game))
            for event in game.events[told:]:
                self._tell(event)
            told = len(game.events)
        self._end()
        return tuple(line for head, parts in self._lines for line in _wrapped(head, "; ".join(parts)))

    def _line(self, head: str, text: str) -> None:
        self._lines.append((head, [text]))

    def _more(self, head: str, text: str) -> None:
        """Put the text on the last line, if that has the same head."""
        if self._lines[-1][0] == head:
            self._lines[-1][1].append(text)
        else:
            self._line(head, text)

    def _side(self, side: int) -> str:
        return "+".join(str(seat) for seat in range(side, self._sheet.seats, self._sheet.sides))

    def _tell(self, event: Event) -> None:
        kind, seat, value, cards, _ = event
        match EventKind(kind):
            case EventKind.LOOK:
                self._blind = not value
            case EventKind.CALL:
                said = "passes" if value == PASS else f"calls {token(value, Ask.CALL, self._sheet)}"
                self._calls.append(f"{seat} {said}{' blind' * self._blind}")
                self._blind = False
            case EventKind.CONTRACT:
                self._line("auction", ", ".join(self._calls))
            case EventKind.TRUMP:
                suits = token(value, Ask.DECLARE, self._sheet).removeprefix("trump:").split("/")
                self._line("trump", f"{', sub-trump '.join(SUIT_NAMES[suit] for suit in suits)}, made by {seat}")
            case EventKind.PARTNER_CALLED:
                self._line("partner", f"{seat} calls {card_names(cards)}, {self._holder(cards)}")
            case EventKind.PLAY:
                self._trick.append((seat, cards_of(cards)[0]))
            case EventKind.TRICK | EventKind.DEAD_TRICK:
                self._line(f"trick {value + 1}", self._trick_text(str(seat) if kind == EventKind.TRICK else "dead"))
            case EventKind.FOLD:
                if value:
                    self._line("fold", f"{seat} gives the deal up")
            case _:
                self._exchange(EventKind(kind), seat, value, cards)

    def _exchange(self, kind: EventKind, seat: int, value: int, cards: int) -> None:
        """Tell what happens to the cards before the play; what another event tells with its cards is left out."""
        shown = f"{seat} {card_names(cards)}"
        match kind:
            case EventKind.THROW:
                if cards or not value:
                    self._more("throw", shown if cards else f"{seat} nothing")
            case EventKind.OWN_THROW:
                if cards:
                    self._more("throw", shown)
            case EventKind.WIDOW:
                self._more("stock", f"{seat} gets {value} card{'s' * (value != 1)}")
            case EventKind.SEARCH:
                self._line("search", f"{seat} looks through {card_names(cards)}")
            case EventKind.OWN_DRAW:
                if cards:
                    self._more("draw", shown)
            case EventKind.OWN_ASIDE:
                self._more("aside", shown)
            case EventKind.BURN:
                self._more("burn", shown)
            case EventKind.OWN_FORFEIT:
                self._more("lot", f"{seat} loses {card_names(cards)}")
            case EventKind.OFFER:
                self._shown = card_names(cards)
            case EventKind.TAKE_OR_LEAVE:
                self._more("inspect", f"{self._shown} of {seat} is {'taken' if value else 'left'}")
            case _:
                pass

    def _holder(self, card: int) -> str:
        for seat, private in enumerate(self._game.private):
            if private.start & card:
                return f"which {seat} holds"
        return "which is in the stock"

    def _trick_text(self, winner: str) -> str:
        played = ", ".join(f"{seat} {NAMES[card]}" for seat, card in self._trick)
        worth = sum(pips(1 << card) for _, card in self._trick)
        self._trick = []
        return f"{played} -> {winner}" + (f", {worth} pip{'s' * (worth != 1)}" if self._counts_pips else "")

    def _end(self) -> None:
        game, sheet = self._game, self._sheet
        result = game.results[-1]
        called = sheet.partner is not Partner.FIXED
        awards = tuple(zip(sheet.points, result.points, strict=True))
        for group in sorted({*result.points} - {NOBODY}):
            won = [rule for rule, taker in awards if taker == group]
            names = ", ".join(f"{rule.name}{f' {rule.worth}' if rule.worth > 1 else ''}" for rule in won)
            who = ("the pitcher's", "the others'")[group] if called else self._side(group)
            self._more("points", f"{who}: {names} = {sum(rule.worth for rule in won)}")
        lost = [rule.name for rule, taker in awards if taker == NOBODY]
        if lost:
            self._more("points", f"nobody: {', '.join(lost)}")
        mine = 0 if called else sheet.side_of(result.pitcher)
        took = sum(rule.worth for rule, taker in awards if taker == mine)
        how = "made" if result.made else "set"
        self._line("result", f"{token(result.contract, Ask.CALL, sheet)} called, {took} taken: {how}")
        self._line("scores", ", ".join(f"{self._side(side)}: {score}" for side, score in enumerate(result.scores)))


def _wrapped(head: str, text: str) -> list[str]:
    lines = textwrap.wrap(text, WIDTH - INDENT, break_on_hyphens=False) or [""]
    return [f"{head:{INDENT}}{lines[0]}".rstrip(), *(" " * INDENT + line for line in lines[1:])]

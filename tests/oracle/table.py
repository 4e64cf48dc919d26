"""One deal on the table: who holds what, what has been played, and who may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .cards import JOKERS, in_code_order, printed_suit, trump_list
from .shape import CLASSIC_TRUMPS, Sheet

NOBODY = -1  # the "winner" of a dead trick (carthage)

Plays = tuple[tuple[int, str], ...]  # the cards of a trick in order: (seat, card)
Trick = tuple[Plays, int]  # and the seat that won it, or NOBODY


@dataclass
class Thrown:
    card: str
    seat: int
    face_up: bool
    taken: bool = False  # a searcher has taken it from the pile


@dataclass
class Forfeit:
    card: str
    seat: int
    shown: bool = False  # to the pitcher
    taken: bool = False  # by the pitcher


@dataclass
class Table:
    sheet: Sheet
    seats: int
    sides: int
    dealer: int
    dealer_is_stuck: bool = False  # too many pass-outs in a row
    hands: list[list[str]] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    looked: set[int] = field(default_factory=set)  # who sees his own hand
    contract: str | None = None
    pitcher: int | None = None
    passed_out: bool = False
    misdeal_shown_by: int | None = None
    trump: str | None = None
    sub_trump: str | None = None
    called: str | None = None  # the called card
    partner: int | None = None  # its holder; None: it is in the blind, or nobody is called
    forfeits: list[Forfeit] = field(default_factory=list)
    thrown: list[Thrown] = field(default_factory=list)
    burned: list[str] = field(default_factory=list)
    burned_by: dict[str, int] = field(default_factory=dict)
    aside: list[list[str]] = field(default_factory=list)  # per seat
    searched_by: int | None = None  # who has seen the stock
    searched_thrown: bool = False  # he has seen the thrown plain cards too
    on_table: list[tuple[int, str]] = field(default_factory=list)  # the trick being played
    tricks: list[Trick] = field(default_factory=list)
    up: set[int] = field(default_factory=set)  # out for the rest of the deal (carthage)
    folded: bool = False

    # --- seats ---

    def side_of(self, seat: int) -> int:
        return seat % self.sides

    def clockwise_from(self, seat: int) -> list[int]:
        return [(seat + step) % self.seats for step in range(self.seats)]

    def from_eldest(self) -> list[int]:
        return self.clockwise_from(self.dealer + 1)

    def the_pitcher(self) -> int:
        if self.pitcher is None:
            raise RuntimeError("there is no pitcher yet")
        return self.pitcher

    # --- trumps ---

    def trumps(self) -> tuple[str, ...]:
        """Every trump of the pack, strongest first; none before trump is known."""
        if self.trump is None:
            return ()
        return trump_list(self.sheet.trump_names, self.trump)

    def sub_trumps(self) -> tuple[str, ...]:
        if self.sub_trump is None:
            return ()
        return trump_list(CLASSIC_TRUMPS, self.sub_trump)

    def trumps_in_hand(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card in self.trumps()]

    def plain_in_hand(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card not in self.trumps()]

    def suit_for_play(self, card: str) -> str:
        """``trump``, ``sub-trump``, the printed suit of a plain card, or ``joker`` if it is no trump."""
        if card in self.trumps():
            return "trump"
        if card in self.sub_trumps():
            return "sub-trump"
        return "joker" if card in JOKERS else printed_suit(card)

    def all_plays(self) -> list[tuple[int, str]]:
        finished = [play for plays, _winner in self.tricks for play in plays]
        return finished + self.on_table

    # --- moving cards ---

    def deal_out(self, pack: Sequence[str]) -> None:
        """Packets (of three mostly) from eldest, the last packet what is left; the rest is the stock."""
        left = list(pack)
        self.hands = [[] for _ in range(self.seats)]
        self.aside = [[] for _ in range(self.seats)]
        if self.sheet.looking == "at once":
            self.looked = set(range(self.seats))
        while len(self.hands[self.dealer]) < self.sheet.hand_size:
            for seat in self.from_eldest():
                packet = min(self.sheet.packet, self.sheet.hand_size - len(self.hands[seat]))
                self.hands[seat] += left[:packet]
                del left[:packet]
        self.stock = left

    def draw_up_to(self, seat: int, size: int) -> None:
        """Fill a hand from the front of the stock, as far as it goes (A14)."""
        wanted = max(0, size - len(self.hands[seat]))
        self.hands[seat] += self.stock[:wanted]
        del self.stock[:wanted]

    def take_stock(self, seat: int) -> None:
        """The whole stock, or what is left of it, goes to one hand."""
        self.hands[seat] += self.stock
        self.stock = []

    def throw(self, seat: int, cards: Sequence[str], *, face_up: bool) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.thrown.append(Thrown(card, seat, face_up))

    def burn(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.burned.append(card)
            self.burned_by[card] = seat

    def forfeit(self, seat: int, place: int) -> None:
        self.forfeits.append(Forfeit(self.hands[seat].pop(place), seat))

    def lay_aside_plain_cards(self, seat: int) -> None:
        plain = self.plain_in_hand(seat)
        self.aside[seat] += plain
        self.hands[seat] = [card for card in self.hands[seat] if card not in plain]

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.on_table.append((seat, card))

    # --- knowledge ---

    def known_to(self, seat: int) -> dict[str, str]:
        """Section 6, "Who knows what": the place of every card this seat knows."""
        places: dict[str, str] = {}
        places.update((card, "burned") for card in self.burned)
        places.update((card, "aside") for card in self.aside[seat])
        places.update(self.known_thrown(seat))
        places.update(self.known_forfeits(seat))
        if self.searched_by == seat:
            places.update((card, "stock") for card in self.stock)
        for other in range(self.seats):
            if self.passed_out or self.misdeal_shown_by == other:
                places.update((card, "shown") for card in self.hands[other])
        if seat in self.looked:
            places.update((card, "hand") for card in self.hands[seat])
        places.update((card, "played") for _seat, card in self.all_plays())
        return {card: places[card] for card in in_code_order(places)}

    def known_thrown(self, seat: int) -> dict[str, str]:
        """What was thrown face up, what he threw himself, and the pile a searcher looked through."""
        seen = self.searched_by == seat and self.searched_thrown
        return {t.card: "thrown" for t in self.thrown if t.face_up or t.seat == seat or seen}

    def known_forfeits(self, seat: int) -> dict[str, str]:
        """Its owner can tell which card it was, once he sees his hand; the pitcher those he was shown.

        ``taken``: the pitcher holds it or threw it, which its owner cannot tell.
        """
        known: dict[str, str] = {}
        for forfeit in self.forfeits:
            if forfeit.seat == seat:
                known[forfeit.card] = "taken" if forfeit.taken else "forfeited"
            elif forfeit.shown and seat == self.pitcher and not forfeit.taken:
                known[forfeit.card] = "forfeited"
        return known

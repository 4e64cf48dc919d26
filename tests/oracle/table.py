"""One deal on the table: who holds what, what has been played, and who may know it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from .cards import in_code_order, printed_suit, trump_list
from .sheets import Sheet

Plays = tuple[tuple[int, str], ...]  # the cards of a trick in order: (seat, card)
Trick = tuple[Plays, int]  # and the seat that won it


@dataclass(frozen=True)
class Thrown:
    card: str
    seat: int
    face_up: bool


@dataclass
class Table:
    sheet: Sheet
    seats: int
    sides: int
    dealer: int
    hands: list[list[str]] = field(default_factory=list)
    stock: list[str] = field(default_factory=list)
    contract: str | None = None
    pitcher: int | None = None
    trump: str | None = None
    thrown: list[Thrown] = field(default_factory=list)
    burned: list[str] = field(default_factory=list)
    aside: list[list[str]] = field(default_factory=list)  # per seat
    on_table: list[tuple[int, str]] = field(default_factory=list)  # the trick being played
    tricks: list[Trick] = field(default_factory=list)
    folded: bool = False

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

    def trumps(self) -> tuple[str, ...]:
        """Every trump of the pack, strongest first; none before trump is known."""
        if self.trump is None:
            return ()
        return trump_list(self.sheet.trump_names, self.trump)

    def trumps_in_hand(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card in self.trumps()]

    def plain_in_hand(self, seat: int) -> list[str]:
        return [card for card in self.hands[seat] if card not in self.trumps()]

    def suit_for_play(self, card: str) -> str:
        """``trump``, or the printed suit of a plain card."""
        return "trump" if card in self.trumps() else printed_suit(card)

    def all_plays(self) -> list[tuple[int, str]]:
        finished = [play for plays, _winner in self.tricks for play in plays]
        return finished + self.on_table

    def deal_out(self, pack: Sequence[str]) -> None:
        """Packets of three from eldest, the last packet what is left; the rest is the stock."""
        left = list(pack)
        self.hands = [[] for _ in range(self.seats)]
        self.aside = [[] for _ in range(self.seats)]
        while len(self.hands[self.dealer]) < self.sheet.hand_size:
            for seat in self.from_eldest():
                packet = min(3, self.sheet.hand_size - len(self.hands[seat]))
                self.hands[seat] += left[:packet]
                del left[:packet]
        self.stock = left

    def draw_up_to(self, seat: int, size: int) -> None:
        """Fill a hand from the front of the stock, as far as it goes (A14)."""
        wanted = max(0, size - len(self.hands[seat]))
        self.hands[seat] += self.stock[:wanted]
        del self.stock[:wanted]

    def throw(self, seat: int, cards: Sequence[str], *, face_up: bool) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.thrown.append(Thrown(card, seat, face_up))

    def burn(self, seat: int, cards: Sequence[str]) -> None:
        for card in cards:
            self.hands[seat].remove(card)
            self.burned.append(card)

    def lay_aside_plain_cards(self, seat: int) -> None:
        plain = self.plain_in_hand(seat)
        self.aside[seat] += plain
        self.hands[seat] = [card for card in self.hands[seat] if card not in plain]

    def play(self, seat: int, card: str) -> None:
        self.hands[seat].remove(card)
        self.on_table.append((seat, card))

    def known_to(self, seat: int) -> dict[str, str]:
        """Section 6, "Who knows what": the place of every card this seat knows."""
        places: dict[str, str] = {}
        places.update((card, "hand") for card in self.hands[seat])
        places.update((card, "played") for _seat, card in self.all_plays())
        places.update((t.card, "thrown") for t in self.thrown if t.face_up or t.seat == seat)
        places.update((card, "burned") for card in self.burned)
        places.update((card, "aside") for card in self.aside[seat])
        return {card: places[card] for card in in_code_order(places)}

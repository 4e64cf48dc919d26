"""A whole game: deals in a row, each a conversation of questions and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .bidding import hold_auction, name_trump
from .ending import settle_in_chips, winners_after_deal
from .exchange import exchange_cards
from .play import play_tricks
from .questions import Offer, Phase, Question
from .scoring import judge_deal
from .sheets import find_sheet
from .table import Table, Trick

__all__ = ["DealResult", "Offer", "OracleGame"]


@dataclass(frozen=True)
class DealResult:
    points: dict[str, int | None]  # point name -> side that took it (None: nobody)
    contract: str | None  # token of the final call; None: passed out
    pitcher: int | None  # seat
    made: bool | None
    folded: bool
    scores: tuple[int, ...]  # per side, after the deal
    tricks: tuple[Trick, ...]  # each trick: ((seat, card), ...), winner seat


def play_deal(table: Table) -> Phase:
    """The phases of a deal, after the cards are out."""
    yield from hold_auction(table)
    yield from name_trump(table)
    yield from exchange_cards(table)
    yield from play_tricks(table)


class OracleGame:
    """One game of one sheet. ``dealer`` deals the deal in progress or the next one to be dealt;
    when the game is over it stays the dealer of the last deal."""

    def __init__(
        self,
        sheet: str,
        *,
        seats: int,
        sides: int,
        options: Mapping[str, object],
        first_dealer: int,
    ) -> None:
        self.sheet = find_sheet(sheet, seats, sides, options)
        if not 0 <= first_dealer < seats:
            raise ValueError(f"there is no seat {first_dealer}")
        self.seats = seats
        self.sides = sides
        self.pack: tuple[str, ...] = self.sheet.pack
        self.dealer: int = first_dealer
        self.scores: tuple[int, ...] = (0,) * sides
        self.hickeys: list[int] = [0] * sides
        self.results: list[DealResult] = []
        self.winners: tuple[int, ...] = ()
        self.settlement: tuple[int, ...] | None = None
        self.over: bool = False
        self._table: Table | None = None
        self._deal: Phase | None = None
        self._question: Question | None = None

    def needs_deal(self) -> bool:
        return not self.over and self._question is None

    def deal(self, pack: Sequence[str]) -> None:
        """Deal the whole pack, its first card first."""
        if not self.needs_deal():
            raise ValueError("no deal is needed now")
        if sorted(pack) != sorted(self.pack):
            raise ValueError("that is not the pack of this sheet")
        self._table = Table(self.sheet, self.seats, self.sides, self.dealer)
        self._table.deal_out(pack)
        self._deal = play_deal(self._table)
        self._question = next(self._deal)

    def to_act(self) -> int | None:
        return None if self._question is None else self._question.seat

    def legal(self) -> tuple[str, ...] | Offer:
        """What the seat to act may answer; nothing when nobody is to act."""
        return () if self._question is None else self._question.choices

    def apply(self, action: str) -> None:
        if self._question is None or self._deal is None or self._table is None:
            raise ValueError("nobody is to act")
        if not self._question.accepts(action):
            raise ValueError(f"{action!r} is not legal for seat {self._question.seat}")
        try:
            self._question = self._deal.send(action)
        except StopIteration:
            self._question = None
            self._finish_deal(self._table)

    def known(self, seat: int) -> dict[str, str]:
        """The cards of the latest deal whose place this seat knows -> where they are."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}")
        return {} if self._table is None else self._table.known_to(seat)

    def _finish_deal(self, table: Table) -> None:
        verdict = judge_deal(table, self.scores)
        pitching = table.side_of(table.the_pitcher())
        self.scores = verdict.scores
        if not verdict.made:
            self.hickeys[pitching] += 1
        self.results.append(
            DealResult(
                points=verdict.points,
                contract=table.contract,
                pitcher=table.pitcher,
                made=verdict.made,
                folded=table.folded,
                scores=verdict.scores,
                tricks=tuple(table.tricks),
            )
        )
        self.winners = verdict.winners or winners_after_deal(
            self.sheet, self.scores, pitching, len(self.results), made=verdict.made
        )
        self._end_game_or_pass_deal()

    def _end_game_or_pass_deal(self) -> None:
        if not self.winners:
            self.dealer = (self.dealer + 1) % self.seats
            return
        self.over = True
        if self.sheet.counts_hickeys:
            self.settlement = settle_in_chips(self.winners, self.hickeys, self.seats // self.sides)

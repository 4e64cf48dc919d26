"""A whole game: deals in a row, each a conversation of questions and answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .bidding import call_partner, hold_auction, name_trump
from .ending import settle_in_chips, winners_after_deal
from .exchange import exchange_cards
from .play import play_tricks
from .questions import Forfeits, Offer, Phase, Question
from .scoring import judge_deal
from .sheets import find_sheet
from .table import Table, Trick

__all__ = ["DealResult", "Offer", "OracleGame"]


@dataclass(frozen=True)
class DealResult:
    # Point name -> side that took it (None: nobody). On the sheets with a called partner the two
    # groups of the deal take the points: 0 is the pitcher and his partner, 1 the others.
    points: dict[str, int | None]
    contract: str | None  # token of the final call; None: passed out, or a misdeal
    pitcher: int | None  # seat
    made: bool | None  # None: passed out, or a misdeal
    folded: bool
    scores: tuple[int, ...]  # per side, after the deal
    tricks: tuple[Trick, ...]  # each trick: ((seat, card), ...), winner seat (-1: a dead trick, nobody's)
    misdeal: bool = False
    partner: int | None = None  # seat of the called partner; None: none called, or the pitcher was alone


def play_deal(table: Table) -> Phase:
    """The phases of a deal, after the cards are out."""
    yield from hold_auction(table)
    if table.pitcher is None:
        return
    yield from name_trump(table)
    yield from call_partner(table)
    yield from exchange_cards(table)
    yield from play_tricks(table)


PASS_OUTS_IN_A_ROW = 20  # then the dealer is stuck (section 6, termination)


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
        self.pass_outs_in_a_row: int = 0
        self._table: Table | None = None
        self._deal: Phase | None = None
        self._question: Question | None = None
        self._forfeits: Forfeits | None = None  # cards to go by lot, which the driver draws
        self._places: dict[int, int] = {}  # seat -> place of its forfeited card, as far as given

    def needs_deal(self) -> bool:
        return not self.over and self._question is None and self._forfeits is None

    def deal(self, pack: Sequence[str]) -> None:
        """Deal the whole pack, its first card first."""
        if not self.needs_deal():
            raise ValueError("no deal is needed now")
        if sorted(pack) != sorted(self.pack):
            raise ValueError("that is not the pack of this sheet")
        stuck = self.pass_outs_in_a_row >= PASS_OUTS_IN_A_ROW
        self._table = Table(self.sheet, self.seats, self.sides, self.dealer, stuck)
        self._table.deal_out(pack)
        self._deal = play_deal(self._table)
        self._wait_for(next(self._deal))

    def to_act(self) -> int | None:
        return None if self._question is None else self._question.seat

    def legal(self) -> tuple[str, ...] | Offer:
        """What the seat to act may answer; nothing when nobody is to act."""
        return () if self._question is None else self._question.choices

    def apply(self, action: str) -> None:
        if self._question is None:
            raise ValueError("nobody is to act")
        if not self._question.accepts(action):
            raise ValueError(f"{action!r} is not legal for seat {self._question.seat}")
        self._go_on(action)

    def needs_forfeit(self) -> list[int]:
        """The seats, from eldest, that still lose a card by lot before anybody acts (abacos)."""
        if self._forfeits is None:
            return []
        return [seat for seat in self._forfeits.seats if seat not in self._places]

    def forfeit(self, seat: int, index_in_dealing_order: int) -> None:
        """The lot: which card of this hand goes."""
        if self._forfeits is None or self._table is None or seat not in self.needs_forfeit():
            raise ValueError(f"seat {seat} has nothing to forfeit")
        if not 0 <= index_in_dealing_order < len(self._table.hands[seat]):
            raise ValueError(f"seat {seat} has no card number {index_in_dealing_order}")
        self._places[seat] = index_in_dealing_order
        if not self.needs_forfeit():
            places = [str(self._places[other]) for other in self._forfeits.seats]
            self._go_on(",".join(places))

    def known(self, seat: int) -> dict[str, str]:
        """The cards of the latest deal whose place this seat knows -> where they are."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"there is no seat {seat}")
        return {} if self._table is None else self._table.known_to(seat)

    def _go_on(self, answer: str) -> None:
        if self._deal is None or self._table is None:
            raise RuntimeError("there is no deal")
        try:
            self._wait_for(self._deal.send(answer))
        except StopIteration:
            self._wait_for(None)
            self._finish_deal(self._table)

    def _wait_for(self, what: Question | Forfeits | None) -> None:
        self._question = what if isinstance(what, Question) else None
        self._forfeits = what if isinstance(what, Forfeits) else None
        self._places = {}

    def _finish_deal(self, table: Table) -> None:
        verdict = judge_deal(table, self.scores)
        pitching = None if table.pitcher is None else table.side_of(table.pitcher)
        self.scores = verdict.scores
        self.pass_outs_in_a_row = self.pass_outs_in_a_row + 1 if table.passed_out else 0
        if pitching is not None and not verdict.made:
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
                misdeal=table.misdeal_shown_by is not None,
                partner=table.partner,
            )
        )
        self.winners = verdict.winners or winners_after_deal(
            self.sheet, self.scores, pitching, len(self.results), made=bool(verdict.made)
        )
        self._end_game_or_pass_deal(same_dealer=table.misdeal_shown_by is not None)

    def _end_game_or_pass_deal(self, *, same_dealer: bool) -> None:
        if not self.winners:
            self.dealer = self.dealer if same_dealer else (self.dealer + 1) % self.seats
            return
        self.over = True
        if self.sheet.counts_hickeys:
            self.settlement = settle_in_chips(self.winners, self.hickeys, self.seats // self.sides)

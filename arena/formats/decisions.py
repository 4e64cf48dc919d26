"""Tables of decisions for training: a row for each, made of what the engine shows the seat that decides.

The features come from the seat's own snapshot (`Game.view`) and its legal actions, and nothing else, so they hold no
more than it knew. What came of it stands apart, as labels and targets. docs/decisions.md has every column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final

from referee.engine.actions import Ask, Pick
from referee.engine.cards import NAMES, SUITS, cards_of
from referee.engine.game import Game
from referee.engine.notation import tokens
from referee.engine.sheet import Sheet
from referee.replay import GameRecord, steps
from referee.table import FORFEIT
from referee.variants.catalogue import resolve

Value = int | float | str | list[str] | list[int] | None


class Part(Enum):
    """What a column is for."""

    ID = "id"  # which decision it was; no seat is told it
    FEATURE = "feature"  # what the seat knew
    LABEL = "label"  # what was done
    TARGET = "target"  # what came of it later


class Type(Enum):
    """What the values of a column are: in CSV lists are joined by blanks, and what is missing is empty."""

    TEXT = "text"
    NUMBER = "number"
    SHARE = "share"
    TEXTS = "list of text"
    NUMBERS = "list of numbers"


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its name, what it is for, and what its values are."""

    name: str
    part: Part
    type: Type


def _columns(part: Part, **types: Type) -> tuple[Column, ...]:
    return tuple(Column(name, part, kind) for name, kind in types.items())


_T, _N, _TS, _NS = Type.TEXT, Type.NUMBER, Type.TEXTS, Type.NUMBERS
IDS: Final = _columns(Part.ID, sheet=_T, bout=_T, rotation=_N, game=_N, deal=_N, decision=_N, seat=_N, entrant=_T)
FEATURES: Final = _columns(
    Part.FEATURE,
    ask=_T, seats=_N, sides=_N, target=_N, deal_number=_N, dealer=_N, hand=_TS, hand_sizes=_NS, calls=_TS, call=_T,
    pitcher=_N, trump=_T, sub_trump=_T, trick=_TS, trick_seats=_NS, taken_own=_TS, taken_others=_TS, gone=_TS,
    scores=_NS, stock=_N, looked=_NS, called=_T, partner=_N, offered=_T, forfeited=_T, up=_NS,
    legal=_TS, pick_fixed=_TS, pick_from=_TS, pick_least=_N, pick_most=_N,
)  # fmt: skip
LABELS: Final = _columns(Part.LABEL, action=_T, house=_T)
TARGETS: Final = _columns(Part.TARGET, deal_points=_NS, deal_made=_N, final_scores=_NS, won=Type.SHARE)
COLUMNS: Final = (*IDS, *FEATURES, *LABELS, *TARGETS)
NO_CALL: Final = "-"  # who has not spoken yet, in `calls`

Row = list[Value]


def rows(record: GameRecord, key: bytes) -> Iterator[Row]:
    """Yield a row for every decision of the game, the values in the order of COLUMNS.

    What the house plays on for a seat that has forfeited is left out: nobody decided it. ReplayError where the record
    does not follow from the bout's key.
    """
    features = _Features(resolve(record.sheet))
    house: dict[int, str] = {}
    before: tuple[int, ...] = ()
    for game, deal, index, _ in steps(record, key):
        if index == 0:
            before = game.scores
            house = dict(record.deals[deal].house)
        why = house.get(index, "")
        if why == FORFEIT:
            continue
        seat, done = game.to_act, record.deals[deal]
        side = game.sheet.side_of(seat)
        gained = [after - old for after, old in zip(done.scores, before, strict=True)]
        yield [
            record.sheet, record.bout, record.rotation, record.game, deal, index, seat, record.seats[seat],
            *features.of(game, seat),
            done.actions[index], why or None,
            _from(gained, side), int(done.made), _from(record.scores, side),
            1 / len(record.winners) if side in record.winners else 0.0,
        ]  # fmt: skip


def _from(values: Sequence[int], first: int) -> list[int]:
    """Return the values by seat or side, the own one first and clockwise from there."""
    return [*values[first:], *values[:first]]


class _Features:
    """Makes the features of a seat. Seats and sides are counted clockwise from its own, which is 0."""

    def __init__(self, sheet: Sheet) -> None:
        self._sheet = sheet
        self._words = tokens(sheet)

    def of(self, game: Game, seat: int) -> Row:
        """Return the features of the decision that the seat is asked for now."""
        sheet, seats = self._sheet, self._sheet.seats
        side = sheet.side_of(seat)
        (deal, dealer, hand, sizes, calls, call, pitcher, trump, sub_trump, trick, trick_seats, taken, gone, scores,
         stock, looked, called, partner, offered, forfeited, up) = game.view(seat)  # fmt: skip

        def relative(other: int) -> int:
            return (other - seat) % seats

        def members(mask: int) -> list[int]:
            return sorted(relative(other) for other in range(seats) if mask >> other & 1)

        others = 0
        for number, mask in enumerate(taken):
            others |= mask if number != side else 0
        legal = game.legal()
        pick = legal if isinstance(legal, Pick) else None
        return [
            Ask(game.ask).name.lower(), seats, sheet.sides, sheet.target, deal, relative(dealer),
            _names(hand), _from(sizes, seat),
            [self._words[code] if code else NO_CALL for code in _from(calls, seat)],
            self._words[call] if call else None,
            relative(pitcher - 1) if pitcher else None,
            SUITS[trump - 1] if trump else None, SUITS[sub_trump - 1] if sub_trump else None,
            [NAMES[card] for card in trick], [relative(other) for other in trick_seats],
            _names(taken[side]), _names(others), _names(gone), _from(scores, side), stock,
            members(looked), _one(called), relative(partner - 1) if partner else None, _one(offered), _one(forfeited),
            members(up),
            [] if isinstance(legal, Pick) else [self._words[action] for action in legal],
            _names(pick.fixed) if pick else [], _names(pick.choose_from) if pick else [],
            pick.least if pick else None, pick.most if pick else None,
        ]  # fmt: skip


def _names(mask: int) -> list[str]:
    return [NAMES[card] for card in cards_of(mask)]


def _one(mask: int) -> str | None:
    return NAMES[mask.bit_length() - 1] if mask else None

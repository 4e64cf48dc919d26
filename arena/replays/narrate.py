"""A game as text that a person can follow, told from its events: all of them, or those that one seat saw."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arena.replays.walk import Decision, WalkedDeal
from referee.engine.actions import MISDEAL, PASS, Ask
from referee.engine.cards import SUITS, card_names
from referee.engine.events import Event, EventKind
from referee.engine.notation import place_text, token
from referee.engine.sheet import Sheet
from referee.replay import GameRecord
from referee.table import FORFEIT, HOUSE

_SUIT_NAMES = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
_INDENT = "  "
# What one seat alone sees.
_PRIVATE = {
    EventKind.OWN_THROW: "threw",
    EventKind.OWN_DRAW: "drew",
    EventKind.OWN_ASIDE: "laid aside",
    EventKind.OWN_FORFEIT: "lost",
    EventKind.OFFER: "the pitcher is shown",
}


class Narrator:
    """Tells one game. `seat` None: with everybody's cards; else only what that seat saw."""

    def __init__(self, record: GameRecord, sheet: Sheet, seat: int | None) -> None:
        self._record = record
        self._sheet = sheet
        self._seat = seat
        self._trick: list[str] = []
        self._tricks = 0
        self._points: list[str] = []
        self._scores: list[str] = []
        width = max(len(name) for name in record.seats)
        self._labels = [f"{seat} {name:<{width}}" for seat, name in enumerate(record.seats)]

    def _who(self, seat: int) -> str:
        return f"{seat} {self._record.seats[seat]}"

    def _side(self, side: int) -> str:
        seats = range(side, self._sheet.seats, self._sheet.sides)
        return "+".join(str(seat) for seat in seats) + f" {self._record.seats[side]}"

    def head(self) -> Iterator[str]:
        """Yield the lines before the first deal."""
        record, sheet = self._record, self._sheet
        yield f"{record.bout}, rotation {record.rotation}, game {record.game}"
        yield f"{sheet.label}: {sheet.title}, {sheet.seats} seats in {sheet.sides} sides, target {sheet.target}"
        for seat, name in enumerate(record.seats):
            notes = [f"side {sheet.side_of(seat)}"]
            notes += ["forfeited"] if seat in record.forfeits else []
            yield f"{_INDENT}seat {seat} {name} ({', '.join(notes)})"
        if self._seat is not None:
            yield f"Told as seat {self._seat} saw it."

    def deal(self, deal: WalkedDeal) -> Iterator[str]:
        """Yield the lines of one deal."""
        self._tricks = 0
        yield ""
        yield f"Deal {deal.number + 1}, dealt by {self._who(deal.dealer)}"
        yield from self._tell(deal.dealt)
        told: set[tuple[int, str]] = set()
        for decision in deal.decisions:
            yield from self._house(decision, told)
            yield from self._tell(decision.events)
        yield from self._summary(deal)

    def _house(self, decision: Decision, told: set[tuple[int, str]]) -> Iterator[str]:
        """Yield a line where the house plays for a bot; that it plays on after a forfeit is told once a deal."""
        why = (decision.seat, decision.house)
        if decision.house in ("", HOUSE) or (decision.house == FORFEIT and why in told):
            return
        if self._seat not in (None, decision.seat):
            return
        told.add(why)
        reason = "its game is forfeited" if decision.house == FORFEIT else decision.house
        yield f"{_INDENT}the house plays for {self._who(decision.seat)}: {reason}"

    def end(self) -> Iterator[str]:
        """Yield the lines after the last deal."""
        record = self._record
        yield ""
        won = " and ".join(self._side(side) for side in record.winners)
        verb = "draw" if len(record.winners) > 1 else "wins"
        yield f"{won} {verb}" if won else "nobody wins: every side has forfeited"
        yield _INDENT + ", ".join(f"{self._side(side)}: {score}" for side, score in enumerate(record.scores))
        if record.settlement is not None:
            chips = ", ".join(f"{self._who(seat)} {chips:+d}" for seat, chips in enumerate(record.settlement))
            yield f"{_INDENT}settlement: {chips}"
        for fault in record.faults:
            if self._seat not in (None, fault.seat):
                continue  # the others' faults can name their cards
            place = place_text(fault.deal, fault.index)
            yield f"{_INDENT}fault of {self._who(fault.seat)}, {place}: {fault.fault.value} ({fault.detail})"

    def _tell(self, events: Iterable[Event]) -> Iterator[str]:
        for event in events:
            if self._seat is None or event[4] >> self._seat & 1:
                text = self._event(event)
                if text:
                    yield _INDENT + text

    def _event(self, event: Event) -> str:
        """Return the line of an event; "" when it is gathered into a later line."""
        kind, seat, value, cards, _ = event
        match EventKind(kind):
            case EventKind.PLAY:
                return self._play(seat, cards)
            case EventKind.TRICK:
                return self._trick_won(f"-> {self._who(seat)}")
            case EventKind.DEAD_TRICK:
                return self._trick_won(f"dead, {self._who(seat)} leads again")
            case EventKind.POINT:
                self._points.append(f"{self._sheet.points[value].name} {self._who(seat)}")
                return ""
            case EventKind.SCORE:
                self._scores.append(f"{self._side(seat)} {value}")
                return ""
            case EventKind.DEAL | EventKind.RESULT | EventKind.SCORED:
                return ""
            case _:
                return f"{self._labels[seat]}  {self._deed(EventKind(kind), value, cards)}"

    def _deed(self, kind: EventKind, value: int, cards: int) -> str:
        """Return what the seat of the event did, or what happened to it."""
        shown = card_names(cards)
        match kind:
            case EventKind.CALL:
                names = {PASS: "passes", MISDEAL: "claims a misdeal"}
                return names.get(value) or f"calls {token(value, Ask.CALL, self._sheet)}"
            case EventKind.CONTRACT:
                return "all passed" if value == PASS else f"has the bid for {token(value, Ask.CALL, self._sheet)}"
            case EventKind.TRUMP:
                return f"makes trump {self._suits(value)}"
            case EventKind.LOOK:
                return "looks at the hand" if value else "bids blind"
            case EventKind.FOLD:
                return "gives the game up" if value else "plays on"
            case EventKind.THROW | EventKind.BURN:
                verb = "throws" if kind is EventKind.THROW else "burns"
                return f"{verb} {value}" + (f": {shown}" if shown else "")
            case EventKind.DRAW | EventKind.WIDOW | EventKind.ASIDE:
                verb = {EventKind.DRAW: "draws", EventKind.WIDOW: "gets the widow,"}.get(kind, "lays aside")
                return f"{verb} {value}"
            case EventKind.HAND:
                return f"is dealt {shown}"
            case EventKind.PARTNER_CALLED:
                return f"calls the holder of {shown}"
            case EventKind.SHOW:
                return f"shows {shown}"
            case EventKind.FORFEIT:
                return f"loses {value} by lot"
            case EventKind.TAKE_OR_LEAVE:
                return "has it taken by the pitcher" if value else "has it left by the pitcher"
            case EventKind.SEARCH:
                return f"{_INDENT}(looks through the {'thrown cards' if value else 'stock'}: {shown})"
            case _:
                return f"{_INDENT}({_PRIVATE[kind]}: {shown or 'nothing'})"

    def _suits(self, value: int) -> str:
        suits = token(value, Ask.DECLARE, self._sheet).removeprefix("trump:").split("/")
        return " over ".join(_SUIT_NAMES[suit] for suit in suits)

    def _play(self, seat: int, cards: int) -> str:
        self._trick.append(f"{self._who(seat)} {card_names(cards)}")
        return ""

    def _trick_won(self, outcome: str) -> str:
        self._tricks += 1
        cards, self._trick = " | ".join(self._trick), []
        return f"trick {self._tricks}: {cards} {outcome}"

    def _summary(self, deal: WalkedDeal) -> Iterator[str]:
        left, self._trick = self._trick, []
        if left:
            yield f"{_INDENT}not finished: {' | '.join(left)}"
        result = deal.result
        points, self._points = self._points, []
        scores, self._scores = self._scores, []
        yield f"{_INDENT}points: {', '.join(points) or 'none'}"
        if result.pitcher < 0:
            outcome = "passed out" if result.contract == PASS else "a misdeal"
        else:
            how = "made" if result.made else "gave up" if result.folded else "set"
            outcome = f"{self._who(result.pitcher)} {how} ({token(result.contract, Ask.CALL, self._sheet)})"
        yield f"{_INDENT}{outcome}; scores: {', '.join(scores)}"

"""One game: deals until somebody wins. Packs come from outside; `legal`, `apply`, `view` and an event log are all."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from referee.engine import ending, events
from referee.engine.actions import ASK_NOTHING, ASK_PLAY, Ask, Legal
from referee.engine.errors import IllegalAction, InvariantViolation
from referee.engine.events import Event
from referee.engine.phases import auction, deal, declare, exchange, forfeits, play, search
from referee.engine.phases.score import DealResult
from referee.engine.sheet import Sheet
from referee.engine.state import Hidden, Private, Public
from referee.engine.steps import ExchangeStep
from referee.engine.tables import Tables
from referee.engine.views import View, view

LegalRule = Callable[[Tables, Public, Private], Legal]
ApplyRule = Callable[["Game", int], None]
Steps = tuple[tuple[exchange.StepRule, ExchangeStep], ...]


def _unasked(tables: Tables, public: Public, private: Private) -> Legal:
    raise InvariantViolation(f"nothing is asked in {Ask(public.ask).name}")


def _refuse(game: Game, action: int) -> None:
    raise IllegalAction(game.refusal(action))


# By Ask.
LEGAL: tuple[LegalRule, ...] = (
    _unasked, auction.legal_look, auction.legal, declare.legal, play.legal_name_suit, declare.legal_partner,
    exchange.legal_throw, exchange.legal_burn, exchange.legal_keep, search.legal, exchange.legal_widow,
    forfeits.legal, play.legal_play_on,
)  # fmt: skip
APPLY: tuple[ApplyRule, ...] = (
    _refuse, auction.apply_look, auction.apply, declare.apply, play.apply_name_suit, declare.apply_partner,
    exchange.apply_throw, exchange.apply_burn, exchange.apply_keep, exchange.apply_search, exchange.apply_widow,
    exchange.apply_take, play.apply_play_on,
)  # fmt: skip


@lru_cache(maxsize=256)
def _rules(tables: Tables) -> tuple[tuple[LegalRule, ...], tuple[ApplyRule, ...], Steps]:
    """Return by Ask what is legal and what is done in this sheet (only the play of a card is not the same in all), and
    its exchange steps with their rules.
    """
    playable: LegalRule = play.legal
    if tables.calls_partner:
        playable = play.legal_called
    elif tables.plays_out:
        playable = play.legal_or_up
    applied = play.apply_watched if play.is_watched(tables) else play.apply
    return (*LEGAL, playable), (*APPLY, applied), exchange.rules(tables.sheet)


class Game:
    """A game of a sheet, from its first deal to its winners. Not thread-safe; no chance inside.

    `events` is the whole log, `results` one DealResult a deal, `winners` the sides that won (several: a draw; () while
    it runs), `settlement` the chips by seat where the sheet settles.
    """

    __slots__ = (
        "_apply", "_legal", "actor", "events", "hidden", "log", "offer", "playable", "private", "public", "results",
        "settlement", "steps", "tables", "winners",
    )  # fmt: skip

    def __init__(self, tables: Tables, first_dealer: int) -> None:
        if not 0 <= first_dealer < tables.seats:
            raise InvariantViolation(f"first dealer {first_dealer} is no seat of {tables.seats}")
        self.tables = tables
        self._legal, self._apply, self.steps = _rules(tables)
        self.playable = self._legal[ASK_PLAY]
        self.public = Public(tables, first_dealer)
        self.private: list[Private] = [Private() for _ in range(tables.seats)]
        self.actor = self.private[0]  # of the seat to act
        self.offer: Legal = ()  # what it may do
        self.hidden = Hidden((), 0)
        self.events: list[Event] = []
        self.log = self.events.append
        self.results: list[DealResult] = []
        self.winners: tuple[int, ...] = ()
        self.settlement: tuple[int, ...] | None = None

    @property
    def sheet(self) -> Sheet:
        """The sheet of the game."""
        return self.tables.sheet

    @property
    def needs_deal(self) -> bool:
        """Whether the next deal must be given with `deal`."""
        return self.public.to_act < 0 and not self.winners

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.winners)

    @property
    def to_act(self) -> int:
        """The seat to act; -1 when a deal is needed or the game is over."""
        return self.public.to_act

    @property
    def ask(self) -> int:
        """What is asked of it (Ask)."""
        return self.public.ask

    @property
    def deal_number(self) -> int:
        """The number of the deal in the game, from 0; -1 before the first."""
        return self.public.deal_number

    @property
    def scores(self) -> tuple[int, ...]:
        """The scores by side."""
        return self.public.scores

    def deal(self, pack: Sequence[int], lots: Sequence[int] = ()) -> None:
        """Deal the whole pack, pack[0] first.

        `lots` are needed where cards are forfeited (`needs_lots`): for each seat the place, in dealing order, of the
        card that it loses if it looks. InvariantViolation unless a deal is needed, it is the sheet's pack, and the lots
        fit.
        """
        if not self.needs_deal:
            raise InvariantViolation("no deal is needed now")
        deal.begin(self, pack, lots)

    def legal(self) -> Legal:
        """Return the legal actions of the seat to act in canonical order, or the choice of cards it is offered."""
        return self.offer or _unasked(self.tables, self.public, self.actor)

    def apply(self, action: int) -> None:
        """Do the action for the seat to act. IllegalAction, and nothing changed, if it is not legal."""
        if action not in self.offer:
            raise IllegalAction(self.refusal(action))
        self._apply[self.public.ask](self, action)

    def view(self, seat: int) -> View:
        """Return what the seat knows, as a tuple in the order of the protocol's Snapshot."""
        return view(self.tables, self.public, self.private[seat])

    def transcript(self, seat: int, since: int = 0) -> list[Event]:
        """Return the events from index `since` of the log that the seat may see, in order."""
        bit = 1 << seat
        return [event for event in self.events[since:] if event[4] & bit]

    def turn(self, seat: int, ask: int) -> None:
        """Ask this of the seat."""
        public = self.public
        public.ask = ask
        public.to_act = seat
        self.actor = private = self.private[seat]
        self.offer = self._legal[ask](self.tables, public, private)

    def end(self, winners: tuple[int, ...]) -> None:
        """End the game: note the winners, settle, and log the result of each side."""
        self.winners = winners
        self.settlement = ending.settlement(self.sheet, winners, self.public.sets)
        for side in range(self.tables.sides):
            value = (2 if len(winners) > 1 else 1) if side in winners else 0
            self.log((events.RESULT, side, value, 0, events.EVERYONE))

    def refusal(self, action: int) -> str:
        """Return why the action is refused, without a word of what others hold."""
        ask = Ask(self.public.ask)
        if ask == ASK_NOTHING:
            return f"action {action}: no seat is to act"
        return f"action {action} is not legal for seat {self.public.to_act} when asked to {ask.name.lower()}"

    def clone(self) -> Game:
        """Return an independent copy to search with. Its event log and results start empty; all else is the same."""
        new = object.__new__(Game)
        new.tables = self.tables
        new._legal, new._apply, new.steps, new.playable = self._legal, self._apply, self.steps, self.playable
        new.public = self.public.clone()
        new.private = [private.clone() for private in self.private]
        new.actor = new.private[self.public.to_act]
        new.offer = self.offer
        new.hidden = self.hidden.clone()
        new.events = []
        new.log = new.events.append
        new.results = []
        new.winners = self.winners
        new.settlement = self.settlement
        return new

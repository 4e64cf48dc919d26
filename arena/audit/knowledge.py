"""What each seat may know, worked out from the rules (section 6, who knows what), the cards and the actions.

Never from the views and audiences that are audited, nor from events that tell what a seat sees: an event shown to the
wrong seat, or too early, or with too much in it, must not make two worlds count as different.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from operator import add
from typing import Final

from arena.audit.worlds import Deal
from referee.engine.actions import LOOK, MISDEAL, PASS, Ask
from referee.engine.cards import BIT, CARDS, mask_of
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.kinds import Follow
from referee.engine.phases.deal import places
from referee.engine.sheet import Sheet
from referee.engine.steps import Face, Inspect, Narrow, Swap, ThrowPlain

# The number of cards is public, which they are is not. The number comes from the cards, not from what was told of it.
_UNSEEN: Final[dict[int, int]] = {EventKind.OWN_THROW: 0, EventKind.OWN_DRAW: 1, EventKind.OWN_ASIDE: 2}
_READ: Final = frozenset((*_UNSEEN, EventKind.SEARCH, EventKind.BURN, EventKind.THROW))
_AUCTION: Final = (Ask.LOOK, Ask.CALL)


@dataclass(frozen=True, slots=True)
class Fact:
    """What may be known before a decision, beside the actions.

    `public` is what everybody knows, `hands` by seat the cards that it holds and has seen. Then what came since the
    decision before, by seat: the cards `shown` to everybody from its hand, how many it threw, drew and laid aside
    unseen (`moved`, for all seats one after the other), and what `came` to its own eyes.
    """

    public: tuple[object, ...]
    hands: tuple[int, ...]
    shown: tuple[int, ...]
    moved: tuple[int, ...]
    came: tuple[int, ...]

    def same_for(self, seat: int, other: Fact) -> bool:
        """Return whether the seat may see no difference."""
        return (
            self.public == other.public
            and self.hands[seat] == other.hands[seat]
            and self.shown == other.shown
            and self.moved == other.moved
            and self.came[seat] == other.came[seat]
        )

    def after(self, before: Fact) -> Fact:
        """Return this fact with what came before it added."""
        shown = tuple(now | then for now, then in zip(self.shown, before.shown, strict=True))
        moved = tuple(map(add, self.moved, before.moved))
        came = tuple(now | then for now, then in zip(self.came, before.came, strict=True))
        return Fact(self.public, self.hands, shown, moved, came)


def throws_face_up(sheet: Sheet) -> bool:
    """Return whether cards are thrown face up; AssertionError where a sheet has both."""
    faces = {step.face if isinstance(step, Swap | ThrowPlain) else Face.DOWN for step in sheet.exchange
             if isinstance(step, Swap | ThrowPlain | Narrow | Inspect)}  # fmt: skip
    assert len(faces) < 2, f"{sheet.spec}: the audit cannot tell the throws face up from those face down"
    return Face.UP in faces


def next_dealer(game: Game) -> int:
    """Return who deals the next deal of the game."""
    dealer = game.public.dealer
    return dealer if game.deal_number < 0 or game.public.redeal else game.tables.next_seat[dealer]


def where_dealt(sheet: Sheet, dealer: int) -> tuple[tuple[int, ...], ...]:
    """Return by seat the places in the pack of the cards that it is dealt."""
    return places(sheet.seats, sheet.hand_size, sheet.packet, (dealer + 1) % sheet.seats)


class Walk:
    """A game on its way through the deals, with what may be known of it."""

    def __init__(self, game: Game, deal: Callable[[int], Deal]) -> None:
        self.game = game
        self._deal = deal
        self._face_up = throws_face_up(game.sheet)
        self._passes_over = game.sheet.follow is Follow.TRUMP_LED_ONLY
        self._before: Fact | None = None
        self._points: tuple[int, ...] = ()
        self._shown = [0] * game.tables.seats
        self.settle()

    def go_on_with(self, game: Game, fact: Fact) -> None:
        """Go on with another game at the same place; `fact` was found there already, and is found once more."""
        self.game = game
        self._events = len(game.events)
        self._before = fact

    def apply(self, action: int) -> None:
        """Do the action."""
        game, public = self.game, self.game.public
        seat, ask = public.to_act, public.ask
        if ask == Ask.LOOK and action == LOOK:
            self._looked |= BIT[seat]
        elif ask == Ask.CALL and action == MISDEAL:
            self._shown[seat] |= self._dealt[seat]
        elif ask == Ask.CALL and action == PASS and seat == public.dealer and not public.call:
            self._shown = list(self._dealt)  # all have passed
        elif ask == Ask.PLAY and self._passes_over and action < CARDS:
            self._pass_over(seat, action)
        game.apply(action)

    def fact(self) -> Fact:
        """Return what may be known now, and forget what has come.

        The log is read only for cards that moved; who may know of it follows from its kind.
        """
        game, came = self.game, [0] * self.game.tables.seats
        moved = [0] * 3 * len(came)
        for kind, seat, _, cards, _ in game.events[self._events :]:
            if kind in _UNSEEN and not self._searched >> seat & 1:
                moved[3 * seat + _UNSEEN[kind]] += cards.bit_count()
            if kind in _READ:
                self._read(kind, seat, cards, came)
        self._events = len(game.events)
        self._look(came)
        seat, cards = self._offered()
        came[seat] |= cards
        hands = tuple([one.hand if self._knows >> seat & 1 else 0 for seat, one in enumerate(game.private)])
        fact = Fact(self._public(hands), hands, tuple(self._shown), tuple(moved), tuple(came))
        self._shown = [0] * len(came)
        before, self._before = self._before, None
        return fact.after(before) if before else fact

    def _read(self, kind: int, seat: int, cards: int, came: list[int]) -> None:
        """Read an event by which cards have moved."""
        if kind == EventKind.OWN_DRAW:
            came[seat] |= cards
        elif kind == EventKind.SEARCH:
            self._searched |= BIT[seat]  # how many trumps it finds is its own affair (see `_public`)
        elif kind == EventKind.BURN or (kind == EventKind.THROW and self._face_up):
            self._shown[seat] |= cards
        if kind == EventKind.OWN_THROW or (kind == EventKind.THROW and self._face_up):
            self._thrown |= cards

    def settle(self) -> None:
        """Deal, if a deal is needed, and forget the last one."""
        game = self.game
        if game.results:
            self._points = game.results[-1].points
        if not game.needs_deal:
            return
        self._events = len(game.events)
        deal, where = self._deal(game.deal_number + 1), where_dealt(game.sheet, next_dealer(game))
        game.deal(deal.pack, deal.lots)
        self._dealt = tuple(mask_of([deal.pack[place] for place in own]) for own in where)
        self._looked = self._up = self._thrown = self._searched = 0
        self._knows = 0  # the seats that have seen their hands, a bit each

    def _look(self, came: list[int]) -> None:
        """See who knows his hand: who has looked, and after the auction everybody."""
        game = self.game
        blind = not game.tables.at_once and game.public.ask in _AUCTION
        knows = self._looked if blind else BIT[game.tables.seats] - 1
        for seat, cards in enumerate(self._dealt):
            if (knows & ~self._knows) >> seat & 1:
                came[seat] |= cards
        self._knows = knows

    def _offered(self) -> tuple[int, int]:
        """Return the cards that a seat is asked to choose from though they are not its own: by lot, or searched."""
        game, public = self.game, self.game.public
        if public.ask == Ask.TAKE:
            return public.to_act, BIT[game.hidden.forfeited[public.offered]]
        if public.ask == Ask.SEARCH:
            return public.to_act, self._stock() or self._thrown
        return 0, 0

    def _stock(self) -> int:
        hidden = self.game.hidden
        return mask_of(hidden.stock[hidden.drawn :])

    def _public(self, hands: tuple[int, ...]) -> tuple[object, ...]:
        """What everybody knows. A trump found in a search counts for the stock until the search is over."""
        game, hidden = self.game, self.game.hidden
        left = len(hidden.stock) - hidden.drawn
        if self._searched:
            hands = tuple([hand & ~self._stock() for hand in hands])
        sizes = [hand.bit_count() for hand in hands]
        if self._knows != BIT[len(hands)] - 1:
            sizes = [size or cards.bit_count() for size, cards in zip(sizes, self._dealt, strict=True)]
        public = game.public
        return (public.deal_number, public.dealer, *sizes, left, public.scores, game.winners, self._points, self._up)

    def _pass_over(self, seat: int, card: int) -> None:
        """Note who goes up by this play: those between it and the next who may play to a trump led (carthage)."""
        game, public = self.game, self.game.public
        trumps = public.table.mask
        if not trumps >> (public.trick[0] if public.trick else card) & 1:
            return
        leader = public.leader if public.trick else seat
        while (seat := game.tables.next_seat[seat]) != leader:
            hand = game.private[seat].hand
            if hand & trumps:
                return
            if hand:
                self._up |= BIT[seat]

"""Setting a game up so that it stands in a described position.

Only what matters is described: a hand, the actions so far. The other cards are dealt so that all that is possible. That
is found by repair: deal anyhow, act as described, and whenever somebody cannot, let him have the card that he needs in
the place of one that nobody needs, or get rid of one that he must not have, and begin again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from arena.audit.knowledge import where_dealt
from referee.engine.actions import PICK, PICK_MASK, Pick, allows
from referee.engine.cards import CARDS, NAMES, card_names, cards_of, mask_of
from referee.engine.errors import PitchError
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.notation import legal_text, parse_token
from referee.engine.sheet import Sheet
from referee.engine.tables import compile_tables

TRIES: Final = 2000
ASIDE: Final = 0.1  # how often any two cards change places
IDLE: Final = 0.8  # how often a card is given away of which nothing is told
_PICKS: Final = ("throw:?", "burn:?", "keep:?", "search:?")


class CannotBe(PitchError):
    """The described position cannot come about."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A position. `hands` has by seat the cards held when the question comes, `dealt`
    (0: not told) what the seat was dealt; `actions` tokens of what was done in the
    deal so far, `throw:?` for any choice of cards, `throw:?2` for any two. `pack`: the whole pack in dealing order,
    where the position is not to be found but given."""

    sheet: Sheet
    seat: int
    dealer: int
    deal: int
    scores: tuple[int, ...]
    hands: Mapping[int, int]
    dealt: int
    actions: tuple[str, ...]
    pack: tuple[int, ...]
    lots: tuple[int, ...]


class _Lacks(Exception):
    """A seat lacks cards, or has some that it must not have; `progress` is how many actions were possible."""

    def __init__(self, seat: int, cards: int, progress: int, why: str) -> None:
        super().__init__(why)
        self.seat = seat
        self.cards = cards
        self.progress = progress


def set_up(wanted: Wanted) -> Game:
    """Return the game in the position, with the events of the deal. CannotBe says what does not fit."""
    sheet = wanted.sheet
    if not 0 <= wanted.dealer < sheet.seats:
        raise CannotBe(f"the dealer must be a seat, 0 to {sheet.seats - 1}")
    if wanted.scores and len(wanted.scores) != sheet.sides:
        raise CannotBe(f"{sheet.label} has {sheet.sides} sides, `scores` has {len(wanted.scores)}")
    if wanted.pack:
        try:
            return _Try(wanted, list(wanted.pack), 0).play()
        except _Lacks as lack:
            raise CannotBe(str(lack)) from None
    return _search(wanted)


def _search(wanted: Wanted) -> Game:
    """Return the game in a deal found by repair; of two tries the one that comes further is gone on with."""
    chance = Random(f"{wanted.sheet.spec} {wanted.actions}")  # noqa: S311 - any cards will do
    pack = list(wanted.sheet.pack)
    chance.shuffle(pack)
    hands = [wanted.hands.get(seat, 0) for seat in range(wanted.sheet.seats)]
    _check_twice(hands)
    if wanted.dealt:
        _deal_to(wanted, pack)
    named = _named(wanted)
    best: tuple[_Try, _Lacks] | None = None
    for _ in range(TRIES):
        attempt = _Try(wanted, pack, named)
        try:
            return attempt.play()
        except _Lacks as lack:
            if best is None or lack.progress >= best[1].progress:
                best = attempt, lack
        except PitchError:
            if best is None:
                raise
        pack = best[0].pack[:]
        if not _repair(*best, pack, chance):
            break
    assert best is not None
    raise CannotBe(str(best[1]))


def _named(wanted: Wanted) -> int:
    """Return the cards that are told of: they are moved only to where they are needed."""
    named = wanted.dealt
    for cards in wanted.hands.values():
        named |= cards
    for text in wanted.actions:
        if not text.startswith(_PICKS):
            named |= _cards_in(parse_token(text, wanted.sheet))
    return named


def _cards_in(action: int) -> int:
    return action & PICK_MASK if action >= PICK else 1 << action if action < CARDS else 0


def _repair(attempt: _Try, lack: _Lacks, pack: list[int], chance: Random) -> bool:
    """Exchange cards of the pack so that the seat comes nearer to what it needs; return whether that was possible."""
    had, owned = attempt.had(lack.seat), attempt.owned()
    movable = [card for card in pack if not owned >> card & 1]
    if len(movable) < 2:
        return False
    spare = list(cards_of(had & ~owned))
    missing = [card for card in cards_of(lack.cards & ~had) if card in movable]
    others = missing[:1] or [card for card in movable if card not in spare]
    if not (spare and others) or chance.random() < ASIDE:
        _exchange(pack, *chance.sample(movable, 2))  # another seat's hand may stand in the way
        return True
    idle = [card for card in spare if not attempt.named >> card & 1]
    given = chance.choice(idle if idle and chance.random() < IDLE else spare)
    _exchange(pack, given, chance.choice(others))
    return True


def _deal_to(wanted: Wanted, pack: list[int]) -> None:
    """Put the cards that the seat was dealt into its places of the pack."""
    places = where_dealt(wanted.sheet, wanted.dealer)[wanted.seat]
    cards = cards_of(wanted.dealt)
    if len(cards) != len(places):
        raise CannotBe(f"{len(places)} cards are dealt to a seat, not {len(cards)}")
    for place, card in zip(places, cards, strict=True):
        _exchange(pack, pack[place], card)


def _check_twice(needs: list[int]) -> None:
    seen = 0
    for cards in needs:
        if cards & seen:
            raise CannotBe(f"{card_names(cards & seen)} stands in two hands")
        seen |= cards


def _exchange(pack: list[int], one: int, other: int) -> None:
    first, second = pack.index(one), pack.index(other)
    pack[first], pack[second] = other, one


class _Try:
    """One try to come to the position from this pack. `named`: the cards that are told of."""

    def __init__(self, wanted: Wanted, pack: list[int], named: int) -> None:
        self.pack = pack
        self.named = named
        self._wanted = wanted
        sheet = wanted.sheet
        self.game = Game(compile_tables(sheet), wanted.dealer)
        public = self.game.public
        public.deal_number = wanted.deal - 1
        public.redeal = True  # the dealer is the one that is named
        if wanted.scores:
            public.scores = wanted.scores
        lots = wanted.lots or ((0,) * sheet.seats if self.game.tables.forfeits else ())
        self.game.deal(pack, lots)
        self._sure = dict(wanted.hands)
        self._sure[wanted.seat] = self._sure.get(wanted.seat, 0) | wanted.dealt
        self._dealt = [mask_of(pack[place] for place in own) for own in where_dealt(sheet, wanted.dealer)]

    def had(self, seat: int) -> int:
        """Return the cards that have come to the seat's hand so far."""
        drawn = 0
        for kind, who, _, cards, _ in self.game.events:
            if kind == EventKind.OWN_DRAW and who == seat:
                drawn |= cards
        return self._dealt[seat] | drawn | self.game.private[seat].hand

    def owned(self) -> int:
        """Return the cards that lie where they must: hands that are told of, and what was played from a hand."""
        owned = 0
        for seat, cards in self._sure.items():
            owned |= cards & self.had(seat)
        return owned

    def play(self) -> Game:
        """Return the game in the position. _Lacks when it does not come about in this deal."""
        game, wanted = self.game, self._wanted
        for number, text in enumerate(wanted.actions, start=1):
            if game.to_act < 0:
                raise _Lacks(wanted.seat, 0, number, f"the deal is over before action {number}, {text}")
            game.apply(self._action(number, text))
        count = len(wanted.actions) + 1
        if game.to_act != wanted.seat:
            who = f"seat {game.to_act} is to act" if game.to_act >= 0 else "the deal is over"
            why = f"after these actions {who}, not seat {wanted.seat}"
            raise _Lacks(max(game.to_act, 0), 0, count, why)
        for seat, cards in wanted.hands.items():
            hand = game.private[seat].hand
            if hand != cards:
                held, told = hand.bit_count(), cards.bit_count()
                why = f"seat {seat} cannot hold {card_names(cards)} then"
                if held != told:
                    why += f": it holds {held} cards, not {told}"
                fit = count + (hand & cards).bit_count() if held == told else count
                raise _Lacks(seat, cards & ~hand, fit, why)
        return game

    def _action(self, number: int, text: str) -> int:
        game = self.game
        seat, legal = game.to_act, game.legal()
        if text.startswith(_PICKS):
            return self._any_pick(number, text)
        action = parse_token(text, self._wanted.sheet)
        if not allows(legal, action):
            what = f"action {number}: {text} is not legal for seat {seat}"
            raise _Lacks(seat, _cards_in(action), number, f"{what}; there is: {self._shown()}")
        self._sure[seat] = self._sure.get(seat, 0) | _cards_in(action)
        return action

    def _shown(self) -> str:
        game = self.game
        return legal_text(game.legal(), game.ask, game.sheet)

    def _any_pick(self, number: int, text: str) -> int:
        """Return a choice of so many cards, of those that are not told of where they can be spared."""
        game = self.game
        seat, legal = game.to_act, game.legal()
        wish = text.partition("?")[2]
        if wish and not wish.isdecimal():
            raise CannotBe(f"action {number}, {text}: must be like throw:? or throw:?2")
        if not isinstance(legal, Pick):
            raise _Lacks(seat, 0, number, f"action {number}, {text}: seat {seat} chooses no cards: {self._shown()}")
        fixed = legal.fixed.bit_count()
        count = max(legal.least, min(legal.most, int(wish) - fixed)) if wish else legal.least
        keeps = text.startswith(("keep", "search"))
        order = sorted(cards_of(legal.choose_from), key=lambda card: bool(self.named >> card & 1) != keeps)
        if wish and count + fixed != int(wish):
            raise _Lacks(seat, 0, number, f"action {number}, {text}: seat {seat} may choose {self._shown()}")
        return PICK | legal.fixed | mask_of(order[:count])


def names_of(cards: Iterator[int]) -> str:
    """Return the names of the cards in this order, separated by blanks."""
    return " ".join(NAMES[card] for card in cards)

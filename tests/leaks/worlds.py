"""Worlds: a game as packs and decisions, what each seat may know of it, and how far another world goes the same way.

What a seat may know is written down here from the rules (section 6, who knows what) and worked out from the cards and
actions themselves, never from the events, views or audiences that are tested: an event shown to the wrong seat must not
make two worlds count as different.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Final

from referee.engine.actions import CALL, PICK, PICK_MASK, Ask, Legal, Pick, allows, house_move
from referee.engine.cards import CARDS, cards_of, mask_of
from referee.engine.errors import PitchError
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.phases.deal import places
from referee.engine.sheet import ThrowPlain
from referee.engine.tables import compile_tables
from referee.faults import Fault, Policy, Tally
from referee.variants.catalogue import resolve
from tests.catalogue.tables import random_action, shuffled

Deck = Callable[[Game, Random], list[int]]  # the next pack

STRICT: Final = Policy()
PATIENT: Final = Policy(wrong_answers=999, late_answers=999, silences=999)


class Reply(Enum):
    """How a bot answers a question."""

    RIGHT = "right"
    STALE = "stale"  # answers to turns that are not open, then the right one
    ILLEGAL = "illegal"
    MALFORMED = "malformed"
    SECOND_JOIN = "second-join"
    LATE = "late"  # no answer at all


# The fault of a wrong reply; the house move is played instead.
FAULTS: Final = {
    Reply.ILLEGAL: Fault.ILLEGAL,
    Reply.MALFORMED: Fault.MALFORMED,
    Reply.SECOND_JOIN: Fault.PROTOCOL,
    Reply.LATE: Fault.LATE,
}
WRONG: Final = tuple(reply for reply in Reply if reply is not Reply.RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A decision: who is asked what, how it answers (`said`: an illegal action), and the action that is played.

    `asked` is False where the house plays on for a seat that has forfeited the game.
    """

    deal: int
    seat: int
    ask: int
    action: int
    reply: Reply = Reply.RIGHT
    said: int = 0
    asked: bool = True

    @property
    def open_part(self) -> int:
        """What everybody sees of the action: of cards thrown face down their number, else the action (A15)."""
        return (self.action & PICK_MASK).bit_count() if self.ask == Ask.THROW else self.action

    @property
    def open_cards(self) -> int:
        """The cards that it shows to everybody: played or burned."""
        if self.ask == Ask.BURN:
            return self.action & PICK_MASK
        return 1 << self.action if self.ask == Ask.PLAY and self.action < CARDS else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """Pairs of cards that change places, in all that the seat cannot know, before a decision of a deal."""

    seat: int
    deal: int
    index: int
    pairs: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """A whole game: its sheet, first dealer, packs by deal, decisions, and a change in the middle if there is one."""

    spec: str
    dealer: int
    policy: Policy
    packs: tuple[tuple[int, ...], ...]
    steps: tuple[Step, ...]
    change: Change | None = None


@dataclass(frozen=True, slots=True)
class Fact:
    """What everybody may know before a decision, beside the actions, and by seat the cards it holds; then what came
    since the decision before: the cards burned, and those that came to each seat."""

    public: tuple[object, ...]
    hands: tuple[int, ...]
    burned: int
    came: tuple[int, ...]

    def same_for(self, seat: int, other: Fact) -> bool:
        """Return whether the seat may see no difference."""
        return (
            self.public == other.public
            and self.hands[seat] == other.hands[seat]
            and self.burned == other.burned
            and self.came[seat] == other.came[seat]
        )

    def after(self, before: Fact) -> Fact:
        """Return this fact with what came before it added."""
        came = tuple(now | then for now, then in zip(self.came, before.came, strict=True))
        return Fact(self.public, self.hands, self.burned | before.burned, came)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """A world that was played: the state and what was known before each decision and at the end, and the state before
    each deal."""

    world: World
    facts: tuple[Fact, ...]
    states: tuple[Game, ...]
    undealt: tuple[Game, ...]

    def span(self, deal: int) -> range:
        """Return the indices of the decisions of a deal."""
        found = [index for index, step in enumerate(self.world.steps) if step.deal == deal]
        return range(found[0], found[-1] + 1)

    def own(self, seat: int, deal: int, upto: int) -> int:
        """Return the cards of the deal that have come to the seat before decision `upto` of the game."""
        first = self.span(deal).start
        mask = self.facts[first].hands[seat]
        for fact in self.facts[first + 1 : min(upto, self.span(deal).stop - 1) + 1]:
            mask |= fact.came[seat]
        return mask

    def shown(self, deal: int, before: int) -> int:
        """Return the cards of the deal that everybody has seen before the decision: played, burned, thrown face up."""
        span = self.span(deal)
        mask = 0
        for thrown in face_up(self.states[min(before, span.stop - 1)], self.world.packs[deal]):
            mask |= thrown
        for step in self.world.steps[span.start : min(before, span.stop)]:
            mask |= step.open_cards
        return mask


def throws_face_up(game: Game) -> bool:
    """Return whether everybody throws all non-trumps face up."""
    return any(isinstance(step, ThrowPlain) for step in game.sheet.exchange)


def face_up(game: Game, pack: Sequence[int]) -> tuple[int, ...]:
    """Return by seat the cards thrown face up: the non-trumps that were dealt, once trump is known, where all throw."""
    if game.public.trump < 0 or not throws_face_up(game):
        return ()
    sheet, eldest = game.sheet, (game.public.dealer + 1) % game.tables.seats
    plain = ~game.tables.trumps[game.public.trump].mask
    where = places(sheet.seats, sheet.hand_size, sheet.packet, eldest)
    return tuple(mask_of(pack[place] for place in places_of_seat) & plain for places_of_seat in where)


class Walk:
    """A game on its way through the packs. `since`: what had come to the seats when it was last looked at."""

    def __init__(self, game: Game, pack: Callable[[int], Sequence[int]], since: Fact | None = None) -> None:
        self.game = game
        self._pack = pack
        self._since = since
        self._events = len(game.events)
        self._shows = throws_face_up(game)
        self._points: tuple[int, ...] = game.results[-1].points if game.results else ()
        self.settle()

    def settle(self) -> None:
        """Deal, if a deal is needed."""
        if self.game.results:
            self._points = self.game.results[-1].points
        if self.game.needs_deal:
            self.game.deal(self._pack(self.game.deal_number + 1))

    def fact(self) -> Fact:
        """Return what may be known now, and forget what has come.

        The log is read whoever it was addressed to: who may know of an event follows from its kind.
        """
        game = self.game
        burned, came = 0, [0] * game.tables.seats
        for kind, seat, _, cards, _ in game.events[self._events :]:
            if kind in (EventKind.HAND, EventKind.OWN_DRAW):
                came[seat] |= cards
            elif kind == EventKind.BURN:
                burned |= cards
        self._events = len(game.events)
        hands = tuple([private.hand for private in game.private])
        open_cards = face_up(game, self._pack(game.deal_number)) if self._shows else ()
        sizes = tuple(map(int.bit_count, hands))
        left = len(game.hidden.stock) - game.hidden.drawn
        dealer, number = game.public.dealer, game.deal_number
        known = (number, dealer, sizes, left, open_cards, game.scores, game.winners, self._points)
        fact = Fact(known, hands, burned, tuple(came))
        since, self._since = self._since, None
        return fact.after(since) if since else fact


def copy_of(game: Game) -> Game:
    """Return an independent copy that knows how the deals before came out. Its event log starts empty."""
    new = game.clone()
    new.results.extend(game.results)
    return new


def record(
    spec: str,
    chance: Random,
    *,
    policy: Policy = PATIENT,
    erring: int = -1,
    replies: Sequence[Reply] = WRONG,
    deck: Deck = shuffled,
) -> Trail:
    """Play a game of the spec at random and return it; `erring` is a seat that answers wrongly now and then."""
    sheet = resolve(spec)
    dealer = chance.randrange(sheet.seats)
    packs: list[tuple[int, ...]] = []
    game = Game(compile_tables(sheet), dealer)

    def pack(deal: int) -> Sequence[int]:
        while len(packs) <= deal:
            packs.append(tuple(deck(game, chance)))
        return packs[deal]

    walk = Walk(game, pack)
    tally = Tally(policy, sheet.seats)
    steps: list[Step] = []
    facts = [walk.fact()]
    states = [copy_of(game)]
    undealt = [Game(game.tables, dealer)]
    while not game.over:
        step = _decide(game, chance, erring=erring, replies=replies, forfeited=game.to_act in tally.forfeited)
        if step.reply in FAULTS:
            tally.count(step.seat, FAULTS[step.reply])
        steps.append(step)
        game.apply(step.action)
        if game.needs_deal:
            undealt.append(copy_of(game))
        walk.settle()
        facts.append(walk.fact())
        states.append(copy_of(game))
    world = World(spec=spec, dealer=dealer, policy=policy, packs=tuple(packs), steps=tuple(steps))
    return Trail(world=world, facts=tuple(facts), states=tuple(states), undealt=tuple(undealt))


def _decide(game: Game, chance: Random, *, erring: int, replies: Sequence[Reply], forfeited: bool) -> Step:
    seat, legal = game.to_act, game.legal()
    reply = chance.choice(replies) if seat == erring and not forfeited and chance.random() < 0.3 else Reply.RIGHT
    house = forfeited or reply in FAULTS
    return Step(
        deal=game.deal_number,
        seat=seat,
        ask=game.ask,
        action=house_move(legal) if house else random_action(legal, chance),
        reply=reply,
        said=_illegal(game, legal, chance) if reply is Reply.ILLEGAL else 0,
        asked=not forfeited,
    )


def _illegal(game: Game, legal: Legal, chance: Random) -> int:
    """Return an action that is not legal and names, where it can, a card that the seat does not hold."""
    foreign = [card for card in game.tables.pack if not game.private[game.to_act].hand >> card & 1]
    card = chance.choice(foreign)
    if isinstance(legal, Pick):
        return PICK | legal.fixed | 1 << card
    return card if game.ask == Ask.PLAY else chance.choice([card, 63, 127, 255, CALL + 1])


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """How far another world goes like the first one for a seat: all it sees up to and with question `horizon` must be
    the same. `parted`: there the two ask differently, or refuse the seat's own answer, though it knows the same."""

    horizon: int
    steps: tuple[Step, ...]
    parted: bool


def follow(trail: Trail, seat: int, walk: Walk, *, start: int, target: int) -> Followed:
    """Play the other world from decision `start` as the first one was played, as long as the seat may see no change.

    The others' face-down throws are adapted: as many cards, but none that they play or burn before `target`.
    """
    steps = list(trail.world.steps)
    game, index = walk.game, start
    try:
        while trail.facts[index].same_for(seat, fact := walk.fact()):
            if index == len(steps) or steps[index].deal != steps[start].deal:  # from here on all is the same
                return Followed(horizon=len(steps), steps=tuple(steps), parted=False)
            step = steps[index]
            if (game.to_act, game.ask) != (step.seat, step.ask):
                return Followed(horizon=index, steps=tuple(steps), parted=True)
            legal = game.legal()
            action = _action(trail, seat, index, legal, target)
            if not allows(legal, action) or (step.reply is Reply.ILLEGAL and allows(legal, step.said)):
                return Followed(horizon=index, steps=tuple(steps), parted=step.seat == seat)
            if action != step.action:
                steps[index] = replace(step, action=action)
                if steps[index].open_part != step.open_part:
                    return Followed(horizon=index, steps=tuple(steps), parted=False)
            game.apply(action)
            walk.settle()
            index += 1
    except PitchError:  # an engine with a planted fault may contradict itself in one world only
        return Followed(horizon=index + 1, steps=tuple(steps), parted=True)
    if index > start and _skipped(trail, seat, index, fact):
        return Followed(horizon=index, steps=tuple(steps), parted=True)
    return Followed(horizon=index - 1, steps=tuple(steps), parted=False)


def _skipped(trail: Trail, seat: int, index: int, fact: Fact) -> bool:
    """Return whether the seat knows what it knows one decision later in the first world: a question was skipped."""
    if index >= len(trail.world.steps):
        return False
    return trail.facts[index + 1].after(trail.facts[index]).same_for(seat, fact)


def _action(trail: Trail, seat: int, index: int, legal: Legal, target: int) -> int:
    """Return the action of the other world at the decision."""
    step = trail.world.steps[index]
    if step.reply in FAULTS or not step.asked:
        return house_move(legal)
    if step.ask != Ask.THROW or step.seat == seat or not isinstance(legal, Pick):
        return step.action
    needed = 0
    for later in trail.world.steps[index + 1 : target]:
        if later.deal == step.deal and later.seat == step.seat:
            needed |= later.open_cards
    count = (step.action & PICK_MASK).bit_count()
    free = legal.choose_from & ~needed
    order = (*cards_of(free & step.action), *cards_of(free & ~step.action))
    return PICK | mask_of(order[:count])

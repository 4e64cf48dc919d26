"""Twin worlds: the same for a seat, other cards wherever it cannot look. Three ways to make one.

STATE    in the middle of the game hidden cards change places, the past stays as it was
DEAL     another pack from the first card on, in which everything that was seen happens again
UNSEEN   only cards that the seat never sees in the whole deal change places: the rest of the stock, what others threw,
         laid aside or still held at the end; nothing that the seat sees may change to the end of the game

Each starts from the true cards and makes random exchanges, of which it keeps those that leave the seat's world as it
is up to a chosen decision (worlds.follow). An exchange after which another question is asked, or the seat's own answer
refused, is kept at once: that is a leak by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Final

from referee.engine.actions import PICK_MASK, Ask
from referee.engine.cards import BIT, cards_of, mask_of
from referee.engine.game import Game
from referee.engine.phases import play
from referee.engine.sheet import Cards, Swap
from tests.leaks.worlds import Change, Followed, Step, Trail, Walk, World, copy_of, follow

TRIES: Final = 16  # exchanges tried for a twin


class Method(Enum):
    """How a twin is made."""

    STATE = "state"
    DEAL = "deal"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """Another world and how far it is the same for the seat: up to and with the question `horizon` (worlds.Followed).

    `first` is the first decision before which the two worlds differ at all.
    """

    method: Method
    seat: int
    world: World
    first: int
    horizon: int


def twins(trail: Trail, seat: int, method: Method, chance: Random, count: int) -> Iterator[Twin]:
    """Yield up to `count` twins of the world for the seat; fewer where too few cards are hidden from it."""
    deals = len(trail.undealt)
    for _ in range(count):
        deal = chance.randrange(deals)
        if method is Method.STATE:
            twin = _change_state(trail, seat, deal, chance)
        else:
            twin = _fork(trail, seat, deal, chance, unseen=method is Method.UNSEEN)
        if twin is not None:
            yield twin


# ---- forked at the deal, and cards never seen


def _fork(trail: Trail, seat: int, deal: int, chance: Random, *, unseen: bool) -> Twin | None:
    span, total = trail.span(deal), len(trail.world.steps)
    target = total if unseen else _target(trail, seat, range(span.start + 1, span.stop), chance)
    pack = list(trail.world.packs[deal])
    seen = trail.own(seat, deal, target)
    if unseen:
        seen |= trail.shown(deal, span.stop)
    hidden = [card for card in pack if not seen >> card & 1]
    kept: tuple[list[int], Followed] | None = None
    for _ in range(TRIES if len(hidden) > 1 else 0):
        tried = _swapped(kept[0] if kept else pack, [_pair(trail, deal, hidden, chance)])
        walk = Walk(copy_of(trail.undealt[deal]), _packs(trail, deal, tried))
        found = follow(trail, seat, walk, start=span.start, target=target)
        if found.horizon >= span.start and (found.parted or found.horizon >= target):
            kept = (tried, found)
            if found.parted:
                break
    if kept is None or kept[0] == pack:
        return None
    packs = list(trail.world.packs)
    packs[deal] = tuple(kept[0])
    world = replace(trail.world, packs=tuple(packs), steps=kept[1].steps)
    method = Method.UNSEEN if unseen else Method.DEAL
    return Twin(method=method, seat=seat, world=world, first=span.start, horizon=kept[1].horizon)


def _target(trail: Trail, seat: int, indices: range, chance: Random) -> int:
    """Return a decision up to which nothing may change: one of the seat's own, each kind as likely, or the end."""
    kinds: dict[int, list[int]] = {}
    for index in indices:
        step = trail.world.steps[index]
        if step.seat == seat and step.asked:
            kinds.setdefault(step.ask, []).append(index)
    return chance.choice(chance.choice([*kinds.values(), [len(trail.world.steps)]]))


def _pair(trail: Trail, deal: int, hidden: Sequence[int], chance: Random) -> tuple[int, int]:
    """Return two of the hidden cards; every second time two trumps, since most depends on them."""
    game = trail.states[trail.span(deal).stop - 1]
    mask = game.tables.trumps[game.public.trump].mask if game.public.trump >= 0 else 0
    trumps = [card for card in hidden if mask >> card & 1]
    one, other = chance.sample(trumps if len(trumps) > 1 and chance.random() < 0.5 else hidden, 2)
    return one, other


def _packs(trail: Trail, replaced: int, pack: Sequence[int]) -> Callable[[int], Sequence[int]]:
    """Return the packs of the world by deal, with one of them replaced."""
    return lambda deal: pack if deal == replaced else trail.world.packs[deal]


# ---- at a state


def exchange(game: Game, seat: int, one: int, other: int) -> None:
    """Let two cards change places in all that the seat cannot know."""
    both = BIT[one] | BIT[other]

    def changed(mask: int) -> int:
        return mask ^ both if (mask & both).bit_count() == 1 else mask

    for owner, private in enumerate(game.private):
        if owner != seat:
            hand = changed(private.hand)
            private.start, private.gone = changed(private.start), changed(private.gone)
            if private.cards:
                private.begin(cards_of(private.start))
                private.left = mask_of(place for place, card in enumerate(private.cards) if hand >> card & 1)
    game.hidden.stock = tuple({one: other, other: one}.get(card, card) for card in game.hidden.stock)
    if game.private[seat].cards and game.public.trump >= 0:
        play.sort_hands(game)
    if game.to_act >= 0:
        game.turn(game.to_act, game.ask)  # what may be done follows from the hands


def _change_state(trail: Trail, seat: int, deal: int, chance: Random) -> Twin | None:
    span = trail.span(deal)
    # The change is made between a bot's answer and the next question, so not where the house plays on by itself.
    starts = [index for index in span[1:] if trail.world.steps[index - 1].asked]
    if not starts:
        return None
    start = chance.choice(starts)
    target = _target(trail, seat, range(start, span.stop), chance)
    hidden = [
        card
        for card in trail.world.packs[deal]
        if not (trail.own(seat, deal, target) | trail.shown(deal, start)) >> card & 1
    ]
    true = trail.states[start]
    pairs: list[tuple[int, int]] = []
    state, found = true, None
    for _ in range(TRIES if len(hidden) > 1 else 0):
        pair = _pair(trail, deal, hidden, chance)
        if not _plausible(state, pair):
            continue
        tried = copy_of(state)
        exchange(tried, seat, *pair)
        if not _past_is_legal(trail, tried, seat, start):
            continue
        pack = _swapped(trail.world.packs[deal], [*pairs, pair])
        walk = Walk(copy_of(tried), _packs(trail, deal, pack), trail.facts[start])
        step = follow(trail, seat, walk, start=start, target=target)
        if step.horizon >= start and (step.parted or step.horizon >= target):
            state, found = tried, step
            pairs.append(pair)
            if step.parted:
                break
    if found is None or _cards(state) == _cards(true):
        return None
    change = Change(seat=seat, deal=deal, index=start - span.start, pairs=tuple(pairs))
    world = replace(trail.world, steps=found.steps, change=change)
    return Twin(method=Method.STATE, seat=seat, world=world, first=start, horizon=found.horizon)


def _swapped(pack: Sequence[int], pairs: Sequence[tuple[int, int]]) -> list[int]:
    cards = list(pack)
    for one, other in pairs:
        first, second = cards.index(one), cards.index(other)
        cards[first], cards[second] = other, one
    return cards


def _cards(game: Game) -> tuple[object, ...]:
    hands = [(private.hand, private.start, private.gone) for private in game.private]
    return (*hands, game.hidden.stock)


def _plausible(game: Game, pair: tuple[int, int]) -> bool:
    """Return whether the cards may change places: where only non-trumps are thrown or laid aside, no trump for one."""
    one, other = pair
    trump = game.public.trump
    steps = game.sheet.exchange
    if trump < 0 or not steps or any(isinstance(step, Swap) and step.cards is Cards.ANY for step in steps):
        return True
    mask = game.tables.trumps[trump].mask
    return mask >> one & 1 == mask >> other & 1


def _past_is_legal(trail: Trail, game: Game, seat: int, index: int) -> bool:
    """Return whether the others' plays and burns of the deal before the decision were legal with the changed cards."""
    deal = trail.world.steps[index].deal
    held = [private.hand for private in game.private]
    for place in range(index - 1, trail.span(deal).start - 1, -1):
        step = trail.world.steps[place]
        held[step.seat] |= step.open_cards
        if step.seat != seat and not _was_legal(trail.states[place], step, held[step.seat]):
            return False
    return True


def _was_legal(before: Game, step: Step, hand: int) -> bool:
    if step.ask == Ask.BURN:
        table = before.tables.trumps[before.public.trump]
        burned = step.action & PICK_MASK
        cheap = hand & table.mask & ~table.point_trumps
        return not burned & table.point_trumps or not cheap & ~burned
    if step.ask != Ask.PLAY or not step.open_cards:
        return True
    before = copy_of(before)
    private = before.private[step.seat]
    private.begin(cards_of(hand))
    if before.public.trump >= 0:
        play.sort_hands(before)
    return cards_of(step.open_cards)[0] in play.legal(before.tables, before.public, private)

"""Twin worlds: the same for a seat, other cards wherever it cannot look. Three ways to make one.

STATE    in the middle of the game hidden cards change places, the past stays as it was
DEAL     another deal from the first card on, in which everything that was seen happens again
UNSEEN   only cards that the seat never sees in the whole deal change places: the rest of the stock, a dead blind, what
         others threw, lost by lot, laid aside or still held at the end; nothing that the seat sees may change to the
         end of the game

Each starts from the true cards and makes random exchanges (of cards, or of somebody's lot; what others choose unseen
may change with them), of which it keeps those that leave the seat's world as it is up to a chosen decision
(`following`). An exchange after which another seat is asked, or the seat's own answer refused, is kept at once: that is
a leak by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import Final

from arena.audit.following import Followed, follow, retrace
from arena.audit.knowledge import Walk, next_dealer, where_dealt
from arena.audit.trails import Trail, copy_of
from arena.audit.worlds import Change, Deal, World
from referee.engine.cards import BIT, cards_of, mask_of
from referee.engine.game import Game
from referee.engine.phases import play
from referee.engine.state import FREE

TRIES: Final = 16  # exchanges tried for a twin
NEAR: Final = 0.5  # how often a change at a state looks no further than the seat's next question
LOTS: Final = 0.3  # how often a lot is changed where there are lots


class Method(Enum):
    """How a twin is made."""

    STATE = "state"
    DEAL = "deal"
    UNSEEN = "unseen"


@dataclass(frozen=True, slots=True, kw_only=True)
class Twin:
    """Another world and how far it is the same for the seat: up to and with the question `horizon` (Followed).

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


def _fork(trail: Trail, seat: int, number: int, chance: Random, *, unseen: bool) -> Twin | None:
    span, total = trail.span(number), len(trail.world.steps)
    target = total if unseen else _target(trail, seat, range(span.start + 1, span.stop), chance)
    true = trail.world.deals[number]
    seen = trail.own(seat, number, target)
    if unseen:
        seen |= trail.shown(number, span.stop)
    hidden = [card for card in true.pack if not seen >> card & 1]
    kept: tuple[Deal, Followed] | None = None
    for _ in range(TRIES):
        base = kept[0] if kept else true
        if len(hidden) < 2:
            tried = base  # nothing but what others choose unseen can be different
        elif true.lots and chance.random() < LOTS:
            tried = _with_another_lot(base, trail.undealt[number], chance)
        else:
            tried = replace(base, pack=_swapped(base.pack, [_pair(trail, number, hidden, chance)]))
        walk = Walk(copy_of(trail.undealt[number]), _deals(trail, number, tried))
        found = follow(trail, seat, walk, chance, start=span.start, target=target)
        if found.horizon >= span.start and (found.parted or found.horizon >= target):
            kept = (tried, found)
            if found.parted:
                break
    if kept is None or (kept[0] == true and kept[1].steps == trail.world.steps):
        return None
    deals = list(trail.world.deals)
    deals[number] = kept[0]
    world = replace(trail.world, deals=tuple(deals), steps=kept[1].steps)
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
    public = trail.states[trail.span(deal).stop - 1].public
    trumps = [card for card in hidden if public.trump >= 0 and public.table.mask >> card & 1]
    one, other = chance.sample(trumps if len(trumps) > 1 and chance.random() < 0.5 else hidden, 2)
    return one, other


def _with_another_lot(deal: Deal, undealt: Game, chance: Random) -> Deal:
    """Return the deal with another lot for a seat; every second time the card that it loses is the same."""
    seat, place = chance.randrange(len(deal.lots)), chance.randrange(undealt.sheet.hand_size)
    lots = (*deal.lots[:seat], place, *deal.lots[seat + 1 :])
    if chance.random() < 0.5:
        return replace(deal, lots=lots)
    own = where_dealt(undealt.sheet, next_dealer(undealt))[seat]
    pack = list(deal.pack)
    first, second = own[deal.lots[seat]], own[place]
    pack[first], pack[second] = pack[second], pack[first]
    return Deal(pack=tuple(pack), lots=lots)


def _swapped(pack: Sequence[int], pairs: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    cards = list(pack)
    for one, other in pairs:
        first, second = cards.index(one), cards.index(other)
        cards[first], cards[second] = other, one
    return tuple(cards)


def _deals(trail: Trail, replaced: int, deal: Deal) -> Callable[[int], Deal]:
    """Return the deals of the world by number, with one of them replaced."""
    return lambda number: deal if number == replaced else trail.world.deals[number]


# ---- at a state


def exchange(game: Game, seat: int, one: int, other: int) -> None:
    """Let two cards, neither of which the seat has seen, change places in all that it cannot know."""
    both, renamed = BIT[one] | BIT[other], {one: other, other: one}

    def changed(mask: int) -> int:
        return mask ^ both if (mask & both).bit_count() == 1 else mask

    def named(cards: tuple[int, ...]) -> tuple[int, ...]:
        return tuple([renamed.get(card, card) for card in cards])

    for owner, private in enumerate(game.private):
        if owner != seat:
            hand = changed(private.hand)
            private.start, private.gone = changed(private.start), changed(private.gone)
            private.forfeited, private.offered = changed(private.forfeited), changed(private.offered)
            if private.cards:
                private.begin(cards_of(private.start))
                private.left = mask_of(place for place, card in enumerate(private.cards) if hand >> card & 1)
    hidden = game.hidden
    hidden.stock, hidden.hands = named(hidden.stock), tuple(map(named, hidden.hands))
    hidden.forfeited = {owner: renamed.get(card, card) for owner, card in hidden.forfeited.items()}
    hidden.thrown = changed(hidden.thrown)
    if any(private.cards for private in game.private) and game.public.trump >= 0:
        broken = game.tables.broken if game.public.opening == FREE else None
        play.sort_hands(game, game.tables.places if broken is None else broken)
    if game.to_act >= 0:
        game.turn(game.to_act, game.ask)  # what may be done follows from the hands


def _change_state(trail: Trail, seat: int, number: int, chance: Random) -> Twin | None:
    span = trail.span(number)
    # The change is made between a bot's answer and the next question, so not where the house plays on by itself.
    starts = [index for index in span[1:] if trail.world.steps[index - 1].asked]
    if not starts:
        return None
    start = chance.choice(starts)
    own = [index for index in range(start, span.stop) if trail.world.steps[index].seat == seat]
    near = bool(own) and chance.random() < NEAR
    target = own[0] if near else _target(trail, seat, range(start, span.stop), chance)
    seen = trail.own(seat, number, target) | trail.shown(number, start)
    hidden = [card for card in trail.world.deals[number].pack if not seen >> card & 1]
    true = trail.states[start]
    pairs: list[tuple[int, int]] = []
    state, found = true, None
    for _ in range(TRIES if len(hidden) > 1 else 0):
        pair = _pair(trail, number, hidden, chance)
        walk = _with_a_past(trail, seat, number, start, [*pairs, pair])
        if walk is None:
            continue
        tried = copy_of(walk.game)
        followed = follow(trail, seat, walk, chance, start=start, target=target)
        if followed.horizon >= start and (followed.parted or followed.horizon >= target):
            state, found = tried, followed
            pairs.append(pair)
            if followed.parted:
                break
    if found is None or cards_in(state) == cards_in(true):
        return None
    change = Change(seat=seat, deal=number, index=start - span.start, pairs=tuple(pairs))
    world = replace(trail.world, steps=found.steps, change=change)
    return Twin(method=Method.STATE, seat=seat, world=world, first=start, horizon=found.horizon)


def _with_a_past(trail: Trail, seat: int, number: int, start: int, pairs: Sequence[tuple[int, int]]) -> Walk | None:
    """Return the walk at the decision with the cards exchanged; None where the deal could not have come to that: the
    same cards exchanged in the pack must lead there, by legal actions."""
    renamed: dict[int, int] = {}
    changed = copy_of(trail.states[start])
    for one, other in pairs:
        exchange(changed, seat, one, other)
        for card in trail.world.deals[number].pack:
            now = renamed.get(card, card)
            renamed[card] = other if now == one else one if now == other else now
    true = trail.world.deals[number]
    deal = replace(true, pack=tuple(renamed[card] for card in true.pack))
    walk = Walk(copy_of(trail.undealt[number]), _deals(trail, number, deal))
    fact = retrace(trail, seat, walk, start=trail.span(number).start, stop=start, renamed=renamed)
    if fact is None or cards_in(walk.game) != cards_in(changed):
        return None
    walk.go_on_with(changed, fact)
    return walk


def cards_in(game: Game) -> tuple[object, ...]:
    """Return where all the cards are."""
    private = [(one.hand, one.start, one.gone, one.forfeited, one.offered) for one in game.private]
    hidden = game.hidden
    rest = hidden.stock[hidden.drawn :]
    return (*private, rest, hidden.hands, hidden.lots, sorted(hidden.forfeited.items()), hidden.thrown)

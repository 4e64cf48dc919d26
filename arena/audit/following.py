"""Following: play another world as the first one was played, as long as a seat may see no difference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from arena.audit.knowledge import Fact, Walk
from arena.audit.trails import Trail
from arena.audit.worlds import FAULTS, Reply, Step
from referee.engine.actions import PICK, PICK_MASK, Ask, Legal, Pick, allows, house_move
from referee.engine.cards import cards_of, mask_of
from referee.engine.errors import PitchError

# Who has more trumps than he may keep is asked which he burns, else which plain cards he keeps: his answer tells it.
NARROWING: Final = {Ask.KEEP, Ask.BURN}
WHIMS: Final = 0.2  # how often somebody's unseen choice is another one


@dataclass(frozen=True, slots=True, kw_only=True)
class Followed:
    """How far another world goes like the first one for a seat: all it sees up to and with question `horizon` must be
    the same. `parted`: there the two ask another seat, or refuse the seat's own answer, though it knows the same."""

    horizon: int
    steps: tuple[Step, ...]
    parted: bool


def follow(trail: Trail, seat: int, walk: Walk, chance: Random, *, start: int, target: int) -> Followed:
    """Play the other world from decision `start` as the first one was played, as long as the seat may see no change.

    What the others do unseen is adapted: as many cards thrown, kept or taken, so that they hold what they play or burn
    before `target`; now and then they choose otherwise for no reason. An answer of theirs that would not be legal (a
    pass of somebody who is bound, a misdeal with an ace) shows the world for impossible, and ends it.
    """
    steps = list(trail.world.steps)
    game, index = walk.game, start

    def ended(horizon: int, *, parted: bool) -> Followed:
        return Followed(horizon=_asked(steps, horizon), steps=tuple(steps), parted=parted)

    try:
        while trail.facts[index].same_for(seat, fact := walk.fact()):
            if index == len(steps) or steps[index].deal != steps[start].deal:  # from here on all is the same
                return ended(len(steps), parted=False)
            step = steps[index]
            if game.to_act == step.seat != seat and {game.ask, step.ask} == NARROWING:
                return ended(index - 1, parted=False)
            if (game.to_act, game.ask) != (step.seat, step.ask):
                return ended(index, parted=True)
            legal = game.legal()
            action = _adapted(trail, seat, index, legal, chance, target)
            if not allows(legal, action) or (step.reply is Reply.ILLEGAL and allows(legal, step.said)):
                return ended(index, parted=step.seat == seat)
            if action != step.action:
                steps[index] = replace(step, action=action)
                if steps[index].open_part != step.open_part:
                    return ended(index, parted=False)
            walk.apply(action)
            walk.settle()
            index += 1
    except PitchError:  # an engine with a planted fault may contradict itself in one world only
        return ended(index + 1, parted=True)
    if index > start and _skipped(trail, seat, index, fact):
        return ended(index, parted=True)
    return ended(index - 1, parted=False)


def _asked(steps: Sequence[Step], index: int) -> int:
    """Return the last decision up to this one that a bot was asked: what the house plays on for it goes out together
    with what follows."""
    while 0 <= index < len(steps) and not steps[index].asked:
        index -= 1
    return index


def _skipped(trail: Trail, seat: int, index: int, fact: Fact) -> bool:
    """Return whether the seat knows what it knows one decision later in the first world: a question was skipped."""
    if index >= len(trail.world.steps):
        return False
    return trail.facts[index + 1].after(trail.facts[index]).same_for(seat, fact)


def _adapted(trail: Trail, seat: int, index: int, legal: Legal, chance: Random, target: int) -> int:
    """Return the action of the other world at the decision."""
    step = trail.world.steps[index]
    if step.reply in FAULTS or not step.asked:
        return house_move(legal)
    if not step.hidden or step.seat == seat or not isinstance(legal, Pick):
        return step.action
    needed = 0
    for later in trail.world.steps[index + 1 : target]:
        if later.deal == step.deal and later.seat == step.seat:
            needed |= later.open_cards
    chosen = step.action & PICK_MASK & ~legal.fixed
    first = legal.choose_from & needed if step.ask != Ask.THROW else 0
    rest = legal.choose_from & ~needed
    others = [*cards_of(rest & chosen), *cards_of(rest & ~chosen)]
    if chance.random() < WHIMS:
        chance.shuffle(others)
    count = min(max(chosen.bit_count(), legal.least), legal.most)
    return PICK | legal.fixed | mask_of([*cards_of(first), *others][:count])


def retrace(trail: Trail, seat: int, walk: Walk, *, start: int, stop: int, renamed: dict[int, int]) -> Fact | None:
    """Play the other world to decision `stop` as the first one was played but for the names of some cards.

    Return what may be known there; None where the seat would have seen a difference, or somebody could not have played
    so.
    """
    game = walk.game
    try:
        for index in range(start, stop + 1):
            fact = walk.fact()
            if not trail.facts[index].same_for(seat, fact):
                return None
            if index == stop:
                return fact
            step = trail.world.steps[index]
            if (game.to_act, game.ask) != (step.seat, step.ask):
                return None
            action = step.action
            if step.hidden:
                action = PICK | mask_of(renamed.get(card, card) for card in cards_of(action & PICK_MASK))
            if not allows(game.legal(), action):
                return None
            walk.apply(action)
            walk.settle()
    except PitchError:
        return None
    return None

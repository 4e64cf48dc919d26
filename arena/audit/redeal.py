"""Redealing what a seat cannot know: deals that agree with all that it has seen when it is asked.

A chain of random exchanges of two cards in the pack (now and then of somebody's lot), from the true deal on: an
exchange is kept if everything that the seat saw happens again up to its question (`following`). Others choose what
they throw or keep unseen so that they hold what they play later. Nothing is inferred from how others bid or played.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_
from random import Random
from typing import Final

from arena.audit.following import follow
from arena.audit.knowledge import Fact, Walk, throws_face_up
from arena.audit.trails import Trail, copy_of
from arena.audit.worlds import PATIENT, Deal, Reply, Step, World
from referee.engine.actions import Ask
from referee.engine.cards import cards_of, mask_of
from referee.engine.game import Game
from referee.table import FORFEIT, HOUSE

EXCHANGES: Final = 24  # tried between two deals of the chain
UNSEEN: Final = 0.8  # how often only cards change places that nobody has shown yet


@dataclass(frozen=True, slots=True)
class Done:
    """A recorded action of the deal, and why the house did it ("": the seat did)."""

    action: int
    house: str


def redeals(
    undealt: Game, deal: Deal, actions: list[Done], chance: Random, *, exchanges: int = EXCHANGES
) -> Iterator[Game]:
    """Yield games that stand at the decision after the actions, in other deals, without end; the first one is far from
    the true deal already. Where the seat knows all, they are all the same.

    `undealt` is the game before the deal. Each game has the events of the deal from its start.
    """
    trail, seat = _trail(undealt, deal, actions)
    target = len(actions)
    hidden, shown = _hidden(trail, seat)
    current, steps = deal, trail.world.steps
    first = True
    while True:
        for _ in range(exchanges * (4 if first else 1)):
            tried = _exchanged(current, hidden, shown, undealt.sheet.hand_size, chance)
            if tried == current:
                continue
            walk = Walk(copy_of(undealt), lambda _, tried=tried: tried)  # type: ignore[misc]
            found = follow(trail, seat, walk, chance, start=0, target=target)
            if found.horizon >= target and not found.parted:
                current, steps = tried, found.steps
        first = False
        yield _at_the_end(undealt, current, steps)


def _trail(undealt: Game, deal: Deal, actions: list[Done]) -> tuple[Trail, int]:
    """Return the deal so far as a trail of its own, and the seat that is to decide."""
    walk = Walk(copy_of(undealt), lambda _: deal)
    game, face_up = walk.game, throws_face_up(undealt.sheet)
    steps, facts = [], [walk.fact()]
    for done in actions:
        hidden = game.ask in (Ask.KEEP, Ask.SEARCH) or (game.ask == Ask.THROW and not face_up)
        steps.append(
            Step(
                deal=0,
                seat=game.to_act,
                ask=game.ask,
                action=done.action,
                hidden=hidden,
                reply=Reply.LATE if done.house else Reply.RIGHT,  # the house played for it
                asked=done.house not in (HOUSE, FORFEIT),
            )
        )
        walk.apply(done.action)
        facts.append(walk.fact())
    world = World(spec=undealt.sheet.spec, dealer=game.public.dealer, policy=PATIENT, deals=(deal,), steps=tuple(steps))
    return Trail(world=world, facts=tuple(facts), states=(), undealt=(undealt,)), game.to_act


def _hidden(trail: Trail, seat: int) -> tuple[list[int], int]:
    """Return the cards that have not come to the seat's own eyes alone, and those of them that everybody has seen."""

    def all_of(facts: tuple[Fact, ...]) -> Iterator[int]:
        for fact in facts:
            yield fact.came[seat] | fact.hands[seat]

    own = reduce(or_, all_of(trail.facts))
    shown = reduce(or_, (card for fact in trail.facts for card in fact.shown), 0)
    shown |= reduce(or_, (step.open_cards for step in trail.world.steps), 0)
    hidden = mask_of(trail.world.deals[0].pack) & ~own
    return list(cards_of(hidden)), shown


def _exchanged(deal: Deal, hidden: list[int], shown: int, hand_size: int, chance: Random) -> Deal:
    """Return the deal with two cards exchanged, or with another lot."""
    if deal.lots and chance.random() < 0.3:
        seat = chance.randrange(len(deal.lots))
        place = chance.randrange(hand_size)
        return replace(deal, lots=(*deal.lots[:seat], place, *deal.lots[seat + 1 :]))
    pool = [card for card in hidden if not shown >> card & 1] if chance.random() < UNSEEN else hidden
    if len(pool) < 2:
        return deal
    one, other = chance.sample(pool, 2)
    return replace(deal, pack=tuple(other if card == one else one if card == other else card for card in deal.pack))


def _at_the_end(undealt: Game, deal: Deal, steps: tuple[Step, ...]) -> Game:
    game = copy_of(undealt)
    game.deal(deal.pack, deal.lots)
    for step in steps:
        game.apply(step.action)
    return game

"""Trails: a game played at random, with the state and what was known before each decision."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import or_
from random import Random
from typing import Final

from arena.audit.knowledge import Fact, Walk, throws_face_up
from arena.audit.worlds import FAULTS, PATIENT, WRONG, Deal, Reply, Step, World
from referee.engine.actions import CALL, FOLD, LOOK, PICK, Ask, Legal, Pick, allows, house_move
from referee.engine.cards import CARDS, cards_of, mask_of
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.faults import Policy, Tally
from referee.variants.catalogue import resolve

Deck = Callable[[Game, Random], list[int]]  # the next pack
FOLDS: Final = 0.06  # how often it is considered at all
HIGH_CALLS: Final = 0.25  # the same
BLIND: Final = 0.3  # how often a hand is not looked at
ERRS: Final = 0.3  # how often an erring seat errs


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
        """Return the cards of the deal that have come to the seat's eyes before decision `upto` of the game."""
        span = self.span(deal)
        facts = self.facts[span.start : min(upto, span.stop - 1) + 1]
        return reduce(or_, (fact.came[seat] for fact in facts))

    def shown(self, deal: int, before: int) -> int:
        """Return the cards of the deal that everybody has seen before the decision: played, burned, thrown face up, or
        in a hand that was shown."""
        span = self.span(deal)
        stop = min(before, span.stop)
        shown = [card for fact in self.facts[span.start + 1 : stop + 1] for card in fact.shown]
        return reduce(or_, (step.open_cards for step in self.world.steps[span.start : stop]), reduce(or_, shown, 0))


def copy_of(game: Game) -> Game:
    """Return an independent copy that knows how the deals before came out. Its event log starts empty."""
    new = game.clone()
    new.results.extend(game.results)
    return new


def shuffled(game: Game, chance: Random) -> list[int]:
    """Return a random pack for the next deal."""
    pack = list(game.tables.pack)
    chance.shuffle(pack)
    return pack


def random_action(legal: Legal, chance: Random) -> int:
    """Return any of the legal actions; what cuts a deal short, or decides it early, more rarely."""
    if isinstance(legal, Pick):
        chosen = chance.sample(cards_of(legal.choose_from), chance.randint(legal.least, legal.most))
        return PICK | legal.fixed | mask_of(chosen)
    if legal[-1] == FOLD and chance.random() > FOLDS:
        return chance.choice(legal[:-1])
    if legal[0] == LOOK:
        return legal[-1] if chance.random() < BLIND / (1 + (legal[-1] >= CALL)) else LOOK
    if legal[-1] >= CALL and chance.random() > HIGH_CALLS:
        return chance.choice(legal[:2])
    return chance.choice(legal)


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
    game = Game(compile_tables(sheet), dealer)
    deals: list[Deal] = []

    def deal(number: int) -> Deal:
        while len(deals) <= number:
            lots = [chance.randrange(sheet.hand_size) for _ in range(sheet.seats if game.tables.forfeits else 0)]
            deals.append(Deal(pack=tuple(deck(game, chance)), lots=tuple(lots)))
        return deals[number]

    face_up = throws_face_up(sheet)
    undealt = [copy_of(game)]
    walk = Walk(game, deal)
    tally = Tally(policy, sheet.seats)
    steps: list[Step] = []
    facts, states = [walk.fact()], [copy_of(game)]
    while not game.over:
        step = _decide(game, chance, face_up=face_up, erring=erring, replies=replies, forfeited=tally.forfeited)
        if step.reply in FAULTS:
            tally.count(step.seat, FAULTS[step.reply])
        steps.append(step)
        walk.apply(step.action)
        if game.needs_deal:
            undealt.append(copy_of(game))
        walk.settle()
        facts.append(walk.fact())
        states.append(copy_of(game))
    world = World(spec=spec, dealer=dealer, policy=policy, deals=tuple(deals), steps=tuple(steps))
    return Trail(world=world, facts=tuple(facts), states=tuple(states), undealt=tuple(undealt))


def _decide(
    game: Game, chance: Random, *, face_up: bool, erring: int, replies: Sequence[Reply], forfeited: set[int]
) -> Step:
    seat, ask, legal = game.to_act, game.ask, game.legal()
    asked = seat not in forfeited
    reply = chance.choice(replies) if seat == erring and asked and chance.random() < ERRS else Reply.RIGHT
    house = not asked or reply in FAULTS
    return Step(
        deal=game.deal_number,
        seat=seat,
        ask=ask,
        action=house_move(legal) if house else random_action(legal, chance),
        hidden=ask in (Ask.KEEP, Ask.SEARCH) or (ask == Ask.THROW and not face_up),
        reply=reply,
        said=illegal(game, legal, chance) if reply is Reply.ILLEGAL else 0,
        asked=asked,
    )


def illegal(game: Game, legal: Legal, chance: Random) -> int:
    """Return an action that is not legal and names, where it can, a card that the seat does not hold."""
    foreign = [card for card in game.tables.pack if not game.private[game.to_act].hand >> card & 1]
    if isinstance(legal, Pick):
        wrong = [card for card in foreign if not legal.choose_from >> card & 1]
        return PICK | legal.fixed | 1 << chance.choice(wrong)
    card = chance.choice(foreign)
    said = card if game.ask == Ask.PLAY else chance.choice([card, CARDS, 63, 127, 255, CALL + 1])
    assert not allows(legal, said)
    return said

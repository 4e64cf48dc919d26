"""How a wrong engine is made: a mutant of sheet, tables or code, and the luck that brings out what is seldom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.engine import game as engine
from referee.engine import soundness
from referee.engine.actions import PASS, Ask, Legal, Pick
from referee.engine.cards import parse_card
from referee.engine.game import Game
from referee.engine.phases.deal import places
from referee.engine.points import PointRule
from referee.engine.sheet import Sheet
from referee.engine.steps import ExchangeStep
from referee.engine.tables import Tables
from referee.variants.catalogue import resolve
from tests.catalogue import agreement
from tests.catalogue.starts import Start, from_nothing, near_the_end, with_given
from tests.catalogue.tables import random_action, shuffled

Patch = pytest.MonkeyPatch
Build = Callable[[str, int], Game]
MakeStart = Callable[[str, Random], Start]


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """What random deals are made of where pure chance would seldom show a rule.

    `hands` has cards by the number of places after the dealer (1: eldest), `bottom` the cards dealt last; `prefers` are
    actions that are taken so `often` where they are legal.
    """

    hands: dict[int, str] = field(default_factory=dict)
    bottom: str = ""
    prefers: tuple[int, ...] = ()
    often: float = 0.7

    def bring(self, patch: Patch) -> None:
        """Let the comparison with the oracle deal and choose so."""
        patch.setattr(agreement, "shuffled", self.pack)
        patch.setattr(agreement, "random_action", self.action)

    def pack(self, game: Game, chance: Random) -> list[int]:
        """Return a pack for the next deal."""
        sheet, public = game.sheet, game.public
        dealer = public.dealer if public.deal_number < 0 or public.redeal else (public.dealer + 1) % sheet.seats
        at = places(sheet.seats, sheet.hand_size, sheet.packet, (dealer + 1) % sheet.seats)
        wanted: dict[int, int] = {}
        for turn, names in self.hands.items():
            cards = [parse_card(name) for name in names.split()]
            wanted |= dict(zip(at[(dealer + turn) % sheet.seats], cards, strict=False))
        last = [parse_card(name) for name in self.bottom.split()]
        rest = [card for card in shuffled(game, chance) if card not in wanted.values() and card not in last] + last
        return [wanted[place] if place in wanted else rest.pop(0) for place in range(len(game.tables.pack))]

    def action(self, legal: Legal, chance: Random) -> int:
        """Return a legal action."""
        if not isinstance(legal, Pick) and chance.random() < self.often:
            for action in self.prefers:
                if action in legal:
                    return action
        return random_action(legal, chance)


EVERYDAY = Luck()


@dataclass(frozen=True, slots=True, kw_only=True)
class Mutant:
    """A wrong engine: what it gets wrong, a spec that shows it, the change to sheet, tables or code, and the luck.

    `outcome_only`: it gets only the outcome of deals wrong, so nobody need be asked at each decision what he knows.
    """

    name: str
    spec: str
    sheet: Callable[[Sheet], Sheet] = lambda sheet: sheet
    tables: Callable[[Tables], None] = lambda tables: None
    code: Callable[[Patch], None] = lambda patch: None
    luck: Luck = EVERYDAY
    starts: tuple[MakeStart, ...] = (near_the_end, from_nothing)
    outcome_only: bool = False


def builder(mutant: Mutant, patch: Patch) -> Build:
    """Return how the mutant makes a game of a spec, sound or not; its code is changed while `patch` lasts."""
    patch.setattr(soundness, "problems", lambda sheet: ())
    mutant.code(patch)

    @cache
    def tables_of(spec: str) -> Tables:
        tables = Tables(mutant.sheet(resolve(spec)))
        mutant.tables(tables)
        return tables

    tables_of(mutant.spec)  # a mutant that cannot be made at all is none
    return lambda spec, dealer: Game(tables_of(spec), dealer)


# ---- changes of a sheet

Change = Callable[[Sheet], Sheet]


def fields(**changes: Any) -> Change:
    """Return a change of the sheet's fields."""
    return lambda sheet: replace(sheet, **changes)


def point(name: str, *instead: PointRule) -> Change:
    """Return a change of the sheet: the point of this name by other rules, or by none."""

    def change(sheet: Sheet) -> Sheet:
        points = [([rule] if rule.name != name else instead) for rule in sheet.points]
        return replace(sheet, points=tuple(rule for rules in points for rule in rules))

    return change


def another(rule: PointRule) -> Change:
    """Return a change of the sheet: one more point."""
    return lambda sheet: replace(sheet, points=(*sheet.points, rule))


def special(index: int = 0, **changes: Any) -> Change:
    """Return a change of a special call of the sheet."""

    def change(sheet: Sheet) -> Sheet:
        specials = list(sheet.specials)
        specials[index] = replace(specials[index], **changes)
        return replace(sheet, specials=tuple(specials))

    return change


def steps(kind: type, **changes: Any) -> Change:
    """Return a change of the exchange steps of a kind."""
    return lambda sheet: replace(
        sheet,
        exchange=tuple(replace(step, **changes) if isinstance(step, kind) else step for step in sheet.exchange),
    )


def without(kind: type) -> Change:
    """Return a change that leaves the exchange steps of a kind out."""
    return lambda sheet: replace(sheet, exchange=tuple(s for s in sheet.exchange if not isinstance(s, kind)))


def exchange(*instead: ExchangeStep) -> Change:
    """Return a change of the whole exchange."""
    return fields(exchange=instead)


# ---- luck that several mutants need

NINES_LAST = Luck(bottom="9C 9D 9H 9S", prefers=(PASS,), often=1.0)

# ---- changes of code


def offers(ask: Ask, wrong: engine.LegalRule) -> Callable[[Patch], None]:
    """Return a patch of what is legal when this is asked (not for plays)."""

    def change(patch: Patch) -> None:
        patch.setattr(engine, "LEGAL", tuple(wrong if at == ask else rule for at, rule in enumerate(engine.LEGAL)))

    return change


def does(ask: Ask, wrong: engine.ApplyRule) -> Callable[[Patch], None]:
    """Return a patch of what is done when this is answered (not for plays)."""

    def change(patch: Patch) -> None:
        patch.setattr(engine, "APPLY", tuple(wrong if at == ask else rule for at, rule in enumerate(engine.APPLY)))

    return change


# ---- where games start


def standing(behind: tuple[int, ...], **options: int) -> MakeStart:
    """Return a start of one deal in which each side stands so many points behind the target, any of these numbers."""

    def start(spec: str, chance: Random) -> Start:
        given = with_given(spec, **({"max_deals": 1} | options))
        sheet = resolve(given)
        scores = tuple(sheet.target - chance.choice(behind) for _ in range(sheet.sides))
        return Start(spec=given, dealer=chance.randrange(sheet.seats), scores=scores, sets=(0,) * sheet.sides)

    return start

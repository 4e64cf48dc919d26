"""How a wrong engine is made: a mutant of sheet, tables or code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from random import Random
from typing import Any

import pytest

from referee.engine import game as engine
from referee.engine import soundness
from referee.engine.actions import Ask
from referee.engine.game import Game
from referee.engine.points import PointRule
from referee.engine.sheet import Sheet
from referee.engine.steps import ExchangeStep
from referee.engine.tables import Tables
from referee.variants.catalogue import resolve
from tests.catalogue.luck import EVERYDAY, Luck
from tests.catalogue.starts import Start, from_nothing, near_the_end, with_given

Patch = pytest.MonkeyPatch
Build = Callable[[str, int], Game]
MakeStart = Callable[[str, Random], Start]


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

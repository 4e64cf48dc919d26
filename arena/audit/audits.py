"""Audits of a sheet: play games and their twins, and compare all that reaches a seat."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Final

from arena.audit.capture import capture
from arena.audit.compare import Finding, Sign, answers_before, compare
from arena.audit.scripted import Captured
from arena.audit.trails import Deck, Trail, record, shuffled
from arena.audit.twins import Method, Twin, twins
from arena.audit.worlds import PATIENT, STRICT, WRONG, Reply, World
from referee.engine.actions import Ask
from referee.variants.catalogue import resolve, split

DEALS_A_GAME: Final = 2  # so that what goes from one deal to the next is audited too


@dataclass(slots=True, kw_only=True)
class Audit:
    """What was compared, and what was found. The counters are by method, `kinds` by what was asked."""

    deals: int = 0
    findings: list[Finding] = field(default_factory=list)
    twins: Counter[Method] = field(default_factory=Counter)
    frames: Counter[Method] = field(default_factory=Counter)  # sent after the worlds had parted
    asked: Counter[Method] = field(default_factory=Counter)  # questions to anybody after that
    kinds: Counter[Ask] = field(default_factory=Counter)  # decisions of the games played
    notices: int = 0  # frames to the erring seat that carry one

    @property
    def methods(self) -> frozenset[Method]:
        """The methods that found something."""
        return frozenset(finding.method for finding in self.findings)

    @property
    def signs(self) -> frozenset[Sign]:
        """What was seen to differ."""
        return frozenset(finding.sign for finding in self.findings)


def audit(
    spec: str,
    *,
    seed: int,
    games: int,
    each: Mapping[Method, int],
    first_only: bool = False,
    deck: Deck = shuffled,
    when: Callable[[Trail], bool] = lambda _trail: True,
) -> Audit:
    """Play random games of the spec; compare each with so many twins a seat by each method.

    `first_only`: no more twins by a method that has found something. `when`: only games of which it holds.
    """
    result = Audit()
    chance = Random(f"{spec}/{seed}")  # noqa: S311 - the games are not to be secret
    for _ in range(games):
        trail = record(spec, chance, deck=deck)
        while not when(trail):
            trail = record(spec, chance, deck=deck)
        result.kinds.update(Ask(step.ask) for step in trail.world.steps)
        true = capture({0: trail.world})
        for seat in range(trail.states[0].tables.seats):
            _compare_seat(result, trail, true, seat, chance, each, first_only=first_only)
    return result


def audit_deals(spec: str, *, seed: str, deals: int) -> Audit:
    """Play so many deals of the spec in games of two deals; compare each with a twin by each method, for one seat after
    the other. In every fourth game a seat answers wrongly now and then. Ends after the game in which a leak is found.
    """
    short = with_option(spec, "max_deals", str(DEALS_A_GAME))
    result = Audit()
    chance = Random(f"{seed}/{spec}")  # noqa: S311 - the games are not to be secret
    seats, game = resolve(short).seats, 0
    while result.deals < deals and not result.findings:
        trail = record(short, chance, erring=chance.randrange(seats) if game % 4 == 3 else -1)
        true = capture({0: trail.world})
        result.kinds.update(Ask(step.ask) for step in trail.world.steps)
        for _ in trail.undealt:
            each = dict.fromkeys(Method, 1)
            _compare_seat(result, trail, true, result.deals % seats, chance, each, first_only=False)
            result.deals += 1
        game += 1
    return result


def with_option(spec: str, name: str, value: str) -> str:
    """Return the spec with an option added, unless it is given already."""
    variant, options = split(spec)
    given = {name: value, **options}
    return f"{variant}[{','.join(f'{key}={text}' for key, text in given.items())}]"


def audit_refusals(spec: str, *, seed: int, games: int, each: Mapping[Method, int], strict: bool = False) -> Audit:
    """The same with a seat that answers wrongly now and then: late, illegal, malformed, stale, out of place.

    `strict`: the second wrong answer forfeits the game, as by default; the house plays it on.
    """
    result = Audit()
    chance = Random(f"{spec}/{seed}/refusals/{strict}")  # noqa: S311
    replies = (Reply.ILLEGAL, Reply.MALFORMED, Reply.STALE) if strict else WRONG
    seats = resolve(spec).seats
    for number in range(games):
        erring = number % seats
        trail = record(spec, chance, erring=erring, replies=replies, policy=STRICT if strict else PATIENT)
        result.kinds.update(Ask(step.ask) for step in trail.world.steps)
        true = capture({0: trail.world})
        result.notices += sum(b"; the house played for you" in sent.data for sent in true.frames[erring])
        for seat in {erring, chance.randrange(seats)}:
            _compare_seat(result, trail, true, seat, chance, each, first_only=False)
    return result


def audit_together(spec: str, *, seed: int, at_once: int) -> Audit:
    """The same with several games at once in one process a seat; the cards of one of them are others."""
    result = Audit()
    chance = Random(f"{spec}/{seed}/together")  # noqa: S311
    trails = {game: record(spec, chance) for game in range(at_once)}
    worlds = {game: trail.world for game, trail in trails.items()}
    true = capture(worlds)
    for seat in range(trails[0].states[0].tables.seats):
        game = chance.randrange(at_once)
        for twin in twins(trails[game], seat, Method.UNSEEN, chance, 1):
            result.twins[twin.method] += 1
            other = capture({**worlds, game: twin.world})
            whole = Twin(method=twin.method, seat=seat, world=_joined(worlds), first=0, horizon=_length(worlds))
            result.frames[twin.method] += len(other.frames[seat])
            result.findings.extend(compare(true, other, whole))
    return result


def _joined(worlds: Mapping[int, World]) -> World:
    """Return a world with the decisions of all games, which counts them."""
    some = worlds[0]
    steps = tuple(step for world in worlds.values() for step in world.steps)
    return World(spec=some.spec, dealer=some.dealer, policy=some.policy, deals=some.deals, steps=steps)


def _length(worlds: Mapping[int, World]) -> int:
    return sum(len(world.steps) for world in worlds.values())


def _compare_seat(
    result: Audit,
    trail: Trail,
    true: Captured,
    seat: int,
    chance: Random,
    each: Mapping[Method, int],
    *,
    first_only: bool,
) -> None:
    for method, count in each.items():
        if first_only and method in result.methods:
            continue
        for twin in twins(trail, seat, method, chance, count):
            first, limit = (answers_before(twin.world, index) for index in (twin.first, twin.horizon))
            whole = twin.horizon >= len(twin.world.steps)
            other = capture({0: twin.world}, stop_after=None if whole else limit)
            result.twins[method] += 1
            result.frames[method] += sum(first <= sent.after <= limit for sent in other.frames[seat])
            result.asked[method] += sum(first <= asked.after <= limit for asked in other.questions)
            result.findings.extend(compare(true, other, twin))

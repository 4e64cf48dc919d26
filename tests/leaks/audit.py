"""The audit: play a world and its twins, and compare all that reaches the seat; say what differs, where, and which
method found it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from random import Random

from referee.engine.actions import Ask
from referee.variants.catalogue import resolve
from tests.catalogue.tables import shuffled
from tests.leaks.capture import Captured, Sent, capture
from tests.leaks.twins import Method, Twin, twins
from tests.leaks.worlds import PATIENT, STRICT, WRONG, Deck, Reply, Trail, World, record


class Sign(Enum):
    """What differs between two worlds that are the same for the seat."""

    QUESTION = "question"  # who is asked what, or when
    BYTES = "bytes"  # what a frame to the seat holds
    FRAMES = "frames"  # how many frames it gets, or when
    LOG = "log"  # what the referee logs
    END = "end"  # how its stream ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A difference that the seat, or for LOG a reader of the log, can see."""

    method: Method
    seat: int
    sign: Sign
    text: str

    def __str__(self) -> str:
        return f"{self.method.value}, seat {self.seat}, {self.sign.value}: {self.text}"


@dataclass(slots=True, kw_only=True)
class Audit:
    """What was compared, and what was found. The counters are by method."""

    findings: list[Finding] = field(default_factory=list)
    twins: Counter[Method] = field(default_factory=Counter)
    frames: Counter[Method] = field(default_factory=Counter)  # sent after the worlds had parted
    asked: Counter[Method] = field(default_factory=Counter)  # questions to anybody after that
    notices: int = 0  # frames to the erring seat that carry one

    @property
    def methods(self) -> frozenset[Method]:
        """The methods that found something."""
        return frozenset(finding.method for finding in self.findings)

    @property
    def signs(self) -> frozenset[Sign]:
        """What was seen to differ."""
        return frozenset(finding.sign for finding in self.findings)


def answers_before(world: World, index: int) -> int:
    """Return how many questions are answered before decision `index` of the world."""
    return sum(step.asked for step in world.steps[:index])


def compare(true: Captured, other: Captured, twin: Twin) -> Iterable[Finding]:
    """Yield every difference that the twin's seat, or a reader of the log, could see up to the horizon of the twin."""
    limit = answers_before(twin.world, twin.horizon)
    differences = {
        Sign.QUESTION: _questions(true, other, limit),
        Sign.FRAMES: _frames(true, other, twin.seat, limit),
        Sign.BYTES: _bytes(true, other, twin.seat, limit),
        Sign.LOG: _lines(true, other, limit),
        Sign.END: _end(true, other, twin),
    }
    for sign, text in differences.items():
        if text:
            yield Finding(method=twin.method, seat=twin.seat, sign=sign, text=text)


def _questions(true: Captured, other: Captured, limit: int) -> str:
    asked = [[(q.game, q.seat, q.ask, q.time) for q in run.questions if q.after <= limit] for run in (true, other)]
    return _first_difference(asked[0], asked[1], "question (game, seat, ask, time)")


def _frames(true: Captured, other: Captured, seat: int, limit: int) -> str:
    sent = [[(frame.time, len(frame.data)) for frame in _until(run, seat, limit)] for run in (true, other)]
    return _first_difference(sent[0], sent[1], "frame (time, size)")


def _bytes(true: Captured, other: Captured, seat: int, limit: int) -> str:
    for number, (one, two) in enumerate(zip(_until(true, seat, limit), _until(other, seat, limit), strict=False)):
        if one.data != two.data:
            span = _byte_range(one.data, two.data)
            return f"frame {number}, bytes {span.start} to {span.stop - 1} of {len(one.data)}"
    return ""


def _until(run: Captured, seat: int, limit: int) -> list[Sent]:
    return [sent for sent in run.frames[seat] if sent.after <= limit]


def _byte_range(one: bytes, two: bytes) -> range:
    """Return the range of the first that differs from the second, in length or content."""
    least = min(len(one), len(two))
    first = next((place for place in range(least) if one[place] != two[place]), least)
    tail = next((back for back in range(least - first) if one[-1 - back] != two[-1 - back]), least - first)
    return range(first, max(first + 1, len(one) - tail))


def _lines(true: Captured, other: Captured, limit: int) -> str:
    told = [[line for after, line in run.lines if after <= limit] for run in (true, other)]
    return _first_difference(told[0], told[1], "log line")


def _end(true: Captured, other: Captured, twin: Twin) -> str:
    if twin.horizon < len(twin.world.steps):
        return ""
    ends = [run.endings.get(twin.seat) for run in (true, other)]
    return "" if ends[0] == ends[1] else f"{ends[0]} or {ends[1]}"


def _first_difference(one: Sequence[object], two: Sequence[object], what: str) -> str:
    for place, (left, right) in enumerate(zip(one, two, strict=False)):
        if left != right:
            return f"{what} {place}: {left} or {right}"
    if len(one) != len(two):
        place = min(len(one), len(two))
        return f"{what} {place}: {(one if len(one) > place else two)[place]} or nothing"
    return ""


def audit(
    spec: str,
    *,
    seed: int,
    games: int,
    each: Mapping[Method, int],
    first_only: bool = False,
    deck: Deck = shuffled,
    asking: Ask | None = None,
) -> Audit:
    """Play random games of the spec; compare each with so many twins a seat by each method.

    `first_only`: no more twins by a method that has found something. `asking`: only games in which that is asked.
    """
    result = Audit()
    chance = Random(f"{spec}/{seed}")
    for _ in range(games):
        trail = record(spec, chance, deck=deck)
        while asking is not None and all(step.ask != asking for step in trail.world.steps):
            trail = record(spec, chance, deck=deck)
        true = capture({0: trail.world})
        for seat in range(trail.states[0].tables.seats):
            _compare_seat(result, trail, true, seat, chance, each, first_only=first_only)
    return result


def audit_refusals(spec: str, *, seed: int, games: int, each: Mapping[Method, int], strict: bool = False) -> Audit:
    """The same with a seat that answers wrongly now and then: late, illegal, malformed, stale, out of place.

    `strict`: the second wrong answer forfeits the game, as by default; the house plays it on.
    """
    result = Audit()
    chance = Random(f"{spec}/{seed}/refusals/{strict}")
    replies = (Reply.ILLEGAL, Reply.MALFORMED, Reply.STALE) if strict else WRONG
    for _ in range(games):
        for seat in range(resolve(spec).seats):
            trail = record(spec, chance, erring=seat, replies=replies, policy=STRICT if strict else PATIENT)
            true = capture({0: trail.world})
            result.notices += sum(b"; the house played for you" in sent.data for sent in true.frames[seat])
            _compare_seat(result, trail, true, seat, chance, each, first_only=False)
    return result


def audit_together(spec: str, *, seed: int, at_once: int) -> Audit:
    """The same with several games at once in one process a seat; the cards of one of them are others."""
    result = Audit()
    chance = Random(f"{spec}/{seed}/together")
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
    return World(spec=some.spec, dealer=some.dealer, policy=some.policy, packs=some.packs, steps=steps)


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

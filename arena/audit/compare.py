"""What differs between two captured worlds that must look the same to a seat, and where."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from arena.audit.scripted import Captured, Sent
from arena.audit.twins import Method, Twin
from arena.audit.worlds import World


class Sign(Enum):
    """What differs between two worlds that are the same for the seat."""

    QUESTION = "question"  # who is asked what, or when
    BYTES = "bytes"  # what a frame to the seat holds
    FRAMES = "frames"  # how many frames it gets, or when
    LOG = "log"  # what the referee logs
    END = "end"  # how its stream ends


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """A difference that the seat, or for LOG a reader of the log, can see.

    For BYTES, `frame` is the number of the frame to the seat and `span` the range of its bytes, from 0.
    """

    method: Method
    seat: int
    sign: Sign
    text: str
    frame: int = -1
    span: range = range(0)

    def __str__(self) -> str:
        return f"{self.method.value}, seat {self.seat}, {self.sign.value}: {self.text}"


def answers_before(world: World, index: int) -> int:
    """Return how many questions are answered before decision `index` of the world."""
    return sum(step.asked for step in world.steps[:index])


def compare(true: Captured, other: Captured, twin: Twin) -> Iterable[Finding]:
    """Yield every difference that the twin's seat, or a reader of the log, could see up to the horizon of the twin."""
    limit = answers_before(twin.world, twin.horizon)
    differences = {
        Sign.QUESTION: _questions(true, other, limit),
        Sign.FRAMES: _frames(true, other, twin.seat, limit),
        Sign.LOG: _lines(true, other, limit),
        Sign.END: _end(true, other, twin),
    }
    for sign, text in differences.items():
        if text:
            yield Finding(method=twin.method, seat=twin.seat, sign=sign, text=text)
    for frame, (one, two) in enumerate(
        zip(_until(true, twin.seat, limit), _until(other, twin.seat, limit), strict=False)
    ):
        if one.data != two.data:
            span = _byte_range(one.data, two.data)
            text = f"frame {frame}, bytes {span.start} to {span.stop - 1} of {len(one.data)}"
            yield Finding(method=twin.method, seat=twin.seat, sign=Sign.BYTES, text=text, frame=frame, span=span)
            break


def _questions(true: Captured, other: Captured, limit: int) -> str:
    asked = [[(q.game, q.seat, q.ask, q.time) for q in run.questions if q.after <= limit] for run in (true, other)]
    return _first_difference(asked[0], asked[1], "question (game, seat, ask, time)")


def _frames(true: Captured, other: Captured, seat: int, limit: int) -> str:
    sent = [[(frame.time, len(frame.data)) for frame in _until(run, seat, limit)] for run in (true, other)]
    return _first_difference(sent[0], sent[1], "frame (time, size)")


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

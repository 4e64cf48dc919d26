"""The time of each bot over a run: what it was billed, and what was not billed and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from arena.schedules.schedule import HOUSE


class SeatTime(msgspec.Struct):
    """The time of one seat in one game, as the referee reports it. Milliseconds; `stalled` counts turns."""

    answers: int = 0
    billed_ms: float = 0.0
    slowest_ms: float = 0.0
    queued_ms: float = 0.0
    transport_ms: float = 0.0
    waited_ms: float = 0.0
    voided_ms: float = 0.0
    stalled: int = 0


class _Timing(msgspec.Struct):
    seats: list[SeatTime] = []


_DECODER = msgspec.json.Decoder(_Timing)


class Times:
    """Sums by bot. `slowest_ms` is the largest."""

    def __init__(self) -> None:
        self.by_bot: dict[str, SeatTime] = {}

    def add(self, seats: Sequence[str], timing: bytes) -> None:
        """Take in a game: who sat where, and its timing as JSON (without seats: nothing is known)."""
        for name, one in zip(seats, _DECODER.decode(timing or b"{}").seats, strict=False):
            if name == HOUSE:
                continue
            total = self.by_bot.setdefault(name, SeatTime())
            for field in SeatTime.__struct_fields__:
                mine, more = getattr(total, field), getattr(one, field)
                setattr(total, field, max(mine, more) if field == "slowest_ms" else mine + more)

    def data(self) -> dict[str, object]:
        """Return the sums as plain data, rounded."""
        return {
            name: {field: round(getattr(total, field), 3) for field in SeatTime.__struct_fields__}
            for name, total in sorted(self.by_bot.items())
        }

    def notes(self) -> Iterator[str]:
        """Yield a line for each bot that was not billed something that is worth a word."""
        for name, total in sorted(self.by_bot.items()):
            parts = []
            if total.waited_ms >= 1:
                parts.append(f"{total.waited_ms / 1000:.3f} s in which it waited for a processor")
            if total.stalled:
                share = total.stalled / max(1, total.answers)
                parts.append(f"{total.voided_ms / 1000:.3f} s in which the host stood still ({share:.2%} of its turns)")
            if parts:
                yield f"{name} was not billed {' and '.join(parts)}"

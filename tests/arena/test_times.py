"""The time of each bot: sums over seats and games, and the words for what was not billed."""

from __future__ import annotations

import json

from arena.running.times import Times

SEAT = {"answers": 3, "billed_ms": 30.5, "slowest_ms": 12.0, "queued_ms": 1.0, "transport_ms": 0.5}


def timing(*seats: dict[str, float]) -> bytes:
    return json.dumps({"seconds": 1, "voided_ms": 0, "seats": seats}).encode()


def test_sums_by_bot() -> None:
    times = Times()
    times.add(("a", "b", "a", "house"), timing(SEAT, SEAT, SEAT | {"slowest_ms": 40.25}, SEAT))
    times.add(("b", "a", "b", "house"), timing(SEAT, SEAT, SEAT, SEAT))
    data = times.data()
    assert set(data) == {"a", "b"}, "the house has no time"
    assert data["a"] == {
        "answers": 9, "billed_ms": 91.5, "slowest_ms": 40.25, "queued_ms": 3.0, "transport_ms": 1.5,
        "waited_ms": 0.0, "voided_ms": 0.0, "stalled": 0,
    }  # fmt: skip
    assert list(times.notes()) == [], "nothing worth a word"


def test_what_was_not_billed_is_told() -> None:
    times = Times()
    times.add(("a", "b"), timing(SEAT | {"waited_ms": 1500.0}, SEAT | {"voided_ms": 250.0, "stalled": 1}))
    assert list(times.notes()) == [
        "a was not billed 1.500 s in which it waited for a processor",
        "b was not billed 0.250 s in which the host stood still (33.33% of its turns)",
    ]


def test_games_of_which_nothing_is_known() -> None:
    times = Times()
    times.add(("a", "b"), b"")
    times.add(("a", "b"), b"{}")
    assert times.data() == {}

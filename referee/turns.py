"""Turns as bytes, written by hand: the hot half of the protocol.

Creating message objects costs several times more than a whole decision, so the one message that is sent for every
decision is put together from bytes. Public events are encoded once a table and spliced into every seat's turns. The
result is byte for byte what the generated code would write (tests/runtime/test_wire.py compares them).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeVar

from referee.engine.actions import Legal, Pick
from referee.engine.events import EVERYONE, Event
from referee.engine.views import View

_SMALL: Final = tuple(bytes((n,)) if n < 128 else bytes((n & 127 | 128, n >> 7)) for n in range(1 << 14))
_CACHED: Final = 1 << 14  # entries that a cache may hold before it starts afresh

K = TypeVar("K")


def _chunk(base: int, bits: int) -> tuple[bytes, ...]:
    """Return the cards of every `bits`-bit set whose lowest bit is the card `base`."""
    table = [b""]
    for bit in range(bits):
        table.extend([cards + bytes((base + bit,)) for cards in table])
    return tuple(table)


_CLUBS, _DIAMONDS, _HEARTS, _SPADES, _JOKERS = (_chunk(13 * i, 13 if i < 4 else 2) for i in range(5))


def cards(mask: int) -> bytes:
    """Return the cards of the set in code order, one byte a card."""
    return (
        _CLUBS[mask & 8191]
        + _DIAMONDS[mask >> 13 & 8191]
        + _HEARTS[mask >> 26 & 8191]
        + _SPADES[mask >> 39 & 8191]
        + _JOKERS[mask >> 52]
    )


def varint(number: int) -> bytes:
    """Return the base-128 form of a number that is not negative."""
    if number < 16384:
        return _SMALL[number]
    out = bytearray()
    while number > 127:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)
    return bytes(out)


def zigzag(number: int) -> int:
    """Return the number as protobuf writes a sint32: 0, -1, 1, -2, ... become 0, 1, 2, 3, ..."""
    return number * 2 if number >= 0 else -number * 2 - 1


def number_field(tag: int, number: int) -> bytes:
    """Return a varint field (`tag` with the wire type); nothing for 0."""
    return varint(tag) + varint(number) if number else b""


def bytes_field(tag: int, data: bytes) -> bytes:
    """Return a field with a length; nothing for no bytes."""
    return varint(tag) + varint(len(data)) + data if data else b""


class _Cache(dict[K, bytes]):
    """Remembers what `make` returned for a key. Keeps a bounded number of entries."""

    __slots__ = ("_make",)

    def __init__(self, make: Callable[[K], bytes]) -> None:
        self._make = make

    def __missing__(self, key: K) -> bytes:
        if len(self) >= _CACHED:
            self.clear()
        value = self[key] = self._make(key)
        return value


def _event(event: Event) -> bytes:
    """Field 4 of Turn: one Event."""
    kind, seat, value, held, _ = event
    body = (
        number_field(0x08, kind)
        + number_field(0x10, seat)
        + number_field(0x18, zigzag(value))
        + bytes_field(0x22, cards(held))
    )
    return b"\x22" + varint(len(body)) + body


def _place(key: tuple[int, int]) -> bytes:
    """Fields 1 and 2 of Snapshot: deal and dealer."""
    return number_field(0x08, key[0]) + number_field(0x10, key[1])


def _auction(key: tuple[tuple[int, ...], int, int, int, int]) -> bytes:
    """Fields 5 to 9 of Snapshot: calls, the standing call, pitcher, trump, sub-trump."""
    calls, call, pitcher, trump, sub_trump = key
    return (
        bytes_field(0x2A, b"".join(map(varint, calls)))
        + number_field(0x30, call)
        + number_field(0x38, pitcher)
        + number_field(0x40, trump)
        + number_field(0x48, sub_trump)
    )


def _taken(masks: tuple[int, ...]) -> bytes:
    """Field 12 of Snapshot, once a side."""
    piles = [cards(mask) for mask in masks]
    return b"".join([b"\x62" + varint(len(pile)) + pile for pile in piles])


def _rest(key: tuple[tuple[int, ...], int]) -> bytes:
    """Fields 14 and 15 of Snapshot: scores and stock."""
    return bytes_field(0x72, b"".join([varint(zigzag(score)) for score in key[0]])) + number_field(0x78, key[1])


def _legal(codes: tuple[int, ...]) -> bytes:
    """Field 5 of Turn. The codes ascend, so the last one says whether each fits a byte."""
    packed = bytes(codes) if codes[-1] < 128 else b"".join(map(varint, codes))
    return b"\x2a" + varint(len(packed)) + packed


def _pick(pick: Pick) -> bytes:
    """Field 6 of Turn: the choice of a set of cards."""
    body = (
        bytes_field(0x0A, cards(pick.fixed))
        + bytes_field(0x12, cards(pick.choose_from))
        + number_field(0x18, pick.least)
        + number_field(0x20, pick.most)
    )
    return b"\x32" + varint(len(body)) + body


# What depends on values alone is remembered. These are pure functions, so the caches are shared by all tables.
_EVENTS: Final = _Cache(_event)
_PLACES: Final = _Cache(_place)
_AUCTIONS: Final = _Cache(_auction)
_PILES: Final = _Cache(_taken)
_RESTS: Final = _Cache(_rest)


def snapshot(view: View) -> bytes:
    """Return field 7 of Turn: what the seat knows."""
    (deal, dealer, hand, sizes, calls, call, pitcher, trump, sub_trump, trick, seats, taken, gone, scores,
     stock) = view  # fmt: skip
    held = cards(hand)
    body = b"".join(
        (
            _PLACES[deal, dealer],
            b"\x1a" + _SMALL[len(held)] + held if held else b"",
            b"\x22",
            _SMALL[len(sizes)],
            bytes(sizes),
            _AUCTIONS[calls, call, pitcher, trump, sub_trump],
            b"\x52" + _SMALL[len(trick)] + bytes(trick) + b"\x5a" + _SMALL[len(trick)] + bytes(seats) if trick else b"",
            _PILES[taken],
            bytes_field(0x6A, cards(gone)) if gone else b"",
            _RESTS[scores, stock],
        )
    )
    return b"\x3a" + varint(len(body)) + body


def turn_field(*, game: bytes, turn: int, ask: int, events: bytes, legal: Legal, view: View, time_left: bytes) -> bytes:
    """Return a Turn as field 3 of PlayResponse.

    `game` is field 1 as bytes (`game_field`), `events` field 4 (`EventFeed.since`), `time_left` field 8 (`time_field`).
    """
    body = b"".join(
        (
            game,
            b"\x10",
            varint(turn),
            b"\x18",
            _SMALL[ask],
            events,
            _pick(legal) if isinstance(legal, Pick) else _legal(legal),
            snapshot(view),
            time_left,
        )
    )
    return b"\x1a" + varint(len(body)) + body


def game_field(game: int) -> bytes:
    """Return field 1 of Turn: the game's id on the stream."""
    return number_field(0x08, game)


def time_field(time_left_ms: int) -> bytes:
    """Return field 8 of Turn."""
    return number_field(0x40, time_left_ms)


class EventFeed:
    """The event log of one game as bytes: each event is encoded once, whoever sees it."""

    __slots__ = ("_events", "_last_private", "_pieces")

    def __init__(self, events: Sequence[Event]) -> None:
        self._events = events
        self._pieces: list[bytes] = []
        self._last_private = -1

    def since(self, start: int, seat: int) -> bytes:
        """Return field 4 of Turn, once for every event from index `start` of the log that the seat may see."""
        events, pieces = self._events, self._pieces
        done = len(pieces)
        if done < len(events):
            for event in events[done:]:
                if event[4] != EVERYONE:
                    self._last_private = done
                pieces.append(_EVENTS[event])
                done += 1
        if start > self._last_private:
            return b"".join(pieces[start:])
        bit = 1 << seat
        return b"".join([piece for piece, event in zip(pieces[start:], events[start:], strict=True) if event[4] & bit])

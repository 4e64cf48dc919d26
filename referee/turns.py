"""Turns as bytes, written by hand: the hot half of the protocol.

Creating message objects costs several times more than a whole decision, so the one message that is sent for every
decision is put together from bytes. Public events are encoded once a table and spliced into every seat's turns. What
the generated code reads from it is compared with the game in tests/runtime/test_turns.py.
"""

from __future__ import annotations

from typing import Final, TypeVar

from referee.engine import views
from referee.engine.actions import Legal, Pick
from referee.engine.events import EVERYONE, Event
from referee.engine.game import Game

_SMALL: Final = tuple(bytes((n,)) if n < 128 else bytes((n & 127 | 128, n >> 7)) for n in range(1 << 14))
CACHED: Final = 1 << 13  # what is remembered of each kind before it starts afresh
# Results of pure functions, shared by all tables: public events and auctions.
_EVENTS: Final[dict[Event, bytes]] = {}
_AUCTIONS: Final[dict[tuple[tuple[int, ...], int, int, int, int], bytes]] = {}

K = TypeVar("K")


def _remember(known: dict[K, bytes], key: K, value: bytes) -> bytes:
    if len(known) >= CACHED:
        known.clear()
    known[key] = value
    return value


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


def _pile(mask: int) -> bytes:
    """Field 12 of Snapshot for one side."""
    pile = cards(mask)
    return b"\x62" + _SMALL[len(pile)] + pile


def _auction(calls: tuple[int, ...], call: int, pitcher: int, trump: int, sub_trump: int) -> bytes:
    """Fields 5 to 9 of Snapshot."""
    return (
        bytes_field(0x2A, b"".join(map(varint, calls)))
        + number_field(0x30, call)
        + number_field(0x38, pitcher)
        + number_field(0x40, trump)
        + number_field(0x48, sub_trump)
    )


def _extras(looked: int, called: int, partner: int, offered: int, forfeited: int, up: int) -> bytes:
    """Fields 16 to 21 of Snapshot. Seats are sets like those of cards."""
    return (
        bytes_field(0x82, cards(looked))
        + bytes_field(0x8A, cards(called))
        + number_field(0x90, partner)
        + bytes_field(0x9A, cards(offered))
        + bytes_field(0xA2, cards(forfeited))
        + bytes_field(0xAA, cards(up))
    )


def _pick(pick: Pick) -> bytes:
    """Field 6 of Turn: the choice of a set of cards."""
    body = (
        bytes_field(0x0A, cards(pick.fixed))
        + bytes_field(0x12, cards(pick.choose_from))
        + number_field(0x18, pick.least)
        + number_field(0x20, pick.most)
    )
    return b"\x32" + varint(len(body)) + body


def game_field(game: int) -> bytes:
    """Return the beginning of a Turn: field 1, the game's id on the stream, and the tag of field 2, the turn."""
    return number_field(0x08, game) + b"\x10"


def time_field(time_left_ms: int) -> bytes:
    """Return field 8 of Turn."""
    return number_field(0x40, time_left_ms)


Mark = tuple[int, int]  # how far a seat has been told: bytes of the public events, and private events passed over
START: Final = (0, 0)


class TableWriter:
    """Writes the turns of one game. Each event is encoded once, whoever sees it; what seldom changes is kept."""

    __slots__ = ("_done", "_game", "_key", "_masks", "_piles", "_private", "_public", "_state")

    def __init__(self, game: Game) -> None:
        self._game = game
        self._done = 0  # events encoded so far
        self._public = bytearray()  # those that everybody sees, one after the other
        self._private: list[tuple[int, int, bytes]] = []  # where it stands among them, who sees it, the event
        self._key: tuple[object, ...] = ()
        self._state = b""  # fields of Snapshot that follow from the key
        self._masks = [0] * game.tables.sides
        self._piles = [_pile(0)] * game.tables.sides  # field 12 of Snapshot for these masks

    def turn(self, head: bytes, seat: int, legal: Legal, mark: Mark, time_left: bytes) -> tuple[bytes, Mark]:
        """Return the Turn of the seat to act as field 3 of PlayResponse, with the events after the mark; and the next.

        `head` is fields 1 and 2 (`game_field` and the number of the turn), `time_left` field 8 (`time_field`). The
        order of the fields of a Snapshot is free; those that stay the same for a whole deal come first.
        """
        game, small = self._game, _SMALL
        events, mark = self.since(mark, seat)
        # What follows is game.view(seat), taken from its two sources without the detour over sets of cards.
        public, private = game.public, game.private[seat]
        trick = public.trick
        count = len(trick)
        if public.even:
            sizes = game.tables.held[public.whole - public.tricks][public.leader][count]
            seats = game.tables.turns[public.leader][count]
        else:
            view = game.view(seat)
            sizes, seats = view[3], view[10]
        auction = (tuple(public.calls), public.call, public.pitcher + 1, public.trump + 1, public.sub_trump + 1)
        key = (public.scores, auction, public.stock, public.deal_number)
        if key != self._key:
            self._key = key
            self._state = (
                (_AUCTIONS.get(auction) or _remember(_AUCTIONS, auction, _auction(*auction)))
                + number_field(0x08, public.deal_number)
                + number_field(0x10, public.dealer)
                + bytes_field(0x72, b"".join([varint(zigzag(score)) for score in public.scores]))
                + number_field(0x78, public.stock)
            )
        if public.taken != self._masks:
            old = zip(public.taken, self._masks, self._piles, strict=True)
            self._piles = [pile if mask == before else _pile(mask) for mask, before, pile in old]
            self._masks = public.taken[:]
        held = bytes(private.held())
        gone = public.shown | private.gone
        known = b"".join(
            (
                self._state, *self._piles, b"\x1a", small[len(held)], held, b"\x22", small[len(sizes)], bytes(sizes),
                b"\x52", small[count], bytes(trick), b"\x5a", small[count], bytes(seats),
                bytes_field(0x6A, cards(gone)) if gone else b"",
                _extras(*views.extras(public, private)) if game.tables.extras else b"",
            )
        )  # fmt: skip
        if isinstance(legal, Pick):
            offer = _pick(legal)
        elif legal[-1] < 128:  # they ascend
            offer = b"\x2a" + small[len(legal)] + bytes(legal)
        else:
            offer = bytes_field(0x2A, b"".join(map(varint, legal)))
        body = b"".join((head, b"\x18", small[public.ask], events, offer, b"\x3a", small[len(known)], known, time_left))
        size = len(body)
        return b"\x1a" + (small[size] if size < 16384 else varint(size)) + body, mark

    def since(self, mark: Mark, seat: int) -> tuple[bytes | bytearray, Mark]:
        """Return field 4 of Turn, once for every event after the mark that the seat may see, and the next mark."""
        events, public, private = self._game.events, self._public, self._private
        if self._done < len(events):
            for event in events[self._done :]:
                if event[4] == EVERYONE:
                    public += _EVENTS.get(event) or _remember(_EVENTS, event, _event(event))
                else:  # hardly ever the same twice
                    private.append((len(public), event[4], _event(event)))
            self._done = len(events)
        start, passed = mark
        mark = (len(public), len(private))
        if passed == mark[1]:
            return public[start:], mark
        parts: list[bytes | bytearray] = []
        for place, audience, piece in private[passed:]:
            if audience >> seat & 1:
                parts += (public[start:place], piece)
                start = place
        parts.append(public[start:])
        return b"".join(parts), mark

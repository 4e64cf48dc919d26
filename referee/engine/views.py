"""What a seat knows, as a plain tuple made from Public and the seat's own Private."""

from __future__ import annotations

from referee.engine.state import Private, Public
from referee.engine.tables import Tables

# The fields of the protocol's Snapshot in its order: deal, dealer, hand, hand sizes, calls by seat, standing call,
# pitcher + 1, trump + 1, sub-trump + 1, trick, its seats, cards taken by side, cards seen out of play, scores by side,
# stock.
View = tuple[
    int, int, int, tuple[int, ...], tuple[int, ...], int, int, int, int,
    tuple[int, ...], tuple[int, ...], tuple[int, ...], int, tuple[int, ...], int,
]  # fmt: skip


def view(tables: Tables, public: Public, private: Private) -> View:
    """Return the snapshot of what the seat with this Private knows; sets of cards as bitmasks."""
    return (
        public.deal_number,
        public.dealer,
        private.hand,
        hand_sizes(public),
        public.calls,
        public.call,
        public.pitcher + 1,
        public.trump + 1,
        0,
        tuple(public.trick),
        trick_seats(tables, public),
        tuple(public.taken),
        public.shown | private.gone,
        public.scores,
        public.stock,
    )


def trick_seats(tables: Tables, public: Public) -> tuple[int, ...]:
    """Return who played the cards of the running trick, in order."""
    count, seat = len(public.trick), public.leader
    if not count:
        return ()
    if public.after is tables.next_seat:
        return tables.rotation[seat][:count]
    seats = []
    for _ in range(count):
        seats.append(seat)
        seat = public.after[seat]
    return tuple(seats)


def hand_sizes(public: Public) -> tuple[int, ...]:
    """Return the cards held by each seat: while playing, those of the first lead less one for each trick played to."""
    tricks = public.tricks
    if not public.after:
        return tuple(public.sizes)
    sizes = [size - tricks if size > tricks else 0 for size in public.sizes]
    seat = public.leader
    for _ in public.trick:
        sizes[seat] -= 1
        seat = public.after[seat]
    return tuple(sizes)

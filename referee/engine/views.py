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
    trick = public.trick
    if public.even:
        count, leader = len(trick), public.leader
        sizes = tables.held[public.whole - public.tricks][leader][count]
        seats = tables.turns[leader][count]
    else:
        sizes, seats = _uneven(public)
    return (
        public.deal_number,
        public.dealer,
        private.hand,
        sizes,
        tuple(public.calls),
        public.call,
        public.pitcher + 1,
        public.trump + 1,
        0,
        tuple(trick),
        seats,
        tuple(public.taken),
        public.shown | private.gone,
        public.scores,
        public.stock,
    )


def _uneven(public: Public) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards held by each seat, and who played those of the running trick.

    While playing the cards held are those of the first lead less one for each trick played to.
    """
    if not public.after:
        return tuple(public.sizes), ()
    tricks = public.tricks
    sizes = [size - tricks if size > tricks else 0 for size in public.sizes]
    seats, seat = [], public.leader
    for _ in public.trick:
        sizes[seat] -= 1
        seats.append(seat)
        seat = public.after[seat]
    return tuple(sizes), tuple(seats)

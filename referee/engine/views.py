"""What a seat knows, as a plain tuple made from Public and the seat's own Private."""

from __future__ import annotations

from referee.engine.actions import ASK_TAKE
from referee.engine.cards import BIT
from referee.engine.state import Private, Public
from referee.engine.tables import Tables

# The fields of the protocol's Snapshot in its order: deal, dealer, hand, hand sizes, calls by seat, standing call,
# pitcher + 1, trump + 1, sub-trump + 1, trick, its seats, cards taken by side, cards seen out of play, scores by side,
# stock; then seats that looked (a bit each), called card (a set of one), partner + 1, forfeited card on offer, own
# forfeited card, seats that are up (a bit each).
View = tuple[
    int, int, int, tuple[int, ...], tuple[int, ...], int, int, int, int,
    tuple[int, ...], tuple[int, ...], tuple[int, ...], int, tuple[int, ...], int,
    int, int, int, int, int, int,
]  # fmt: skip
NO_EXTRAS = (0, 0, 0, 0, 0, 0)


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
        public.sub_trump + 1,
        tuple(trick),
        seats,
        tuple(public.taken),
        public.shown | private.gone,
        public.scores,
        public.stock,
    ) + (extras(public, private) if tables.extras else NO_EXTRAS)


def extras(public: Public, private: Private) -> tuple[int, int, int, int, int, int]:
    """Return the last six fields, which few sheets have."""
    return (
        public.looked,
        BIT[public.called] if public.called >= 0 else 0,
        public.partner + 1,
        private.offered if public.ask == ASK_TAKE else 0,
        private.forfeited,
        public.up,
    )


def _uneven(public: Public) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the cards held by each seat, and who played those of the running trick.

    While playing the cards held are those of the first lead less one for each trick played to; who is up keeps his.
    """
    if not public.after:
        return tuple(public.sizes), ()
    tricks, up = public.tricks, public.up
    sizes = [
        size if up >> seat & 1 else size - tricks if size > tricks else 0 for seat, size in enumerate(public.sizes)
    ]
    seats, seat = [], public.leader
    for _ in public.trick:
        sizes[seat] -= 1
        seats.append(seat)
        seat = public.after[seat]
    return tuple(sizes), tuple(seats)

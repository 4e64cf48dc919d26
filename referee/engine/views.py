"""What a seat knows, as a plain tuple made from Public and the seat's own Private."""

from __future__ import annotations

from referee.engine.state import Private, Public

# The fields of the protocol's Snapshot in its order: deal, dealer, hand, hand sizes, calls by seat, standing call,
# pitcher + 1, trump + 1, sub-trump + 1, trick, its seats, cards taken by side, cards seen out of play, scores by side,
# stock.
View = tuple[
    int, int, int, tuple[int, ...], tuple[int, ...], int, int, int, int,
    tuple[int, ...], tuple[int, ...], tuple[int, ...], int, tuple[int, ...], int,
]  # fmt: skip


def view(public: Public, private: Private) -> View:
    """Return the snapshot of what the seat with this Private knows; sets of cards as bitmasks."""
    return (
        public.deal_number,
        public.dealer,
        private.hand,
        tuple(public.sizes),
        tuple(public.calls),
        public.call,
        public.pitcher + 1,
        public.trump + 1,
        0,
        public.trick,
        public.order[: len(public.trick)],
        tuple(public.taken),
        public.shown | private.gone,
        public.scores,
        public.stock,
    )

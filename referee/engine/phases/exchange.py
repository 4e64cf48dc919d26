"""Between auction and play: the sheet's exchange steps, each taken seat by seat from eldest (A14, A15, A16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from referee.engine import events
from referee.engine.actions import ASK_BURN, ASK_NOTHING, ASK_THROW, ASK_WIDOW, HAND_ON, KEEP_WIDOW, PICK_MASK, Pick
from referee.engine.cards import mask_of
from referee.engine.errors import InvariantViolation
from referee.engine.phases import play
from referee.engine.sheet import Burn, Cards, ExchangeStep, Fill, LayAside, Swap, ThrowPlain, Widow
from referee.engine.state import UNKNOWN, Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

_PLAIN: Final = Cards.PLAIN
WIDOW_CHOICES: Final = (KEEP_WIDOW, HAND_ON)
NOBODY_ASKED: Final = (UNKNOWN, ASK_NOTHING)


def begin(game: Game) -> None:
    """Start the first step; go straight to play where the sheet has none."""
    game.public.step = 0
    _go_on(game, 0)


def legal_throw(tables: Tables, public: Public, private: Private) -> Pick:
    """Return the choice of any number of the cards that the running step lets a seat throw."""
    step = tables.sheet.exchange[public.step]
    plain_only = isinstance(step, Swap) and step.cards is _PLAIN
    may_go = private.start & tables.trumps[public.trump].plain if plain_only else private.start
    return Pick(0, may_go, 0, may_go.bit_count())


def legal_burn(tables: Tables, public: Public, private: Private) -> Pick:
    """Return the choice of the surplus trumps: non-point trumps go before point trumps, free within each (A16)."""
    step = tables.sheet.exchange[public.step]
    if not isinstance(step, Burn):
        raise InvariantViolation(f"no burn is asked in {type(step).__name__}")
    table = tables.trumps[public.trump]
    trumps = private.start & table.mask
    surplus = trumps.bit_count() - step.to
    cheap = trumps & ~table.point_trumps
    if cheap.bit_count() >= surplus:
        return Pick(0, cheap, surplus, surplus)
    left = surplus - cheap.bit_count()
    return Pick(cheap, trumps & table.point_trumps, left, left)


def legal_widow(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return keeping the widow and handing it on."""
    return WIDOW_CHOICES


def apply_throw(game: Game, action: int) -> None:
    """Throw the chosen cards face down and refill the seat at once."""
    public = game.public
    seat, mask = public.to_act, action & PICK_MASK
    private = game.actor
    private.start ^= mask
    private.gone |= mask
    count = mask.bit_count()
    public.sizes[seat] -= count
    game.log((events.THROW, seat, count, 0, events.EVERYONE))
    game.log((events.OWN_THROW, seat, count, mask, 1 << seat))
    step = game.tables.sheet.exchange[public.step]
    if isinstance(step, Swap):
        _draw(game, seat, step.to - public.sizes[seat])
    _after(game, seat)


def apply_burn(game: Game, action: int) -> None:
    """Burn the chosen trumps, shown to all; nobody owns them any more."""
    public = game.public
    seat, mask = public.to_act, action & PICK_MASK
    count = mask.bit_count()
    game.actor.start ^= mask
    public.sizes[seat] -= count
    public.shown |= mask
    game.log((events.BURN, seat, count, mask, events.EVERYONE))
    _after(game, seat)


def apply_widow(game: Game, action: int) -> None:
    """Give the rest of the stock to the pitcher, or unseen to his partner."""
    public = game.public
    pitcher = public.pitcher
    to = pitcher if action == KEEP_WIDOW else (pitcher + game.tables.sides) % game.tables.seats
    count = public.stock
    game.log((events.WIDOW, to, count, 0, events.EVERYONE))
    game.log((events.OWN_DRAW, to, count, _take(game, to, count), 1 << to))
    _after(game, pitcher)


def _after(game: Game, seat: int) -> None:
    eldest = game.tables.next_seat[game.public.dealer]
    _go_on(game, (seat - eldest) % game.tables.seats + 1)


def _go_on(game: Game, place: int) -> None:
    """Run the steps from the seat `place` seats after eldest until something is asked, then play."""
    tables, public = game.tables, game.public
    order = tables.turns[tables.next_seat[public.dealer]][-1]
    steps = tables.sheet.exchange
    while public.step < len(steps):
        step = steps[public.step]
        seat, ask = RULES[type(step)](game, step, order[place:] if place else order)
        if ask:
            game.turn(seat, ask)
            return
        public.step += 1
        place = 0
    play.begin(game)


def _swap(game: Game, step: Swap, order: tuple[int, ...]) -> tuple[int, int]:
    return _first(game.public, order, 1, ASK_THROW)


def _fill(game: Game, step: Fill, order: tuple[int, ...]) -> tuple[int, int]:
    sizes = game.public.sizes
    for seat in order:
        _draw(game, seat, step.to - sizes[seat])
    return NOBODY_ASKED


def _widow(game: Game, step: Widow, order: tuple[int, ...]) -> tuple[int, int]:
    public = game.public
    return (public.pitcher, ASK_WIDOW) if public.pitcher in order and _widow_left(public) else NOBODY_ASKED


def _burn(game: Game, step: Burn, order: tuple[int, ...]) -> tuple[int, int]:
    return _first(game.public, order, step.to + 1, ASK_BURN)


def _first(public: Public, order: tuple[int, ...], least: int, ask: int) -> tuple[int, int]:
    """Ask the first seat that holds so many cards at least."""
    for seat in order:
        if public.sizes[seat] >= least:
            return seat, ask
    return NOBODY_ASKED


def _widow_left(public: Public) -> bool:
    return public.stock > 0


def _throw_plain(game: Game, step: ThrowPlain, order: tuple[int, ...]) -> tuple[int, int]:
    public, log = game.public, game.log
    plain = game.tables.trumps[public.trump].plain
    for seat in order:
        private = game.private[seat]
        mask = private.start & plain
        count = mask.bit_count()
        private.start ^= mask
        public.sizes[seat] -= count
        public.shown |= mask
        log((events.THROW, seat, count, mask, events.EVERYONE))
    return NOBODY_ASKED


def _lay_aside(game: Game, step: LayAside, order: tuple[int, ...]) -> tuple[int, int]:
    public = game.public
    plain = game.tables.trumps[public.trump].plain
    for seat in order:
        private = game.private[seat]
        mask = private.start & plain
        if mask:
            count = mask.bit_count()
            private.start ^= mask
            private.gone |= mask
            public.sizes[seat] -= count
            game.log((events.ASIDE, seat, count, 0, events.EVERYONE))
            game.log((events.OWN_ASIDE, seat, count, mask, 1 << seat))
    return NOBODY_ASKED


def _draw(game: Game, seat: int, wanted: int) -> None:
    """Give the seat the next cards of the stock, as many as there are (A14)."""
    stock = game.public.stock
    count = wanted if wanted < stock else stock
    if count > 0:
        game.log((events.DRAW, seat, count, 0, events.EVERYONE))
        game.log((events.OWN_DRAW, seat, count, _take(game, seat, count), 1 << seat))


def _take(game: Game, seat: int, count: int) -> int:
    hidden, public = game.hidden, game.public
    drawn = hidden.drawn
    hidden.drawn = drawn + count
    mask = mask_of(hidden.stock[drawn : drawn + count])
    public.stock -= count
    public.sizes[seat] += count
    game.private[seat].start |= mask
    return mask


StepRule = Callable[["Game", Any, tuple[int, ...]], tuple[int, int]]
# What a step does at these seats, up to the first that it asks something; it returns that seat and the question. Asking
# depends on public numbers alone (A8): the question itself tells nothing. Every step has its rule (tests/catalogue).
RULES: Final[dict[type[ExchangeStep], StepRule]] = {
    Swap: _swap, ThrowPlain: _throw_plain, Fill: _fill, Widow: _widow, LayAside: _lay_aside, Burn: _burn,
}  # fmt: skip

"""Between auction and play: the sheet's exchange steps, each taken seat by seat from eldest (A14, A15, A16)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from referee.engine import events
from referee.engine.actions import ASK_BURN, ASK_NOTHING, ASK_THROW, ASK_WIDOW, HAND_ON, KEEP_WIDOW, PICK_MASK, Pick
from referee.engine.cards import ALL_CARDS, mask_of
from referee.engine.errors import InvariantViolation
from referee.engine.phases import play
from referee.engine.sheet import Burn, Cards, ExchangeStep, Fill, LayAside, Swap, ThrowPlain, Widow
from referee.engine.state import Private, Public
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

_PLAIN: Final = Cards.PLAIN
WIDOW_CHOICES: Final = (KEEP_WIDOW, HAND_ON)


def begin(game: Game) -> None:
    """Start the first step; go straight to play where the sheet has none."""
    game.public.step = 0
    _go_on(game, 0)


def legal_throw(tables: Tables, public: Public, private: Private) -> Pick:
    """Return the choice of any number of the cards that the running step lets a seat throw."""
    step = tables.sheet.exchange[public.step]
    plain_only = isinstance(step, Swap) and step.cards is _PLAIN
    may_go = private.hand & ~tables.trumps[public.trump].mask if plain_only else private.hand
    return Pick(0, may_go, 0, may_go.bit_count())


def legal_burn(tables: Tables, public: Public, private: Private) -> Pick:
    """Return the choice of the surplus trumps: non-point trumps go before point trumps, free within each (A16)."""
    step = tables.sheet.exchange[public.step]
    if not isinstance(step, Burn):
        raise InvariantViolation(f"no burn is asked in {type(step).__name__}")
    table = tables.trumps[public.trump]
    trumps = private.hand & table.mask
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
    private = game.private[seat]
    private.hand ^= mask
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
    game.private[seat].hand ^= mask
    public.sizes[seat] -= mask.bit_count()
    public.shown |= mask
    game.log((events.BURN, seat, mask.bit_count(), mask, events.EVERYONE))
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
    eldest = tables.next_seat[public.dealer]
    steps = tables.sheet.exchange
    while public.step < len(steps):
        step = steps[public.step]
        while place < tables.seats:
            seat = (eldest + place) % tables.seats
            ask = _visit(game, step, seat)
            if ask:
                public.ask = ask
                public.to_act = seat
                return
            place += 1
        public.step += 1
        place = 0
    play.begin(game)


def _visit(game: Game, step: ExchangeStep, seat: int) -> int:
    """Do what the step does at the seat, or return what it asks there.

    Asking depends on public numbers alone (A8): the question itself tells nothing.
    """
    public = game.public
    match step:
        case Swap():
            return ASK_THROW if public.sizes[seat] else ASK_NOTHING
        case ThrowPlain():
            _throw_plain(game, seat)
        case Fill():
            _draw(game, seat, step.to - public.sizes[seat])
        case Widow():
            return ASK_WIDOW if seat == public.pitcher and public.stock else ASK_NOTHING
        case LayAside():
            _lay_aside(game, seat)
        case Burn():
            return ASK_BURN if public.sizes[seat] > step.to else ASK_NOTHING
        case _:
            assert_never(step)
    return ASK_NOTHING


def _plain(game: Game, seat: int) -> int:
    return game.private[seat].hand & ~game.tables.trumps[game.public.trump].mask & ALL_CARDS


def _throw_plain(game: Game, seat: int) -> None:
    mask = _plain(game, seat)
    game.private[seat].hand ^= mask
    game.public.sizes[seat] -= mask.bit_count()
    game.public.shown |= mask
    game.log((events.THROW, seat, mask.bit_count(), mask, events.EVERYONE))


def _lay_aside(game: Game, seat: int) -> None:
    mask = _plain(game, seat)
    if not mask:
        return
    count = mask.bit_count()
    game.private[seat].hand ^= mask
    game.private[seat].gone |= mask
    game.public.sizes[seat] -= count
    game.log((events.ASIDE, seat, count, 0, events.EVERYONE))
    game.log((events.OWN_ASIDE, seat, count, mask, 1 << seat))


def _draw(game: Game, seat: int, wanted: int) -> None:
    """Give the seat the next cards of the stock, as many as there are (A14)."""
    count = min(wanted, game.public.stock)
    if count > 0:
        game.log((events.DRAW, seat, count, 0, events.EVERYONE))
        game.log((events.OWN_DRAW, seat, count, _take(game, seat, count), 1 << seat))


def _take(game: Game, seat: int, count: int) -> int:
    hidden, public = game.hidden, game.public
    mask = mask_of(hidden.stock[hidden.drawn : hidden.drawn + count])
    hidden.drawn += count
    public.stock -= count
    public.sizes[seat] += count
    game.private[seat].hand |= mask
    return mask

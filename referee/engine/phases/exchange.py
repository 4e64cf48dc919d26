"""Between auction and play: the sheet's exchange steps, each taken seat by seat from eldest (A14, A15, A16)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from referee.engine.actions import (
    ASK_BURN,
    ASK_KEEP,
    ASK_NOTHING,
    ASK_THROW,
    ASK_WIDOW,
    HAND_ON,
    KEEP_WIDOW,
    PICK_MASK,
    Pick,
)  # fmt: skip
from referee.engine.cards import BIT
from referee.engine.errors import InvariantViolation
from referee.engine.phases import forfeits, hands, play, search
from referee.engine.sheet import Sheet
from referee.engine.state import UNKNOWN, Private, Public
from referee.engine.steps import (
    Burn,
    Cards,
    ExchangeStep,
    Face,
    Fill,
    Forfeit,
    Inspect,
    LayAside,
    Narrow,
    Rest,
    Rounds,
    Search,
    Swap,
    TakeStock,
    ThrowPlain,
    Who,
    Widow,
)  # fmt: skip
from referee.engine.tables import Tables

if TYPE_CHECKING:
    from referee.engine.game import Game

# Looking up a member in its Enum costs more than comparing with it.
_PLAIN, _UP, _BURN, _CARD_BY_CARD = Cards.PLAIN, Face.UP, Rest.BURN, Rounds.CARD_BY_CARD
_ALL, _PITCHER, _DEALER, _ALL_BUT_PITCHER = Who.ALL, Who.PITCHER, Who.DEALER, Who.ALL_BUT_PITCHER
WIDOW_CHOICES: Final = (KEEP_WIDOW, HAND_ON)
NOBODY_ASKED: Final = (UNKNOWN, ASK_NOTHING)


def begin(game: Game) -> None:
    """Start the first step; go straight to play where the sheet has none."""
    _go_on(game, 0)


def concerns(who: Who, seat: int, public: Public) -> bool:
    """Return whether a step that is for `who` is for this seat."""
    if who is _ALL:
        return True
    if who is _PITCHER:
        return seat == public.pitcher
    if who is _DEALER:
        return seat == public.dealer
    return seat != (public.pitcher if who is _ALL_BUT_PITCHER else public.dealer)


# ---- what is offered


def legal_throw(tables: Tables, public: Public, private: Private) -> Pick:
    """Return the choice of any number of the cards that the step lets a seat throw; of one card for one taken."""
    step = tables.sheet.exchange[public.step]
    may_go = private.start
    if isinstance(step, Inspect):
        return Pick(0, may_go, 1, 1)
    if isinstance(step, Swap) and step.cards is _PLAIN:
        may_go &= public.table.plain
    return Pick(0, may_go, 0, may_go.bit_count())


def legal_burn(tables: Tables, public: Public, private: Private) -> Pick:
    """Return the choice of the surplus trumps: non-point trumps go before point trumps, free within each (A16).

    A called card is not among them (5.4).
    """
    table, trumps = public.table, private.start & public.table.mask
    surplus = trumps.bit_count() - _kept(tables, public)
    if public.called != UNKNOWN:
        trumps &= ~BIT[public.called]
    cheap = trumps & ~table.point_trumps
    if cheap.bit_count() >= surplus:
        return Pick(0, cheap, surplus, surplus)
    left = surplus - cheap.bit_count()
    return Pick(cheap, trumps & table.point_trumps, left, left)


def legal_keep(tables: Tables, public: Public, private: Private) -> Pick:
    """Return the choice of the plain cards that are kept beside all trumps (A16)."""
    plain = private.start & public.table.plain
    places = _kept(tables, public) - (private.start.bit_count() - plain.bit_count())
    return Pick(0, plain, places, places)


def legal_widow(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    """Return keeping the widow and handing it on."""
    return WIDOW_CHOICES


def _kept(tables: Tables, public: Public) -> int:
    """Return how many cards the running step lets a seat keep."""
    step = tables.sheet.exchange[public.step]
    if isinstance(step, Burn | Narrow):
        return step.to
    raise InvariantViolation(f"nothing is burned or narrowed in {type(step).__name__}")


# ---- what is done


def apply_throw(game: Game, action: int) -> None:
    """Throw the chosen cards; in a swap refill the seat at once."""
    public = game.public
    seat, mask = public.to_act, action & PICK_MASK
    step = game.tables.sheet.exchange[public.step]
    if not isinstance(step, Swap):
        hands.throw_down(game, seat, mask)
        _after(game, public.offered)
        return
    (hands.throw_up if step.face is _UP else hands.throw_down)(game, seat, mask)
    hands.draw(game, seat, step.to - public.sizes[seat])
    _after(game, seat)


def apply_burn(game: Game, action: int) -> None:
    """Burn the chosen trumps, shown to all; nobody owns them any more."""
    seat = game.public.to_act
    hands.burn(game, seat, action & PICK_MASK)
    _after(game, seat)


def apply_keep(game: Game, action: int) -> None:
    """Throw the plain cards that are not kept, face down."""
    seat = game.public.to_act
    hands.throw_down(game, seat, game.actor.start & game.public.table.plain & ~action)
    _after(game, seat)


def apply_widow(game: Game, action: int) -> None:
    """Give the rest of the stock to the pitcher, or unseen to his partner."""
    pitcher, tables = game.public.pitcher, game.tables
    hands.take_stock(game, pitcher if action == KEEP_WIDOW else (pitcher + tables.sides) % tables.seats)
    _after(game, pitcher)


def apply_search(game: Game, action: int) -> None:
    """Take the chosen cards, and see whether that is enough."""
    seat = game.public.to_act
    search.take(game, seat, action & PICK_MASK)
    _after(game, seat)


def apply_take(game: Game, action: int) -> None:
    """Take the forfeited card, and throw one for it; or leave it and see the next."""
    if forfeits.take(game, action):
        game.turn(game.public.pitcher, ASK_THROW)
    else:
        _after(game, game.public.offered)


def _after(game: Game, seat: int) -> None:
    """Go on with the running step from the seat after this one."""
    tables, public = game.tables, game.public
    rule, step = game.steps[public.step]
    asked, ask = rule(game, step, tables.rest[public.dealer][seat])
    if ask:
        game.turn(asked, ask)
    else:
        _go_on(game, public.step + 1)


def _go_on(game: Game, number: int) -> None:
    """Run the steps from this one on until something is asked, then play."""
    public = game.public
    order = game.tables.turns[game.tables.next_seat[public.dealer]][-1]
    for rule, step in game.steps[number:]:
        public.step = number
        asked, ask = rule(game, step, order)
        if ask:
            game.turn(asked, ask)
            return
        number += 1
    play.begin(game)


# ---- the steps


def _swap(game: Game, step: Swap, order: tuple[int, ...]) -> tuple[int, int]:
    sizes = game.public.sizes
    for seat in order:
        if sizes[seat]:
            return seat, ASK_THROW
    return NOBODY_ASKED


def _throw_plain(game: Game, step: ThrowPlain, order: tuple[int, ...]) -> tuple[int, int]:
    public, plain = game.public, game.public.table.plain
    throw = hands.throw_up if step.face is _UP else hands.throw_down
    everyone = step.who is _ALL
    for seat in order:
        if everyone or concerns(step.who, seat, public):
            throw(game, seat, game.private[seat].start & plain)
    return NOBODY_ASKED


def _fill(game: Game, step: Fill, order: tuple[int, ...]) -> tuple[int, int]:
    public = game.public
    sizes = public.sizes
    if step.rounds is _CARD_BY_CARD:
        _fill_card_by_card(game, step, order)
        return NOBODY_ASKED
    everyone, to = step.who is _ALL, step.to
    for seat in order:
        if everyone or concerns(step.who, seat, public):
            hands.draw(game, seat, to - sizes[seat])
    return NOBODY_ASKED


def _fill_card_by_card(game: Game, step: Fill, order: tuple[int, ...]) -> None:
    public = game.public
    short = [seat for seat in order if concerns(step.who, seat, public) and public.sizes[seat] < step.to]
    while short and public.stock:
        for seat in short:
            hands.draw(game, seat, 1)
        short = [seat for seat in short if public.sizes[seat] < step.to]


def _widow(game: Game, step: Widow, order: tuple[int, ...]) -> tuple[int, int]:
    public = game.public
    return (public.pitcher, ASK_WIDOW) if public.pitcher in order and public.stock else NOBODY_ASKED


def _take_stock(game: Game, step: TakeStock, order: tuple[int, ...]) -> tuple[int, int]:
    hands.take_stock(game, game.public.pitcher)
    return NOBODY_ASKED


def _lay_aside(game: Game, step: LayAside, order: tuple[int, ...]) -> tuple[int, int]:
    plain = game.public.table.plain
    for seat in order:
        mask = game.private[seat].start & plain
        if mask:
            hands.lay_aside(game, seat, mask)
    return NOBODY_ASKED


def _burn(game: Game, step: Burn, order: tuple[int, ...]) -> tuple[int, int]:
    sizes, to = game.public.sizes, step.to
    for seat in order:
        if sizes[seat] > to and _must_burn(game, seat, to):
            return seat, ASK_BURN
    return NOBODY_ASKED


def rules(sheet: Sheet) -> tuple[tuple[StepRule, ExchangeStep], ...]:
    """Return the steps of the sheet, each with what it does."""
    return tuple((RULES[type(step)], step) for step in sheet.exchange)


def _must_burn(game: Game, seat: int, to: int) -> bool:
    if game.public.sizes[seat] <= to:
        return False
    return (game.private[seat].start & game.public.table.mask).bit_count() > to


def _narrow(game: Game, step: Narrow, order: tuple[int, ...]) -> tuple[int, int]:
    public = game.public
    for seat in order:
        if concerns(step.who, seat, public):
            if public.sizes[seat] > step.to:
                if not _must_burn(game, seat, step.to):
                    return seat, ASK_KEEP
                plain = game.private[seat].start & public.table.plain
                if plain:
                    hands.throw_down(game, seat, plain)
                return seat, ASK_BURN
        elif step.rest is _BURN and _must_burn(game, seat, step.to):
            return seat, ASK_BURN
    return NOBODY_ASKED


def _search(game: Game, step: Search, order: tuple[int, ...]) -> tuple[int, int]:
    for seat in order:
        if concerns(step.who, seat, game.public):
            ask = search.begin(game, seat, step)
            if ask:
                return seat, ask
    return NOBODY_ASKED


def _forfeit(game: Game, step: Forfeit, order: tuple[int, ...]) -> tuple[int, int]:
    forfeits.draw_lots(game, order)
    return NOBODY_ASKED


def _inspect(game: Game, step: Inspect, order: tuple[int, ...]) -> tuple[int, int]:
    return forfeits.show_next(game, order)


StepRule = Callable[["Game", Any, tuple[int, ...]], tuple[int, int]]
# What a step does at these seats, up to the first that it asks something; it returns that seat and the question. Asking
# depends on public numbers alone (A8): the question itself tells nothing. Every step has its rule (tests/catalogue).
RULES: Final[dict[type[ExchangeStep], StepRule]] = {
    Swap: _swap, ThrowPlain: _throw_plain, Fill: _fill, Widow: _widow, TakeStock: _take_stock, LayAside: _lay_aside,
    Burn: _burn, Narrow: _narrow, Search: _search, Forfeit: _forfeit, Inspect: _inspect,
}  # fmt: skip

"""Mutants that the oracle cannot see, or not alone: each with the property that must catch it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from referee.engine.game import Game
from referee.engine.phases import exchange, hands, play
from referee.engine.state import Hidden, Private, Public
from referee.engine.steps import Fill
from tests.catalogue import test_properties, test_renamings, test_transcript
from tests.catalogue.observing import SUITS
from tests.catalogue.planting import Patch

Property = Callable[[str, int], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class StateMutant:
    """An engine whose state is wrong, a spec that shows it, and the property of a spec and a seed that catches it."""

    name: str
    spec: str
    code: Callable[[Patch], None]
    caught_by: Property


def inner(test: Any) -> Property:
    """Return the property that hypothesis tries."""
    found: Property = test.hypothesis.inner_test
    return found


def renamed(spec: str, seed: int) -> None:
    test_renamings.test_names_change_nothing.hypothesis.inner_test(spec, seed, SUITS[seed % len(SUITS)], 1 + seed % 3)


CARDS = inner(test_properties.test_cards_are_conserved_at_each_step)
CLONE = inner(test_properties.test_a_clone_is_independent_and_goes_the_same_way)


def shared(part: type) -> Callable[[Patch], None]:
    return lambda patch: patch.setattr(part, "clone", lambda self: self)


def forfeits_shared(patch: Patch) -> None:
    original = Hidden.clone

    def clone(self: Hidden) -> Hidden:
        new = original(self)
        new.forfeited = self.forfeited
        return new

    patch.setattr(Hidden, "clone", clone)


def clone_forgets(field: str) -> Callable[[Patch], None]:
    original = Public.clone

    def clone(self: Public) -> Public:
        new = original(self)
        setattr(new, field, 0)
        return new

    return lambda patch: patch.setattr(Public, "clone", clone)


def sizes_shared(patch: Patch) -> None:
    original = Public.clone

    def clone(self: Public) -> Public:
        new = original(self)
        new.sizes = self.sizes
        return new

    patch.setattr(Public, "clone", clone)


def burned_and_kept(patch: Patch) -> None:
    original = hands.burn

    def burn(game: Game, seat: int, mask: int) -> None:
        original(game, seat, mask)
        game.private[seat].start |= mask & -mask

    patch.setattr(hands, "burn", burn)


def dead_trick_vanishes(patch: Patch) -> None:
    original = play._dead_trick

    def dead(game: Game) -> None:
        shown = game.public.shown
        game.public.trick.clear()
        original(game)
        game.public.shown = shown

    patch.setattr(play, "_dead_trick", dead)


def partner_known_at_once(patch: Patch) -> None:
    original = exchange.begin

    def begin(game: Game) -> None:
        for seat, private in enumerate(game.private):
            if game.public.called >= 0 and private.start >> game.public.called & 1:
                game.public.partner = seat
        original(game)

    patch.setattr(exchange, "begin", begin)


def fills_from_seat_zero(patch: Patch) -> None:
    original = exchange.RULES[Fill]
    patch.setitem(exchange.RULES, Fill, lambda game, step, order: original(game, step, tuple(sorted(order))))


STATE_MUTANTS: tuple[StateMutant, ...] = (
    StateMutant(name="a clone shares what is public", spec="auction", code=shared(Public), caught_by=CLONE),
    StateMutant(name="a clone shares the hands", spec="auction", code=shared(Private), caught_by=CLONE),
    StateMutant(name="a clone shares the stock", spec="contway", code=shared(Hidden), caught_by=CLONE),
    StateMutant(name="a clone shares the lots", spec="abacos", code=forfeits_shared, caught_by=CLONE),
    StateMutant(name="a clone shares the sizes", spec="oklahoma", code=sizes_shared, caught_by=CLONE),
    StateMutant(name="a clone forgets who is up", spec="carthage", code=clone_forgets("up"), caught_by=CLONE),
    StateMutant(name="a clone forgets who looked", spec="abacos", code=clone_forgets("looked"), caught_by=CLONE),
    StateMutant(name="a burned card stays", spec="ten-point", code=burned_and_kept, caught_by=CARDS),
    StateMutant(name="a dead trick vanishes", spec="carthage", code=dead_trick_vanishes, caught_by=CARDS),
    StateMutant(name="the partner is known at once", spec="razzle-dazzle", code=partner_known_at_once,
                caught_by=test_transcript.check_views),
    StateMutant(name="filled from seat 0", spec="susqy-river", code=fills_from_seat_zero, caught_by=renamed),
)  # fmt: skip

"""Planted leaks in what only some sheets have: unlooked hands, lots, called partners, searches, narrowing, misdeals,
seats that are up."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from referee.engine import events
from referee.engine.actions import ASK_CALL, ASK_NOTHING, ASK_SEARCH, ASK_TAKE, BLIND, LEAVE, PICK_MASK, Ask, Legal
from referee.engine.cards import BIT, CHOICES, cards_of, mask_of, rank_mask
from referee.engine.events import EVERYONE, Event, EventKind
from referee.engine.game import Game
from referee.engine.phases import auction, exchange, forfeits, hands, play, score, search
from referee.engine.steps import Fill, Narrow, Search
from tests.leaks.planted_engine import Apply, changing_events, planted_apply, to_all

Patch = pytest.MonkeyPatch

# ---- hands not looked at


def _after_the_deal(patch: Patch, also: Callable[[Game], None]) -> None:
    """Do something else before the first question."""
    true = auction.begin

    def begin(game: Game) -> None:
        also(game)
        true(game)

    patch.setattr(auction, "begin", begin)


def hand_told_before_the_look(patch: Patch) -> None:
    def also(game: Game) -> None:
        for seat, cards in enumerate(game.hidden.hands):
            game.log((EventKind.HAND, seat, 0, mask_of(cards), 1 << seat))

    _after_the_deal(patch, also)


def unlooked_hand_in_the_snapshot(patch: Patch) -> None:
    def also(game: Game) -> None:
        for private, cards in zip(game.private, game.hidden.hands, strict=True):
            private.start = mask_of(cards)

    _after_the_deal(patch, also)


def no_look_at_a_hand_with_aces(patch: Patch) -> None:
    """Who holds two aces is not asked whether he looks: he is taken to look."""
    true = auction._ask

    def ask(game: Game, seat: int) -> None:
        true(game, seat)
        if game.ask == Ask.LOOK and (mask_of(game.hidden.hands[seat]) & rank_mask(12)).bit_count() > 1:
            hands.look(game, seat)
            game.log((EventKind.LOOK, seat, 1, 0, EVERYONE))
            game.turn(seat, ASK_CALL)

    patch.setattr(auction, "_ask", ask)


def blind_calls_by_the_hand(patch: Patch) -> None:
    """What a blind caller may call depends on the hand that he has not seen."""

    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            rule(game, action)
            hand = mask_of(game.hidden.hands[game.to_act])
            if action == BLIND and hand & rank_mask(12) and isinstance(game.offer, tuple) and len(game.offer) > 1:
                game.offer = game.offer[1:]

        return apply

    planted_apply(patch, Ask.LOOK, wrap)


def claims_told(patch: Patch) -> None:
    """A call tells whether its seat could have claimed a misdeal."""

    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            poor = not game.actor.start & game.tables.honours
            told = changing_events(rule, lambda _, e: (e[0], e[1], e[2], int(poor), e[4]) if e[0] == events.CALL else e)
            told(game, action)

        return apply

    planted_apply(patch, Ask.CALL, wrap)


def all_hands_shown(patch: Patch) -> None:
    true = score.not_played

    def not_played(game: Game, contract: int, showing: tuple[int, ...]) -> None:
        true(game, contract, tuple(range(game.tables.seats)))

    patch.setattr(score, "not_played", not_played)


def bound_seats_are_not_asked(patch: Patch) -> None:
    """A seat with a forced nine, which may only call nine or more, calls the nine by itself."""
    true = auction._ask

    def ask(game: Game, seat: int) -> None:
        true(game, seat)
        if game.ask == Ask.CALL and auction._has_forced_nine(game.private[seat].start) and not game.public.call:
            auction.apply(game, game.tables.nine)

    patch.setattr(auction, "_ask", ask)


def stock_shown(patch: Patch) -> None:
    true = score.not_played

    def not_played(game: Game, contract: int, showing: tuple[int, ...]) -> None:
        game.log((EventKind.SHOW, game.public.dealer, 0, mask_of(game.hidden.stock), EVERYONE))
        true(game, contract, showing)

    patch.setattr(score, "not_played", not_played)


# ---- lots


def forfeits_to_all(patch: Patch) -> None:
    patch.setattr(forfeits, "draw_lots", changing_events(forfeits.draw_lots, to_all(EventKind.OWN_FORFEIT)))


def lots_are_told(patch: Patch) -> None:
    def change(game: Game, event: Event) -> Event:
        lot = game.hidden.lots[event[1] % game.tables.seats]
        return (*event[:2], lot, *event[3:]) if event[0] == EventKind.FORFEIT else event

    patch.setattr(forfeits, "draw_lots", changing_events(forfeits.draw_lots, change))


def offers_to_all(patch: Patch) -> None:
    patch.setattr(forfeits, "show_next", changing_events(forfeits.show_next, to_all(EventKind.OFFER)))


def all_forfeits_offered_at_once(patch: Patch) -> None:
    def change(game: Game, event: Event) -> Event:
        every = mask_of(game.hidden.forfeited.values())
        return (*event[:3], every, event[4]) if event[0] == EventKind.OFFER else event

    patch.setattr(forfeits, "show_next", changing_events(forfeits.show_next, change))


def low_cards_are_left_unasked(patch: Patch) -> None:
    true = forfeits.show_next

    def show_next(game: Game, order: tuple[int, ...]) -> tuple[int, int]:
        seat, ask = true(game, order)
        if ask == ASK_TAKE and not game.private[seat].offered & sum(map(rank_mask, range(6, 13))):
            owner = game.public.offered
            game.actor = game.private[seat]
            forfeits.take(game, LEAVE)
            return show_next(game, order[order.index(owner) + 1 :])
        return seat, ask

    patch.setattr(forfeits, "show_next", show_next)


def owner_told_what_was_thrown(patch: Patch) -> None:
    """Who lost a card that was taken learns which card was thrown for it."""

    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            if game.public.offered >= 0:
                game.private[game.public.offered].gone |= action & PICK_MASK
            rule(game, action)

        return apply

    planted_apply(patch, Ask.THROW, wrap)


# ---- the called partner


def partner_known_when_called(patch: Patch) -> None:
    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            rule(game, action)
            game.public.partner = _holder(game)

        return apply

    planted_apply(patch, Ask.CALL_PARTNER, wrap)


def _holder(game: Game) -> int:
    return next((seat for seat, one in enumerate(game.private) if one.start >> game.public.called & 1), -1)


def called_card_plays_itself(patch: Patch) -> None:
    """The holder of the called card, who may play nothing else to the first trick, is not asked."""

    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            rule(game, action)
            public = game.public
            if public.ask == Ask.PLAY and public.trick and game.offer == (public.called,):
                apply(game, public.called)

        return apply

    true = play.apply_watched
    patch.setattr(play, "apply_watched", wrap(true))


# ---- exchange


def cards_kept_are_told(patch: Patch) -> None:
    """The plain cards that are thrown when a hand is narrowed are shown."""

    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            changing_events(rule, to_all(EventKind.OWN_THROW))(game, action)

        return apply

    planted_apply(patch, Ask.KEEP, wrap)


def narrowing_asked_only_with_a_choice(patch: Patch) -> None:
    """Who holds six trumps has no plain card to keep, and is not asked (A8)."""
    true = exchange.RULES[Narrow]

    def narrow(game: Game, step: Narrow, order: tuple[int, ...]) -> tuple[int, int]:
        seat, ask = true(game, step, order)
        if ask == Ask.KEEP and (game.private[seat].start & game.public.table.mask).bit_count() == step.to:
            hands.throw_down(game, seat, game.private[seat].start & game.public.table.plain)
            return narrow(game, step, order[order.index(seat) + 1 :])
        return seat, ask

    patch.setitem(exchange.RULES, Narrow, narrow)


def trumps_in_the_hand_when_narrowing(patch: Patch) -> None:
    """How many trumps the pitcher keeps follows from what he is said to have thrown."""

    def change(game: Game, event: Event) -> Event:
        if event[0] != EventKind.THROW:
            return event
        return (*event[:2], (game.private[event[1]].start & game.public.table.mask).bit_count(), *event[3:])

    planted_apply(patch, Ask.KEEP, lambda rule: changing_events(rule, change))


def filling_told_in_another_order(patch: Patch) -> None:
    """The order in which the drawing is told depends on the first card of the stock."""
    true = exchange.RULES[Fill]

    def fill(game: Game, step: Fill, order: tuple[int, ...]) -> tuple[int, int]:
        top = BIT[game.hidden.stock[game.hidden.drawn]]
        log, buffer = game.log, list[Event]()
        game.log = buffer.append
        try:
            return true(game, step, order)
        finally:
            game.log = log
            for event in sorted(buffer, key=lambda event: event[1]) if top & game.public.table.mask else buffer:
                log(event)

    patch.setitem(exchange.RULES, Fill, fill)


# ---- searches


def searches_to_all(patch: Patch) -> None:
    patch.setitem(exchange.RULES, Search, changing_events(exchange.RULES[Search], to_all(EventKind.SEARCH)))


def thrown_cards_searched_too(patch: Patch) -> None:
    """Who looks through the stock is shown what the others have thrown."""
    true = search._look_through

    def look_through(game: Game, seat: int, pile: int, where: int) -> None:
        true(game, seat, pile, where)
        game.private[seat].gone |= game.hidden.thrown

    patch.setattr(search, "_look_through", look_through)


def trumps_found_are_counted(patch: Patch) -> None:
    """The trumps that a search finds count for the hand at once."""
    true = search._into_hand

    def into_hand(game: Game, seat: int, mask: int) -> None:
        true(game, seat, mask)
        if game.ask != Ask.SEARCH:
            game.log((EventKind.DRAW, seat, mask.bit_count(), 0, EVERYONE))

    patch.setattr(search, "_into_hand", into_hand)


def search_asked_only_with_trumps(patch: Patch) -> None:
    """Who finds no trump in the stock is not asked: he takes any cards."""
    true = exchange.RULES[Search]

    def run(game: Game, step: Search, order: tuple[int, ...]) -> tuple[int, int]:
        seat, ask = true(game, step, order)
        if ask == ASK_SEARCH and not game.private[seat].offered & game.public.table.mask:
            places = step.to - game.public.sizes[seat]
            search.take(game, seat, mask_of(cards_of(game.private[seat].offered)[:places]))
            return -1, ASK_NOTHING
        return seat, ask

    patch.setitem(exchange.RULES, Search, run)


# ---- the play


def dead_blind_told(patch: Patch) -> None:
    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            game.public.shown |= mask_of(game.hidden.stock)
            rule(game, action)

        return apply

    planted_apply(patch, Ask.DECLARE, wrap)


def stock_told_at_the_end(patch: Patch) -> None:
    true = score.finish

    def finish(game: Game) -> None:
        game.log((EventKind.SHOW, game.public.dealer, 0, mask_of(game.hidden.stock), EVERYONE))
        true(game)

    patch.setattr(score, "finish", finish)


def up_before_trump_is_led(patch: Patch) -> None:
    """Who has no trump left when a trick begins is marked as up."""
    true = play._open_trick

    def open_trick(game: Game, leader: int) -> None:
        for seat, private in enumerate(game.private):
            if private.hand and not private.hand & game.public.table.mask:
                game.public.up |= BIT[seat]
        true(game, leader)

    patch.setattr(play, "_open_trick", open_trick)


def up_seats_show_their_cards(patch: Patch) -> None:
    true = play._go_up

    def go_up(game: Game) -> None:
        private = game.private[game.to_act]
        game.public.shown |= mask_of(CHOICES[private.left](private.cards))
        true(game)

    patch.setattr(play, "_go_up", go_up)


def forced_plays_are_not_asked(patch: Patch) -> None:
    """A card that must be played is played by itself."""
    true = play.apply

    def apply(game: Game, action: int) -> None:
        true(game, action)
        offer: Legal = game.offer
        if game.ask == Ask.PLAY and game.public.trick and isinstance(offer, tuple) and len(offer) == 1:
            apply(game, offer[0])

    patch.setattr(play, "apply", apply)


def broken_by_a_hand(patch: Patch) -> None:
    """Trumps may be led as soon as the next player is void in a suit."""
    true = play._open_trick

    def open_trick(game: Game, leader: int) -> None:
        true(game, leader)
        following = game.private[(game.public.leader + 1) % game.tables.seats].hand
        if game.ask == Ask.PLAY and not following & 0x1FFF:
            game.offer = game.actor.held()

    patch.setattr(play, "_open_trick", open_trick)

"""Planted leaks in the engine: events for the wrong eyes, too much in the snapshot, questions that tell."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from pitch.arena.v1 import play_pb2
from referee.engine import game as game_module
from referee.engine.actions import ASK_BURN, ASK_PLAY, ASK_PLAY_ON, PASS, PICK_MASK, Ask, Legal, Pick
from referee.engine.cards import ACE, KING, cards_of, rank_mask
from referee.engine.events import EVERYONE, Event, EventKind
from referee.engine.game import Game
from referee.engine.phases import deal, exchange, hands, play
from referee.engine.steps import Burn, LayAside
from referee.engine.views import View
from referee.turns import Mark, TableWriter

Patch = pytest.MonkeyPatch
Apply = Callable[[Game, int], None]
SIZES, GONE, STOCK = 3, 12, 14  # places in the snapshot

# ---- events for the wrong eyes


def changing_events(rule: Callable[..., Any], change: Callable[[Game, Event], Event]) -> Callable[..., Any]:
    """Return the rule with every event that it logs changed."""

    def changing(game: Game, *args: Any) -> Any:
        log = game.log
        game.log = lambda event: log(change(game, event))
        try:
            return rule(game, *args)
        finally:
            game.log = log

    return changing


def planted_apply(patch: Patch, ask: Ask, wrap: Callable[[Apply], Apply]) -> None:
    rules = list(game_module.APPLY)
    rules[ask] = wrap(rules[ask])
    patch.setattr(game_module, "APPLY", tuple(rules))


def to_all(kind: EventKind) -> Callable[[Game, Event], Event]:
    return lambda _game, event: (*event[:4], EVERYONE) if event[0] == kind else event


def draws_to_all(patch: Patch) -> None:
    patch.setattr(hands, "draw", changing_events(hands.draw, to_all(EventKind.OWN_DRAW)))


def asides_to_all(patch: Patch) -> None:
    told = changing_events(exchange.RULES[LayAside], to_all(EventKind.OWN_ASIDE))
    patch.setitem(exchange.RULES, LayAside, told)


def hand_to_the_partner(patch: Patch) -> None:
    def change(game: Game, event: Event) -> Event:
        kind, seat, value, cards, audience = event
        partner = 1 << (seat + game.tables.sides) % game.tables.seats
        return (kind, seat, value, cards, audience | partner) if kind == EventKind.HAND else event

    patch.setattr(deal, "begin", changing_events(deal.begin, change))


def throws_face_up(patch: Patch) -> None:
    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            mask = action & PICK_MASK
            changing_events(
                rule, lambda _, event: (*event[:3], mask, event[4]) if event[0] == EventKind.THROW else event
            )(game, action)

        return apply

    planted_apply(patch, Ask.THROW, wrap)


def widow_seen_by_who_hands_it_on(patch: Patch) -> None:
    def change(game: Game, event: Event) -> Event:
        kind = event[0]
        return (*event[:4], event[4] | 1 << game.public.pitcher) if kind == EventKind.OWN_DRAW else event

    planted_apply(patch, Ask.WIDOW, lambda rule: changing_events(rule, change))


def draw_before_throw_of_a_trump(patch: Patch) -> None:
    """The order of public events depends on what was thrown face down."""

    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            trump = action & game.tables.trumps[game.public.trump].mask
            log, buffer = game.log, list[Event]()
            game.log = buffer.append
            try:
                rule(game, action)
            finally:
                game.log = log
            if trump:
                buffer.sort(key=lambda event: event[0] == EventKind.THROW)
            for event in buffer:
                log(event)

        return apply

    planted_apply(patch, Ask.THROW, wrap)


# ---- the snapshot


def changing_view(patch: Patch, change: Callable[[Game, int, list[Any]], None]) -> None:
    true = Game.view

    def view(game: Game, seat: int) -> View:
        fields: list[Any] = list(true(game, seat))
        change(game, seat, fields)
        return tuple(fields)

    patch.setattr(Game, "view", view)
    honest = TableWriter.turn

    def turn(
        writer: TableWriter, head: bytes, seat: int, legal: Legal, mark: Mark, time_left: bytes
    ) -> tuple[bytes, Mark]:
        """The writer takes the snapshot straight from the state: put the changed fields into what it wrote."""
        data, mark = honest(writer, head, seat, legal, mark, time_left)
        frame = play_pb2.PlayResponse.FromString(data)
        known = frame.turns[0].known
        fields: list[Any] = list(view(writer._game, seat))
        known.stock, known.gone, known.hand_sizes = fields[STOCK], bytes(cards_of(fields[GONE])), bytes(fields[SIZES])
        return frame.SerializeToString(), mark

    patch.setattr(TableWriter, "turn", turn)


def stock_top_in_the_snapshot(patch: Patch) -> None:
    def change(game: Game, _seat: int, fields: list[Any]) -> None:
        if game.public.stock:
            fields[STOCK] = game.hidden.stock[game.hidden.drawn]

    changing_view(patch, change)


def next_hand_in_gone(patch: Patch) -> None:
    def change(game: Game, seat: int, fields: list[Any]) -> None:
        fields[GONE] |= game.private[(seat + 1) % game.tables.seats].hand

    changing_view(patch, change)


def others_throws_in_gone(patch: Patch) -> None:
    def change(game: Game, _seat: int, fields: list[Any]) -> None:
        for private in game.private:
            fields[GONE] |= private.gone

    changing_view(patch, change)


def sizes_without_plain_cards(patch: Patch) -> None:
    def change(game: Game, _seat: int, fields: list[Any]) -> None:
        if game.public.trump >= 0:
            mask = game.tables.trumps[game.public.trump].mask
            fields[SIZES] = tuple((private.hand & mask).bit_count() for private in game.private)

    changing_view(patch, change)


def choices_of_the_next_seat(patch: Patch) -> None:
    """A number in the snapshot counts the cards that the next player will be allowed to play."""

    def change(game: Game, seat: int, fields: list[Any]) -> None:
        public = game.public
        if public.ask == ASK_PLAY and public.trick:
            following = (seat + 1) % game.tables.seats
            allowed = play.legal(game.tables, public, game.private[following])
            fields[SIZES] = (*fields[SIZES][:following], len(allowed), *fields[SIZES][following + 1 :])

    changing_view(patch, change)


def legal_order_by_the_next_hand(patch: Patch) -> None:
    true = Game.legal

    def legal(game: Game) -> Legal:
        found = true(game)
        following = game.private[(game.to_act + 1) % game.tables.seats].hand
        if isinstance(found, Pick) or game.ask != ASK_PLAY or not following & rank_mask(ACE):
            return found
        return found[::-1]

    patch.setattr(Game, "legal", legal)


# ---- who is asked


def burn_asked_only_with_a_choice(patch: Patch) -> None:
    true = exchange.RULES[Burn]

    def run(game: Game, step: Any, order: tuple[int, ...]) -> tuple[int, int]:
        seat, ask = true(game, step, order)
        if ask == ASK_BURN:
            pick = exchange.legal_burn(game.tables, game.public, game.private[seat])
            if pick.least == pick.choose_from.bit_count():
                mask = pick.fixed | pick.choose_from
                game.private[seat].start ^= mask
                game.public.sizes[seat] -= mask.bit_count()
                game.public.shown |= mask
                game.log((EventKind.BURN, seat, mask.bit_count(), mask, EVERYONE))
                return run(game, step, order[order.index(seat) + 1 :])
        return seat, ask

    patch.setitem(exchange.RULES, Burn, run)


def no_fold_question_before_a_trump(patch: Patch) -> None:
    true = play._open_trick

    def open_trick(game: Game, leader: int) -> None:
        true(game, leader)
        public = game.public
        if public.ask == ASK_PLAY_ON and game.private[public.leader].hand & game.tables.trumps[public.trump].mask:
            game.turn(public.leader, ASK_PLAY)

    patch.setattr(play, "_open_trick", open_trick)


def weak_hands_pass_unasked(patch: Patch) -> None:
    def wrap(rule: Apply) -> Apply:
        def apply(game: Game, action: int) -> None:
            rule(game, action)
            seat = game.to_act
            strong = rank_mask(ACE) | rank_mask(KING)
            if game.ask == Ask.CALL and not game.private[seat].hand & strong and PASS in _options(game):
                rule(game, PASS)

        return apply

    planted_apply(patch, Ask.CALL, wrap)


def _options(game: Game) -> tuple[int, ...]:
    legal = game.legal()
    return () if isinstance(legal, Pick) else legal

"""The planted leaks: each breaks engine, wire or match in one place, as a slip of a programmer might."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest

from arena.audit.trails import Deck, Trail, shuffled
from referee.engine.actions import Ask
from tests.leaks import planted_engine as engine
from tests.leaks import planted_sheets as sheets
from tests.leaks import planted_wire as wire
from tests.leaks.decks import always, asking, lopsided, misdealt, without_honours

STATE, DEAL, UNSEEN = "at a state", "forked at the deal", "never seen"
REFUSALS, LINKS, SECRETS = "wrong answers", "links", "secrets"
ELEVEN, FIVE = "campbell-eleven", "ten-point-five-handed"
CHECKS: Final = (STATE, DEAL, UNSEEN, REFUSALS, LINKS, SECRETS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A planted leak, the sheet it is looked for in, and the checks that must catch it."""

    name: str
    spec: str
    plant: Callable[[pytest.MonkeyPatch], None]
    caught_by: tuple[str, ...]
    deck: Deck = shuffled
    when: Callable[[Trail], bool] = always  # look in such games


def _planted(
    name: str,
    spec: str,
    plant: Callable[[pytest.MonkeyPatch], None],
    *caught_by: str,
    deck: Deck = shuffled,
    when: Callable[[Trail], bool] = always,
) -> Planted:
    return Planted(name=name, spec=f"{spec}[max_deals=2]", plant=plant, caught_by=caught_by, deck=deck, when=when)


PLANTED: Final = (
    _planted("the cards drawn are told to all", "contway", engine.draws_to_all, DEAL, UNSEEN),
    _planted("the cards laid aside are told to all", "ten-point", engine.asides_to_all, DEAL, UNSEEN),
    _planted("the partner is told the hand", "auction-partners", engine.hand_to_the_partner, DEAL),
    _planted("face-down throws are shown", "contway", engine.throws_face_up, DEAL, UNSEEN),
    _planted("a widow handed on is seen", "ten-point", engine.widow_seen_by_who_hands_it_on, DEAL, UNSEEN),
    _planted("a trump thrown changes the order of events", "contway", engine.draw_before_throw_of_a_trump, DEAL),
    _planted("top of the stock in the snapshot", "auction", engine.stock_top_in_the_snapshot, STATE, DEAL, UNSEEN),
    _planted("the next hand in gone", "auction", engine.next_hand_in_gone, STATE, DEAL),
    _planted("others' throws in gone", "partnership-draw", engine.others_throws_in_gone, STATE, DEAL, UNSEEN),
    _planted("hand sizes count trumps only", "ten-point", engine.sizes_without_plain_cards, STATE, DEAL),
    _planted("choices of the next seat are counted", "auction", engine.choices_of_the_next_seat, STATE, DEAL),
    _planted("order of the legal cards by the next hand", "auction", engine.legal_order_by_the_next_hand, STATE, DEAL),
    _planted(
        "a burn is asked only with a choice",
        "ten-point",
        engine.burn_asked_only_with_a_choice,
        DEAL,
        deck=lopsided,
        when=asking(Ask.BURN),
    ),
    _planted("no fold question before a trump", "contway", engine.no_fold_question_before_a_trump, STATE, DEAL),
    _planted("weak hands pass unasked", "auction", engine.weak_hands_pass_unasked, DEAL),
    _planted("time left by cards", "auction", wire.time_left_by_cards, STATE, DEAL),
    _planted("frames padded by cards", "auction", wire.padding_by_cards, STATE, DEAL),
    _planted("slower when the next holds an ace", "auction", wire.slower_with_an_ace, STATE, DEAL),
    _planted("draws and throws told at the end", "contway", wire.all_hands_at_the_end, DEAL, UNSEEN),
    _planted("a notice tells who holds aces", "auction", wire.notice_names_who_holds_it, REFUSALS),
    _planted("one id for the table", "auction", wire.one_id_for_the_table, LINKS),
    _planted("ids in a row", "auction", wire.ids_in_a_row, LINKS),
    _planted("the seed follows from the id", "auction", wire.seed_from_the_id, LINKS),
    _planted("the seed is the key", "auction", wire.seed_is_the_key, LINKS, SECRETS),
    _planted("the seed follows from the pack", "auction", wire.seed_from_the_pack, DEAL, UNSEEN),
    _planted("hands in the log", "auction", wire.hands_in_the_log, DEAL),
    _planted("the key in the log", "auction", wire.key_in_the_log, SECRETS),
    _planted("a hand is told before the look", "abacos", sheets.hand_told_before_the_look, DEAL),
    _planted("an unlooked hand in the snapshot", "nine-five", sheets.unlooked_hand_in_the_snapshot, DEAL),
    _planted("two aces look by themselves", "abacos", sheets.no_look_at_a_hand_with_aces, DEAL),
    _planted("a blind caller's calls by his hand", "abacos", sheets.blind_calls_by_the_hand, STATE, DEAL),
    _planted("a call tells who could have claimed", ELEVEN, sheets.claims_told, DEAL, deck=without_honours),
    _planted("a misdeal shows all hands", ELEVEN, sheets.all_hands_shown, DEAL, deck=without_honours, when=misdealt),
    _planted("a forced nine calls itself", "nine-five-hotshot", sheets.bound_seats_are_not_asked, DEAL),
    _planted(
        "a misdeal shows the stock", ELEVEN, sheets.stock_shown, DEAL, UNSEEN, deck=without_honours, when=misdealt
    ),
    _planted("forfeited cards are told to all", "abacos", sheets.forfeits_to_all, DEAL, UNSEEN),
    _planted("the lots are told", "abacos", sheets.lots_are_told, DEAL, UNSEEN),
    _planted("forfeited cards on offer are told to all", "man-o-war", sheets.offers_to_all, STATE, DEAL, UNSEEN),
    _planted("all forfeited cards offered at once", "man-o-war", sheets.all_forfeits_offered_at_once, STATE, DEAL),
    _planted("low forfeited cards are left unasked", "man-o-war", sheets.low_cards_are_left_unasked, DEAL),
    _planted("what is thrown for a card taken is told", "man-o-war", sheets.owner_told_what_was_thrown, DEAL),
    _planted("the partner is known when called", FIVE, sheets.partner_known_when_called, STATE, DEAL),
    _planted("the called card plays itself", "campbell-eleven-five-handed", sheets.called_card_plays_itself, DEAL),
    _planted("the plain cards not kept are told", "oklahoma", sheets.cards_kept_are_told, DEAL, UNSEEN),
    _planted("narrowing is asked only with a choice", "carthage", sheets.narrowing_asked_only_with_a_choice, DEAL),
    _planted("narrowing tells the number of trumps", "carthage", sheets.trumps_in_the_hand_when_narrowing, STATE, DEAL),
    _planted("the order of filling by the stock", "cell", sheets.filling_told_in_another_order, DEAL),
    _planted("a search is told to all", "high-five", sheets.searches_to_all, STATE, DEAL, UNSEEN),
    _planted("a search of the stock shows thrown cards", "nine-five", sheets.thrown_cards_searched_too, DEAL),
    _planted("trumps found are counted", "nine-five", sheets.trumps_found_are_counted, DEAL),
    _planted("a search without trumps is not asked", "high-five", sheets.search_asked_only_with_trumps, DEAL),
    _planted("the dead blind is told", "southeast-missouri", sheets.dead_blind_told, STATE, DEAL),
    _planted("the stock is told at the end", "abacos", sheets.stock_told_at_the_end, UNSEEN),
    _planted("up before a trump is led", "carthage", sheets.up_before_trump_is_led, STATE, DEAL),
    _planted("who is up shows his cards", "carthage", sheets.up_seats_show_their_cards, STATE, DEAL, UNSEEN),
    _planted("forced plays are not asked", "roadhouse", sheets.forced_plays_are_not_asked, STATE, DEAL),
    _planted("leads by the next hand", "barn", sheets.broken_by_a_hand, STATE, DEAL),
)

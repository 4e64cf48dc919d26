"""The planted leaks: each breaks engine, wire or match in one place, as a slip of a programmer might."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import pytest

from tests.leaks import planted_engine as engine
from tests.leaks import planted_wire as wire

STATE, DEAL, UNSEEN = "at a state", "forked at the deal", "never seen"
REFUSALS, LINKS, SECRETS = "wrong answers", "links", "secrets"
CHECKS: Final = (STATE, DEAL, UNSEEN, REFUSALS, LINKS, SECRETS)

AUCTION, PARTNERS = "auction[max_deals=2]", "auction-partners[max_deals=2]"
DRAW, TEN, CONTWAY = "partnership-draw[max_deals=2]", "ten-point[max_deals=2]", "contway[max_deals=2]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Planted:
    """A planted leak, the sheet it is looked for in, and the checks that must catch it."""

    name: str
    spec: str
    plant: Callable[[pytest.MonkeyPatch], None]
    caught_by: tuple[str, ...]
    burns: bool = False  # look in games with burns


def _planted(
    name: str, spec: str, plant: Callable[[pytest.MonkeyPatch], None], *caught_by: str, burns: bool = False
) -> Planted:
    return Planted(name=name, spec=spec, plant=plant, caught_by=caught_by, burns=burns)


PLANTED: Final = (
    _planted("the cards drawn are told to all", CONTWAY, engine.draws_to_all, DEAL, UNSEEN),
    _planted("the cards laid aside are told to all", TEN, engine.asides_to_all, DEAL, UNSEEN),
    _planted("the partner is told the hand", PARTNERS, engine.hand_to_the_partner, DEAL),
    _planted("face-down throws are shown", CONTWAY, engine.throws_face_up, DEAL, UNSEEN),
    _planted("a widow handed on is seen", TEN, engine.widow_seen_by_who_hands_it_on, DEAL, UNSEEN),
    _planted("a trump thrown changes the order of events", CONTWAY, engine.draw_before_throw_of_a_trump, DEAL),
    _planted("top of the stock in the snapshot", AUCTION, engine.stock_top_in_the_snapshot, STATE, DEAL, UNSEEN),
    _planted("the next hand in gone", AUCTION, engine.next_hand_in_gone, STATE, DEAL),
    _planted("others' throws in gone", DRAW, engine.others_throws_in_gone, STATE, DEAL, UNSEEN),
    _planted("hand sizes count trumps only", TEN, engine.sizes_without_plain_cards, STATE, DEAL),
    _planted("choices of the next seat are counted", AUCTION, engine.choices_of_the_next_seat, STATE, DEAL),
    _planted("order of the legal cards by the next hand", AUCTION, engine.legal_order_by_the_next_hand, STATE, DEAL),
    _planted("a burn is asked only with a choice", TEN, engine.burn_asked_only_with_a_choice, DEAL, burns=True),
    _planted("no fold question before a trump", CONTWAY, engine.no_fold_question_before_a_trump, STATE, DEAL),
    _planted("weak hands pass unasked", AUCTION, engine.weak_hands_pass_unasked, DEAL),
    _planted("time left by cards", AUCTION, wire.time_left_by_cards, STATE, DEAL),
    _planted("frames padded by cards", AUCTION, wire.padding_by_cards, STATE, DEAL),
    _planted("slower when the next holds an ace", AUCTION, wire.slower_with_an_ace, STATE, DEAL),
    _planted("draws and throws told at the end", CONTWAY, wire.all_hands_at_the_end, DEAL, UNSEEN),
    _planted("a notice tells who holds aces", AUCTION, wire.notice_names_who_holds_it, REFUSALS),
    _planted("one id for the table", AUCTION, wire.one_id_for_the_table, LINKS),
    _planted("ids in a row", AUCTION, wire.ids_in_a_row, LINKS),
    _planted("the seed follows from the id", AUCTION, wire.seed_from_the_id, LINKS),
    _planted("the seed is the key", AUCTION, wire.seed_is_the_key, LINKS, SECRETS),
    _planted("the seed follows from the pack", AUCTION, wire.seed_from_the_pack, DEAL, UNSEEN),
    _planted("hands in the log", AUCTION, wire.hands_in_the_log, DEAL),
    _planted("the key in the log", AUCTION, wire.key_in_the_log, SECRETS),
)

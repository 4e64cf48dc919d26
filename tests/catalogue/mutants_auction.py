"""Mutants of looking, calling, misdeals and pass-outs, the declaration and the called card."""

from __future__ import annotations

from collections.abc import Callable

from referee.engine import kinds as k
from referee.engine.actions import CALL_CARD, MISDEAL, PASS, SPECIAL_BLIND, Ask, call_code, call_value
from referee.engine.cards import JACK, cards_of, mask_of, rank_mask
from referee.engine.game import Game
from referee.engine.phases import auction, deal, hands, play, score
from referee.engine.state import Private, Public
from referee.engine.tables import Tables
from tests.catalogue.luck import NINES_LAST, Luck
from tests.catalogue.planting import Mutant, Patch, does, fields, offers

# Nobody has an honour in these nine cards.
LOW_CARDS = "4C 5C 6C 7C 8C 9C 4D 5D 6D"
ELDEST_LOW = Luck(hands={1: LOW_CARDS}, prefers=(MISDEAL,))
ELDEST_LOW_BUT_A_JACK = Luck(hands={1: "4C 5C 6C 7C 8C 9C 4D 5D JD"})
SECOND_LOW = Luck(hands={2: LOW_CARDS}, prefers=(call_code(5),))
DEALER_LOW = Luck(hands={4: LOW_CARDS}, prefers=(PASS,))


# ---- wrong tables


def no_top_call(tables: Tables) -> None:
    """No call ends the auction, and the dealer may equal any."""
    tables.top_call = -1


def stuck_dealer_may_pass(tables: Tables) -> None:
    tables.stuck_calls = (PASS, *tables.stuck_calls)


def equal_calls_allowed(tables: Tables) -> None:
    tables.calls_over = {call: (PASS, *([call] if call else []), *over[1:]) for call, over in tables.calls_over.items()}


def blind_smudge_after_looking(tables: Tables) -> None:
    tables.calls_over = {call: (*over, tables.calls[-1]) for call, over in tables.calls_over.items()}


def doubled_is_no_higher(tables: Tables) -> None:
    tables.calls_over = {
        call: (PASS, *(other for other in over[1:] if not call or call_value(other) > call_value(call)))
        for call, over in tables.calls_over.items()
    }


def nine_binds_over_nine(tables: Tables) -> None:
    tables.nine = tables.top_call
    tables.bound_calls = {call: over[1:] for call, over in tables.calls_over.items()} | tables.bound_calls


def jack_is_no_honour(tables: Tables) -> None:
    tables.honours &= ~rank_mask(JACK)


def nine_is_an_honour(tables: Tables) -> None:
    tables.honours |= rank_mask(7)


def first_suit_meant(tables: Tables) -> None:
    tables.suits_meant = tuple(suits[:1] for suits in tables.suits_meant)


def jack_means_both_suits(tables: Tables) -> None:
    tables.suits_meant = tuple(
        tuple(sorted((card // 13, 3 - card // 13))) if card < 52 and card % 13 == JACK else suits
        for card, suits in enumerate(tables.suits_meant)
    )


def joker_means_hearts_or_spades(tables: Tables) -> None:
    tables.suits_meant = tuple(suits[2:] if len(suits) == 4 else suits for suits in tables.suits_meant)


# ---- wrong code


Calls = Callable[[Tables, Public, Private, tuple[int, ...]], tuple[int, ...]]


def legal_calls(wrong: Calls) -> Callable[[Patch], None]:
    """Return a patch of the calls that sheets with duties offer."""
    original = auction._with_duties

    def legal(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
        return wrong(tables, public, private, original(tables, public, private))

    return lambda patch: patch.setattr(auction, "_with_duties", legal)


def stuck_before_the_nine(tables: Tables, public: Public, private: Private, calls: tuple[int, ...]) -> tuple[int, ...]:
    return tables.stuck_calls if public.to_act == public.dealer and not public.call else calls


def misdeal_over_a_bid(tables: Tables, public: Public, private: Private, calls: tuple[int, ...]) -> tuple[int, ...]:
    return calls if private.start & tables.honours else tuple(sorted({*calls, MISDEAL}))


def no_misdeal_when_stuck(tables: Tables, public: Public, private: Private, calls: tuple[int, ...]) -> tuple[int, ...]:
    return calls if PASS in calls else tuple(call for call in calls if call != MISDEAL)


def lone_nine_binds(patch: Patch) -> None:
    patch.setattr(auction, "_has_forced_nine", lambda hand: bool(hand & rank_mask(7)))


def never_stuck_after_pass_outs(patch: Patch) -> None:
    patch.setattr(auction, "STUCK_AFTER", 10**9)


def stuck_a_deal_early(patch: Patch) -> None:
    patch.setattr(auction, "STUCK_AFTER", 19)


def after_no_play(wrong: Callable[[Game, int], None]) -> Callable[[Patch], None]:
    """Return a patch of what follows a pass-out or a misdeal: the change comes before it is closed."""
    original = score._close_deal

    def close(game: Game, result: score.DealResult, outcome: int, winners: tuple[int, ...]) -> None:
        if result.pitcher < 0:
            wrong(game, result.contract)
            result = result._replace(scores=game.public.scores)
        original(game, result, outcome, winners)

    return lambda patch: patch.setattr(score, "_close_deal", close)


def deal_passes(game: Game, contract: int) -> None:
    game.public.redeal = False


def deal_stays(game: Game, contract: int) -> None:
    game.public.redeal = True


def dealer_pays(game: Game, contract: int) -> None:
    side = game.sheet.side_of(game.public.dealer)
    game.public.scores = tuple(value - 4 * (at == side) for at, value in enumerate(game.public.scores))


def not_counted(game: Game, contract: int) -> None:
    game.public.deal_number -= 1


def hands_not_shown(patch: Patch) -> None:
    original = score.not_played
    patch.setattr(score, "not_played", lambda game, contract, showing: original(game, contract, ()))


def all_hands_shown(patch: Patch) -> None:
    original = score.not_played
    patch.setattr(score, "not_played", lambda game, contract, showing: original(game, contract, (0, 1, 2, 3)))


def hands_are_seen_at_once(patch: Patch) -> None:
    original = deal._deal_unseen

    def deal_seen(game: Game, pack: tuple[int, ...], lots: tuple[int, ...], takers: tuple[object, ...]) -> None:
        original(game, pack, lots, takers)  # type: ignore[arg-type]
        for seat, private in enumerate(game.private):
            private.start = mask_of(game.hidden.hands[seat])

    patch.setattr(deal, "_deal_unseen", deal_seen)


def blind_caller_looks(game: Game, action: int) -> None:
    seat = game.public.to_act
    auction.apply_look(game, action)
    hands.look(game, seat)


def nobody_looks_after_the_auction(patch: Patch) -> None:
    patch.setattr(hands, "everyone_looks", lambda game: None)


def any_trump(tables: Tables, public: Public, private: Private) -> tuple[int, ...]:
    return tuple(CALL_CARD + card for card in cards_of(public.table.mask))


def called_card_waits(patch: Patch) -> None:
    """The pitcher who found the called card may lead another."""
    patch.setattr(play, "legal_called", play.legal)


AUCTION_MUTANTS: tuple[Mutant, ...] = (
    # calling and stealing
    Mutant(name="the dealer may not steal", spec="auction", sheet=fields(steal=k.Steal.NEVER)),
    Mutant(name="a top call may be stolen", spec="auction-partners", tables=no_top_call),
    Mutant(name="everybody may equal a call", spec="auction", tables=equal_calls_allowed),
    Mutant(name="stealing where it is not said", spec="roadhouse", sheet=fields(steal=k.Steal.DEALER_EQUALS)),
    Mutant(name="doubled is no higher than straight", spec="oklahoma", tables=doubled_is_no_higher),
    Mutant(name="no doubled calls", spec="razzle-dazzle", sheet=fields(doubling=k.Doubling.NEVER)),
    Mutant(name="doubled calls where they are not said", spec="carthage", sheet=fields(doubling=k.Doubling.EVERY_CALL)),
    Mutant(name="calls from two", spec="cell", sheet=fields(lowest_call=2)),
    Mutant(name="calls to eighteen in hotshot", spec="nine-five-hotshot", sheet=fields(highest_call=18)),
    Mutant(name="a twelve is the highest of thirteen points", spec="thirteen-point", sheet=fields(highest_call=12)),
    # the stuck dealer
    Mutant(name="the stuck dealer may pass", spec="partnership-draw", tables=stuck_dealer_may_pass),
    Mutant(name="the stuck dealer may call one", spec="auction", sheet=fields(stuck_from=1)),
    Mutant(name="the stuck dealer of contway may call anything", spec="contway", sheet=fields(stuck=k.Stuck.UP)),
    Mutant(name="the stuck dealer of ten-point may call anything", spec="ten-point", sheet=fields(stuck=k.Stuck.UP)),
    Mutant(name="the stuck dealer of wahoo may call anything", spec="wahoo", sheet=fields(stuck=k.Stuck.UP)),
    Mutant(name="stuck at exactly five in campbell", spec="campbell-ten", sheet=fields(stuck=k.Stuck.EXACTLY)),
    Mutant(name="stuck at exactly three in oklahoma", spec="oklahoma[seats=6]", sheet=fields(stuck=k.Stuck.EXACTLY)),
    # the forced nine
    Mutant(name="the nine does not bind", spec="nine-five-hotshot", sheet=fields(forced_nine=k.ForcedNine.NO)),
    Mutant(name="the nine binds over a nine", spec="nine-five", tables=nine_binds_over_nine),
    Mutant(name="a lone nine binds", spec="northwest-connecticut", code=lone_nine_binds),
    Mutant(name="stuck at five with a nine", spec="northeast-connecticut", code=legal_calls(stuck_before_the_nine),
           luck=Luck(prefers=(PASS,))),
    # misdeal
    Mutant(name="no misdeal", spec="campbell-eleven", sheet=fields(misdeal=k.Misdeal.NEVER), luck=ELDEST_LOW),
    Mutant(name="a misdeal with a jack", spec="campbell-eleven", tables=jack_is_no_honour, luck=ELDEST_LOW_BUT_A_JACK),
    Mutant(name="no misdeal with a nine", spec="campbell-eleven", tables=nine_is_an_honour, luck=ELDEST_LOW),
    Mutant(name="a misdeal over a bid", spec="campbell-eleven", code=legal_calls(misdeal_over_a_bid), luck=SECOND_LOW),
    Mutant(name="no misdeal for a stuck dealer", spec="campbell-eleven", code=legal_calls(no_misdeal_when_stuck),
           luck=DEALER_LOW),
    Mutant(name="a misdeal passes the deal", spec="campbell-eleven", code=after_no_play(deal_passes), luck=ELDEST_LOW),
    Mutant(name="a misdeal is no deal", spec="campbell-eleven", code=after_no_play(not_counted), luck=ELDEST_LOW),
    Mutant(name="all hands are shown at a misdeal", spec="campbell-eleven", code=all_hands_shown, luck=ELDEST_LOW),
    # pass-out
    Mutant(name="the dealer may not pass", spec="northwest-connecticut", sheet=fields(all_pass=k.AllPass.DEALER_STUCK),
           luck=NINES_LAST),
    Mutant(name="a pass-out costs the dealer", spec="northwest-connecticut", code=after_no_play(dealer_pays),
           luck=NINES_LAST),
    Mutant(name="a pass-out keeps the deal", spec="northwest-connecticut", code=after_no_play(deal_stays),
           luck=NINES_LAST),
    Mutant(name="a pass-out is no deal", spec="northwest-connecticut", code=after_no_play(not_counted),
           luck=NINES_LAST),
    Mutant(name="no hand is shown at a pass-out", spec="northwest-connecticut", code=hands_not_shown, luck=NINES_LAST),
    Mutant(name="passed out for ever", spec="northwest-connecticut", code=never_stuck_after_pass_outs, luck=NINES_LAST),
    Mutant(name="stuck after nineteen", spec="northwest-connecticut", code=stuck_a_deal_early, luck=NINES_LAST),
    # looking
    Mutant(name="hands are seen before looking", spec="abacos", code=hands_are_seen_at_once),
    Mutant(name="who bids blind looks", spec="man-o-war", code=does(Ask.LOOK, blind_caller_looks)),
    Mutant(name="nobody looks after the auction", spec="nine-five", code=nobody_looks_after_the_auction,
           luck=Luck(prefers=(call_code(18, SPECIAL_BLIND),))),
    Mutant(name="everybody looks at once", spec="nine-five-backdoor", sheet=fields(looking=k.Looking.AT_ONCE)),
    Mutant(name="a blind smudge after looking", spec="nine-five", tables=blind_smudge_after_looking),
    Mutant(name="a blind smudge does not end the auction", spec="nine-five", tables=no_top_call),
    # trump and the called card
    Mutant(name="a pitched card means its own suit", spec="seven-point-nebraska", tables=first_suit_meant),
    Mutant(name="a jack means two suits without off-jacks", spec="juniper", tables=jack_means_both_suits),
    Mutant(name="a joker means two suits", spec="juniper", tables=joker_means_hearts_or_spades),
    Mutant(name="a card of his own is called", spec="ten-point-five-handed", code=offers(Ask.CALL_PARTNER, any_trump)),
    Mutant(name="the called card need not be led", spec="razzle-dazzle", code=called_card_waits),
    Mutant(name="the called card may wait", spec="campbell-eleven-five-handed", sheet=fields(partner=k.Partner.CALLED)),
    Mutant(name="the called card may not wait", spec="ten-point-five-handed",
           sheet=fields(partner=k.Partner.CALLED_AT_ONCE)),
)  # fmt: skip

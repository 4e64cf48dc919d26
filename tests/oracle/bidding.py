"""The auction, the naming of trump and the calling of a partner (chassis 2, A8, A12, 5.3, 5.4)."""

from __future__ import annotations

from .cards import JOKERS, SUITS, in_code_order, printed_suit, rank_of
from .questions import Phase, Question
from .table import Table


def hold_auction(table: Table) -> Phase:
    """One round from eldest, the dealer last; over as soon as no higher call exists."""
    for seat in table.from_eldest():
        if table.contract == table.sheet.calls[-1] or table.misdeal_shown_by is not None:
            break
        yield from look_and_call(table, seat)
    if table.sheet.looking != "look or blind":  # there the lots are drawn first
        table.looked = set(range(table.seats))
    if table.pitcher is None and table.misdeal_shown_by is None:
        table.passed_out = True


def look_and_call(table: Table, seat: int) -> Phase:
    if table.sheet.looking == "look or blind":
        answer = yield Question(seat, ("look", "blind"))
        if answer == "look":
            table.looked.add(seat)
    elif table.sheet.looking == "blind-smudge or look":
        answer = yield Question(seat, ("blind-smudge", "look"))
        if answer == "blind-smudge":
            table.contract, table.pitcher = answer, seat
            return
        table.looked.add(seat)
    answer = yield Question(seat, calls_open_to(table, seat))
    if answer == "misdeal":
        table.misdeal_shown_by = seat
    elif answer != "pass":
        table.contract, table.pitcher = answer, seat


def calls_open_to(table: Table, seat: int) -> tuple[str, ...]:
    """Pass, the calls ascending, and the claim of a misdeal after them."""
    sheet, standing = table.sheet, table.contract
    calls = tuple(call for call in sheet.calls if call != "blind-smudge")
    if standing is not None:
        higher = sheet.calls[sheet.calls.index(standing) + 1 :]
        calls = tuple(call for call in calls if call in higher)
        if seat == table.dealer and standing in sheet.dealer_equals:
            calls = (standing, *calls)
    if forced_nine_binds(table, seat):
        return tuple(call for call in calls if is_nine_or_more(call))
    if standing is None and seat == table.dealer and not may_pass_out(table):
        choices = sheet.stuck_calls
    else:
        choices = ("pass", *calls)
    return (*choices, "misdeal") if may_claim_misdeal(table, seat) else choices


def may_pass_out(table: Table) -> bool:
    """After too many pass-outs in a row the dealer is stuck all the same (section 6, termination)."""
    return table.sheet.may_pass_out and not table.dealer_is_stuck


def is_nine_or_more(call: str) -> bool:
    """Calls with names of their own are above every number."""
    return not call.isdigit() or int(call) >= 9


def forced_nine_binds(table: Table, seat: int) -> bool:
    """Section 5.3: a 9 and another card of its suit in the hand, and no bid of 9 or more stands."""
    if not table.sheet.forced_nine:
        return False
    if table.contract is not None and is_nine_or_more(table.contract):
        return False
    suits = [printed_suit(card) for card in table.hands[seat]]
    return any("9" + suit in table.hands[seat] and suits.count(suit) >= 2 for suit in SUITS)


def may_claim_misdeal(table: Table, seat: int) -> bool:
    if not table.sheet.may_misdeal or table.contract is not None:
        return False
    return not any(card in JOKERS or rank_of(card) in "AKQJT32" for card in table.hands[seat])


def name_trump(table: Table) -> Phase:
    """Where trump is declared the pitcher declares any suit; a pitched trump comes with the lead."""
    if table.sheet.trump_is == "declared":
        answer = yield Question(table.the_pitcher(), tuple("trump:" + suit for suit in SUITS))
        table.trump = answer.removeprefix("trump:")
    elif table.sheet.trump_is == "declared with sub-trump":
        pairs = tuple(f"trump:{trump}/{sub}" for trump in SUITS for sub in SUITS if sub != trump)
        answer = yield Question(table.the_pitcher(), pairs)
        table.trump, table.sub_trump = answer.removeprefix("trump:").split("/")


def call_partner(table: Table) -> Phase:
    """Section 5.4: the pitcher calls a trump he does not hold; its holder is his partner."""
    if not table.sheet.called_partner:
        return
    pitcher = table.the_pitcher()
    strangers = in_code_order(card for card in table.trumps() if card not in table.hands[pitcher])
    answer = yield Question(pitcher, tuple("call:" + card for card in strangers))
    table.called = answer.removeprefix("call:")
    for seat in range(table.seats):
        if table.called in table.hands[seat]:
            table.partner = seat

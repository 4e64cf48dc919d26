"""The play of a sheet in words: leading, following, winning, folding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from referee.engine import kinds as k
from referee.engine.sheet import Sheet

OR_TRUMP = "plain suit led: follow suit or trump; trump led: play a trump; who has none of the suit led: any card"
STRICT = "follow suit; only who has none of the suit led plays any card, a trump too"
NEXT_LEAD = "the winner leads next, or the first after him who has a card to play"


def play_lines(sheet: Sheet) -> Iterator[tuple[str, str]]:
    """Yield the heads and sentences of the play."""
    yield "First lead", f"{_first_leader(sheet.first_leader)} leads {_first_lead(sheet.first_lead)}"
    yield "Following", _follow(sheet)
    yield "Winning", _winning(sheet)
    yield from _folding(sheet.folding)


def _first_leader(leader: k.FirstLeader) -> str:
    match leader:
        case k.FirstLeader.PITCHER:
            return "the pitcher"
        case k.FirstLeader.LEFT_OF_PITCHER:
            return "the pitcher's left neighbour"
        case _:
            assert_never(leader)


def _first_lead(lead: k.FirstLead) -> str:
    match lead:
        case k.FirstLead.ANY:
            return "any card"
        case k.FirstLead.TRUMP:
            return "a trump, if he holds one"
        case _:
            assert_never(lead)


def _follow(sheet: Sheet) -> str:
    match sheet.follow:
        case k.Follow.OR_TRUMP if _has_sub_trump(sheet):
            return (
                "plain suit led: follow suit, or play a trump or sub-trump; sub-trump led: follow it or play a trump; "
                "trump led: play a trump; who has none of the suit led: any card"
            )
        case k.Follow.OR_TRUMP:
            return OR_TRUMP
        case k.Follow.STRICT:
            return STRICT
        case k.Follow.UNTIL_BROKEN:
            return (
                "until a trump has been played: lead no trump unless you hold nothing else, and play one only without "
                f"a card of the suit led; after that, in the same trick too, {OR_TRUMP}"
            )
        case k.Follow.TRUMPS_ONLY:
            return "only trumps are played; who has none left is out for the rest of the deal"
        case k.Follow.TRUMP_LED_ONLY:
            return (
                "trump led: play a trump; who has none is up: out for the rest of the deal, his cards unseen; "
                "plain card led: any card"
            )
        case _:
            assert_never(sheet.follow)


def _has_sub_trump(sheet: Sheet) -> bool:
    return sheet.trump_maker is k.TrumpMaker.DECLARED_TWO


def _winning(sheet: Sheet) -> str:
    match sheet.winning:
        case k.Winning.HIGHEST:
            best, first = "highest", ""
        case k.Winning.LOWEST:
            best, first = "lowest", ""
        case k.Winning.TWO_CAPTURES:
            best, first = "highest", "the two of trumps, else "
        case _:
            assert_never(sheet.winning)
    cards = f"{first}the {best} trump"
    if sheet.follow is k.Follow.TRUMPS_ONLY:
        return f"{cards} wins the trick; {NEXT_LEAD}"
    if _has_sub_trump(sheet):
        cards += f", else the {best} sub-trump"
    if sheet.follow is k.Follow.TRUMP_LED_ONLY:
        return (
            f"{cards} wins the trick and its player leads next; a trick without a trump is dead, nobody's, "
            "and who led it leads again"
        )
    return f"{cards}, else the {best} card of the suit led, wins the trick; {NEXT_LEAD}"


def _folding(folding: k.Folding) -> Iterator[tuple[str, str]]:
    match folding:
        case k.Folding.NEVER:
            return
        case k.Folding.BEFORE_A_LEAD:
            text = (
                "before every lead the pitcher may give the deal up, a failed call; the others score the point cards "
                "they have won so far, High and Low only for the ace and the two of trumps, and nobody scores Game"
            )
        case _:
            assert_never(folding)
    yield "Fold", text

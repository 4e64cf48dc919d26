"""A resolved sheet in words, made from its fields alone: it cannot say anything but what is played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from referee.engine import kinds as k
from referee.engine.cards import ACE, RANKS
from referee.engine.describe_play import play_lines
from referee.engine.describe_points import point_text
from referee.engine.describe_score import score_lines
from referee.engine.describe_steps import step_text
from referee.engine.phases.auction import STUCK_AFTER
from referee.engine.ranking import RANK_NAMES, trump_list
from referee.engine.sheet import Sheet, Special
from referee.engine.steps import Fill, Search, Swap, TakeStock, Widow

Lines = Iterator[tuple[str, str]]


def describe(sheet: Sheet) -> tuple[str, ...]:
    """Return the rules of the sheet, a line each: first title and spec, then "Head: sentence" lines in playing order.

    A head comes once, apart from "Special call", "Exchange" and "Point" (a line for each). What a sheet does not have
    is left out.
    """
    return (f"{sheet.title} ({sheet.label})", *(f"{head}: {text}" for head, text in _rules(sheet)))


def exchange_text(sheet: Sheet) -> tuple[str, ...]:
    """Return what happens between auction and play, a line for each exchange step in order; () when nothing does."""
    return tuple(map(step_text, sheet.exchange))


def _rules(sheet: Sheet) -> Lines:
    yield "Table", _table(sheet)
    yield "Pack", _pack(sheet)
    yield "Deal", _deal(sheet)
    yield "Trumps", _trumps(sheet)
    yield from _jokers(sheet)
    yield from _looking(sheet)
    yield from _auction(sheet)
    yield "Trump", _trump_maker(sheet)
    yield from _partner(sheet.partner)
    for line in exchange_text(sheet):
        yield "Exchange", line
    yield from play_lines(sheet)
    for rule in sheet.points:
        yield "Point", point_text(rule)
    yield from score_lines(sheet)


# ---- table, pack and deal


def _table(sheet: Sheet) -> str:
    if sheet.seats == sheet.sides:
        return f"{sheet.seats} players, each a side of his own"
    seats = ["+".join(map(str, range(side, sheet.seats, sheet.sides))) for side in range(sheet.sides)]
    return f"{sheet.seats} players in {sheet.sides} sides: seats {', '.join(seats)}"


def _pack(sheet: Sheet) -> str:
    jokers = ("no joker", "one joker (HJ)", "two jokers (HJ high, LJ low)")[sheet.jokers]
    return f"{len(sheet.pack)} cards: {RANKS[sheet.lowest_rank]} to A in four suits, {jokers}"


def _deal(sheet: Sheet) -> str:
    rest = len(sheet.pack) - sheet.seats * sheet.hand_size
    packets = "one by one" if sheet.packet == 1 else f"in packets of {sheet.packet}"
    last = ", the last packet what is left" if sheet.hand_size % sheet.packet else ""
    drawn = any(isinstance(step, Swap | Fill | Widow | TakeStock | Search) for step in sheet.exchange)
    stock = f"{rest} card{'s' * (rest != 1)} left{' in the stock' if drawn else ', which nobody sees'}"
    return f"{sheet.hand_size} cards each, {packets} from eldest{last}; {stock if rest else 'all cards are dealt'}"


def _trumps(sheet: Sheet) -> str:
    named = trump_list(sheet, 0)
    text = f"{len(named)} trumps, strongest first: {' '.join(_short(name) for name, _ in named)}"
    if not sheet.off_ranks:
        return text
    offs = " ".join(f"off-{RANKS[rank]}" for rank in range(ACE, -1, -1) if rank in sheet.off_ranks)
    return f"{text} ({offs}: of the other suit of the same colour)"


def _short(name: str) -> str:
    """Return the name of a trump as it stands in a list: "A", "off-J", "HJ"."""
    if name.endswith("-joker"):
        return "HJ" if name == "high-joker" else "LJ"
    if name.startswith("off-"):
        return f"off-{_short(name.removeprefix('off-'))}"
    return RANKS[RANK_NAMES.index(name)]


def _jokers(sheet: Sheet) -> Lines:
    text = (
        "belong to no suit and never win a trick; on a plain lead they may be played any time, on a trump or sub-trump "
        "lead only by who holds no card of that suit; after a joker led, the first other card sets the suit to follow"
    )
    match sheet.joker_role:
        case k.Jokers.TRUMPS:
            return
        case k.Jokers.SUITLESS:
            yield "Jokers", text
        case k.Jokers.SUITLESS_OVERRIDE:
            yield "Jokers", f"{text}; if one joker was led, the other may always be played"
        case _:
            assert_never(sheet.joker_role)


# ---- the auction


def _looking(sheet: Sheet) -> Lines:
    match sheet.looking:
        case k.Looking.AT_ONCE:
            return
        case k.Looking.OR_BLIND:
            text = "just before his call each player looks at his hand or bids blind"
        case k.Looking.OR_BLIND_SPECIAL:
            text = f"just before his call each player looks at his hand, or calls {sheet.specials[1].name} without"
        case _:
            assert_never(sheet.looking)
    yield "Looking", f"{text}; what he chose is public; after the auction everyone sees his own hand"


def _auction(sheet: Sheet) -> Lines:
    yield "Calls", f"{_span(sheet.lowest_call, sheet.highest_call)}{_named(sheet.specials)}"
    yield from _doubling(sheet)
    for special in sheet.specials:
        yield "Special call", _special(sheet, special)
    yield (
        "Auction",
        "one round from eldest, the dealer last; each passes or makes one call that outranks the standing one",
    )
    yield from _stuck(sheet)
    yield from _steal(sheet.steal)
    yield from _forced_nine(sheet.forced_nine)
    yield from _misdeal(sheet.misdeal)


def _span(low: int, high: int) -> str:
    return str(low) if low == high else f"{low} to {high}"


def _named(specials: tuple[Special, ...]) -> str:
    return "".join(f", then {special.name}" for special in specials)


def _doubling(sheet: Sheet) -> Lines:
    match sheet.doubling:
        case k.Doubling.NEVER:
            return
        case k.Doubling.EVERY_CALL:
            low = sheet.lowest_call
            text = (
                f"every number may be doubled ({low} for {2 * low}, written {low}x2), which outranks it straight; "
                "made it scores exactly twice the call, set it loses twice the call"
            )
        case _:
            assert_never(sheet.doubling)
    yield "Doubling", f"{text}; {sheet.specials[0].name} is never doubled" if sheet.specials else text


def _special(sheet: Sheet, special: Special) -> str:
    needs, stake = _needs(special.needs, sheet.total_points), _stake(special, sheet)
    return f"{special.name}, a call of {special.value}: to take {needs}; {stake}"


def _needs(needs: k.Needs, total: int) -> str:
    match needs:
        case k.Needs.POINTS:
            return f"all {total} points"
        case k.Needs.TRICKS:
            return "every trick"
        case k.Needs.POINTS_AND_TRICKS:
            return f"all {total} points and every trick"
        case _:
            assert_never(needs)


def _stake(special: Special, sheet: Sheet) -> str:
    lifted = (
        f"made from a score of 0 or more it wins the game and lifts the score to {sheet.target} if it is lower, "
        "made from below 0 it sets the score to 0"
    )
    match special.stake:
        case k.Stake.POINTS:
            return f"made it scores {special.points}, not made it loses {special.points}"
        case k.Stake.GAME:
            draw = "; several equal: a draw" if sheet.sides > 2 else ""
            return (
                "made it wins the game, not made it loses it to the best of the others; its side's score stays as it "
                f"is{draw}"
            )
        case k.Stake.TARGET_OR_GAME:
            return f"{lifted}, not made it loses the game"
        case k.Stake.TARGET_OR_SET:
            return f"{lifted}, not made it loses {special.points}"
        case _:
            assert_never(special.stake)


def _stuck(sheet: Sheet) -> Lines:
    match sheet.stuck:
        case k.Stuck.UP:
            must = f"{sheet.stuck_from} or more"
        case k.Stuck.EXACTLY:
            must = f"exactly {sheet.stuck_from}"
        case _:
            assert_never(sheet.stuck)
    match sheet.all_pass:
        case k.AllPass.DEALER_STUCK:
            yield "Stuck dealer", f"when all others pass the dealer must call {must}"
        case k.AllPass.PASSED_OUT:
            yield "All pass", "the dealer may pass too: the hands are shown, nobody scores, the next dealer deals"
            yield "Stuck dealer", f"after {STUCK_AFTER} such deals in a row the dealer must call {must}"
        case _:
            assert_never(sheet.all_pass)


def _steal(steal: k.Steal) -> Lines:
    match steal:
        case k.Steal.NEVER:
            return
        case k.Steal.DEALER_EQUALS:
            yield "Steal", "the dealer may take the standing call over by equalling it, unless it is the highest one"
        case _:
            assert_never(steal)


def _forced_nine(forced: k.ForcedNine) -> Lines:
    match forced:
        case k.ForcedNine.NO:
            return
        case k.ForcedNine.BINDS:
            text = (
                "while no call of 9 or more stands, who holds a nine and another card of its suit may neither pass nor "
                "call below 9, a stuck dealer too; he may still make another suit trump"
            )
            yield "Forced nine", text
        case _:
            assert_never(forced)


def _misdeal(misdeal: k.Misdeal) -> Lines:
    match misdeal:
        case k.Misdeal.NEVER:
            return
        case k.Misdeal.NO_HONOUR:
            text = (
                "while no call stands, a player who has to call and holds no A K Q J T 3 2 of any suit and no joker "
                "may show his hand instead; then the same dealer deals anew"
            )
            yield "Misdeal", text
        case _:
            assert_never(misdeal)


# ---- trump and partner


def _trump_maker(sheet: Sheet) -> str:
    match sheet.trump_maker:
        case k.TrumpMaker.PITCHED:
            text = "pitched: the suit of the first card that the pitcher leads"
            if sheet.off_ranks or sheet.jokers:
                text += "; if that card would be a trump in more than one suit he names one of them"
            return text
        case k.TrumpMaker.DECLARED:
            return "declared by the pitcher after the auction, any suit"
        case k.TrumpMaker.DECLARED_TWO:
            return (
                "the pitcher declares trump and another suit, the sub-trump, after the auction; the sub-trump ranks "
                "between trump and the plain suits, A to "
                f"{RANKS[sheet.lowest_rank]}"
            )
        case _:
            assert_never(sheet.trump_maker)


def _partner(partner: k.Partner) -> Lines:
    text = (
        "the pitcher calls a trump that he does not hold; its holder is his partner for the deal, which nobody else "
        "knows until that card is played; it may not be burned; a pitcher who finds it in the stock plays alone and "
        "leads it first"
    )
    match partner:
        case k.Partner.FIXED:
            return
        case k.Partner.CALLED:
            yield "Partner", text
        case k.Partner.CALLED_AT_ONCE:
            yield "Partner", f"{text}; otherwise it must be played to the first trick where that is legal"
        case _:
            assert_never(partner)

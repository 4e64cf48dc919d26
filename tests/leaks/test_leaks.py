"""No byte, question or moment that a seat can see depends on a card that it cannot know.

Every sheet is looked at, at one of its tables; `arena audit all` looks at all of them.
"""

from __future__ import annotations

from random import Random
from typing import Final

import pytest

from arena.audit.audits import Audit, audit, audit_refusals, audit_together, with_option
from arena.audit.trails import Deck, Trail, copy_of, record, shuffled
from arena.audit.twins import Method, cards_in, exchange
from referee.engine import kinds as k
from referee.engine.actions import Ask
from referee.engine.sheet import Sheet
from referee.engine.steps import Burn, Inspect, Narrow, Search, Swap, Widow
from referee.variants.catalogue import resolve, variants
from tests.leaks.decks import asking, lopsided, misdealt, without_honours

ALL: Final = (Method.STATE, Method.DEAL, Method.UNSEEN)
# At the end of a deal everybody has seen every card.
ALL_SEEN: Final = ("juniper", "ten-point-five-handed", "campbell-eleven-five-handed")


def table(name: str, number: int) -> str:
    """Return a table of the variant; the sheets that have several are looked at at different ones."""
    layouts = variants()[name].layouts
    seats, sides = layouts[number % len(layouts)]
    spec = name if len(layouts) == 1 else f"{name}[seats={seats},sides={sides}]"
    return with_option(spec, "max_deals", "2")


TABLES: Final = tuple(table(name, number) for number, name in enumerate(variants()))
OPTIONS: Final = (
    "auction[low=holder,max_deals=2]", "ten-point[dirty=true,max_deals=2]", "carthage[doubled=true,max_deals=2]",
    "two-trump[override=true,max_deals=2]", "ten-point[capture_low=true,max_deals=2]",
)  # fmt: skip


def told(result: Audit) -> str:
    return "\n".join(map(str, result.findings[:20]))


@pytest.mark.parametrize("spec", [*TABLES, *OPTIONS])
def test_twin_worlds_look_the_same(spec: str) -> None:
    result = audit(spec, seed=1, games=1, each=dict.fromkeys(ALL, 1))
    assert not result.findings, told(result)
    sheet = resolve(spec)
    for method in ALL:  # and there was something to compare
        if method is Method.DEAL or sheet.id not in ALL_SEEN:
            assert result.twins[method] >= (0.6 * sheet.seats if method is Method.DEAL else 1)
            assert result.frames[method] >= result.twins[method]
            assert result.asked[method] > result.twins[method]


# What only some sheets ask, and a sheet that asks it: every kind of question is compared in games in which it comes.
SELDOM: Final[dict[Ask, tuple[str, Deck]]] = {
    Ask.LOOK: ("nine-five", shuffled),
    Ask.NAME_SUIT: ("seven-point-nebraska", shuffled),
    Ask.CALL_PARTNER: ("razzle-dazzle", shuffled),
    Ask.THROW: ("man-o-war", shuffled),
    Ask.BURN: ("ten-point", lopsided),
    Ask.KEEP: ("carthage", shuffled),
    Ask.SEARCH: ("high-five", shuffled),
    Ask.WIDOW: ("ten-point", shuffled),
    Ask.TAKE: ("man-o-war", shuffled),
    Ask.PLAY_ON: ("contway-three", shuffled),
}


@pytest.mark.parametrize("ask", SELDOM, ids=lambda ask: ask.name.lower())
def test_what_is_seldom_asked_looks_the_same(ask: Ask) -> None:
    name, deck = SELDOM[ask]
    spec = with_option(name, "max_deals", "2")
    result = audit(spec, seed=5, games=2, each=dict.fromkeys(ALL, 1), deck=deck, when=asking(ask))
    assert not result.findings, told(result)
    assert result.kinds[ask] >= 2


BURNING: Final = ("nine-five", "oklahoma", "campbell-ten", "carthage", "razzle-dazzle", "campbell-eleven-five-handed")


@pytest.mark.parametrize("name", BURNING)
def test_burns_look_the_same(name: str) -> None:
    spec = with_option(name, "max_deals", "2")
    result = audit(spec, seed=1, games=1, each=dict.fromkeys(ALL, 1), deck=lopsided, when=asking(Ask.BURN))
    assert not result.findings, told(result)


@pytest.mark.parametrize("name", ["campbell-eleven", "campbell-eleven-five-handed"])
def test_misdeals_look_the_same(name: str) -> None:
    spec = with_option(name, "max_deals", "2")
    result = audit(spec, seed=1, games=2, each=dict.fromkeys(ALL, 2), deck=without_honours, when=misdealt)
    assert not result.findings, told(result)
    assert result.twins[Method.DEAL] > 8


def test_deals_that_all_pass_look_the_same() -> None:
    def all_pass(trail: Trail) -> bool:
        return any(result.pitcher < 0 for result in trail.states[-1].results)

    spec = "northwest-connecticut[max_deals=2]"
    result = audit(spec, seed=1, games=2, each=dict.fromkeys(ALL, 1), when=all_pass)
    assert not result.findings, told(result)


@pytest.mark.parametrize("strict", [False, True], ids=["counted", "forfeited"])
@pytest.mark.parametrize("half", range(2))
def test_wrong_answers_are_refused_alike(half: int, *, strict: bool) -> None:
    """Every second sheet has its wrong answers counted, the others forfeit by them."""
    notices = twins = 0
    for spec in TABLES[half ^ strict :: 4]:
        result = audit_refusals(spec, seed=2, games=1, each={Method.DEAL: 1, Method.UNSEEN: 1}, strict=strict)
        assert not result.findings, f"{spec}\n{told(result)}"
        notices, twins = notices + result.notices, twins + result.twins.total()
    assert notices > 10 and twins > 30


@pytest.mark.parametrize("spec", TABLES[::4])
def test_games_at_once_in_one_process(spec: str) -> None:
    """What is held back or put together into one frame does not depend on the cards of any game."""
    result = audit_together(spec, seed=3, at_once=3)
    assert not result.findings, told(result)
    assert result.twins[Method.UNSEEN] or resolve(spec).id in ALL_SEEN


# ---- the audit itself


def test_every_question_is_met() -> None:
    """No kind of question is left out by the sheets that are looked at above."""
    asked = {Ask.CALL, Ask.DECLARE, Ask.PLAY, *SELDOM}
    assert asked == set(Ask) - {Ask.NOTHING}
    for ask, (name, _) in SELDOM.items():
        assert may_ask(resolve(name), ask), (name, ask)


def may_ask(sheet: Sheet, ask: Ask) -> bool:
    steps = sheet.exchange

    def has(*kinds: type) -> bool:
        return any(isinstance(step, kinds) for step in steps)

    return {
        Ask.LOOK: sheet.looking is not k.Looking.AT_ONCE,
        Ask.NAME_SUIT: sheet.trump_maker is k.TrumpMaker.PITCHED and sheet.jokers > 0,
        Ask.CALL_PARTNER: sheet.partner is not k.Partner.FIXED,
        Ask.THROW: has(Swap, Inspect),
        Ask.BURN: has(Burn, Narrow),
        Ask.KEEP: has(Narrow),
        Ask.SEARCH: has(Search),
        Ask.WIDOW: has(Widow),
        Ask.TAKE: has(Inspect),
        Ask.PLAY_ON: sheet.folding is k.Folding.BEFORE_A_LEAD,
    }[ask]


@pytest.mark.parametrize("spec", TABLES[::3])
def test_a_change_at_a_state_is_what_the_cards_renamed_lead_to(spec: str) -> None:
    """Two cards exchanged in a state, and in the pack that led to it: the same, and the same once they are put back."""
    chance = Random(spec)
    trail = record(spec, chance)
    for index in range(0, len(trail.states) - 1, 7):
        before = trail.states[index]
        changed = copy_of(before)
        seat = chance.randrange(before.tables.seats)
        seen = trail.own(seat, before.deal_number, index) | trail.shown(before.deal_number, index)
        hidden = [card for card in before.tables.pack if not seen >> card & 1]
        if len(hidden) > 1:
            one, other = chance.sample(hidden, 2)
            exchange(changed, seat, one, other)
            assert changed.view(seat) == before.view(seat)
            exchange(changed, seat, other, one)
        assert cards_in(changed) == cards_in(before) and changed.legal() == before.legal()

"""No byte, question or moment that a seat can see depends on a card that it cannot know; nothing secret is told."""

from __future__ import annotations

import pytest

from referee.engine.actions import Ask
from tests.leaks.audit import Audit, audit, audit_refusals, audit_together
from tests.leaks.decks import lopsided
from tests.leaks.twins import Method

SHEETS = (
    "auction[max_deals=2,seats=2]",
    "auction[max_deals=2]",
    "auction[max_deals=2,seats=7]",
    "auction[low=holder,max_deals=2]",
    "auction-partners[max_deals=2]",
    "roadhouse[max_deals=2]",
    "roadhouse[max_deals=2,seats=4,sides=2]",
    "partnership-draw[max_deals=2]",
    "ten-point[max_deals=2]",
    "ten-point[dirty=true,max_deals=2]",
    "contway[max_deals=2]",
)
ALL = (Method.STATE, Method.DEAL, Method.UNSEEN)


def told(result: Audit) -> str:
    return "\n".join(map(str, result.findings[:20]))


@pytest.mark.parametrize("spec", SHEETS)
def test_twin_worlds_look_the_same(spec: str) -> None:
    games = 3 if "seats=7" in spec else 8
    result = audit(spec, seed=1, games=games, each=dict.fromkeys(ALL, 1))
    assert not result.findings, told(result)
    for method in ALL:  # and there was something to compare
        assert result.twins[method] >= 0.8 * games * 2
        assert result.frames[method] > result.twins[method]
        assert result.asked[method] > 4 * result.twins[method]


def test_burns_look_the_same() -> None:
    result = audit(
        "ten-point[max_deals=2]", seed=1, games=6, each=dict.fromkeys(ALL, 1), deck=lopsided, asking=Ask.BURN
    )
    assert not result.findings, told(result)


@pytest.mark.parametrize("strict", [False, True], ids=["counted", "forfeited"])
@pytest.mark.parametrize("spec", SHEETS)
def test_wrong_answers_are_refused_alike(spec: str, *, strict: bool) -> None:
    result = audit_refusals(
        spec, seed=2, games=1 if "seats=7" in spec else 2, each=dict.fromkeys(ALL, 1), strict=strict
    )
    assert not result.findings, told(result)
    assert result.notices > 0 and sum(result.twins.values()) >= 4


@pytest.mark.parametrize("spec", SHEETS)
def test_games_at_once_in_one_process(spec: str) -> None:
    """What is held back or put together into one frame does not depend on the cards of any game."""
    result = audit_together(spec, seed=3, at_once=3)
    assert not result.findings, told(result)
    assert result.twins[Method.UNSEEN] >= 2

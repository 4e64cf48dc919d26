"""Planted leaks are caught, and it is told which check caught which."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from random import Random

import pytest

from arena.audit.audits import audit, audit_refusals
from arena.audit.capture import KEY, capture
from arena.audit.trails import Deck, Trail, record, shuffled
from arena.audit.twins import Method
from referee.engine import game as game_module
from tests.leaks.decks import always
from tests.leaks.links import given, links, secrets_told
from tests.leaks.planted import CHECKS, DEAL, LINKS, PLANTED, REFUSALS, SECRETS, STATE, UNSEEN, Planted

pytestmark = pytest.mark.slow

NAMES = {Method.STATE: STATE, Method.DEAL: DEAL, Method.UNSEEN: UNSEEN}
EACH = {Method.STATE: 2, Method.DEAL: 2, Method.UNSEEN: 1}
ROUNDS = 30  # games at most, for what is seldom seen


def caught(
    spec: str,
    *,
    wanted: Collection[str] = CHECKS,
    rounds: int = 1,
    deck: Deck = shuffled,
    when: Callable[[Trail], bool] = always,
) -> dict[str, str]:
    """Return the checks that find something in the sheet as it is now, each with what it found first.

    One game with its twins, or more until the wanted checks have found something; the other checks where wanted.
    """
    found: dict[str, str] = {}
    for number in range(rounds):
        missing = {method: count for method, count in EACH.items() if NAMES[method] in set(wanted).difference(found)}
        if number and not missing:
            break
        result = audit(
            spec, seed=number, games=1, each=missing if number else EACH, first_only=True, deck=deck, when=when
        )
        for finding in result.findings:
            found.setdefault(NAMES[finding.method], str(finding))
    for number in range(rounds if REFUSALS in wanted else 0):
        for finding in audit_refusals(spec, seed=number, games=1, each={Method.DEAL: 1}).findings:
            found.setdefault(REFUSALS, str(finding))
        if REFUSALS in found:
            break
    if {LINKS, SECRETS}.intersection(wanted):
        chance = Random(f"{spec}/links")
        worlds = {game: record(spec, chance).world for game in range(3)}
        runs = [capture(worlds, rotation=rotation) for rotation in range(2)]
        for text in links([one for rotation, run in enumerate(runs) for one in given(rotation, run)]):
            found.setdefault(LINKS, text)
        for text in secrets_told(runs[0], KEY):
            found.setdefault(SECRETS, text)
    return found


@pytest.fixture(autouse=True)
def forgetful(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the engine look its rules up for every game: what was planted must not be remembered, nor passed over."""
    monkeypatch.setattr(game_module, "_rules", game_module._rules.__wrapped__)


@pytest.fixture(scope="module")
def table() -> Iterator[list[str]]:
    """Collect a line for each leak, and print them all."""
    lines: list[str] = []
    yield lines
    print("\n" + "\n".join(lines))


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name.replace(" ", "-"))
def test_a_planted_leak_is_caught(planted: Planted, table: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    planted.plant(monkeypatch)
    found = caught(planted.spec, wanted=planted.caught_by, rounds=ROUNDS, deck=planted.deck, when=planted.when)
    table.append(f"{planted.name:<46} {', '.join(check for check in CHECKS if check in found) or 'NOT CAUGHT'}")
    assert set(planted.caught_by) <= set(found), found


@pytest.mark.parametrize("spec", sorted({planted.spec for planted in PLANTED}))
def test_without_a_planted_leak_nothing_is_caught(spec: str) -> None:
    assert caught(spec) == {}


def test_every_check_catches_something_that_was_planted() -> None:
    assert {check for planted in PLANTED for check in planted.caught_by} == set(CHECKS)

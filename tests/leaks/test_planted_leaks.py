"""Planted leaks are caught, and it is told which check caught which."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from random import Random

import pytest

from referee.engine.actions import Ask
from tests.catalogue.tables import shuffled
from tests.leaks.audit import audit, audit_refusals
from tests.leaks.capture import KEY, capture
from tests.leaks.decks import lopsided
from tests.leaks.links import given, links, secrets_told
from tests.leaks.planted import CHECKS, DEAL, LINKS, PLANTED, REFUSALS, SECRETS, STATE, UNSEEN, Planted
from tests.leaks.twins import Method
from tests.leaks.worlds import record

NAMES = {Method.STATE: STATE, Method.DEAL: DEAL, Method.UNSEEN: UNSEEN}
EACH = {Method.STATE: 2, Method.DEAL: 2, Method.UNSEEN: 1}
GAMES, ROUNDS = 2, 15  # games in a round; rounds at most for what is seldom seen


def caught(spec: str, *, wanted: Collection[str] = (), burns: bool = False) -> dict[str, str]:
    """Return the checks that find something in the sheet as it is now, each with what it found first.

    One round of twins, or more until the wanted checks have found something.
    """
    found: dict[str, str] = {}
    deck, asking = (lopsided, Ask.BURN) if burns else (shuffled, None)
    for number in range(ROUNDS):
        missing = set(wanted).difference(found)
        if not number or missing.intersection(NAMES.values()):
            result = audit(spec, seed=number, games=GAMES, each=EACH, first_only=True, deck=deck, asking=asking)
            for finding in result.findings:
                found.setdefault(NAMES[finding.method], str(finding))
        if not number or REFUSALS in missing:
            for finding in audit_refusals(spec, seed=number, games=1, each={Method.DEAL: 1}).findings:
                found.setdefault(REFUSALS, str(finding))
    chance = Random(f"{spec}/links")
    worlds = {game: record(spec, chance).world for game in range(3)}
    runs = [capture(worlds, rotation=rotation) for rotation in range(2)]
    for text in links([one for rotation, run in enumerate(runs) for one in given(rotation, run)]):
        found.setdefault(LINKS, text)
    for text in secrets_told(runs[0], KEY):
        found.setdefault(SECRETS, text)
    return found


@pytest.fixture(scope="module")
def table() -> Iterator[list[str]]:
    """Collect a line for each leak, and print them all."""
    lines: list[str] = []
    yield lines
    print("\n" + "\n".join(lines))


@pytest.mark.parametrize("planted", PLANTED, ids=lambda planted: planted.name.replace(" ", "-"))
def test_a_planted_leak_is_caught(planted: Planted, table: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    planted.plant(monkeypatch)
    found = caught(planted.spec, wanted=planted.caught_by, burns=planted.burns)
    table.append(f"{planted.name:<46} {', '.join(check for check in CHECKS if check in found) or 'NOT CAUGHT'}")
    assert set(planted.caught_by) <= set(found), found


@pytest.mark.parametrize("spec", sorted({planted.spec for planted in PLANTED}))
def test_without_a_planted_leak_nothing_is_caught(spec: str) -> None:
    assert caught(spec) == {}


def test_every_check_catches_something_that_was_planted() -> None:
    assert {check for planted in PLANTED for check in planted.caught_by} == set(CHECKS)

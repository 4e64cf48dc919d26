"""Finding games by what happened in them, and counting what happens."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Final

from arena.checking.salvage import Salvage
from arena.errors import ConfigError
from referee.engine.errors import NotationError, nearest
from referee.engine.notation import parse_token
from referee.faults import Fault
from referee.replay import GameRecord
from referee.variants.catalogue import resolve

Test = Callable[[GameRecord, str], bool]


def _side_of(record: GameRecord, name: str) -> set[int]:
    """Return the sides of an entrant; the number of sides is that of the scores."""
    return {seat % len(record.scores) for seat, entrant in enumerate(record.seats) if entrant == name}


def _actions(record: GameRecord) -> Iterator[str]:
    for deal in record.deals:
        yield from deal.actions


def _made(record: GameRecord, word: str) -> bool:
    """Whether a pitched deal was made, or set."""
    pitched = [deal for deal in record.deals if any(not text.startswith(("pass", "misdeal")) for text in deal.actions)]
    return any(deal.made is (word == "made") for deal in pitched)


TESTS: Final[Mapping[str, Test]] = MappingProxyType(
    {
        "player": lambda record, name: name in record.seats,
        "winner": lambda record, name: bool(_side_of(record, name) & set(record.winners)),
        "loser": lambda record, name: name in record.seats and not _side_of(record, name) & set(record.winners),
        "fault": lambda record, word: any(word in ("any", fault.fault.value) for fault in record.faults),
        "forfeit": lambda record, name: any(name in ("any", record.seats[seat]) for seat in record.forfeits),
        "action": lambda record, token: token in _actions(record),
        "deal": _made,
        "deals": lambda record, count: len(record.deals) == int(count),
        "score": lambda record, score: int(score) in record.scores,
    }
)
_NUMBERS: Final = ("deals", "score")
_NAMES: Final = ("player", "winner", "loser", "forfeit")
_FAULTS: Final = ("any", *(fault.value for fault in Fault))


def tests_of(words: Sequence[str]) -> list[tuple[Test, str]]:
    """Return what the words KEY=VALUE ask for. ConfigError with all that is wrong."""
    problems, found = [], []
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or key not in TESTS:
            problems.append(f"{word}: must be KEY=VALUE with {', '.join(TESTS)}{nearest(key, TESTS)}")
        elif key in _NUMBERS and not re.fullmatch(r"-?[0-9]{1,9}", value):
            problems.append(f"{word}: must be a whole number")
        elif key == "deal" and value not in ("made", "set"):
            problems.append(f"{word}: must be deal=made or deal=set")
        elif key == "fault" and value not in _FAULTS:
            problems.append(f"{word}: no such fault{nearest(value, _FAULTS)}; there are {', '.join(_FAULTS)}")
        else:
            found.append((TESTS[key], value))
    if problems:
        raise ConfigError(problems)
    return found


def grep(files: Sequence[Salvage], words: Sequence[str]) -> Iterator[tuple[Path, str, GameRecord]]:
    """Yield the games that fit all the words, with their file and what --game finds them by there.

    ConfigError when none fits and a word names somebody who did not play, or an action that no sheet there has.
    """
    tests = tests_of(words)
    found = False
    names: set[str] = set()
    sheets: set[str] = set()
    for file in files:
        for name, record in file.records():
            names.update(record.seats)
            sheets.add(record.sheet)
            if all(test(record, value) for test, value in tests):
                found = True
                yield file.path, name, record
    whole = not any(file.problems for file in files)  # else it may be in what is damaged
    problems = list(_unknown(words, sorted(names), sorted(sheets))) if names and whole and not found else []
    if problems:
        raise ConfigError(problems)


def _unknown(words: Sequence[str], names: Sequence[str], sheets: Sequence[str]) -> Iterator[str]:
    """Yield what is wrong with words that could fit none of the games, whatever happened in them."""
    for word in words:
        key, _, value = word.partition("=")
        if key in _NAMES and value not in names and (key, value) != ("forfeit", "any"):
            yield f"{word}: did not play in these games{nearest(value, names)}; there are {', '.join(names)}"
        if key == "action":
            reasons = [reason for sheet in sheets if (reason := _no_action(value, sheet))]
            if len(reasons) == len(sheets):
                yield f"{word}: {reasons[0]}"


def _no_action(text: str, sheet: str) -> str:
    """Return why the text is no action of the sheet, "" if it is one."""
    try:
        parse_token(text, resolve(sheet))
    except NotationError as error:
        return str(error)
    return ""


def stats(files: Sequence[Salvage]) -> dict[str, object]:
    """Return counts over all the games: deals, decisions, bids made and set, calls, faults, and wins by entrant."""
    counts: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    faults: Counter[str] = Counter()
    wins: Counter[str] = Counter()
    played: Counter[str] = Counter()
    for file in files:
        for _, record in file.records():
            counts["games"] += 1
            counts["deals"] += len(record.deals)
            counts["decisions"] += sum(len(deal.actions) for deal in record.deals)
            counts["made"] += sum(deal.made for deal in record.deals)
            faults.update(fault.fault.value for fault in record.faults)
            calls.update(text for text in _actions(record) if re.fullmatch(r"[0-9]+(x2)?|[a-z-]+", text))
            for name in set(record.seats):
                mine = _side_of(record, name)
                played[name] += 1
                wins[name] += bool(mine & set(record.winners))
            counts["draws"] += len(record.winners) > 1
    return {
        **counts,
        "calls": dict(calls.most_common()),
        "faults": dict(faults),
        "won": {name: f"{wins[name]} of {played[name]}" for name in sorted(played)},
    }

"""Submissions with nearly the same code or decisions, for a person to look at. Never part of a grade.

Pygments takes the sources apart. Comments, layout, names and literals are forgotten, so renaming hides nothing; what is
left is cut into overlapping runs of tokens. Two submissions are as alike as the smaller one's runs are found in the
other. What also stands in files that everybody was given (the staff bots, the student kit) is left out.

Decisions are compared in a common set of positions (arena/classroom/decisions.py), only where not everybody answered
the same: what everybody does says nothing about anybody.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from typing import Final

from pygments.lexers import get_lexer_for_filename
from pygments.token import Comment, Literal, Name, Text, Whitespace
from pygments.util import ClassNotFound

RUN: Final = 12  # tokens
LEAST: Final = 20  # runs below which nothing can be said
ALIKE: Final = 0.6
LONGEST: Final = 1 << 18
_NOT_CODE: Final = {".md", ".txt", ".json", ".lock", ".toml", ".html", ".css", ".xml", ".yml", ".yaml"}

DECIDES_ALIKE: Final = 0.97
LEAST_POSITIONS: Final = 20  # in which not all answered the same

Runs = frozenset[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Two submissions, the part of the smaller one's code that the other has too, and how many runs that is; or the
    part of the telling positions in which they decide the same, and how many positions that is."""

    one: str
    other: str
    share: float
    runs: int


def tokens_of(name: str, text: str) -> Iterator[str]:
    """Yield what is left of a source without comments, layout, names and literals; nothing of a strange one."""
    try:
        lexer = get_lexer_for_filename(name)
    except ClassNotFound:
        return
    for kind, value in lexer.get_tokens(text):
        if kind in Comment or kind in Text or kind in Whitespace or kind in Literal.String.Doc:
            continue
        if kind in Name:
            yield "n"
        elif kind in Literal:
            yield "l"
        else:
            yield value


def runs_of(folder: Path) -> Runs:
    """Return the runs of tokens in all sources below the folder, as hashes that hold within this process."""
    found: set[int] = set()
    for path in sorted(folder.rglob("*")):
        if path.suffix in _NOT_CODE or not path.is_file() or path.is_symlink() or path.stat().st_size > LONGEST:
            continue
        text = path.read_bytes()
        if b"\0" in text:
            continue
        tokens = list(tokens_of(path.name, text.decode("utf-8", "replace")))
        found |= {hash(tuple(tokens[start : start + RUN])) for start in range(len(tokens) - RUN + 1)}
    return frozenset(found)


def alike(runs: Mapping[str, Runs], given: Iterable[Runs] = ()) -> list[Alike]:
    """Return the pairs that are alike, the most alike first. `given`: what everybody has."""
    common: set[int] = set().union(*given)
    own = {name: found - common for name, found in runs.items()}
    pairs = []
    for one, other in combinations(sorted(own), 2):
        smaller = min(len(own[one]), len(own[other]))
        both = len(own[one] & own[other])
        if smaller >= LEAST and both / smaller >= ALIKE:
            pairs.append(Alike(one=one, other=other, share=both / smaller, runs=both))
    return sorted(pairs, key=lambda pair: (-pair.share, pair.one, pair.other))


def deciding_alike(answers: Mapping[str, Sequence[str]], given: Mapping[str, Sequence[str]]) -> tuple[list[Alike], int]:
    """Return the pairs that decide alike, the most alike first, and how many positions told anything.

    `answers` by submission, `given` by staff bot: two that both decide as the same staff bot does are no pair.
    """
    everybody = {**given, **answers}
    count = min((len(one) for one in everybody.values()), default=0)
    telling = [place for place in range(count) if len({one[place] for one in everybody.values()}) > 1]

    def equal(one: str, other: str) -> int:
        return sum(everybody[one][place] == everybody[other][place] for place in telling)

    if len(telling) < LEAST_POSITIONS:
        return [], len(telling)
    least = DECIDES_ALIKE * len(telling)
    as_given = {name: {bot for bot in given if equal(name, bot) >= least} for name in answers}
    pairs = []
    for one, other in combinations(sorted(answers), 2):
        same = equal(one, other)
        if same >= least and not as_given[one] & as_given[other]:
            pairs.append(Alike(one=one, other=other, share=same / len(telling), runs=same))
    return sorted(pairs, key=lambda pair: (-pair.share, pair.one, pair.other)), len(telling)


def groups(pairs: Iterable[Alike]) -> list[tuple[str, ...]]:
    """Return the groups that the pairs hang together in, sorted."""
    found: list[set[str]] = []
    for pair in pairs:
        touched = [group for group in found if pair.one in group or pair.other in group]
        found = [group for group in found if group not in touched]
        found.append({pair.one, pair.other}.union(*touched))
    return sorted(tuple(sorted(group)) for group in found)

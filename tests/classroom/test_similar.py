"""Code that is nearly the same is found, renamed and reformatted too; different code and what all were given is not."""

from __future__ import annotations

from pathlib import Path

from arena.classroom.similar import alike, groups, runs_of
from tests.classroom import handins

CODE = """
def choose(turn):
    # the best card wins
    best = None
    for action in turn.legal:
        if action.card is None:
            continue
        if best is None or action.card.rank > best.card.rank:
            best = action
    if best is not None and turn.trump is not None:
        return best
    return turn.legal[0] if turn.legal else turn.pick.prefer([])
"""
RENAMED = CODE.replace("best", "top").replace("action", "move").replace("# the best card wins", "").replace("turn", "t")
OTHER = """
import random
from collections import Counter

class Player:
    def __init__(self, seed, *, depth=3):
        self.rng, self.depth = random.Random(seed), depth
        self.seen = Counter()

    def value(self, state):
        total = sum(weight * count for weight, count in self.seen.items())
        return total / max(1, len(self.seen)) ** self.depth

    def go(self, state):
        while state.open:
            yield max(state.moves, key=lambda m: self.value(state.after(m)))
"""


def test_copies_are_found(tmp_path: Path) -> None:
    sources = {"ann": CODE, "bob": RENAMED, "cy": OTHER, "di": CODE + OTHER}
    runs = {name: runs_of(handins.folder(tmp_path / name, {"main.py": text})) for name, text in sources.items()}
    pairs = alike(runs)
    assert {(pair.one, pair.other) for pair in pairs} == {("ann", "bob"), ("ann", "di"), ("bob", "di"), ("cy", "di")}
    assert groups(pairs) == [("ann", "bob", "cy", "di")]
    assert groups(alike({name: runs[name] for name in ("ann", "bob", "cy")})) == [("ann", "bob")]
    assert alike(runs, [runs["ann"]]) == [pair for pair in pairs if (pair.one, pair.other) == ("cy", "di")]


def test_texts_and_unknown_files_are_no_code(tmp_path: Path) -> None:
    files: dict[str, str | bytes] = {"README.md": CODE, "x.unknown": CODE, "data.json": "[1, 2]", "b.py": b"\0" * 50}
    assert not runs_of(handins.folder(tmp_path / "a", files))

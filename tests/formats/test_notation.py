"""The notation: what is stored, written and read again is what was stored; what is wrong is told with its place.

`python -m tests.formats.test_notation 10000` makes the round trip with so many random games over all sheets.
"""

from __future__ import annotations

import io
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from arena.notation.files import read_file, write_file
from arena.notation.reading import read
from arena.notation.words import BadNotation
from referee.replay_lines import ReplayWriter
from tests.catalogue.observing import DISTINCT
from tests.formats.games import random_file


def written(path: Path, data: bytes) -> str:
    path.write_bytes(data)
    return "\n".join(write_file(path)) + "\n"


def stored(text: str) -> bytes:
    out = io.BytesIO()
    writer = ReplayWriter(out)
    for line in read(text.split("\n")):
        writer.write(line)
    writer.end()
    return out.getvalue()


@pytest.mark.parametrize("spec", DISTINCT)
def test_stored_written_and_read_is_what_was_stored(tmp_path: Path, spec: str) -> None:
    data = random_file(spec, 1)
    assert stored(written(tmp_path / "r.jsonl", data)) == data


@pytest.fixture(scope="module")
def text(tmp_path_factory: pytest.TempPathFactory) -> str:
    return written(tmp_path_factory.mktemp("notation") / "r.jsonl", random_file("ten-point", 6, deals=1))


def test_what_follows_from_the_rest_may_be_left_out(text: str) -> None:
    short = []
    for line in text.splitlines():
        words = line.split()
        if not words or words[0] in ("key", "commitment", "rules", "points", "score", "result", "#"):
            continue
        if words[0] == "game" or words[0] == "deal":
            words = words[:2]
        short.append(" ".join(word[2:] if word[1:2] == ":" else word for word in words))
    assert "seed" in text
    assert stored("\n".join(short)) == stored(text)


def test_version_1_which_counts_from_0_is_read_as_before(tmp_path: Path) -> None:
    data = random_file("auction[seats=2]", 3, games=3, deals=3)
    now = written(tmp_path / "r.jsonl", data)
    assert re.findall(r"^deal (\d+)", now, re.M)[:3] == ["1", "2", "3"]
    before = re.sub(r"^deal (\d+)", lambda found: f"deal {int(found[1]) - 1}", now, flags=re.M)
    before, faults = re.subn(
        r"^fault (\d+)\.(\d+)", lambda found: f"fault {int(found[1]) - 1}.{int(found[2]) - 1}", before, flags=re.M
    )
    assert faults
    assert stored(before.replace("pitch notation 2", "pitch notation 1", 1)) == data
    with pytest.raises(BadNotation, match="this is deal 1: expected its number, from 1"):
        stored(before)


def test_a_byte_order_mark_is_no_word(text: str, tmp_path: Path) -> None:
    file = tmp_path / "marked.pitch"
    file.write_text(text, encoding="utf-8-sig")
    assert list(read_file(file)) == list(read(text.split("\n")))


def first(text: str, start: str, number: int = 0) -> int:
    """Return the index of the line that begins so."""
    return [n for n, line in enumerate(text.split("\n")) if line.strip().startswith(start)][number]


WRONG: list[tuple[tuple[str, str, str], str, str]] = [
    (("pitch notation", "2", "7"), "7", "the notation has format 7, this arena reads 1 and 2"),
    (("sheet", "ten-point", "ten-pont"), "ten-pont", "did you mean 'ten-point'"),
    (("rules", "1", "0"), "0", "other rules: version 0, this arena has 1"),
    (("seed", "seed", "sead"), "sead", "did you mean 'seed'"),
    (("key", "key ", "key f"), "f", "expected 64 hex digits in small letters, not 65 letters"),
    (("bout", "bout 6", "bout four"), "four", "'four' is no number of a bout"),
    (("game", "ann", "amn"), "amn", "ann sits there by the bout's key, not amn"),
    (("game", "0/0", "9/0"), "9/0", "there is no rotation 9: this line-up has 2"),
    (("deal", "deal 1", "deal 0"), "0", "this is deal 1: expected its number, from 1"),
    (("deal", "dealer", "deeler"), "deeler", "did you mean 'dealer'"),
    (("call", "call", "cal"), "cal", "'cal' begins no line (did you mean 'call'"),
    (("call", ":pass", ":pas"), "pas", "did you mean 'pass'"),
    (("call", "1:", "0:"), "0:", "seat 0 does not act here: seat 1 is asked to call"),
    (("call", "call ", "play "), "play", "seat 2 is asked to call here: expected a line that begins with `call`"),
    (("declare", "trump:D", "trump:d"), "trump:d", "did you mean 'trump:"),
    (("points", "points ", "points hihg:0 "), "hihg:0", "'hihg' is no point of ten-point"),
    (("score", "score    ", "score    7"), "7", "the scores after this deal are"),
    (("result", "winners", "winers"), "winers", "did you mean 'winners'"),
    (("result", "result", 'fault 1.1 1 lates "x"\nresult'), "lates", "'lates' is no fault (did you mean 'late'"),
    (("result", "result", 'fault 9.1 1 late "x"\nresult'), "9.1", "the game has no decision 9.1"),
    (("result", "result", 'fault 1.99 1 late "x"\nresult'), "1.99", "the game has no decision 1.99"),
    (
        ("result", "result", 'fault 0.1 1 late "x"\nresult'),
        "0.1",
        "'0.1' is no decision: expected DEAL.DECISION, both from 1",
    ),
    (("result", "result", 'fault 1.1 1 late "x\nresult'), '"x', "these quotes are not closed"),
    (("result", "result", "forfeit 5\nresult"), "5", "there is no seat 5"),
]


@pytest.mark.parametrize(("edit", "place", "reason"), WRONG, ids=[f"{e[0]}-{e[2][:12]}" for e, _, _ in WRONG])
def test_what_is_wrong_is_told_with_line_and_column(
    text: str, edit: tuple[str, str, str], place: str, reason: str
) -> None:
    start, old, new = edit
    lines = text.split("\n")
    number = first(text, start)
    assert old in lines[number]
    lines[number] = lines[number].replace(old, new, 1)
    with pytest.raises(BadNotation) as caught:
        stored("\n".join(lines))
    error = caught.value
    assert reason in error.reason
    told = "\n".join(lines).split("\n")[error.line - 1]
    if place:
        assert told[error.column - 1 :].startswith(place), (error, told)


def test_a_card_that_may_not_be_played_is_told_with_those_that_may(text: str) -> None:
    number = first(text, "play", 1)
    lines = text.split("\n")
    words = lines[number].split()
    seat, card = words[1].split(":")
    other = next(word.split(":")[1] for word in lines[first(text, "play")].split()[1:])
    lines[number] = lines[number].replace(card, other, 1)
    with pytest.raises(BadNotation, match=f"'{other}' is not legal: seat {seat} may ") as caught:
        stored("\n".join(lines))
    assert (caught.value.line, caught.value.column) == (number + 1, lines[number].index(other) + 1)


def test_a_game_that_is_not_over_is_told(text: str) -> None:
    lines = text.split("\n")
    last = first(text, "points") - 1
    with pytest.raises(BadNotation, match="the game ends here, and it is not over: seat") as caught:
        stored("\n".join(lines[:last]))
    assert caught.value.line == last + 1
    del lines[last]
    with pytest.raises(BadNotation, match="`points` stands before the end of deal 1"):
        stored("\n".join(lines))


@pytest.mark.parametrize("text", ["", "# nothing\n", "hello\n", "pitch notation 2\n", "pitch notation 2\nbout 0 a b\n"])
def test_what_is_no_notation_is_told(text: str) -> None:
    with pytest.raises(BadNotation, match=r"line \d+, column \d+: "):
        stored(text)


def round_trips(wanted: int) -> Iterator[tuple[str, int, bool]]:
    """Yield for random files over all sheets, till there are so many games: sheet, games, whether it was equal."""
    games = seed = 0
    with TemporaryDirectory() as folder:
        while games < wanted:
            for spec in DISTINCT:
                data = random_file(spec, seed, games=2, deals=2 + seed % 3)
                count = data.count(b'"rotation"')
                yield spec, count, stored(written(Path(folder) / "r.jsonl", data)) == data
                games += count
                if games >= wanted:
                    return
            seed += 1


if __name__ == "__main__":
    start, games, wrong = time.monotonic(), 0, []
    for spec, count, same in round_trips(int(sys.argv[1])):
        games += count
        wrong += [] if same else [spec]
    seconds = time.monotonic() - start
    print(f"{games} games over {len(DISTINCT)} sheets in {seconds:.0f} s; not the same: {wrong or 'none'}")
    sys.exit(bool(wrong))

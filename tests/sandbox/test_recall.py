"""Processes of one bot tell each other nothing in the default isolation, by statistics; where they are kept they do.

The bot (sample_bots/cheats/recall.py) names its partner's hand before its first answer in each deal. Who knows nothing
hits as many cards as chance does. The same deals come twice, with the bot on the other side.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

import pytest

from arena.sandbox.box import Tools
from tests.e2e.runs import BOTS, ROOT, arena, results, standing

HAND, UNSEEN = 6, 46  # cards of the partner, among those that a seat has not seen


@dataclass(frozen=True)
class Recalled:
    """How often the bot guessed, what it hit, and over which ways it had heard something."""

    guesses: int
    hits: int
    ways: Counter[str]

    @property
    def sigmas(self) -> float:
        """How many standard deviations the hits are above those of chance (hypergeometric)."""
        share = HAND / UNSEEN
        variance = HAND * share * (1 - share) * (UNSEEN - HAND) / (UNSEEN - 1)
        return (self.hits - self.guesses * HAND * share) / math.sqrt(self.guesses * variance)


def play(tmp_path: Path, *more: str) -> Recalled:
    """Play the bot, with these keys in its table, against an honest one; every deal twice."""
    mark, folder = f"m{tmp_path.name[-4:]}{id(tmp_path) % 10**6}", tmp_path / "run"
    (tmp_path / "recall.toml").write_text(
        'variants = ["auction-partners[max_deals=3]"]\ngames = 2\nbouts = 2\njobs = 1\nseed = "recall"\n'
        f'[limits]\nno_clock = true\n[[bots]]\npath = "{BOTS}/greedy"\nisolation = "trusted"\n'
        f'[[bots]]\nname = "recall"\nfolder = "{ROOT}/sample_bots/cheats"\ncapacity = 1\n'
        f'command = ["{{python}}", "recall.py", "{mark}"]\n' + "\n".join(more)
    )
    status, _, err = arena("run", tmp_path / "recall.toml", "--out", folder)
    for path in (Path("/tmp"), Path("/var/tmp"), Path("/dev/shm"), ROOT / "sample_bots" / "cheats"):
        (path / f"pitch-recall-{mark}").unlink(missing_ok=True)
    assert status == 0, err
    assert not standing(folder, "recall")["faults"]
    lines = [line for log in (folder / "logs" / "recall").iterdir() for line in log.read_text().splitlines()]
    told = [json.loads(line) for line in lines if line.startswith('{"guess"')]
    assert all(len(one["guess"]) == len(one["was"]) == HAND for one in told)
    hits = sum(len({*one["guess"]} & {*one["was"]}) for one in told)
    return Recalled(len(told), hits, Counter(way for one in told for way in one["how"]))


@pytest.mark.alone
@pytest.mark.slow
def test_nothing_is_recalled_in_the_default_isolation(tmp_path: Path, tools: Tools) -> None:
    found = play(tmp_path)
    assert results(tmp_path / "run")["isolation"]["recall"] == "sandbox"
    assert results(tmp_path / "run")["lifetime"] == {"greedy": "match", "recall": "match"}
    assert found.guesses > 30 and not found.ways
    assert abs(found.sigmas) < 4


@pytest.mark.alone
@pytest.mark.slow
def test_deals_and_partners_are_recalled_where_processes_are_kept(tmp_path: Path, tools: Tools) -> None:
    """In a sandbox as well: what it holds back is the rest of the machine."""
    found = play(tmp_path, 'lifetime = "pooled"')
    assert results(tmp_path / "run")["lifetime"] == {"greedy": "match", "recall": "pooled"}
    assert results(tmp_path / "run")["isolation"]["recall"] == "sandbox"
    assert found.guesses > 30 and found.sigmas > 10 and found.ways["memory"] > found.guesses / 2


@pytest.mark.alone
@pytest.mark.slow
def test_each_way_works_without_a_sandbox(tmp_path: Path) -> None:
    """So that the first test can fail for each of them. Memory is the only one that needs one process."""
    found = play(tmp_path, 'isolation = "process"')
    assert found.sigmas > 10 and set(found.ways) == {"files", "sockets", "proc", "environment"}


@pytest.mark.alone
def test_a_kept_process_that_dies_is_started_again(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(
        "import os\nfrom pathlib import Path\nfrom pitch_bot import run\n"
        "died = Path(__file__).with_name('died')\n"
        "def choose(turn):\n"
        "    if not died.exists():\n        died.touch()\n        os._exit(7)\n"
        "    return turn.fallback\n"
        "run(choose, name='mortal', version='1')\n"
    )
    bots = ("--bot", BOTS / "greedy", "--bot", f"name=mortal,folder={tmp_path},cmd={{python}} main.py")
    flags = ("--variant", "auction-partners[max_deals=1]", "--games", 2, "--isolation", "trusted", "-j", 2)
    status, _, err = arena("run", *bots, *flags, "--lifetime", "pooled", "--out", tmp_path / "run")
    assert status == 0, err
    assert "keep their processes from match to match" in err and "ended with status 7" in err
    assert set(standing(tmp_path / "run", "mortal")["faults"]) == {"crash"}
    assert not standing(tmp_path / "run", "greedy")["faults"] and results(tmp_path / "run")["games"] == 4
    timing = json.loads((tmp_path / "run" / "timing.json").read_text())
    assert timing["bots"]["greedy"]["started"] <= 2 < 4  # one at each referee, where each match would have two

"""A made-up class: honest bots of several strengths and languages, and every kind of breakage.

`python -m tests.classroom.made_up FOLDER` writes the class of 40 into a folder.
"""

from __future__ import annotations

import argparse
import shutil
from collections.abc import Callable
from pathlib import Path

from tests.classroom import handins
from tests.classroom.handins import tarred, zip_link, zipped

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = ROOT / "sample_bots"
PYTHON = 'name = "bot"\nversion = "1"\ncommand = ["{python}", "main.py"]\ncapacity = 16\n'

RANDOM = """import random
from pitch_bot import run


def choose(turn):
    rng = random.Random(turn.game.seed if hasattr(turn.game, "seed") else 0)
    return turn.pick.sample(rng) if turn.pick else rng.choice(turn.legal)


run(choose)
"""
CAREFUL = """from pitch_bot import PASS, run


def choose(turn):
    if turn.pick:
        return turn.pick.prefer([])
    if PASS in turn.legal:
        return PASS
    return {how}(turn.legal, key=lambda action: action.card.rank if action.card else 0)


run(choose)
"""
CAREFUL_HIGH = CAREFUL.replace("{how}", "max")
CAREFUL_LOW = CAREFUL.replace("{how}", "min")

CRASH = "raise SystemExit('I do not feel well')\n"
HANG = "import time\nwhile True:\n    time.sleep(1)\n"
SLEEPS = CAREFUL_HIGH.replace("def choose(turn):\n", "import time\n\n\ndef choose(turn):\n    time.sleep(9)\n")
ILLEGAL = (
    "from pitch_bot import run\nfrom pitch_bot.cards import Card\n\n\ndef choose(turn):\n"
    "    return [] if turn.pick is None else [Card(0)]\n\n\nrun(choose)\n"
)
PRINTS = CAREFUL_HIGH.replace("def choose(turn):\n", "def choose(turn):\n    print('x' * 100_000)\n")
FORKS = "import os\nwhile True:\n    os.fork()\n"
SNOOPS = """import glob
import os

up = os.getcwd()
seen = []
for _ in range(6):  # everything around its own folder: others' bots, the seed, the grades
    up = os.path.dirname(up)
    seen += glob.glob(up + "/*/*/bot") + glob.glob(up + "/seed.secret") + glob.glob(up + "/*.csv")
mine = [path for path in seen if os.getcwd().startswith(path)]
stolen = sorted(set(seen) - set(mine))
print("stole", stolen) if stolen else print("nothing to steal")
open(os.path.join(os.getcwd(), "..", "..", "..", "..", "grades.csv")).read()
"""


def raw(path: Path, frames: str) -> Path:
    """A bot that speaks gRPC by hand: `frames` sends what it likes."""
    text = f"""import os
import grpc
from pitch.arena.v1 import play_pb2 as p

join = p.PlayRequest(join=p.Join(token=os.environ["PITCH_ARENA_TOKEN"], name="raw", protocol_versions=[1], capacity=1))


wrong = p.PlayRequest(choices=[p.Choice(game=1, turn=9)])


def say():
    yield join
{frames}


channel = grpc.insecure_channel(os.environ["PITCH_ARENA_ADDRESS"])
call = channel.stream_stream(
    "/pitch.arena.v1.PlayService/Play", p.PlayRequest.SerializeToString, p.PlayResponse.FromString)
for _ in call(say()):
    pass
"""
    return handins.folder(path, {"bot.toml": PYTHON, "main.py": text})


FLOOD = "    for n in range(10_000_000):\n        yield wrong"


def python(path: Path, main: str, **files: str) -> Path:
    return handins.folder(path, {"bot.toml": PYTHON, "main.py": main, **files})


def sample(path: Path, folder: str) -> Path:
    """One of the sample bots, as a student would hand it in."""
    skip = shutil.ignore_patterns("node_modules", "target", "build", "out", "bin", "__pycache__", "gen")
    shutil.copytree(SAMPLES / folder, path, ignore=skip if folder.startswith("python") else None)
    return path


HONEST: dict[str, Callable[[Path], Path]] = {
    "ada": lambda folder: sample(folder / "ada", "python/greedy"),
    "ben": lambda folder: python(folder / "ben", CAREFUL_HIGH),
    "cleo": lambda folder: zipped(folder / "cleo.zip", {"cleo/bot.toml": PYTHON, "cleo/main.py": CAREFUL_LOW}),
    "dan": lambda folder: tarred(folder / "dan.tar.gz", {"bot.toml": PYTHON, "main.py": RANDOM}),
}


def broken(folder: Path) -> dict[str, Callable[[], Path]]:
    """Return, by the status that they are to get (with the student's name), what makes each broken submission."""
    bomb: dict[str, str | bytes] = {"bot.toml": PYTHON, "main.py": b"\0" * (40 << 20)}
    build = PYTHON + 'build = ["make"]\n'
    return {
        "does-not-build e1": lambda: handins.folder(
            folder / "e1", {"bot.toml": build, "Makefile": "all:\n\tfalse\n", "main.py": ""}
        ),
        "bad-manifest e2": lambda: handins.folder(folder / "e2", {"bot.toml": 'name = "x"\ncomand = "main"\n'}),
        "missing-file e3": lambda: handins.folder(folder / "e3", {"bot.toml": PYTHON}),
        "crashes e4": lambda: python(folder / "e4", CRASH),
        "hangs e5": lambda: python(folder / "e5", HANG),
        "floods e6": lambda: raw(folder / "e6", FLOOD),
        "illegal-moves e7": lambda: python(folder / "e7", ILLEGAL),
        "crashes e8": lambda: python(folder / "e8", SNOOPS),
        "link e9": lambda: zip_link(folder / "e9.zip", "grades", "/etc/passwd"),
        "path-escapes e10": lambda: tarred(folder / "e10.tgz", {"bot.toml": PYTHON, "../../evil.py": "x"}),
        "archive-bomb e11": lambda: zipped(folder / "e11.zip", bomb),
        "over-limit e12": lambda: python(folder / "e12", FORKS),
        "played Zoë “Z” O'Hara 🎲 <b>": lambda: python(folder / "Zoë “Z” O'Hara 🎲 <b>", CAREFUL_HIGH),
        "two-of-one-name e13": lambda: _two(folder),
        "played e14": lambda: python(folder / "e14", PRINTS),
        "too-slow e15": lambda: python(folder / "e15", SLEEPS),
    }


def _two(folder: Path) -> Path:
    zipped(folder / "e13.zip", {"bot.toml": PYTHON, "main.py": CAREFUL_HIGH})
    return tarred(folder / "e13.tgz", {"bot.toml": PYTHON, "main.py": CAREFUL_LOW})


def whole_class(folder: Path) -> int:
    """Write the class of 40: bots in five languages, the broken ones, and honest ones of many names. Their number."""
    folder.mkdir(parents=True)
    for honest in HONEST.values():
        honest(folder)
    for make in broken(folder).values():
        make()
    for language in ("node", "ruby", "cpp", "java"):
        sample(folder / f"lang {language}", language)
    count = len(HONEST) + len(broken(folder)) + 4
    for number in range(40 - count):
        main = (CAREFUL_HIGH, CAREFUL_LOW, RANDOM)[number % 3].replace("def choose", f"MINE = {number}\n\n\ndef choose")
        python(folder / f"Student {number + 1:02d}", main)
    return 40


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.classroom.made_up", description=__doc__)
    parser.add_argument("folder", type=Path, help="where the class is written to; it must not exist")
    print(whole_class(parser.parse_args().folder), "submissions")

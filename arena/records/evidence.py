"""Evidence of faults: a file for each of the first ones of a bot, with all that is known, for `arena why`.

evidence/BOT/MATCH-gGAME-sSEAT-dDEAL.DECISION-FAULT.json has what the referee knows (referee/evidence.py) and, of the
process, its command, how it ended or what it is doing, memory and processor time, and the end of its output. It shows
cards of the bot's seat: it is for the organiser, like the logs. Deals and decisions count from 0 in file names and
data, from 1 in the command that reproduces it, as in all that people type.
"""

from __future__ import annotations

import json
import os
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from arena.records.rundir import REPLAYS
from arena.running.launch import Ended, Output, describe_end
from arena.setup.bots import Bot
from referee.clock import Usage
from referee.engine.notation import place_word
from referee.faults import Fault
from referee.waiting import Families, WaitMeter

EVIDENCE: Final = "evidence"  # the folder in a run's
MOST_FILES: Final = 200  # of one bot in one session
ENDINGS: Final = (Fault.CRASH.value, Fault.START_FAILURE.value, Fault.DISCONNECT.value)
_PAGE: Final = os.sysconf("SC_PAGE_SIZE")
_STATES: Final = {"R": "running", "S": "waiting", "D": "waiting for the disk", "T": "stopped", "Z": "ended"}


@dataclass(slots=True)
class Scene:
    """What the arena knows of the process of a seat. `pid` 0: it could not be started; `ended` None: it has not."""

    bot: Bot
    output: Output
    pid: int = 0
    ended: Ended | None = None

    def describe(self, families: Families) -> dict[str, Any]:
        """Return it as data."""
        told: dict[str, Any] = {"command": shlex.join(self.bot.argv()), "folder": self.bot.folder, "pid": self.pid}
        if self.ended is not None:
            used = self.ended.used
            told |= {"state": describe_end(self.ended, self.bot.resources), "status": self.ended.status}
            told |= {"cpu_s": used.cpu_s, "peak_mib": used.peak_mib, "processes": used.processes}
        elif self.pid:
            told |= _alive(self.pid, families)
        else:
            told["state"] = "not started"
        return told | {"log": str(self.output.path), "output_tail": self.output.text()}


def _alive(pid: int, families: Families) -> dict[str, Any]:
    """Return what the system says of a running process and all below it."""
    states, pages, count = [], 0, 0
    for one in families.tree(pid):
        try:
            fields = Path(f"/proc/{one}/stat").read_bytes().rpartition(b")")[2].split()
        except OSError:
            continue
        states.append(_STATES.get(fields[0].decode(), fields[0].decode()))
        pages += int(fields[21])
        count += 1
    usage = WaitMeter(pid, families).read() or Usage(0.0, 0.0)
    return {
        "state": ", ".join(dict.fromkeys(states)) or "unknown",
        "cpu_s": round(usage.cpu, 3),
        "waited_s": round(usage.waited, 3),
        "memory_mib": round(pages * _PAGE / (1 << 20), 1),
        "processes": count,
    }


def _scene_of(fault: str, scenes: Sequence[Scene]) -> Scene | None:
    """Return the process that the fault is about. The successor of one that has ended may be here before the news."""
    if fault in ENDINGS:
        scenes = [scene for scene in scenes if scene.ended is not None] or scenes
    return scenes[-1] if scenes else None


@dataclass
class Evidence:
    """Writes the files of one session."""

    folder: Path
    replays: Mapping[str, str]  # the file of each sheet
    families: Families = field(default_factory=Families)
    left_out: dict[str, int] = field(default_factory=dict)
    _written: dict[str, int] = field(default_factory=dict)

    def keep(self, bundle: bytes, *, match: int, scenes: Sequence[Scene]) -> Path | None:
        """Write a bundle of the referee's with what is known of the process; None when there are enough of the bot.

        `match`: its number in the plan; `scenes`: the processes of the seat so far. OSError when it cannot be written.
        """
        data: dict[str, Any] = json.loads(bundle)
        name = data["entrant"]
        self._written[name] = self._written.get(name, 0) + 1
        if self._written[name] > MOST_FILES:
            self.left_out[name] = self.left_out.get(name, 0) + 1
            return None
        data["match"] = match
        scene = _scene_of(data["fault"], scenes)
        data["process"] = scene.describe(self.families) if scene is not None else None
        if scene is not None and data.get("owed"):
            data["reproduce"] = self._command(data, scene.bot)
        place = f"d{data['deal']}.{data['decision']}" if data["game"] is not None else "start"
        game = f"g{data['game']}" if data["game"] is not None else "none"
        path: Path = self.folder / EVIDENCE / name / f"{match}-{game}-s{data['seat']}-{place}-{data['fault']}.json"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        return path

    def _command(self, data: dict[str, Any], bot: Bot) -> str:
        """Return the command that puts the bot before the same question, once its bout is finished."""
        flag = f"name={bot.name},folder={bot.folder},cmd={shlex.join(bot.command)}"
        replay = self.folder / REPLAYS / self.replays[data["sheet"]]
        game = f"{data['bout']}/{data['rotation']}/{data['game']}"
        place = place_word(data["deal"], data["decision"])
        return shlex.join(["arena", "replay", "ask", flag, str(replay), "--game", game, "--decision", place])

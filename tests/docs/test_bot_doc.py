"""The whole bot in docs/protocol.md plays a match against a referee."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from tests.docs.pages import ROOT, blocks, page, sections


def test_the_whole_bot_plays(tmp_path: Path) -> None:
    (program,) = blocks(sections(page("protocol.md"))["13. A whole bot"], "python")
    file = tmp_path / "bot.py"
    file.write_text(program)
    spec = "ten-point[max_deals=2]"
    command = [sys.executable, "-m", "referee", "serve", "--json", "--variant", spec, "--games", "6", "--house", "1,3"]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as referee:
        assert referee.stdout is not None
        waiting = json.loads(referee.stdout.readline())
        bots = []
        for token in waiting["tokens"].values():
            variables = {"PITCH_ARENA_ADDRESS": waiting["address"], "PITCH_ARENA_TOKEN": token}
            path = os.pathsep.join((str(ROOT / "proto"), *sys.path))
            environment = {**os.environ, **variables, "PYTHONPATH": path}
            bots.append(subprocess.Popen([sys.executable, str(file)], env=environment))
        lines = [json.loads(line) for line in referee.stdout]
        assert [bot.wait(10) for bot in bots] == [0, 0]
    assert referee.returncode == 0
    result = lines[-1]
    assert (result["event"], result["games"], result["faults"]) == ("result", 6, [])

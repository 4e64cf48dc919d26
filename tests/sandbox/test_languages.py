"""The sample bots of all languages in sandboxes: what befalls a stream there, and how each ends."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bots.bot_process import required
from tests.bots.languages import ALL
from tests.e2e.runs import arena

OPEN = "the stream ended with 1 games open, 0 of 1 finished: "
ENDS = {  # by step: the status and the last line, or how the step's line begins
    "refused": (2, "the referee refused the bot: UNAUTHENTICATED: "),
    "nobody-listens": (2, "no referee answers at "),
    "sudden-end": (1, f"{OPEN}ABORTED: "),
    "dropped-connection": (1, OPEN),
}
OTHERS = {
    "terminated": "ended with status 1 after ",
    "clean-end": "status 0 after ",
    "big-frame": "1 game, ",
    "silence": "1 game, ",
}

pytestmark = [pytest.mark.usefixtures("tools"), pytest.mark.slow]


@pytest.mark.parametrize("name", [language.name for language in ALL])
def test_ends_in_a_sandbox(name: str, tmp_path: Path) -> None:
    language = required(name)
    steps = [word for step in (*ENDS, *OTHERS) for word in ("--step", step)]
    flags = ("--variants", "auction[seats=2]", "--isolation", "sandbox")
    status, out, err = arena("check", language.path, *flags, *steps, limit_s=280)
    assert status == 0, out + err
    assert f"{language.bot}: isolation sandbox" in out
    told = {words[1]: words[2] for line in out.splitlines() if len(words := line.split(maxsplit=2)) == 3}
    for step, (number, text) in ENDS.items():
        assert told[step].startswith(f"status {number} after "), told[step]
        assert f'its last line: "{language.bot}: {text}' in told[step]
    for step, text in OTHERS.items():
        assert told[step].startswith(text), told[step]

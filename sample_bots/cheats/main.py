"""A bot that tries to cheat as its arguments say, tells how that went, and then plays whatever is legal.

main.py [ATTEMPT | all] ... [KEY=VALUE] ...
"""

from __future__ import annotations

import json
import os
import sys

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

from attempts import ATTEMPTS, Denied, join
from harm import HARM

from pitch_bot import PASS, Turn, run

SECOND = "second-join"  # with its own token, while it plays


def second_join(know: dict[str, str]) -> str:
    """Join once more with the token that has been used."""
    return join(os.environ["PITCH_ARENA_TOKEN"])


KNOWN = {**ATTEMPTS, **HARM, SECOND: second_join}


def report(name: str, know: dict[str, str]) -> None:
    """Make an attempt and print a line about it."""
    try:
        outcome, how = "possible", KNOWN[name](know)
    except (Denied, OSError, MemoryError) as error:
        outcome, how = "denied", f"{type(error).__name__}: {error}"
    print(json.dumps({"attempt": name, "outcome": outcome, "how": how[:300]}), flush=True)


def main(words: list[str]) -> None:
    """Make the attempts, then play."""
    know = dict(word.split("=", 1) for word in words if "=" in word)
    for word in words:
        for name in ATTEMPTS if word == "all" else [word]:
            if "=" not in name and name != SECOND:
                report(name, know)
    if know.get("play") == "no":
        return
    later = [SECOND] if SECOND in words else []

    def choose(turn: Turn) -> object:
        while later:
            report(later.pop(), know)
        if turn.pick:
            return turn.pick.least_cards()
        return PASS if PASS in turn.legal else turn.legal[0]

    run(choose)


if __name__ == "__main__":
    main(sys.argv[1:])

"""What the line and the referee may do without any fault of the bot: it is to play on."""

from __future__ import annotations

from functools import partial

from arena.conformance.report import Verdict
from arena.conformance.steps.step import Setting, Step, plays_on
from arena.conformance.trial import Twist
from arena.conformance.watching import BIG, SILENCE_S

_WAIT = "wait for the referee without a limit of your own once the stream is open; it ends the stream itself"


def _step(name: str, twist: Twist, title: str, expected: str, fix: str) -> Step:
    async def run(setting: Setting) -> Verdict:
        return await plays_on(setting, twist, expected, fix)

    return Step(name=name, group="line", title=title, run=run)


_make = partial(_step)
STEPS = (
    _make(
        "late-listening",
        Twist.LATE_LISTENING,
        "the referee listens late",
        "the referee listens two seconds after the start of the bot; the bot waits, and plays",
        "let the library wait for the server (wait_for_ready or the like), for ten seconds at the least",
    ),
    _make(
        "late-welcome",
        Twist.LATE_WELCOME,
        "the welcome comes late",
        f"no word for {SILENCE_S:g} s after the join, until all others have joined; the bot waits, and plays",
        _WAIT,
    ),
    _make(
        "silence",
        Twist.SILENCE,
        "others think for long",
        f"no frame for {SILENCE_S:g} s in the middle of a game; the bot waits, and plays on",
        _WAIT,
    ),
    _make(
        "notices",
        Twist.NOTICES,
        "notices do no harm",
        "notices of every kind, twice, about games there are and are not, and one of a kind of a later protocol;"
        " the bot plays on",
        "a notice needs no answer: log it, in few words, and go on",
    ),
    _make(
        "later-fields",
        Twist.UNKNOWN_FIELDS,
        "a later protocol does no harm",
        "every frame has fields that this protocol does not know; the bot plays on",
        "read messages with code generated from the .proto files, which skips what it does not know",
    ),
    _make(
        "big-frame",
        Twist.BIG_FRAME,
        "a large frame is read",
        f"a frame of {BIG // 1_000_000} MB; the bot plays on",
        "let the library receive messages of up to 4 MiB, and log no more than the first words of a notice",
    ),
)

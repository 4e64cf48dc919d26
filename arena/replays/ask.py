"""Starting a bot by itself and putting it before a recorded decision."""

from __future__ import annotations

import secrets
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import trio

from arena.running.launch import Ended, Job, Output, describe_status, run_process
from arena.setup.bots import Bot
from referee.asking import Asker, Script
from referee.engine.notation import place_text
from referee.hub import Hub
from referee.rpc.bridge import open_bridge
from referee.rpc.play_server import serve_play


@dataclass(slots=True)
class Asking:
    """What came of it. `ended` None: the process was still there."""

    asker: Asker
    output: Output
    ended: Ended | None = None
    timed_out: bool = False


async def ask(bot: Bot, script: Script, *, wait_s: float) -> Asking:
    """Start the bot, lead it to the decision and return its answer, or how it failed within the time.

    Raises OSError when it cannot be started.
    """
    with tempfile.TemporaryDirectory(prefix="pitch-") as folder:
        hub = Hub(time.perf_counter)
        asking = Asking(Asker(script, hub), Output(path=Path(folder) / "bot.log", limit=1 << 20))
        token = secrets.token_hex(16)
        async with (
            open_bridge() as bridge,
            serve_play(hub, bridge, f"unix:{folder}/ask/play.sock") as address,
            trio.open_nursery() as nursery,
        ):
            hub.expect(token, asking.asker)
            variables = {"PITCH_ARENA_ADDRESS": address, "PITCH_ARENA_TOKEN": token}
            nursery.start_soon(_run, Job(argv=tuple(bot.argv()), folder=bot.folder, variables=variables), asking)
            with trio.move_on_after(wait_s) as scope:
                await asking.asker.over.wait()
            asking.timed_out = scope.cancelled_caught
            with trio.move_on_after(1):  # for its last words
                while asking.ended is None:  # noqa: ASYNC110 - a second at most
                    await trio.sleep(0.01)
            nursery.cancel_scope.cancel()
        return asking


async def _run(job: Job, asking: Asking) -> None:
    asking.ended = await run_process(job, asking.output)
    asking.asker.over.set()


def tell(script: Script, asking: Asking) -> Iterator[str]:
    """Yield the question and what came of it, line by line."""
    record, last, asker = script.record, script.last, asking.asker
    yield f"{record.bout}/{record.rotation}/{record.game}, {place_text(last.deal, last.index)}"
    yield f"  seat {script.seat} ({record.seats[script.seat]}) was asked, and could: {script.legal_text()}"
    by = f"by the house: {last.house}" if last.house else "by the bot"
    yield f"  recorded: {script.text(last.action)} ({by})"
    if asker.answered:
        verdict = "legal" if asker.legal else "not legal"
        text = asker.said if asker.answer is None else script.text(asker.answer)
        yield f"  now {asker.joined_as} answers: {text} ({verdict}, after {1000 * asker.seconds:.1f} ms)"
    else:
        where = "at this decision" if asker.reached else "before it came to this decision"
        yield f"  now it gives no answer, {where}: {_why(asking)}"
    if asker.otherwise:
        earlier = len(script.asked) - 1
        yield f"  it answered {asker.otherwise} of {earlier} earlier decisions otherwise than is recorded: ignored"
    text = asking.output.text().strip()
    if text:
        yield "  the end of what it wrote:"
        yield from (f"    {line}" for line in text.splitlines()[-20:])


def _why(asking: Asking) -> str:
    if asking.timed_out:
        return "the time is over"
    if asking.ended is not None:
        return f"it {describe_status(asking.ended.status)}"
    return asking.asker.said or "it left"

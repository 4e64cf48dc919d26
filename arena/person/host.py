"""The table that a person sits at: the real referee in this process, bots as processes, the person as one more."""

from __future__ import annotations

import os
import secrets
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

import trio

from arena.errors import USAGE, BotError, RunError
from arena.running.launch import Output, build, describe_end, run_process
from arena.running.premises import Premises
from arena.running.tournament import sockets_home
from arena.sandbox.box import Tools
from arena.sandbox.settle import settle
from arena.sandbox.temporary import run_folder
from arena.setup.bots import Bot
from arena.setup.config import Config
from referee import logs
from referee.clock import Limits
from referee.engine.sheet import Sheet, sheet_hash
from referee.faults import Policy
from referee.hub import Hub
from referee.match import Match
from referee.orders import GameVoid, MatchFailed, MatchOpened, MatchOrder, Report, SeatOrder
from referee.replay_lines import bout_id
from referee.rpc.bridge import open_bridge
from referee.rpc.play_server import serve_play
from referee.running import until_signal
from referee.shuffle import bout_key

PERSON: Final = "you"
PROGRAM: Final = "arena.person.seat"
START_MS: Final = 60_000
_END_S: Final = 5.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sitting:
    """Who sits where. `bots` by seat, None where the person sits."""

    sheet: Sheet
    bots: tuple[Bot | None, ...]
    games: int
    seed: bytes


def seated(sheet: Sheet, bots: Sequence[Bot], *, seat: int, games: int, seed: bytes) -> Sitting:
    """Return the sitting: the bots take the other seats in turn. RunError when there is no such seat or no bot."""
    if not 0 <= seat < sheet.seats:
        raise RunError(f"--seat {seat}: {sheet.label} has seats 0 to {sheet.seats - 1}", exit_status=USAGE)
    if not bots:
        raise RunError("name at least one bot to play with: --bot FOLDER", exit_status=USAGE)
    others = [number for number in range(sheet.seats) if number != seat]
    placed = {number: bots[place % len(bots)] for place, number in enumerate(others)}
    return Sitting(
        sheet=sheet,
        bots=tuple(placed.get(number) for number in range(sheet.seats)),
        games=games,
        seed=seed,
    )


@dataclass
class _Hosting:
    """A sitting that is going on."""

    sitting: Sitting
    opened: trio.Event = field(default_factory=trio.Event)
    problems: list[str] = field(default_factory=list)
    person_status: int | None = None

    def report(self, report: Report) -> None:
        """Take what the match reports."""
        match report:
            case MatchOpened():
                self.opened.set()
            case MatchFailed():
                self.problems.append(f"the match failed: {report.reason}")
                self.opened.set()
            case GameVoid():
                self.problems.append(f"game {report.game} is void: {report.reason}")
            case _:
                pass


def host(sitting: Sitting) -> int:
    """Play the sitting to its end, or until the person leaves. Returns the exit status of the person's program.

    Raises BotError or ConfigError when a bot cannot be had, RunError for a failure of the match.
    """
    logs.configure(level="error")
    bots = tuple({bot.name: bot for bot in sitting.bots if bot is not None}.values())
    config, tools = settle(Config(name="play", variants=(), bots=bots, limits=Limits(), faults=Policy()))
    settled = {bot.name: bot for bot in config.bots}
    placed = tuple(bot and settled[bot.name] for bot in sitting.bots)
    hosting = _Hosting(replace(sitting, bots=placed))
    trio.run(_host, hosting, tools)
    if hosting.problems and hosting.person_status != 0:
        raise RunError("; ".join(hosting.problems))
    return 0 if hosting.person_status == 0 else 1


def _order(sitting: Sitting) -> MatchOrder:
    names = (PERSON,)
    return MatchOrder(
        match="play",
        sheet=sitting.sheet.spec,
        bout_key=bout_key(sitting.seed, sheet_hash(sitting.sheet), names, 0),
        bout=bout_id(sitting.sheet.spec, names, 0),
        rotation=0,
        games=tuple(range(sitting.games)),
        seats=tuple(
            SeatOrder(entrant=PERSON if bot is None else bot.name, token=secrets.token_hex(16)) for bot in sitting.bots
        ),
        limits=Limits(start_limit_ms=START_MS, move_limit_ms=0),
        policy=Policy(),
        show_names=True,
    )


async def _host(hosting: _Hosting, tools: Tools | None) -> None:
    sitting = hosting.sitting
    order = _order(sitting)
    hub = Hub(time.perf_counter)
    match = Match(order, hub, hosting.report, exits_told=True)
    with run_folder(sockets_home()) as temp:
        premises = Premises(temp=temp, tools=tools, hidden=(str(temp),))
        for bot in {bot.name: bot for bot in sitting.bots if bot is not None}.values():
            await build(bot, temp / f"{bot.name}.build.log", premises.build_job(bot))
            premises.check(bot)
        async with open_bridge() as bridge, serve_play(hub, bridge, f"unix:{temp}/play/play.sock") as address:
            premises.open_sockets([address])
            async with trio.open_nursery() as nursery:
                await nursery.start(until_signal, nursery.cancel_scope.cancel)
                nursery.start_soon(match.run)
                await hosting.opened.wait()
                for seat, place in enumerate(order.seats):
                    found = sitting.bots[seat]
                    if found is not None:
                        nursery.start_soon(_keep, match, seat, found, premises, address, place.token)
                await _person(hosting, next(p.token for p in order.seats if p.entrant == PERSON), address)
                match.stop()
                nursery.cancel_scope.cancel()


async def _keep(match: Match, seat: int, bot: Bot, premises: Premises, address: str, token: str) -> None:
    """Keep the process of a bot."""
    output = Output(path=premises.temp / f"seat{seat}.log", limit=1 << 16)
    try:
        ended = await run_process(premises.job(bot, address=address, token=token), output)
        match.seat_exited(seat, ended.status, "")
        if ended.status:
            last = output.last_line()
            print(f"arena: seat {seat}: {bot.name} {describe_end(ended, bot.resources)}: {last}", file=sys.stderr)
    except OSError as error:
        match.seat_exited(seat, 127, "")
        print(f"arena: seat {seat}: {bot.name} cannot be started: {error.strerror}", file=sys.stderr)


async def _person(hosting: _Hosting, token: str, address: str) -> None:
    """Run the person's program on this terminal and wait for its end."""
    environment = {**os.environ, "PITCH_ARENA_ADDRESS": address, "PITCH_ARENA_TOKEN": token, "PYTHONUNBUFFERED": "1"}
    try:
        process = await trio.lowlevel.open_process([sys.executable, "-m", PROGRAM], env=environment)
    except OSError as error:
        raise BotError(f"{sys.executable} cannot be started: {error.strerror}") from None
    try:
        hosting.person_status = await process.wait()
    finally:
        with trio.CancelScope(shield=True, deadline=trio.current_time() + _END_S):
            if process.returncode is None:
                process.terminate()
                await process.wait()

"""Runs the steps of a conformance run, one after the other, and returns the report.

    report = check_bot(Path("my/folder"), Options(variants=("auction",)))
    report.passed, report.step("joins").verdict
    reports = await examine(...)    within trio, several at once

Bounded in time, and nothing of the bot is left, however it ends: see `Options.limit_s` and arena/running/launch.py. The
build step runs in the bot's folder, as in a tournament.
"""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Final

import trio

from arena.conformance import measures
from arena.conformance.lab import Lab
from arena.conformance.options import Options, all_tables, with_deals
from arena.conformance.report import Covered, Outcome, Report, StepReport, Verdict
from arena.conformance.steps import catalogue
from arena.conformance.steps.step import Setting, Step, failed, no_matter, passed
from arena.conformance.trial import USUAL
from arena.errors import BotError, ConfigError
from arena.running.launch import build
from arena.running.premises import Premises
from arena.running.tournament import sockets_home
from arena.sandbox.box import Tools
from arena.sandbox.limits import Isolation
from arena.sandbox.settle import settle
from arena.sandbox.temporary import run_folder
from arena.setup.bots import MANIFEST, Bot, load_manifest
from arena.setup.config import Config
from referee import logs
from referee.engine.errors import PitchError, nearest
from referee.faults import Policy
from referee.rpc.bridge import open_bridge
from referee.running import until_signal

MOST_BAD_TABLES: Final = 3  # then the other tables are not played
Told = Callable[[StepReport], None]


def check_bot(
    bot: Bot | Path,
    options: Options | None = None,
    *,
    isolation: Isolation | None = None,
    told: Told = lambda step: None,
) -> Report:
    """Check the bot (or the one whose folder or bot.toml this is) and return the report; `told` hears every step.

    `isolation` None: the bot's own. Raises ConfigError for options that cannot be, a folder that is not there, and a
    sandbox that cannot be had; KeyboardInterrupt when a signal ended it. Sends log lines of errors to standard error.
    """
    logs.configure(level="error")
    report = trio.run(_until_signal, partial(examine, bot, options, isolation=isolation, told=told))
    if report is None:
        raise KeyboardInterrupt
    return report


async def _until_signal(work: Callable[[], Awaitable[Report]]) -> Report | None:
    """Return what the work does, or None when a signal came first."""
    report: Report | None = None
    problem: PitchError | None = None  # raised as it is, not in the group that a nursery makes of it
    async with trio.open_nursery() as nursery:
        await nursery.start(until_signal, nursery.cancel_scope.cancel)
        try:
            report = await work()
        except PitchError as error:
            problem = error
        nursery.cancel_scope.cancel()
    if problem is not None:
        raise problem
    return report


async def examine(
    bot: Bot | Path,
    options: Options | None = None,
    *,
    isolation: Isolation | None = None,
    told: Told = lambda step: None,
) -> Report:
    """Do what `check_bot` does, within trio: several bots can be checked at once. Signals and logs are the caller's."""
    options = options or Options()
    tables = options.tables()
    _check_names(options, tables)
    run = _Checking(options, tables, told)
    found = run.manifest(bot)
    if found is None:
        return run.report(name=str(bot), folder=str(bot), isolation=Isolation.AUTO, no_sandbox="")
    config = Config(
        name="check",
        variants=(),
        bots=(replace(found, isolation=isolation) if isolation else found,),
        limits=options.limits,
        faults=Policy(),
    )
    try:
        settled, tools = await trio.to_thread.run_sync(settle, config)
    except BotError as error:
        run.unshown(str(error))
        return run.report(name=found.name, folder=found.folder, isolation=Isolation.AUTO, no_sandbox="")
    entrant = settled.bots[0]
    with run_folder(sockets_home()) as temp:
        await run.play(entrant, tools, temp)
    return run.report(
        name=entrant.name, folder=entrant.folder, isolation=entrant.isolation, no_sandbox=settled.no_sandbox
    )


def _check_names(options: Options, tables: tuple[str, ...]) -> None:
    known = catalogue.names(tables)
    problems = [f"there is no step {name!r}{nearest(name, known)}" for name in options.only if name not in known]
    if problems:
        raise ConfigError([*problems, f"the steps are {', '.join(known)}"])


@dataclass
class _Checking:
    """A conformance run that is going on."""

    options: Options
    tables: tuple[str, ...]
    told: Told
    steps: list[StepReport] = field(default_factory=list)
    started: float = field(default_factory=time.monotonic)
    lab: Lab | None = None
    played: list[str] = field(default_factory=list)
    blocked: str = ""  # the gate that failed
    bad_tables: int = 0

    def note(self, step: StepReport) -> None:
        self.steps.append(step)
        self.told(step)

    def _first(self, name: str, verdict: Verdict, since: float) -> None:
        self.note(StepReport(name=name, group="start", verdict=verdict, seconds=time.monotonic() - since))
        if verdict.outcome is Outcome.FAILED:
            self.blocked = name

    # ---- before the first trial

    def manifest(self, bot: Bot | Path) -> Bot | None:
        """Return the bot; None when its bot.toml cannot be used, which is noted."""
        since = time.monotonic()
        expected = f"a {MANIFEST} with a name and a command"
        if isinstance(bot, Bot):
            self._first(catalogue.MANIFEST, no_matter(expected, "the bot is described by its command"), since)
            return bot
        if not bot.exists():
            raise ConfigError([f"{bot}: there is no such folder"])
        path = bot / MANIFEST if bot.is_dir() else bot
        try:
            found = load_manifest(path)
        except ConfigError as error:
            fix = 'write name = "mine" and command = ["{python}", "main.py"]; docs/bots.md has every key'
            self._first(catalogue.MANIFEST, failed(expected, "; ".join(error.problems), fix), since)
            self.skip_the_rest()
            return None
        self._first(catalogue.MANIFEST, passed(expected, f"{found.name} {found.version}"), since)
        return found

    def unshown(self, seen: str) -> None:
        """Note that the bot's folder cannot be shown in a sandbox."""
        fix = "the folder must be readable for others, and hold what the command needs"
        self._first(catalogue.BUILDS, failed("the folder can be shown in a sandbox", seen, fix), time.monotonic())
        self.skip_the_rest()

    def skip_the_rest(self) -> None:
        """Note that nothing more is run."""
        had = {step.name for step in self.steps}
        for name in catalogue.names(self.tables):
            if name not in had:
                self._not_run(name, "start", f"left out, because {self.blocked} failed")

    def _not_run(self, name: str, group: str, why: str) -> None:
        verdict = Verdict(outcome=Outcome.NOT_RUN, expected="", seen=why)
        self.note(StepReport(name=name, group=group, verdict=verdict, seconds=0.0))

    # ---- trials

    async def play(self, bot: Bot, tools: Tools | None, temp: Path) -> None:
        """Build the bot and run the steps."""
        premises = Premises(temp=temp, tools=tools, hidden=(str(temp),))
        deadline = trio.current_time() + self.options.limit_s - (time.monotonic() - self.started)
        await self._build(bot, premises, deadline)
        async with open_bridge() as bridge:
            self.lab = Lab(bot, premises, bridge)
            usual = self._usual()
            setting = Setting(
                lab=self.lab, usual=usual, short=_one_deal(usual), limits=self.options.limits, played=self.played
            )
            for step in catalogue.steps(self.tables):
                await self._step(step, setting, deadline)

    def _usual(self) -> str:
        return self.tables[0] if self.options.variants else USUAL

    async def _build(self, bot: Bot, premises: Premises, deadline: float) -> None:
        since = time.monotonic()
        expected = "the build step ends with status 0, and then there is what the command names"
        fix = "try it in a clean copy of the folder; a build in a sandbox has no network, and sees the system alone"
        with trio.move_on_at(deadline) as scope:
            try:
                await build(bot, premises.temp / "build.log", premises.build_job(bot))
                premises.check(bot)
                seen = "built" if bot.build else "nothing to build"
                self._first(catalogue.BUILDS, passed(expected, seen), since)
            except BotError as error:
                said = f"{error}{_build_tail(premises.temp / 'build.log')}"
                self._first(catalogue.BUILDS, failed(expected, said, fix), since)
        if scope.cancelled_caught:
            seen = f"the time for the whole check ({self.options.limit_s:g} s) was over"
            self._first(
                catalogue.BUILDS, failed(expected, seen, "give it more with --time-limit, or build less"), since
            )

    async def _step(self, step: Step, setting: Setting, deadline: float) -> None:
        if self.options.only and step.name not in self.options.only and not step.gate:
            return
        if self.blocked:
            self._not_run(step.name, step.group, f"left out, because {self.blocked} failed")
            return
        if step.group == "tables" and self.bad_tables >= MOST_BAD_TABLES:
            self._not_run(step.name, step.group, f"left out, because {MOST_BAD_TABLES} tables failed")
            return
        if trio.current_time() >= deadline:
            self._not_run(step.name, step.group, self._too_long())
            return
        since = time.monotonic()
        verdict: Verdict | None = None
        with trio.move_on_at(deadline):
            verdict = await step.run(setting)
        if verdict is None:
            self._not_run(step.name, step.group, self._too_long())
            return
        if verdict.outcome is Outcome.FAILED:
            self.blocked = step.name if step.gate else self.blocked
            self.bad_tables += step.group == "tables"
        self.note(
            StepReport(name=step.name, group=step.group, verdict=verdict, seconds=round(time.monotonic() - since, 2))
        )

    def _too_long(self) -> str:
        return f"the time for the whole check ({self.options.limit_s:g} s) was over; --time-limit gives it more"

    def report(self, *, name: str, folder: str, isolation: Isolation, no_sandbox: str) -> Report:
        """Return the report of what was run."""
        trials = self.lab.seen.values() if self.lab else ()
        left_out = tuple(
            step.name
            for step in catalogue.steps(self.tables)
            if self.options.only and step.name not in self.options.only and not step.gate
        )
        return Report(
            bot=name,
            folder=folder,
            isolation=isolation.value,
            no_sandbox=no_sandbox,
            steps=tuple(self.steps),
            measures=measures.of(tuple(trials)),
            covered=Covered(
                tables=tuple(self.played),
                of=len(all_tables()),
                all_asked=set(self.tables) <= set(self.played),
                steps_left_out=left_out,
            ),
            seconds=round(time.monotonic() - self.started, 1),
        )


def _one_deal(spec: str) -> str:
    """Return the spec with games of one deal."""
    from referee.variants.catalogue import split

    name, options = split(spec)
    options["max_deals"] = "1"
    return with_deals(f"{name}[{','.join(f'{key}={value}' for key, value in options.items())}]", 1)


def _build_tail(log: Path) -> str:
    """Return the last lines of the build's output, for a report: the log itself goes away."""
    try:
        lines = log.read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ""
    return "; the end of its output:\n" + "\n".join(f"    {line[:200]}" for line in lines[-8:])

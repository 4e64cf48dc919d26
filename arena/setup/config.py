"""The configuration of a tournament: a TOML file, flags over it, checked as a whole and resolved.

The keys of the file:

    name = "cup"                    the run's folder is runs/<name>, unless `out` says otherwise
    variants = ["auction[seats=3]", "ten-point[dirty=true]", "class-pitch.toml"]    the last: a house sheet's file
    bouts = 4                       per line-up and variant; each with its rotations over the same deals
    games = 10                      per match
    max_deals = 8                   for every variant that does not set it itself
    fill = "error"                  or "house", "alternate": where there are fewer bots than sides
    schedule = "round-robin"        or "gauntlet": only line-ups with the first bot in them; or "swiss", "knockout",
                                    "adaptive": rounds that follow from the results so far
    rounds = 5                      of a Swiss system; left out: the usual number
    budget = 500                    of an adaptive schedule: bouts in all variants together
    most_lineups = 0                of more in a variant a balanced design of at most so many is played; 0: all
    deals_file = "deals.txt"        the deals of bout 0, 1 ... of every line-up: a file with a seed a line
    precision_elo = 20              stop when every rating is known within +- 20 Elo (95%); `bouts` is then the most
    sprt = "elo0=0 elo1=10 alpha=0.05 beta=0.05"    stop when it is clear which fits the first bot against the second
    seed = "..."                    left out: drawn and kept secret
    jobs = 2                        matches at once;  referees = 2: processes that referee them
    show_names = false              whether bots are told who sits where

    bot_log_kib = 256               what is kept of each process's output

    isolation = "sandbox"           or "process", "trusted"; left out: sandbox where this machine can do it
    lifetime = "match"              or "pooled": a process serves many matches and seats (trusted bots only)
    [resources]                     memory_mib, cpu_s, processes, open_files, file_mib, tmp_mib: of each bot process

    [remote]                        listen = "HOST:PORT", tls_cert, tls_key, tls_client_ca (files), insecure,
                                    rejoin_limit_ms: where bots on other machines dial in (arena/remote/)

    [limits]                        start_limit_ms, move_limit_ms (0: no clock), grace_ms
    [faults]                        wrong_answers, late_answers, silences, restarts
    [[bots]]                        path = "folder with a bot.toml"  or  name = "...", command = [...]; and, for this
                                    bot alone, isolation, lifetime, resources = {...}, read_only = [...],
                                    build_network = "host"
                                    or  name = "...", remote = true: its owner starts it
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import msgspec

from arena.errors import ConfigError
from arena.remote.listening import Listening, listening_from
from arena.running.launch import search_path
from arena.sandbox.limits import DEFAULT, Isolation, Lifetime
from arena.schedules.designs import Format
from arena.schedules.growth import GROWING, Rules, first_plan
from arena.schedules.schedule import Fill, Plan, Variant, pairings, round_robin, variant_of
from arena.schedules.suite import read_suite
from arena.setup import house
from arena.setup.bots import NAME, Bot, Terms, bot_from_table, resources_from
from arena.setup.checks import KeyPath, Table, TomlFile
from arena.setup.limits import limits_of, policy_of
from arena.setup.seeds import SHORTEST
from arena.statistics.sprt import Hypotheses, parse_hypotheses
from referee.clock import Limits
from referee.engine.errors import SheetError
from referee.faults import Policy
from referee.variants.catalogue import label, resolve, split

RUNS: Final = Path("runs")
MOST_GAMES: Final = 50_000_000  # of a tournament: its index takes eight bytes a game
MOST_BOUTS: Final = 20_000  # per line-up and variant, where a sequential test is to end the run


@dataclass(frozen=True, slots=True, kw_only=True)
class Config:
    """A resolved tournament: what its results depend on, and how it is run. `out` "": a free runs/<name>."""

    name: str
    variants: tuple[str, ...]
    bots: tuple[Bot, ...]
    limits: Limits
    faults: Policy
    bouts: int = 1
    games: int = 10
    fill: Fill = Fill.ERROR
    pairs: tuple[tuple[str, str], ...] = ()  # these alone meet, two at each table; (): a round robin
    show_names: bool = False
    bot_log_kib: int = 256
    jobs: int = 1
    referees: int = 1
    out: str = ""
    sprt: Hypotheses | None = None
    schedule: Format = Format.ROUND_ROBIN
    most_lineups: int = 0
    precision_elo: int = 0
    rounds: int = 0
    budget: int = 0
    deals: tuple[str, ...] = ()  # of a suite: the secrets of the bouts, by number, in hex digits; (): from the seed
    deals_file: str = ""
    remote: Listening | None = None
    file: str = ""  # what it was read from: the seed may stand in it, so sandboxes hide it
    no_sandbox: str = ""  # why bots whose isolation nobody chose run as processes, "" if they do not

    def to_json(self) -> bytes:
        """Return the configuration as indented JSON with sorted keys."""
        return msgspec.json.format(msgspec.json.encode(self, order="sorted"), indent=2) + b"\n"

    @staticmethod
    def from_json(data: bytes) -> Config:
        """Return the configuration that `to_json` wrote; ConfigError if it is none."""
        try:
            return msgspec.json.decode(data, type=Config)
        except msgspec.MsgspecError as error:
            raise ConfigError([f"the stored configuration cannot be read: {error}"]) from None

    def variant_list(self) -> tuple[Variant, ...]:
        """Return the variants as the schedule wants them; SheetError where a sheet is not to be made."""
        return tuple(variant_of(resolve(spec)) for spec in self.variants)

    def check_commands(self) -> None:
        """Raise BotError when a bot cannot be started. What a build step is still to make is not looked for."""
        for bot in self.bots:
            if not bot.build and not bot.remote:
                bot.check_startable(search_path())

    def rules(self) -> Rules:
        """Return what a schedule that follows from results is made by."""
        return Rules(
            format=self.schedule,
            names=tuple(bot.name for bot in self.bots),
            variants=self.variant_list(),
            bouts=self.bouts,
            games=self.games,
            rounds=self.rounds,
            budget=self.budget,
            most_lineups=self.most_lineups,
        )

    def plan(self) -> Plan:
        """Return the whole plan, or what is known of it before the first result; ConfigError when there are too few
        bots."""
        if self.schedule in GROWING:
            return first_plan(self.rules())
        if self.pairs:
            return pairings(self.pairs, self.variant_list(), bouts=self.bouts, games=self.games)
        names = [bot.name for bot in self.bots]
        return round_robin(
            names,
            self.variant_list(),
            bouts=self.bouts,
            games=self.games,
            fill=self.fill,
            hero=names[0] if self.schedule is Format.GAUNTLET and names else "",
            most_lineups=self.most_lineups,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A configuration, and the seed that was given with it ("": none, so one is to be drawn)."""

    config: Config
    seed: str


def load_config(file: Path | None, flags: Mapping[str, object]) -> Loaded:
    """Return the configuration of the file (or none) with the flags laid over it.

    `flags` has the keys of the file; lists replace, but bots add. Raises ConfigError with every problem, each with its
    place.
    """
    toml = TomlFile(file) if file else None
    data = dict(toml.data) if toml else {}
    base = file.parent if file else Path()
    given = {key: value for key, value in flags.items() if value is not None}
    by_flag: set[KeyPath] = set()
    for part in ("limits", "faults", "resources", "remote"):
        if part in given and isinstance(data.get(part, {}), dict):
            flagged = _dict(given.pop(part))
            by_flag |= {(part, key) for key in flagged}
            merged = {**_dict(data.get(part)), **flagged}
            data[part] = {key: value for key, value in merged.items() if value is not None}
    added = given.pop("bots", [])
    data |= given

    def place(path: KeyPath) -> str:
        if toml and path[0] not in given and path not in by_flag:
            return toml.place(path)
        return _flag_name(path)

    problems: list[str] = []
    table = Table(data, problems=problems, place=place)
    terms = Terms(
        isolation=table.choice("isolation", Isolation.AUTO),
        resources=resources_from(table.table("resources"), DEFAULT),
        lifetime=table.choice("lifetime", Lifetime.MATCH),
    )
    bots = _bots(table, _dicts(added), base=base, problems=problems, terms=terms)
    seed = table.text("seed", "", least=SHORTEST)
    config = _config(
        table, bots, base=Path() if "variants" in given else base, default_name=file.stem if file else "run"
    )
    config = _with_suite(config, table, Path() if "deals_file" in given else base)
    config = replace(config, file=str(file.resolve()) if file else "")
    table.done()
    if not problems:
        problems += _whole(config)
    if problems:
        raise ConfigError(problems)
    return Loaded(config=config, seed=seed)


def _flag_name(path: KeyPath) -> str:
    """Return the flag that stands for a key."""
    name = str(path[-1]).removesuffix("_ms").replace("_", "-")
    return "--" + {"variants": "variant", "grace": "timemargin"}.get(name, name)


def _dict(value: object) -> dict[str, object]:
    return dict(value) if isinstance(value, dict) else {}


def _dicts(value: object) -> list[dict[str, object]]:
    return [_dict(item) for item in value] if isinstance(value, list) else []


def _bots(
    table: Table, added: list[dict[str, object]], *, base: Path, problems: list[str], terms: Terms
) -> tuple[Bot, ...]:
    found: dict[str, Bot] = {}
    for entry in table.tables("bots"):
        _add_bot(found, entry, base=base, terms=terms)
    for number, flag in enumerate(added):
        name = f"--bot {flag.get('path') or flag.get('name') or number + 1}"
        entry = Table(flag, problems=problems, place=lambda _, name=name: name)  # type: ignore[misc]
        _add_bot(found, entry, base=Path(), terms=terms)
    return tuple(found.values())


def _add_bot(found: dict[str, Bot], entry: Table, *, base: Path, terms: Terms) -> None:
    bot = bot_from_table(entry, base=base, terms=terms)
    if bot and bot.name in found:
        entry.problem(f"two bots are called {bot.name!r}; give one of them another `name`")
    elif bot:
        found[bot.name] = bot


def _config(table: Table, bots: tuple[Bot, ...], *, base: Path, default_name: str) -> Config:
    cores = os.cpu_count() or 1
    jobs = table.whole("jobs", cores, least=1, most=1024)
    name = table.text("name", default_name)
    if not NAME.fullmatch(name):
        table.problem(f"{name!r} cannot name a folder: letters, digits, `.`, `_` and `-`, at most 64", "name")
    sprt = _sprt(table)
    remote = listening_from(table.table("remote"), base)
    precision_elo = table.whole("precision_elo", 0)
    return Config(
        name=name,
        variants=variants_of(table, base, table.whole("max_deals", 0, least=1)),
        bots=bots,
        bouts=table.whole("bouts", MOST_BOUTS if sprt or precision_elo else 1, least=1),
        precision_elo=precision_elo,
        sprt=sprt,
        schedule=table.choice("schedule", Format.ROUND_ROBIN),
        most_lineups=table.whole("most_lineups", 0),
        rounds=table.whole("rounds", 0, most=1000),
        budget=table.whole("budget", 0, most=1_000_000),
        games=table.whole("games", 10, least=1, most=100_000),
        fill=table.choice("fill", Fill.ERROR),
        show_names=table.flag("show_names", default=False),
        limits=limits_of(table.table("limits")),
        faults=policy_of(table.table("faults")),
        bot_log_kib=table.whole("bot_log_kib", 256, most=1 << 20),
        jobs=jobs,
        referees=table.whole("referees", 1 if remote else min(jobs, cores), least=1, most=256),
        remote=remote,
        out=table.text("out", ""),
    )


def _with_suite(config: Config, table: Table, base: Path) -> Config:
    """Return the configuration with the deals of its suite; without `bouts` it has as many as the suite has seeds."""
    name = table.text("deals_file", "")
    if not name:
        return config
    path = base / name
    try:
        deals = read_suite(path)
    except ConfigError as error:
        for problem in error.problems:
            table.problem(problem, "deals_file")
        return config
    asked = config.bouts if "bouts" in table else len(deals)
    if asked > len(deals):
        table.problem(f"{asked} bouts need as many seeds, and {path} has {len(deals)}", "bouts")
    return replace(config, bouts=asked, deals=deals[:asked], deals_file=str(path.resolve()))


def _sprt(table: Table) -> Hypotheses | None:
    text = table.text("sprt", "")
    try:
        return parse_hypotheses(text.split()) if text else None
    except ValueError as error:
        table.problem(str(error), "sprt")
        return None


def variants_of(table: Table, base: Path, max_deals: int) -> tuple[str, ...]:
    """Return the specs as the catalogue spells them, with the common `max_deals` (if not 0) where one sets none."""
    found: dict[str, str] = {}
    for number, text in enumerate(table.texts("variants")):
        try:
            named = house.spec_of(text, base) if house.is_file(text) else text
            spec = resolve(_with_max_deals(named, max_deals)).spec
        except (SheetError, ConfigError) as error:
            for problem in error.problems:
                table.problem(f"[{number + 1}] {problem}", "variants")
            continue
        if label(spec) in found:
            table.problem(f"{label(spec)} stands there twice", "variants")
        found[label(spec)] = spec
    return tuple(found.values())


def _with_max_deals(spec: str, max_deals: int) -> str:
    """Return the spec with the option added, unless there is nothing to add or it sets the option itself."""
    name, options = split(spec)
    if not max_deals or "max_deals" in options:
        return spec
    return f"{name}[{','.join(f'{key}={value}' for key, value in {**options, 'max_deals': max_deals}.items())}]"


def _remote_problems(config: Config) -> list[str]:
    away = [bot.name for bot in config.bots if bot.remote]
    if away and config.remote is None:
        return [
            f"{', '.join(away)}: remote bots need an address to dial in: --listen HOST:PORT, or `listen` in [remote]"
        ]
    if config.remote is not None and not away:
        return ["there is an address to dial in, but no bot is remote: give one `remote = true`"]
    if config.remote is not None and config.referees > 1:
        return ["with remote bots there is one referee process, for one address: leave `referees` out"]
    return []


def _growing(config: Config) -> Iterator[str]:
    """Yield what does not go together with rounds that follow from results, or needs them."""
    if config.schedule not in GROWING:
        if config.rounds:
            yield '`rounds` are for schedule = "swiss"'
        if config.budget:
            yield '`budget` is for schedule = "adaptive"'
        return
    how = f"schedule = {config.schedule.value!r}"
    if config.sprt or config.precision_elo:
        yield f"{how} ends by itself: leave `sprt` and `precision_elo` out"
    elif config.schedule is Format.ADAPTIVE and config.bouts != 1 and not config.deals:
        yield f"{how} finds out how many bouts each line-up plays: leave `bouts` out, and give a `budget`"
    if config.deals:
        yield f"{how} plays as many bouts as it takes: a suite of deals (`deals_file`) is for a fixed number"


def _whole(config: Config) -> list[str]:
    """Return what is wrong with the configuration as a whole."""
    problems = []
    if not config.variants:
        problems.append("no variant is named: give `variants`, or --variant once or more; `arena variants` lists them")
    if not config.bots:
        problems.append("no bot is named: give [[bots]] tables, or --bot once or more")
    problems += _remote_problems(config)
    if config.schedule is Format.GAUNTLET and config.most_lineups:
        problems.append("a gauntlet has all line-ups with the first bot: leave `most_lineups` out")
    problems += _growing(config)
    if config.sprt and config.precision_elo:
        problems.append("a sequential test (sprt) ends the run by itself: leave `precision_elo` out")
    if config.sprt and len(config.bots) != 2:
        problems.append(f"a sequential test (sprt) compares two bots, and there are {len(config.bots)}")
    if config.sprt and config.fill is Fill.HOUSE:
        problems.append('a sequential test (sprt) has no use for the house: fill = "alternate" seats the two in turn')
    if config.variants and config.bots:
        try:
            games = config.plan().total_games
        except ConfigError as error:
            problems += error.problems
        else:
            if games > MOST_GAMES:
                problems.append(
                    f"that is {games:,} games, and at most {MOST_GAMES:,} can be played: take fewer `bouts`"
                )
    return problems

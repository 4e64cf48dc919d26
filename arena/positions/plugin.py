"""The pytest plugin `pitch_arena`: every recorded game and every position is a test of a bot.

[tool.pytest.ini_options]
pitch_bot = "."                     # as after --bot, relative to the file; --pitch-bot on the command line
replays = ["positions", "games"]    # replay files, runs, position files, or folders of them
pitch_player = "greedy"             # whose decisions in the games; default: the bot's name

def test_bot(pitch_replays):
    pitch_replays.check()
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from arena.positions.files import Position
    from arena.regress.report import Change
    from arena.setup.bots import Bot

FIXTURE: Final = "pitch_replays"
WAIT_S: Final = 60
MOST_DRAWN: Final = 3


@dataclass(frozen=True, slots=True)
class GameCase:
    """A seat of a recorded game, and who sat there."""

    file: Path
    number: int
    seat: int
    player: str

    @property
    def id(self) -> str:
        """The name of the test."""
        return f"{self.file.name}-game-{self.number}-seat-{self.seat}"


@dataclass(frozen=True, slots=True)
class PositionCase:
    """A position of a file."""

    file: Path
    number: int
    title: str

    @property
    def id(self) -> str:
        """The name of the test."""
        return f"{self.file.stem}-{self.title.replace(' ', '-') or self.number}"


@dataclass(slots=True)
class Asked:
    """What was found out in this session, by bot and file. `failures` by case: what is wrong, "" if nothing is."""

    failures: dict[tuple[str, GameCase | PositionCase], str] = field(default_factory=dict)


_ASKED: Final = pytest.StashKey[Asked]()


class PitchReplay:
    """What the fixture gives: a recorded game of a seat, or a position. `check` asks the bot and fails the test."""

    def __init__(self, case: GameCase | PositionCase, request: pytest.FixtureRequest) -> None:
        self.case = case
        self._request = request

    def check(self, bot: str | None = None) -> None:
        """Ask the bot (as after --bot; default: that of the configuration) and fail with the position drawn.

        The first check of a file asks about everything in it that is to be tested, with two processes of the bot.
        """
        config = self._request.config
        named = bot or bot_of(config)
        if named is None:
            pytest.fail("no bot: set `pitch_bot` in the configuration, or give --pitch-bot", pytrace=False)
        asked = config.stash.setdefault(_ASKED, Asked())
        if (named, self.case) not in asked.failures:
            cases = {self.case, *self._others()}
            found = _ask(_bot(named, config), self.case.file, cases)
            asked.failures |= {(named, case): failure for case, failure in found.items()}
        failure = asked.failures[named, self.case]
        if failure:
            pytest.fail(failure, pytrace=False)

    def _others(self) -> Iterator[GameCase | PositionCase]:
        """Yield what else is to be tested of the same file."""
        for item in self._request.session.items:
            case = getattr(getattr(item, "callspec", None), "params", {}).get(FIXTURE)
            if case is not None and case.file == self.case.file:
                yield case


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options."""
    group = parser.getgroup("pitch arena")
    group.addoption(
        "--pitch-bot", metavar="BOT", help="the bot to test: a folder with a bot.toml, or name=mine,cmd='...'"
    )
    parser.addini("pitch_bot", "the bot to test, as after --pitch-bot", default="")
    parser.addini(
        "pitch_player", "whose decisions in recorded games are asked again (default: the bot's name)", default=""
    )
    parser.addini("replays", "replay files, runs, position files, or folders of them", type="paths", default=[])


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make a test of every game and position."""
    if FIXTURE in metafunc.fixturenames:
        cases = list(_cases(metafunc.config))
        metafunc.parametrize(FIXTURE, cases, ids=[case.id for case in cases], indirect=True)


@pytest.fixture
def pitch_replays(request: pytest.FixtureRequest) -> PitchReplay:
    """A recorded game of the bot's, or a position: call `check()`."""
    return PitchReplay(request.param, request)


def bot_of(config: pytest.Config) -> str | None:
    """Return the bot that is configured."""
    return config.getoption("--pitch-bot") or config.getini("pitch_bot") or None


def _bot(text: str, config: pytest.Config) -> Bot:
    from arena.cli.common import bot_named

    base = Path() if config.getoption("--pitch-bot") == text else config.rootpath
    return bot_named(text, "pitch_bot", base)


def _cases(config: pytest.Config) -> Iterator[GameCase | PositionCase]:
    from arena.errors import ConfigError
    from arena.positions.files import SUFFIXES, position_files, read_positions
    from referee.engine.errors import PitchError

    try:
        for path in config.getini("replays"):
            files = [file for file in position_files(path) if file.suffix in SUFFIXES]
            for file in files:
                for number, position in enumerate(read_positions(file), start=1):
                    yield PositionCase(file, number, position.title)
            if path.is_dir() or path.suffix not in SUFFIXES:
                yield from _games(path, config, may_be_none=bool(files))
    except ConfigError as error:
        raise pytest.UsageError(*error.problems) from None
    except PitchError as error:
        raise pytest.UsageError(str(error)) from None


def _games(path: Path, config: pytest.Config, *, may_be_none: bool) -> Iterator[GameCase]:
    from arena.records.rundir import JOURNAL
    from arena.regress.selection import files_of
    from arena.replays.files import SUFFIX
    from arena.replays.show import games

    if may_be_none and not (path / JOURNAL).is_file() and not any(path.glob("*" + SUFFIX)):
        return
    player = config.getini("pitch_player")
    if not player:
        named = bot_of(config)
        if named is None:
            raise pytest.UsageError(f"{path}: recorded games need `pitch_bot` or `pitch_player`")
        player = _bot(named, config).name
    for file in files_of([path]):
        for number, (record, _) in enumerate(games(file), start=1):
            for seat, name in enumerate(record.seats):
                if name == player:
                    yield GameCase(file, number, seat, name)


def _ask(bot: Bot, file: Path, cases: set[Any]) -> dict[GameCase | PositionCase, str]:
    """Ask about all the cases, which are of the file, and return what is wrong with each."""
    positions = sorted((case for case in cases if isinstance(case, PositionCase)), key=lambda case: case.number)
    found: dict[GameCase | PositionCase, str] = {}
    if positions:
        found |= _ask_positions(bot, file, positions)
    games = [case for case in cases if isinstance(case, GameCase)]
    if games:
        found |= _ask_games(bot, file, games)
    return found


def _ask_positions(bot: Bot, file: Path, cases: list[PositionCase]) -> dict[GameCase | PositionCase, str]:
    from arena.positions.asking import ask_positions, wish_text
    from arena.positions.drawing import drawn
    from arena.positions.files import read_positions

    all_of_it = read_positions(file)
    positions: list[Position] = [all_of_it[case.number - 1] for case in cases]
    found: dict[GameCase | PositionCase, str] = {}
    for case, outcome in zip(cases, ask_positions(bot, positions, wait_s=WAIT_S), strict=True):
        found[case] = ""
        if outcome.wrong:
            found[case] = "\n".join(
                (*drawn(outcome.position), wish_text(outcome.position), f"{bot.name}: {outcome.wrong}")
            )
    return found


def _ask_games(bot: Bot, file: Path, cases: list[GameCase]) -> dict[GameCase | PositionCase, str]:
    from arena.regress.asking_again import Terms, regress
    from arena.regress.baseline import read_baseline
    from arena.regress.report import Report
    from arena.regress.selection import Filter, Selection
    from referee.clock import Limits

    only = Filter(games=frozenset(case.number for case in cases))
    selection = Selection(files=(file,), player=cases[0].player, seat=None, only=only)
    report = Report(bot=bot.name)
    terms = Terms(limits=Limits(move_limit_ms=0), wait_s=WAIT_S, twice=True)
    regress(bot, selection, read_baseline(None, may_be_new=False), terms, report)
    trouble = "\n".join(filter(None, (report.failure, *report.last_words, *report.problems)))
    found: dict[GameCase | PositionCase, str] = dict.fromkeys(cases, trouble)
    for case in cases:
        changes = [
            change for change in report.changes() if (change.source.number, change.seat) == (case.number, case.seat)
        ]
        if changes:
            found[case] = "\n".join(_told(bot, changes))
    return found


def _told(bot: Bot, changes: list[Change]) -> Iterator[str]:
    from arena.positions.drawing import draw
    from arena.regress.outputs import outcome
    from arena.regress.worth import standing
    from referee.engine.notation import place_text

    yield f"{bot.name}: {len(changes)} decisions are not as recorded"
    for change in changes[:MOST_DRAWN]:
        game = standing(change.source, change.deal, change.index)
        title = f"{place_text(change.deal, change.index)}: {change.kind.value}"
        yield from draw(game, title=title, names=change.source.record.seats)
        yield from outcome(change)
    if len(changes) > MOST_DRAWN:
        yield f"and {len(changes) - MOST_DRAWN} more"

"""One replay file: every deal dealt again, every action applied again, every score compared, every line as sealed."""

from __future__ import annotations

import json
from hashlib import sha256
from pathlib import Path

import msgspec

from arena.checking.report import Report, Tick
from arena.replays.files import BoutLine, Game, Header, Seal, read_replay
from arena.schedules.schedule import Lineup, seated, side_order, variant_of
from referee.engine.errors import OtherRules, PitchError, ReplayError, SheetError
from referee.engine.sheet import Sheet, sheet_hash
from referee.replay import RULES_VERSION, GameRecord, from_json, replay
from referee.replay_lines import FORMAT, OLD_FORMATS, bout_id
from referee.shuffle import bout_key, commitment
from referee.variants.catalogue import resolve


class _Rules(msgspec.Struct):
    """What can be read of a record that other rules may have given more or other fields."""

    bout: str
    rules: str


def verify_file(path: Path, report: Report, tick: Tick) -> Header | None:
    """Check one replay file and return its header, if there was one. What is damaged is noted, the rest is checked."""
    report.files += 1
    check = _FileCheck(path, report)
    for numbered in read_replay(path, check.damaged):
        check.number = numbered.number
        match numbered.line:
            case Header() as header:
                check.head(header)
            case BoutLine() as bout:
                check.bout(bout)
            case Game() as game:
                check.game(game)
                tick(report)
            case Seal() as seal:
                check.seal(seal)
    check.end()
    return check.header


def _hash_of(resolved: msgspec.Raw) -> str:
    """Return the hash of the sheet as canonical JSON, "" if it is none."""
    try:
        text = json.dumps(json.loads(bytes(resolved)), sort_keys=True, separators=(",", ":"))
        return sha256(text.encode()).hexdigest()
    except ValueError:
        return ""


class _Sequence:
    """Whether the games of a bout stand in order: the same games in each rotation. `wrong` is the first line that does
    not, 0 while there is none."""

    def __init__(self) -> None:
        self.wrong = 0
        self._games = 0  # in the first rotation; 0 while it goes on
        self._last = (0, -1)

    def add(self, rotation: int, game: int, number: int) -> None:
        """Take in the next game, which stands in the line of this number."""
        before, last = self._last
        self._last = (rotation, game)
        if (rotation, game) == (before, last + 1) and (not self._games or game < self._games):
            return
        if (rotation, game) == (before + 1, 0) and last + 1 == (self._games or last + 1):
            self._games = last + 1
            return
        self.wrong = self.wrong or number

    def whole(self, rotations: int) -> bool:
        """Return whether all games of so many rotations have come."""
        rotation, last = self._last
        return not self.wrong and rotation == rotations - 1 and last >= 0 and last + 1 == (self._games or last + 1)


class _FileCheck:
    """Checks the lines of one file in order. `number` is that of the current line."""

    def __init__(self, path: Path, report: Report) -> None:
        self.header: Header | None = None
        self.path = path
        self.number = 0
        self._report = report
        self._damaged: set[int] = set()  # lines of which something has been told
        self._gap = False  # whether a line of this bout could not be read: then its games cannot be counted
        self._bout: BoutLine | None = None
        self._key = b""
        self._order: tuple[str, ...] = ()
        self._sequence = _Sequence()
        self._strangers: set[str] = set()
        self._bouts: set[int] = set()  # hashes of the ids of those that have stood in it
        self._sheet: Sheet | None = None
        self._seed: bytes | None = None
        self._sealed = 0  # the number of the last seal's line
        self._last = False  # whether it is the one that ends the file

    @property
    def _other_rules(self) -> bool:
        return self.header is not None and self.header.rules != RULES_VERSION

    def damaged(self, number: int, text: str) -> None:
        """Note that a line cannot be read."""
        self._gap = True
        self._once(number, text)

    def _once(self, number: int, text: str) -> None:
        if number not in self._damaged:
            self._report.problem(f"{self.path}:{number}: {text}" if number else f"{self.path}: {text}")
            self._damaged.add(number)

    def _problem(self, text: str) -> None:
        self._damaged.add(self.number)
        self._report.problem(f"{self.path}:{self.number}: {text}")

    def head(self, header: Header) -> None:
        """Check the first line."""
        self.header = header
        if header.format not in (FORMAT, *OLD_FORMATS):
            self._problem(f"format {header.format}, this arena reads {', '.join(map(str, (*OLD_FORMATS, FORMAT)))}")
        if _hash_of(header.resolved) != header.sheet_hash:
            self._problem(f"the sheet written out does not have the hash {header.sheet_hash}")
        self._seed = self._seed_of(header)
        if self._other_rules:
            return
        try:
            self._sheet = resolve(header.sheet)
        except SheetError as error:
            self._problem(str(error))
            return
        if self._sheet.spec != header.sheet or sheet_hash(self._sheet) != header.sheet_hash:
            self._problem(f"{header.sheet} has another sheet in this arena: other rules")

    def _seed_of(self, header: Header) -> bytes | None:
        if header.seed is None:
            return None
        try:
            seed = bytes.fromhex(header.seed)
        except ValueError:
            self._problem("the seed is not in hex digits")
            return None
        if commitment(seed) != header.seed_commitment:
            self._problem(f"the seed does not fit the commitment {header.seed_commitment}")
        self._report.seed_checked = True
        return seed

    def bout(self, bout: BoutLine) -> None:
        """Check the line of a bout."""
        self._end_of_bout()
        self._report.bouts += 1
        name = hash(bout.bout)
        if name in self._bouts:
            self._problem(f"{bout.bout} stands there twice")
        self._bouts.add(name)
        self._bout, self._sequence, self._order = bout, _Sequence(), ()
        try:
            self._key = bout.secret()
        except ReplayError as error:
            self._key = b""
            self._problem(str(error))
            return
        if commitment(self._key) != bout.commitment:
            self._problem(f"the key does not fit the commitment {bout.commitment}")
        if self.header is None:
            return
        if bout.bout != bout_id(self.header.sheet, bout.lineup, bout.number):
            self._problem(f"{bout.bout} does not name bout {bout.number} of {'+'.join(bout.lineup)}")
        if self._seed and bout_key(self._seed, self.header.sheet_hash, bout.lineup, bout.number) != self._key:
            self._problem(f"the key of {bout.bout} does not follow from the seed")

    def _end_of_bout(self) -> None:
        """Check that the bout so far has all its games, once each and in order."""
        if self._bout is None or self._sheet is None or self._gap:
            self._gap = False
            return
        rotations = Lineup(variant=variant_of(self._sheet), names=tuple(self._bout.lineup)).rotations
        place = self._sequence.wrong or self.number
        if not self._sequence.whole(rotations):
            what = f"its {rotations} matches do not have the same games from 0 on, in order"
            self._report.problem(f"{self.path}:{place}: {self._bout.bout}: {what}")

    def game(self, line: Game) -> None:
        """Check a game."""
        self._report.games += 1
        try:
            if self._other_rules:
                self._count_other(line)
                return
            record = from_json(line.record)
            if self.header is not None and record.rules != self.header.rules:
                raise ReplayError(f"says rules {record.rules}, and line 1 says {self.header.rules}")
            self._sequence.add(record.rotation, record.game, self.number)
            if not self._belongs(record) or not self._key:
                return
            replay(record, self._key)
            self._report.decisions += sum(len(deal.actions) for deal in record.deals)
        except OtherRules:
            self._report.other_rules += 1
        except PitchError as error:
            self._problem(str(error))

    def _count_other(self, line: Game) -> None:
        """Count a game of other rules. ReplayError when that is not what it says."""
        assert self.header is not None and self._bout is not None
        try:
            record = msgspec.json.decode(line.record, type=_Rules)
        except (msgspec.MsgspecError, ValueError) as error:
            raise ReplayError(f"not a game record: {error}") from None
        if record.rules != self.header.rules:
            raise ReplayError(f"says rules {record.rules}, and line 1 says {self.header.rules}")
        if record.bout != self._bout.bout:
            raise ReplayError(f"a game of {record.bout} stands under {self._bout.bout}")
        self._report.other_rules += 1

    def _belongs(self, record: GameRecord) -> bool:
        """Check that the game is one of this bout, with everybody in his seat; return whether the bout's key is its."""
        assert self._bout is not None
        if self._sheet is None:  # the first line is damaged
            self._sheet = resolve(record.sheet)
        if record.bout != self._bout.bout or record.sheet != self._sheet.spec:
            if record.bout not in self._strangers:
                self._problem(f"a game of {record.bout} ({record.sheet}) stands under {self._bout.bout}")
            self._strangers.add(record.bout)
            return False
        order = self._order or tuple(side_order(self._key, self._bout.lineup, sides=self._sheet.sides))
        self._order = order
        if record.seats != seated(order, seats=self._sheet.seats, rotation=record.rotation):
            self._problem("the entrants do not sit where the bout's key puts them")
        return True

    def seal(self, seal: Seal) -> None:
        """Note which lines are not as they were sealed."""
        for number, text in seal.damage:
            self._once(number, text)
        if self._last:
            self._once(self._sealed + 1, "the file goes on behind the seal that ends it")
        self._sealed, self._last = self.number, seal.last
        self._damaged.clear()  # nothing more will be told of these lines

    def end(self) -> None:
        """Check the end of the file."""
        self._end_of_bout()
        if self.header is None or self.header.format in OLD_FORMATS or (not self._sealed and not self.number):
            return
        if not self._last:
            self._report.problem(f"{self.path}: it ends after line {self.number} without its last seal: it was cut off")
        elif self._sealed != self.number:
            self._once(self._sealed + 1, "the file goes on behind the seal that ends it")

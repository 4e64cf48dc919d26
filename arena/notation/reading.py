"""The notation read: lines of a replay file again. What follows from the rest may be left out, else it is compared."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from arena.notation.playing import GameReader
from arena.notation.words import FIRST_DEALS, FIRST_LINE, FORMAT, HEAD, IN_DEAL, IN_GAME, Word, words_of
from arena.schedules.schedule import Lineup, seated, side_order, variant_of
from referee.engine.errors import SheetError, nearest
from referee.engine.sheet import Sheet, sheet_hash
from referee.replay import RULES_VERSION
from referee.replay_lines import bout_id, bout_line, header_line
from referee.shuffle import bout_key, commitment
from referee.variants.catalogue import resolve

_SECRET = re.compile(r"[0-9a-f]{64}")


def read(lines: Iterable[str]) -> Iterator[bytes]:
    """Yield the lines of the replay file that the notation means, without seals. BadNotation where it means none."""
    reader = _Reader()
    number = 0
    for number, text in enumerate(lines, start=1):
        words = words_of(text, number)
        if words:
            yield from reader.line(words)
    yield from reader.end(Word("", number + 1, 1))


class _Reader:
    """Takes in a file line by line."""

    def __init__(self) -> None:
        self._started = False
        self._from = 1  # deals and decisions are counted from this
        self._head: dict[str, Word] = {}
        self._sheet: Sheet | None = None
        self._seed: bytes | None = None
        self._bout: tuple[Word, int, list[str]] | None = None
        self._key: bytes | None = None
        self._shown = False  # whether the bout's line has been written
        self._game: GameReader | None = None

    def line(self, words: list[Word]) -> Iterator[bytes]:
        """Take in a line that has words."""
        head, *rest = words
        if not self._started:
            self._first(head, rest)
        elif self._game is not None and head.text in (*IN_DEAL, *IN_GAME):
            self._game.line(head, rest)
        elif head.text in HEAD and self._sheet is None:
            self._keep(head, rest)
        elif head.text == "bout":
            yield from self._end_of_game(head)
            yield from self._begin_bout(head, rest)
        elif head.text == "key" and self._bout and not self._shown:
            self._key = self._secret(*self._one(head, rest))
        elif head.text == "game":
            yield from self._end_of_game(head)
            yield from self._begin_game(head, rest)
        else:
            raise head.bad(self._out_of_place(head.text))

    def end(self, end: Word) -> Iterator[bytes]:
        """Take in the end of the file."""
        if not self._started:
            raise end.bad(f"the file is empty: expected `{FIRST_LINE} {FORMAT}`")
        yield from self._end_of_game(end)
        if self._sheet is None:
            yield self._header(end)
        if self._bout and not self._shown:
            yield self._bout_line(end)

    def _out_of_place(self, text: str) -> str:
        known = (*HEAD, "bout", "key", "game", *IN_GAME, *IN_DEAL)
        if text not in known:
            return f"{text!r} begins no line{nearest(text, known)}; there are {', '.join(known)}"
        if self._sheet is None:
            return f"`{text}` stands before any bout: expected {', '.join(HEAD)} or bout"
        return f"`{text}` cannot stand here: expected " + ("bout, key or game" if self._bout else "bout")

    def _first(self, head: Word, rest: list[Word]) -> None:
        text = " ".join(word.text for word in (head, *rest))
        if not text.startswith(f"{FIRST_LINE} "):
            raise head.bad(f"no notation of Pitch: its first line is `{FIRST_LINE} {FORMAT}`")
        form = text.removeprefix(f"{FIRST_LINE} ")
        if form not in FIRST_DEALS:
            raise rest[-1].bad(f"the notation has format {form}, this arena reads {' and '.join(FIRST_DEALS)}")
        self._started, self._from = True, FIRST_DEALS[form]

    @staticmethod
    def _one(head: Word, rest: list[Word]) -> tuple[Word]:
        if len(rest) != 1:
            raise (rest[1] if rest else head).bad(f"expected one word after `{head.text}`")
        return (rest[0],)

    def _keep(self, head: Word, rest: list[Word]) -> None:
        if head.text in self._head:
            raise head.bad(f"`{head.text}` stands there twice")
        (self._head[head.text],) = self._one(head, rest)

    @staticmethod
    def _secret(word: Word) -> bytes:
        if not _SECRET.fullmatch(word.text):
            raise word.bad(f"expected 64 hex digits in small letters, not {len(word.text)} letters {word.text[:20]!r}")
        return bytes.fromhex(word.text)

    def _header(self, place: Word) -> bytes:
        """Return the first line of the replay file."""
        if "sheet" not in self._head:
            raise place.bad("expected a line `sheet VARIANT` before this")
        spec, rules = self._head["sheet"], self._head.get("rules")
        try:
            self._sheet = sheet = resolve(spec.text)
        except SheetError as error:
            raise spec.bad(str(error)) from None
        if sheet.spec != spec.text:
            raise spec.bad(f"this sheet is written {sheet.spec}")
        if rules and rules.text != RULES_VERSION:
            raise rules.bad(f"other rules: version {rules.text}, this arena has {RULES_VERSION}")
        promised = self._head.get("commitment")
        if "seed" in self._head:
            self._seed = self._secret(self._head["seed"])
            if promised and promised.text != commitment(self._seed):
                raise promised.bad(f"the seed does not fit it: its commitment is {commitment(self._seed)}")
        elif promised is None:
            raise place.bad("expected a line with the `seed` or its `commitment` before this")
        promise = commitment(self._seed) if self._seed else promised.text if promised else ""
        return header_line(sheet, seed=self._seed, seed_commitment=promise)

    def _begin_bout(self, head: Word, rest: list[Word]) -> Iterator[bytes]:
        if self._sheet is None:
            yield self._header(head)
        if self._bout and not self._shown:
            yield self._bout_line(head)
        if len(rest) < 2:
            raise head.bad("expected the number of the bout and the names that meet")
        self._bout = (head, rest[0].number("number of a bout"), [word.text for word in rest[1:]])
        self._key, self._shown = None, False

    def _bout_line(self, place: Word) -> bytes:
        assert self._bout is not None and self._sheet is not None
        head, number, lineup = self._bout
        follows = bout_key(self._seed, sheet_hash(self._sheet), lineup, number) if self._seed else None
        if self._key is None:
            self._key = follows
        if self._key is None:
            raise place.bad("expected the bout's `key` before this: there is no seed that it follows from")
        if follows is not None and self._key != follows:
            raise head.bad(f"the key of this bout does not follow from the seed: that gives {follows.hex()}")
        self._shown = True
        return bout_line(self._name(), number=number, lineup=lineup, key=self._key)

    def _name(self) -> str:
        assert self._bout is not None and self._sheet is not None
        return bout_id(self._sheet.spec, self._bout[2], self._bout[1])

    def _begin_game(self, head: Word, rest: list[Word]) -> Iterator[bytes]:
        if self._bout is None:
            raise head.bad("a game stands before any bout")
        if not self._shown:
            yield self._bout_line(head)
        assert self._sheet is not None and self._key is not None
        found = re.fullmatch(r"([0-9]{1,9})/([0-9]{1,9})", rest[0].text, re.ASCII) if rest else None
        if not found:
            raise (rest or [head])[0].bad("expected ROTATION/GAME, both from 0")
        rotation, number = int(found[1]), int(found[2])
        rotations = Lineup(variant=variant_of(self._sheet), names=tuple(self._bout[2])).rotations
        if rotation >= rotations:
            raise rest[0].bad(f"there is no rotation {rotation}: this line-up has {rotations}, from 0")
        order = side_order(self._key, self._bout[2], sides=self._sheet.sides)
        seats = seated(order, seats=self._sheet.seats, rotation=rotation)
        for word, name in zip(rest[1:], seats, strict=False):
            if word.text != name:
                raise word.bad(f"{name} sits there by the bout's key, not {word.text}")
        if len(rest) not in (1, 1 + len(seats)):
            raise rest[-1].bad(f"expected the names on all {len(seats)} seats, or none")
        self._game = GameReader(
            self._sheet, self._key, self._from, bout=self._name(), rotation=rotation, number=number, seats=seats
        )

    def _end_of_game(self, place: Word) -> Iterator[bytes]:
        if self._game is not None:
            yield self._game.finish(place).to_json().encode()
            self._game = None

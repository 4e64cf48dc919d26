"""One game read from the notation. Every action is played as it is read: what cannot be is told with its place."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from arena.notation.words import ASK_WORDS, ASKS, HOUSE, NOBODY_WORD, WHYS, BadNotation, Word
from referee.dealing import deal_next
from referee.engine.actions import PICK
from referee.engine.errors import InvariantViolation, NotationError, nearest
from referee.engine.game import Game
from referee.engine.notation import legal_text, parse_token, token, tokens
from referee.engine.phases.score import DealResult
from referee.engine.points import NOBODY
from referee.engine.sheet import Sheet
from referee.engine.tables import compile_tables
from referee.faults import Fault, FaultNote
from referee.replay import GameRecord, Recorder
from referee.shuffle import first_dealer

_FAULTS: Final = {fault.value: fault for fault in Fault}


class GameReader:
    """Takes in the lines of one game after its first; `finish` returns its record. `first`: how the first deal and the
    first decision of a deal are numbered."""

    def __init__(
        self, sheet: Sheet, key: bytes, first: int, *, bout: str, rotation: int, number: int, seats: Sequence[str]
    ) -> None:
        self._sheet = sheet
        self._key = key
        self._first = first
        self._number = number
        self._game = Game(compile_tables(sheet), first_dealer(key, number, sheet.seats))
        self._recorder = Recorder(game=self._game, bout=bout, rotation=rotation, number=number, seats=seats)
        self._forfeits: list[int] = []
        self._places: list[Word] = []  # of the faults
        self._result: tuple[Word, Sequence[Word]] | None = None
        self._lines: Mapping[str, Callable[[Word, list[Word]], None]] = {
            "deal": self._deal,
            "points": self._points,
            "score": self._score,
            "forfeit": self._forfeit,
            "fault": self._fault,
            "result": self._keep_result,
        }

    def line(self, head: Word, rest: list[Word]) -> None:
        """Take in a line: its first word and the others. BadNotation for the first that cannot be."""
        if head.text in ASKS:
            self._actions(head, rest)
        else:
            self._lines[head.text](head, rest)

    def _deal(self, head: Word, rest: list[Word]) -> None:
        game = self._game
        if game.over:
            raise head.bad(f"a deal begins, and the game was over after {self._told()}")
        if not game.needs_deal:
            raise head.bad(f"a deal begins, and {self._told()} is not over: {self._asked()}")
        following = game.deal_number + 1 + self._first
        if not rest or rest[0].number("number of a deal") != following:
            raise (rest or [head])[0].bad(f"this is deal {following}: expected its number, from {self._first}")
        try:
            deal_next(game, self._key, self._number)
        except InvariantViolation as error:
            raise head.bad(str(error)) from None
        self._recorder.deal()
        if len(rest) == 1:
            return
        if rest[1].text != "dealer" or len(rest) != 3:
            raise rest[1].bad(f"expected `dealer` and a seat{nearest(rest[1].text, ('dealer',))}")
        if rest[2].number("seat") != game.public.dealer:
            raise rest[2].bad(f"the dealer is seat {game.public.dealer}")

    def _told(self) -> str:
        """Return which deal this is, as the file counts."""
        return f"deal {self._game.deal_number + self._first}"

    def _asked(self) -> str:
        return f"seat {self._game.to_act} is asked to {ASK_WORDS[self._game.ask]}"

    def _actions(self, head: Word, rest: list[Word]) -> None:
        if not rest:
            raise head.bad(f"expected what was done, as in {head.text} 0:pass")
        for word in rest:
            game = self._game
            if game.to_act < 0:
                over = f"{self._told()} is over" if game.deal_number >= 0 else "no deal has begun"
                raise word.bad(f"{word.text!r}: nobody is asked here, {over}")
            if ASKS[head.text] != game.ask:
                place = head if word is rest[0] else word
                raise place.bad(f"{self._asked()} here: expected a line that begins with `{ASK_WORDS[game.ask]}`")
            self._action(word)

    def _action(self, word: Word) -> None:
        game = self._game
        found = re.match(r"([0-9]+):", word.text, re.ASCII)
        if found and int(found[1]) != game.to_act:
            raise word.bad(f"seat {found[1]} does not act here: {self._asked()}")
        shift = found.end() if found else 0
        text, mark, why = word.text[shift:].partition(HOUSE)
        action = self._parsed(word, text, shift)
        if not mark:
            self._recorder.decision(action)
        elif why in WHYS:
            self._recorder.house(action, why)
        else:
            raise word.bad(
                f"{why!r} is no reason of the house{nearest(why, WHYS)}; there are {', '.join(WHYS)}",
                shift + len(text) + 1,
            )
        game.apply(action)

    def _parsed(self, word: Word, text: str, shift: int) -> int:
        """Return the action that the text means. BadNotation if it means none, or one that is not legal."""
        game, sheet = self._game, self._sheet
        legal = game.legal()
        may = f"seat {game.to_act} may {legal_text(legal, game.ask, sheet)}"
        try:
            action = parse_token(text, sheet)
        except NotationError as error:
            hint = "" if "did you mean" in str(error) else nearest(text.upper(), tokens(sheet).values())
            raise word.bad(f"{error}{hint}; {may}", shift) from None
        if action not in legal:
            raise word.bad(f"{text!r} is not legal: {may}", shift)
        if action >= PICK and token(action, game.ask, sheet).partition(":")[0] != text.partition(":")[0]:
            raise word.bad(f"{text!r} is no answer: {self._asked()}", shift)
        return action

    def _points(self, head: Word, rest: list[Word]) -> None:
        result = self._result_of_deal(head)
        sides = dict(zip((rule.name for rule in self._sheet.points), result.points, strict=True))
        for word in rest:
            if word.text in ("made", "set"):
                if (word.text == "made") is not result.made:
                    raise word.bad(f"the call was {'made' if result.made else 'not made'}")
                continue
            name, _, text = word.text.rpartition(":")
            if name not in sides:
                raise word.bad(f"{name or text!r} is no point of {self._sheet.label}{nearest(name or text, sides)}")
            side = NOBODY_WORD if sides[name] == NOBODY else str(sides[name])
            if text != side:
                what = "nobody" if side == NOBODY_WORD else f"side {side}"
                raise word.bad(f"{name} went to {what}: expected {name}:{side}", len(name) + 1)

    def _score(self, head: Word, rest: list[Word]) -> None:
        self._same("scores after this deal", head, rest, self._result_of_deal(head).scores)

    def _result_of_deal(self, head: Word) -> DealResult:
        game = self._game
        if game.to_act >= 0:
            raise head.bad(f"`{head.text}` stands before the end of {self._told()}: {self._asked()}")
        if not game.results:
            raise head.bad(f"`{head.text}` stands before the first deal")
        return game.results[-1]

    @staticmethod
    def _same(what: str, head: Word, rest: Sequence[Word], wanted: Sequence[int]) -> None:
        """Compare the words with the numbers that the cards give."""
        for word, number in zip(rest, wanted, strict=False):
            if word.number("number", least=-(10**18)) != number:
                raise word.bad(f"the {what} are {_numbers(wanted)}")
        if len(rest) != len(wanted):
            raise head.bad(f"the {what} are {_numbers(wanted)}")

    def _forfeit(self, head: Word, rest: list[Word]) -> None:
        for word in rest:
            self._forfeits.append(self._seat(word))
        if not rest:
            raise head.bad("expected the seats that forfeited the game")

    def _seat(self, word: Word) -> int:
        seat = word.number("seat")
        if seat >= self._sheet.seats:
            raise word.bad(f"there is no seat {seat}: {self._sheet.label} has 0 to {self._sheet.seats - 1}")
        return seat

    def _fault(self, head: Word, rest: list[Word]) -> None:
        if len(rest) != 4:
            raise head.bad('expected DEAL.DECISION SEAT FAULT "detail"')
        place, seat, kind, detail = rest
        found = re.fullmatch(r"([0-9]{1,9})\.([0-9]{1,9})", place.text, re.ASCII)
        deal, index = (int(found[1]) - self._first, int(found[2]) - self._first) if found else (-1, -1)
        if deal < 0 or index < 0:
            raise place.bad(f"{place.text!r} is no decision: expected DEAL.DECISION, both from {self._first}")
        if kind.text not in _FAULTS:
            raise kind.bad(f"{kind.text!r} is no fault{nearest(kind.text, _FAULTS)}; there are {', '.join(_FAULTS)}")
        number, fault = self._seat(seat), _FAULTS[kind.text]
        note = FaultNote(deal=deal, index=index, seat=number, fault=fault, detail=detail.text)
        self._recorder.fault(note)
        self._places.append(place)

    def _keep_result(self, head: Word, rest: list[Word]) -> None:
        self._result = (head, rest)  # forfeits that follow it matter

    def finish(self, end: Word) -> GameRecord:
        """Return the record of the game. BadNotation, at `end` if need be, when it is not over or ends otherwise."""
        game = self._game
        if not game.over:
            over = self._asked() if game.to_act >= 0 else f"deal {game.deal_number + 1 + self._first} is missing"
            raise end.bad(f"the game ends here, and it is not over: {over}")
        record = self._recorder.finish(self._forfeits)
        for fault in record.misplaced:
            place = self._places[record.faults.index(fault)]
            raise place.bad(f"the game has no decision {place.text}")
        if self._result:
            self._compare(record, *self._result)
        return record

    def _compare(self, record: GameRecord, head: Word, rest: Sequence[Word]) -> None:
        names = {"winners": record.winners, "settlement": record.settlement or ()}
        what, parts, places = "scores", {"scores": list[Word]()}, {"scores": head}
        for word in rest:
            if re.fullmatch(r"-?[0-9]+|-", word.text, re.ASCII):
                parts[what].append(word)
            elif word.text in names:
                what = word.text
                parts[what], places[what] = [], word
            else:
                raise word.bad(f"{word.text!r}: expected a number, winners or settlement{nearest(word.text, names)}")
        for name, wanted in {"scores": record.scores, **names}.items():
            if name in parts:
                given = [word for word in parts[name] if word.text != NOBODY_WORD or name != "winners"]
                self._same(name, places[name], given, wanted)


def _numbers(values: Sequence[int]) -> str:
    return " ".join(map(str, values)) or NOBODY_WORD


__all__ = ["BadNotation", "GameReader"]

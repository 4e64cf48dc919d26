"""Replays written in the notation. Each game is played again for it: who acts, what is asked, where a trick ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from arena.notation.words import ASK_WORDS, FIRST_LINE, FORMAT, HOUSE, NOBODY_WORD, WHYS, quoted
from arena.replays.files import BoutLine, Header
from referee.engine.actions import ASK_PLAY
from referee.engine.cards import card_names
from referee.engine.errors import ReplayError
from referee.engine.game import Game
from referee.engine.notation import place_word
from referee.engine.points import NOBODY
from referee.replay import GameRecord, steps
from referee.replay_lines import bout_id
from referee.shuffle import commitment


def head(header: Header) -> Iterator[str]:
    """Yield the lines at the top of a file."""
    yield f"{FIRST_LINE} {FORMAT}"
    yield f"sheet {quoted(header.sheet)}"
    yield f"rules {quoted(header.rules)}"
    yield f"commitment {quoted(header.seed_commitment)}"
    if header.seed is not None:
        yield f"seed {quoted(header.seed)}"


def bout_head(bout: BoutLine, spec: str) -> Iterator[str]:
    """Yield the lines that begin a bout. ReplayError when they would not lead back to it."""
    if bout.bout != bout_id(spec, bout.lineup, bout.number) or commitment(bout.secret()) != bout.commitment:
        raise ReplayError(f"bout {bout.bout}: its name or commitment does not follow from the rest; `arena verify` it")
    yield ""
    yield f"bout {bout.number} {_list(bout.lineup)}"
    yield f"key {bout.key}"


def game_lines(record: GameRecord, key: bytes) -> Iterator[str]:
    """Yield the lines of a game. ReplayError where the record does not follow from the bout's key."""
    yield ""
    yield f"game {record.rotation}/{record.game} {_list(record.seats)}"
    writer, game = _Deals(record), None
    for game, deal, index, _ in steps(record, key):
        yield from writer.decision(game, deal, index)
    if game is None:
        raise ReplayError(f"game {record.game} of {record.bout}: no action is recorded")
    yield from writer.end(game)
    if record.forfeits:
        yield f"forfeit {_list(record.forfeits)}"
    for fault in record.faults:
        yield f"fault {place_word(fault.deal, fault.index)} {fault.seat} {fault.fault.value} {quoted(fault.detail)}"
    result = f"result {_list(record.scores)} winners {_list(record.winners) or NOBODY_WORD}"
    yield result + (f" settlement {_list(record.settlement)}" if record.settlement is not None else "")


def _list(items: Iterable[object]) -> str:
    return " ".join(quoted(str(item)) for item in items)


class _Deals:
    """Writes the deals of one game, a line for each round of questions and each trick."""

    def __init__(self, record: GameRecord) -> None:
        self._record = record
        self._deal = -1
        self._ask = 0
        self._line: list[str] = []
        self._house: list[tuple[int, str]] = []

    def decision(self, game: Game, deal: int, index: int) -> Iterator[str]:
        """Take in the next decision and yield the lines that are complete before it."""
        public = game.public
        if deal != self._deal:
            yield from self._end_of_deal(game)
            self._deal = deal
            self._house = list(self._record.deals[deal].house)
            yield f"deal {deal + 1} dealer {public.dealer}"
            for seat, private in enumerate(game.private):
                yield f"  # seat {seat}, {self._record.seats[seat]}: {card_names(private.start)}"
        elif public.ask != self._ask or (public.ask == ASK_PLAY and not public.trick):
            yield self._take()
        self._ask = public.ask
        self._line.append(f"{public.to_act}:{self._record.deals[deal].actions[index]}{self._why(index)}")

    def _why(self, index: int) -> str:
        if not self._house or self._house[0][0] != index:
            return ""
        _, why = self._house.pop(0)
        if why not in WHYS:
            raise ReplayError(f"game {self._record.game} of {self._record.bout}: {why!r} is no reason of the house")
        return HOUSE + why

    def _take(self) -> str:
        text = f"  {ASK_WORDS[self._ask]:<8} {' '.join(self._line)}"
        self._line = []
        return text

    def end(self, game: Game) -> Iterator[str]:
        """Yield the lines that end the last deal."""
        yield from self._end_of_deal(game)

    def _end_of_deal(self, game: Game) -> Iterator[str]:
        if self._deal < 0:
            return
        yield self._take()
        if self._house:
            raise ReplayError(f"game {self._record.game} of {self._record.bout}: house decisions twice or in no order")
        deal = self._record.deals[self._deal]
        pairs = zip(game.sheet.points, deal.points, strict=True)
        points = [f"{rule.name}:{NOBODY_WORD if side == NOBODY else side}" for rule, side in pairs]
        yield f"  points   {' '.join(points)} {'made' if deal.made else 'set'}"
        yield f"  score    {_list(deal.scores)}"

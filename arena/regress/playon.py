"""Playing on from a position: games that bots play to the end of the deal, in rounds, many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

import trio

from arena.regress.candidate import Answer, Candidate
from arena.regress.exam import sheet_field
from referee import wire
from referee.clock import Limits
from referee.engine.actions import allows, house_move
from referee.engine.game import Game
from referee.engine.notation import token
from referee.turns import START, Mark, TableWriter, game_field, time_field, varint
from referee.wire import EndReason

NO_LIMITS: Final = Limits(move_limit_ms=0)
# Deals the next deal and returns True, or returns False: it is over.
NextDeal = Callable[[Game], bool]


def branched(game: Game) -> Game:
    """Return an independent copy with the events so far."""
    new = game.clone()
    new.events.extend(game.events)
    new.results.extend(game.results)
    return new


@dataclass(slots=True, eq=False)
class Line:
    """A game on its way from a position. `seeds` by seat are what its bots are given; `wrong` counts answers that were
    not legal, for which the house move was played."""

    game: Game
    seeds: Sequence[bytes]
    writer: TableWriter = field(init=False)
    ids: dict[int, int] = field(default_factory=dict)  # by seat, once it has been asked
    seen: dict[int, Mark] = field(default_factory=dict)
    turns: dict[int, int] = field(default_factory=dict)
    wrong: int = 0
    done: list[str] = field(default_factory=list)  # the tokens of the actions, in order

    def __post_init__(self) -> None:
        self.writer = TableWriter(self.game)

    def begin(self, seat: int, number: int) -> bytes:
        """Return the GameStart of the seat, whose game is called so on its stream."""
        self.ids[seat], self.seen[seat], self.turns[seat] = number, START, 0
        return wire.game_start(
            game=number,
            seat=seat,
            bot_seed=self.seeds[seat],
            sheet=sheet_field(self.game.tables),
            limits=wire.limits_field(NO_LIMITS),
        )

    def ask(self) -> bytes:
        """Return the turn of the seat to act."""
        seat = self.game.to_act
        self.turns[seat] += 1
        head = game_field(self.ids[seat]) + varint(self.turns[seat])
        turn, self.seen[seat] = self.writer.turn(head, seat, self.game.legal(), self.seen[seat], time_field(0))
        return turn

    def take(self, answer: Answer) -> None:
        """Play the answer, or the house move for one that is not legal."""
        legal = self.game.legal()
        action = answer.action
        if action is None or not allows(legal, action):
            self.wrong += 1
            action = house_move(legal)
        self.done.append(token(action, self.game.ask, self.game.sheet))
        self.game.apply(action)

    def end(self, seat: int) -> bytes:
        """Return the GameEnd of the seat."""
        game, over = self.game, self.game.over
        return wire.game_end(
            game=self.ids[seat],
            events=self.writer.since(self.seen[seat], seat)[0],
            scores=game.scores,
            winners=game.winners,
            reason=EndReason.FINISHED if over else EndReason.VOID,
        )


class Players:
    """Processes behind the seats of all lines. `by_seat` has the process of each seat; one may serve several."""

    def __init__(self, by_seat: Sequence[Candidate], *, wait_s: float) -> None:
        self._by_seat = by_seat
        self._processes = list(dict.fromkeys(by_seat))
        self._wait_s = wait_s
        self._numbers = 0
        self._before = {one: one.welcome(capacity=one.capacity, games=0) for one in self._processes}

    @property
    def at_once(self) -> int:
        """How many lines they play at once."""
        return max(1, min(one.capacity // self._by_seat.count(one) for one in self._processes))

    async def play(self, lines: Iterable[Line], next_deal: NextDeal = lambda game: False) -> None:
        """Play all the lines to the end of their deals, or on while `next_deal` deals. Silent when a process fails."""
        waiting: Iterator[Line] = iter(lines)
        running: list[Line] = []
        while True:
            while len(running) < self.at_once and (line := next(waiting, None)) is not None:
                if self._goes_on(line, next_deal):
                    running.append(line)
            if not running:
                return
            await self._round(running)
            running = [line for line in running if self._goes_on(line, next_deal)]

    def _goes_on(self, line: Line, next_deal: NextDeal) -> bool:
        game = line.game
        if game.to_act >= 0 or (game.needs_deal and next_deal(game)):
            return True
        for seat in line.ids:
            self._before[self._by_seat[seat]] += line.end(seat)
        return False

    async def _round(self, running: Sequence[Line]) -> None:
        parts: dict[Candidate, list[bytes]] = {}
        asked: dict[Candidate, dict[int, Line]] = {}
        for line in running:
            seat = line.game.to_act
            process = self._by_seat[seat]
            if seat not in line.ids:
                self._numbers += 1
                parts.setdefault(process, []).append(line.begin(seat, self._numbers))
            parts.setdefault(process, []).append(line.ask())
            asked.setdefault(process, {})[line.ids[seat]] = line

        async def put(process: Candidate) -> None:
            lines = asked[process]
            due = {key: (line.turns[line.game.to_act], line.game.legal()) for key, line in lines.items()}
            before, self._before[process] = self._before[process], b""
            frames = [*([before] if before else []), b"".join(parts[process])]
            for key, answer in (await process.put(frames, due, self._wait_s)).items():
                lines[key].take(answer)

        async with trio.open_nursery() as nursery:
            for process in parts:
                nursery.start_soon(put, process)

    def finish(self) -> None:
        """End the streams."""
        for process in self._processes:
            process.finish([self._before[process]])

"""Playing a recorded game on, or once more: with bots behind all seats, over the deals that follow from its key."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

import trio

from arena.errors import BotError
from arena.regress.candidate import Silent, candidates, first_of
from arena.regress.exam import Source
from arena.regress.playon import Line, Players, branched
from arena.regress.worth import standing
from arena.setup.bots import Bot
from referee.dealing import deal_next
from referee.engine.game import Game
from referee.engine.notation import place_text
from referee.engine.tables import compile_tables
from referee.shuffle import bot_seed
from referee.variants.catalogue import resolve


def play_lines(source: Source, lines: Sequence[Line], by_seat: Sequence[Bot], *, wait_s: float) -> None:
    """Play the lines to the end of the game, with a process of its bot behind each seat. BotError when one fails."""
    key, number = source.bout.secret(), source.record.game

    def next_deal(game: Game) -> bool:
        deal_next(game, key, number)
        return True

    async def main() -> None:
        async with candidates(by_seat, wait_s=wait_s) as found:
            players = Players(found, wait_s=wait_s)
            await players.play(lines, next_deal)
            players.finish()

    try:
        trio.run(main)
    except* Silent as group:
        raise BotError(f"a bot does not play on: {first_of(group)}") from None


def seeds_of(source: Source) -> list[bytes]:
    """Return by seat the seed that its bot was given in the game."""
    record, key = source.record, source.bout.secret()
    return [bot_seed(key, record.rotation, record.game, seat) for seat in range(len(record.seats))]


def rerun(source: Source, bots: Mapping[str, Bot], *, wait_s: float) -> Line:
    """Play the game once more from its start with the bots that stand for its entrants, and return it."""
    record = source.record
    game = Game(compile_tables(resolve(record.sheet)), record.dealer)
    line = Line(game, seeds_of(source))
    play_lines(source, [line], [bots[name] for name in record.seats], wait_s=wait_s)
    return line


def differences(source: Source, line: Line) -> Iterator[str]:
    """Yield where the game that was played again differs first, and how its result does; nothing if it is the same."""
    old = [
        (number, index, text)
        for number, deal in enumerate(source.record.deals)
        for index, text in enumerate(deal.actions)
    ]
    for count, ((deal, index, text), new) in enumerate(zip(old, line.done, strict=False)):
        if text != new:
            house = dict(source.record.deals[deal].house).get(index)
            why = f" (the house: {house})" if house else ""
            yield f"{place_text(deal, index)}, number {count + 1} in the game: recorded {text}{why}, now {new}"
            break
    else:
        if len(old) != len(line.done):
            yield f"recorded {len(old)} decisions, now {len(line.done)}"
    if tuple(line.game.scores) != source.record.scores:
        yield f"scores: recorded {list(source.record.scores)}, now {list(line.game.scores)}"


@dataclass(frozen=True, slots=True)
class Branch:
    """How often each side won (a draw counts its part) and its mean score, over so many ways to play on."""

    times: int
    wins: tuple[float, ...]
    scores: tuple[float, ...]
    wrong: int


def branch(
    source: Source, deal: int, index: int, by_side: Sequence[Bot], *, times: int, seed: str, wait_s: float
) -> Branch:
    """Play on from before the decision, `times` times with other seeds for the bots, and return how it comes out."""
    start = standing(source, deal, index)
    sheet, chance = start.sheet, Random(seed)  # noqa: S311 - it is the bots' own
    lines = [Line(branched(start), [chance.randbytes(16) for _ in range(sheet.seats)]) for _ in range(times)]
    bots = [by_side[sheet.side_of(seat) % len(by_side)] for seat in range(sheet.seats)]
    play_lines(source, lines, bots, wait_s=wait_s)
    parts = [0.0] * sheet.sides
    for line in lines:
        for side in line.game.winners:
            parts[side] += 1 / len(line.game.winners)
    scores = tuple(sum(line.game.scores[side] for line in lines) / times for side in range(sheet.sides))
    return Branch(times, tuple(parts), scores, sum(line.wrong for line in lines))

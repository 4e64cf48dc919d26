"""What a change is worth: the position played on from both actions, over hidden cards that the seat could not know."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import trio

from arena.audit.redeal import Done, redeals
from arena.audit.trails import copy_of
from arena.audit.worlds import Deal
from arena.errors import BotError
from arena.regress.candidate import Silent, candidates, first_of
from arena.regress.exam import Source
from arena.regress.playon import Line, Players, branched
from arena.regress.report import Change, Worth
from arena.setup.bots import Bot
from referee import shuffle
from referee.engine.game import Game
from referee.engine.notation import parse_token
from referee.engine.tables import compile_tables
from referee.replay import steps
from referee.variants.catalogue import resolve


def evaluate(changes: Sequence[Change], judge: Bot, *, times: int, wait_s: float) -> None:
    """Fill in the worth of the changes to another legal action. BotError when the judge does not play.

    `judge` plays all seats on to the end of the deal, `times` times from the old action and from the new one.
    """
    todo = [change for change in changes if change.new_action is not None]
    if not todo:
        return

    async def main() -> None:
        async with candidates([judge], wait_s=wait_s) as (process,):
            seats = max(len(change.source.record.seats) for change in todo)
            if seats > process.capacity:
                raise BotError(f"bot {judge.name}: plays {process.capacity} games at once, {seats} seats need more")
            players = Players([process] * seats, wait_s=wait_s)
            for change in todo:
                pairs = list(_pairs(change, times))
                await players.play(line for pair in pairs for line in pair)
                change.worth = _worth(change, pairs)
            players.finish()

    try:
        trio.run(main)
    except* Silent as group:
        raise BotError(f"bot {judge.name}, which plays on: {first_of(group)}") from None


def _pairs(change: Change, times: int) -> Iterator[tuple[Line, Line]]:
    """Yield so many pairs of games in the same redeal, one after the old action and one after the new."""
    undealt, deal, done = position_of(change.source, change.deal, change.index)
    chance = Random(f"{change.game} {change.deal} {change.index}")  # noqa: S311 - it need not be secret
    assert change.new_action is not None
    for game in islice(redeals(undealt, deal, done, chance), times):
        seeds = [chance.randbytes(16) for _ in range(game.sheet.seats)]
        old, new = Line(branched(game), seeds), Line(game, seeds)
        old.game.apply(change.old_action)
        new.game.apply(change.new_action)
        yield old, new


def position_of(source: Source, number: int, index: int) -> tuple[Game, Deal, list[Done]]:
    """Return the game before the deal of that number, the deal, and what was done in it before the decision."""
    record, key = source.record, source.bout.secret()
    tables = compile_tables(resolve(record.sheet))
    undealt = Game(tables, record.dealer)
    if number:
        last = (number - 1, len(record.deals[number - 1].actions) - 1)
        for game, deal, at, action in steps(record, key):
            if (deal, at) == last:
                undealt = copy_of(game)
                undealt.apply(action)
                break
    pack = tuple(shuffle.pack_order(key, record.game, number, tables.pack))
    lots: tuple[int, ...] = ()
    if tables.forfeits:
        lots = shuffle.lots(key, record.game, number, tables.seats, tables.sheet.hand_size)
    house = dict(record.deals[number].house)
    actions = record.deals[number].actions[:index]
    done = [Done(parse_token(text, tables.sheet), house.get(at, "")) for at, text in enumerate(actions)]
    return undealt, Deal(pack=pack, lots=lots), done


def standing(source: Source, number: int, index: int) -> Game:
    """Return the game as it stood at the decision, with the events of the deal."""
    undealt, deal, done = position_of(source, number, index)
    game = copy_of(undealt)
    game.deal(deal.pack, deal.lots)
    for one in done:
        game.apply(one.action)
    return game


def _worth(change: Change, pairs: Sequence[tuple[Line, Line]]) -> Worth:
    sheet = pairs[0][0].game.sheet
    side = sheet.side_of(change.seat)
    gains = [_margin(new.game.scores, side) - _margin(old.game.scores, side) for old, new in pairs]
    error = statistics.stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
    return Worth(mean=statistics.fmean(gains), error=error, times=len(gains))


def _margin(scores: Sequence[int], side: int) -> float:
    """Return the score of the side less the mean of the others."""
    others = [score for at, score in enumerate(scores) if at != side]
    return scores[side] - statistics.fmean(others)

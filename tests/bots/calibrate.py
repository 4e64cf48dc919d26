"""How well the counter's forecasts come true: ``python -m tests.bots.calibrate --deals 60``.

For every sheet: how many points the pitcher's side was expected to take when he called, and how many it took; how
likely the call seemed to be made, and how often it was. Nothing is fitted: the counter thinks each deal through, so
figures far apart mean that it plays, or thinks of the others' play, wrongly in that sheet.
"""

from __future__ import annotations

import argparse
import hashlib
import random
from dataclasses import dataclass
from statistics import fmean

from pitch_bot import Answer, Ask, Bidding, Bot, Turn, is_made, promising
from pitch_bot.actions import action_at
from pitch_bot.forecast import Pitched
from referee.engine.game import Game
from referee.variants.catalogue import names, resolve
from tests.bots.tables import BotMaker, Table, bot_class

MORE = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Forecast:
    """A call and what came of it: points and the chance of making it, expected and true."""

    expected: float
    took: int
    chance: float
    made: bool


def watched(base: type[Bot], found: list[Bot]) -> BotMaker:
    """What makes bots like `base` that note in `deals` what they may expect when they call; `found` gets them all."""

    class Watched(base):  # type: ignore[misc, valid-type]
        deals: tuple[Pitched, ...] = ()

        def choose(self, turn: Turn) -> Answer:
            if turn.ask is Ask.CALL:
                choices = promising(turn.sheet, turn.hand, 2)
                _, deals = Bidding(turn, random.Random(turn.deal)).trump(choices, MORE)
                self.deals = tuple(deals)
            answer: Answer = super().choose(turn)
            return answer

    def make() -> Bot:
        bot: Bot = Watched()
        found.append(bot)
        return bot

    return make


def forecasts(sheet: str, base: type[Bot], deals: int) -> list[Forecast]:
    """Play so many deals and return what the pitchers expected, and what came of it. Folded deals are left out."""
    results: list[Forecast] = []
    dealt = number = 0
    while dealt < deals:
        bots: list[Bot] = []
        key = hashlib.sha256(f"calibrate/{sheet}/{number}".encode()).digest()
        table = Table(sheet, [watched(base, bots)] * resolve(sheet).seats, key=key, number=0)
        game, number = table.game, number + 1
        while not game.over and dealt < deals:
            if game.needs_deal:
                table.deal()
            else:
                table.apply(table.seats[game.to_act].answer(table))
            if game.to_act < 0:
                dealt += 1
                results += judged(game, bots)
    return results


def judged(game: Game, bots: list[Bot]) -> list[Forecast]:
    """The forecast of the last deal; none where nobody pitched it or the pitcher folded."""
    result = game.results[-1]
    if result.pitcher < 0 or result.folded:
        return []
    bot = bots[result.pitcher]
    call, sheet = action_at(result.contract), bot.game.sheet
    expected, chances = [], []
    deals: tuple[Pitched, ...] = getattr(bot, "deals")  # noqa: B009 - the class is made at run time
    for pitched in deals:
        points, tricks, ours = *pitched.outcome, pitched.groups[result.pitcher]
        expected.append(points[ours])
        chances.append(is_made(sheet, call, points[ours], every_trick=tricks[ours] == sum(tricks)))
    group = 0 if game.tables.calls_partner else game.tables.groups[result.pitcher]
    took = sum(rule.worth for rule, taker in zip(game.sheet.points, result.points, strict=True) if taker == group)
    return [Forecast(expected=fmean(expected), took=took, chance=fmean(chances), made=result.made)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=int, default=60)
    parser.add_argument("--sheet", action="append", help="repeatable; default: every one")
    args = parser.parse_args()
    print(f"{'sheet':<30} {'deals':>5}   points expected, taken   chance, made")
    for sheet in args.sheet or names():
        found = forecasts(sheet, bot_class("counter"), args.deals)
        points = f"{fmean(f.expected for f in found):8.2f} {fmean(f.took for f in found):8.2f}"
        chance = f"{fmean(f.chance for f in found):8.0%} {fmean(f.made for f in found):6.0%}"
        print(f"{sheet:<30} {len(found):>5}   {points}      {chance}", flush=True)


if __name__ == "__main__":
    main()

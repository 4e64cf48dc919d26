"""Fits the bidding table of the counter: ``python -m tests.bots.calibrate counter --deals 3000``.

In every deal one seat is made to pitch at the lowest call, whatever it holds, and the bots play it out. How many points
its side took is then fitted (least squares, lightly damped) to what it held in the suit that became trump.
"""

from __future__ import annotations

import argparse
import hashlib
import sys

import numpy as np

from pitch_bot.cards import CARDS
from referee.engine.actions import FOLD, PASS, Ask, house_move
from referee.engine.cards import cards_of
from referee.engine.tables import Tables, compile_tables
from referee.variants.catalogue import resolve
from tests.bots.strength import SHEETS
from tests.bots.tables import BotMaker, Table, maker

DAMPING = 3.0


def features(tables: Tables, held: int, trump: int) -> list[float]:
    """What the points are fitted to; the same as `expected_points` of the counter looks at."""
    row = tables.trumps[trump].order
    trumps = [float(held >> card & 1) for card in row]
    plain = [CARDS[card] for card in cards_of(held) if card not in row]
    aces = sum(card.rank == 14 for card in plain)
    tens = sum(card.rank == 10 for card in plain)
    return [1.0, *trumps, max(0.0, sum(trumps) - 2), float(aces), float(tens)]


def deal_once(sheet: str, make: BotMaker, number: int) -> tuple[list[float], int]:
    """Play one deal of a fresh game and return the pitcher's features and the points of his side."""
    tables = compile_tables(resolve(sheet))
    key = hashlib.sha256(f"calibrate/{sheet}/{number}".encode()).digest()
    table = Table(sheet, [make] * tables.seats, key=key, number=0)
    game = table.game
    pitcher = key[0] % tables.seats
    held = 0
    while not game.results:
        if game.needs_deal:
            table.deal()
            held = game.private[pitcher].hand
        elif game.ask == Ask.CALL:
            legal = game.legal()
            assert isinstance(legal, tuple)
            table.apply(next(a for a in legal if a != PASS) if game.to_act == pitcher or PASS not in legal else PASS)
        else:
            action = table.seats[game.to_act].answer(table)
            table.apply(house_move(game.legal()) if action == FOLD else action)
    result = game.results[0]
    points = zip(game.sheet.points, result.points, strict=True)
    taken = sum(rule.worth for rule, side in points if side == tables.groups[result.pitcher])
    return features(tables, held, game.public.trump) if result.pitcher == pitcher else [], taken


def fit(sheet: str, make: BotMaker, deals: int) -> list[float]:
    """Return the spread, the constant and the weights."""
    samples = [deal_once(sheet, make, number) for number in range(deals)]
    rows = np.array([row for row, _ in samples if row])
    taken = np.array([points for row, points in samples if row], dtype=float)
    damping = DAMPING * np.eye(rows.shape[1])
    damping[0, 0] = 0.0
    weights = np.linalg.solve(rows.T @ rows + damping, rows.T @ taken)
    spread = float(np.std(taken - rows @ weights))
    print(f"{sheet}: mean {taken.mean():.2f}, spread {taken.std():.2f} -> {spread:.2f}", file=sys.stderr)
    return [spread, *map(float, weights)]


def short(number: float) -> str:
    """Return the number with two places and no needless zero."""
    text = f"{number:.2f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def main() -> None:
    """Print the table as Python."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("bot")
    parser.add_argument("--deals", type=int, default=3000)
    parser.add_argument("--sheet", action="append")
    args = parser.parse_args()
    make = maker(args.bot)
    for sheet in args.sheet or SHEETS:
        numbers = " ".join(short(number) for number in fit(sheet, make, args.deals))
        print(f'    "{sheet}": "{numbers}",', flush=True)


if __name__ == "__main__":
    main()

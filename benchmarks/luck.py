"""What bouts save, and what taking the luck of the deal out saves: measured in every sheet with two sides.

    python -m benchmarks.luck                     the table of docs/statistics.md; --sheet SPEC, --bouts N, --deals N

Two similar players meet, in this process: both play the same rules of thumb, the second bids on hands a little weaker.
Games have a fixed number of deals. What is told is how many times as many games would be needed for the same interval
of the lead (points per deal more than the other side) if each game had deals of its own and nothing was adjusted.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from arena.errors import GATE, OK
from arena.luck.hands import SUITS, Weights, weights_of
from arena.records.gather import with_actions
from arena.schedules.schedule import Bout, Lineup, Match, variant_of
from arena.statistics.facts import BoutFact, GameFact, places_of
from arena.statistics.luck import luck_of
from arena.statistics.saved import saved
from referee.dealing import deal_next
from referee.engine.actions import (
    ASK_CALL,
    ASK_DECLARE,
    ASK_NAME_SUIT,
    ASK_PLAY,
    CALL,
    DECLARE,
    DECLARE_TWO,
    PASS,
    call_value,
    house_move,
)
from referee.engine.cards import CARDS, cards_of
from referee.engine.errors import SheetError
from referee.engine.game import Game
from referee.engine.sheet import Sheet
from referee.engine.tables import Tables, compile_tables
from referee.shuffle import first_dealer
from referee.variants.catalogue import names, resolve, split

SEED: Final = b"pitch-arena/luck".ljust(32, b"\0")
NAMES: Final = ("bold", "cautious")
NEEDED: Final = {"bold": 0.20, "cautious": 0.23}  # of what all cards of a suit are worth, for each part of the points


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What was found in a sheet. `bouts` and `luck`: the factors of the lead, by themselves; `wins`: both together for
    the share of wins, None where it does not vary."""

    sheet: str
    seats: int
    deals: int
    bouts: float
    luck: float
    wins: float | None

    @property
    def both(self) -> float:
        """The factor for the lead all in all."""
        return self.bouts * self.luck


def choose(game: Game, tables: Tables, known: Weights, part: float) -> int:
    """Return what a player does who bids `part` of a suit's worth for each part of the points."""
    public, private = game.public, game.actor
    legal = game.legal()
    if not isinstance(legal, tuple):
        return house_move(legal)
    if public.ask == ASK_PLAY and legal[-1] < CARDS:
        return _card(game, known, legal)
    if public.ask not in (ASK_CALL, ASK_DECLARE, ASK_NAME_SUIT):
        return house_move(legal)
    hand = private.hand or (private.start if not private.cards else 0)
    worth = [sum(known.of[card][suit] for card in cards_of(hand)) for suit in range(SUITS)]
    if public.ask == ASK_CALL:
        total = sum(known.of[card][0] for card in tables.pack)
        points = max(worth) / (total * part) * 0.5 * tables.total_points
        good = [action for action in legal if action >= CALL and call_value(action) <= points]
        return good[-1] if good else PASS if PASS in legal else legal[0]
    return max(legal, key=lambda action: _declared(worth, action))


def _declared(worth: Sequence[float], action: int) -> float:
    if DECLARE_TWO <= action < DECLARE_TWO + 16:
        trump, sub = divmod(action - DECLARE_TWO, SUITS)
        return worth[trump] + worth[sub] / 2
    return worth[action - DECLARE] if DECLARE <= action < DECLARE + SUITS else 0.0


def _card(game: Game, known: Weights, legal: tuple[int, ...]) -> int:
    """Lead the best card, take a trick with the cheapest card that does, else throw the worst."""
    public = game.public
    trump = public.trump if public.trump >= 0 else -1

    def worth(card: int) -> float:
        return known.of[card][trump] if trump >= 0 else max(known.of[card])

    if not public.trick:
        return max(legal, key=lambda card: (worth(card), card))
    winners = [card for card in legal if public.row and public.row[card] > public.best]
    mine = public.to_act % len(public.scores) == public.best_seat % len(public.scores)
    return min(winners if winners and not mine else legal, key=lambda card: (worth(card), card))


def play(sheet: Sheet, bouts: int) -> list[BoutFact]:
    """Return bouts of the two players over deals that follow from the sheet alone."""
    variant = variant_of(sheet)
    lineup = Lineup(variant=variant, names=tuple(sorted(NAMES)))
    tables = compile_tables(sheet)
    found = []
    for number in range(bouts):
        bout = Bout(lineup=lineup, number=number)
        key = bout.key(SEED)
        games = [
            _game(tables, key, rotation, Match(bout=bout, rotation=rotation).seats(key))
            for rotation in range(lineup.rotations)
        ]
        found.append(BoutFact(variant=sheet.label, names=lineup.names, number=number, games=tuple(games)))
    return found


def _game(tables: Tables, key: bytes, rotation: int, seats: Sequence[str]) -> GameFact:
    known = weights_of(tables)
    game = Game(tables, first_dealer(key, 0, tables.seats))
    while not game.over:
        deal_next(game, key, 0)
        while game.to_act >= 0:
            game.apply(choose(game, tables, known, NEEDED[seats[game.to_act]]))
    fact = GameFact(
        rotation=rotation,
        game=0,
        entrants=tuple(seats[: tables.sides]),
        places=places_of(game.scores, game.winners, ()),
        won=tuple(1 / len(game.winners) if side in game.winners else 0.0 for side in range(tables.sides)),
        scores=game.scores,
        deals=len(game.results),
    )
    return with_actions(fact, game, key)


def measure(spec: str, *, bouts: int, deals: int) -> Measured:
    """Return what bouts and adjustment save at a table."""
    name, options = split(spec)
    sheet = resolve(f"{name}[{','.join(f'{k}={v}' for k, v in {**options, 'max_deals': str(deals)}.items())}]")
    facts = play(sheet, bouts)
    alone, adjusted = saved(facts), luck_of(facts, NAMES)
    assert adjusted is not None
    wins = alone.wins * adjusted.wins if alone.wins and adjusted.wins else None
    return Measured(
        sheet=name,
        seats=sheet.seats,
        deals=deals,
        bouts=alone.points or 1.0,
        luck=adjusted.lead or 1.0,
        wins=wins,
    )


def two_sided() -> Iterator[str]:
    """Yield a table of every sheet for each number of seats at which it has two sides."""
    for name in names():
        first = resolve(name)
        seen = set()
        for spec in (name, *(f"{name}[seats={seats},sides=2]" for seats in range(2, 10, 2))):
            try:
                sheet = resolve(spec)
            except SheetError:
                continue
            if sheet.sides == 2 and sheet.seats not in seen:
                seen.add(sheet.seats)
                yield spec if sheet != first else name


def table(found: Sequence[Measured], *, bouts: int) -> Iterator[str]:
    """Yield the lines of the table."""
    yield f"{bouts} bouts of {found[0].deals} deals each."
    yield ""
    yield "| sheet | seats | bouts | luck adjustment | both | both, win share |"
    yield "|---|---:|---:|---:|---:|---:|"
    for one in found:
        wins = f"{one.wins:.2f}" if one.wins else "-"
        yield f"| `{one.sheet}` | {one.seats} | {one.bouts:.2f} | {one.luck:.2f} | {one.both:.2f} | {wins} |"


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; exit code 3 when nothing is saved in some sheet."""
    parser = argparse.ArgumentParser(description="What bouts and luck adjustment save in sheets with two sides.")
    parser.add_argument("--bouts", type=int, default=400)
    parser.add_argument("--deals", type=int, default=4, help="of each game")
    parser.add_argument("--sheet", action="append", help="repeatable; default: every one with two sides")
    args = parser.parse_args(argv)
    found = [measure(spec, bouts=args.bouts, deals=args.deals) for spec in args.sheet or two_sided()]
    print("\n".join(table(found, bouts=args.bouts)))
    return OK if all(one.both > 1 for one in found) else GATE


if __name__ == "__main__":
    sys.exit(main())

"""Hand-worked deals: the format of worked/*.toml, and how a deal is played through the engine and through the oracle.

[[deal]]
name, cites     what the deal shows, and the paragraphs of docs/rules.md it rests on
sheet           a spec such as "auction[seats=3,low=holder]"
dealer          who deals it, as the first deal of a game that stands at `scores` (and `hickeys`) by side
hands, stock    by seat, cards in the order in which they are dealt; the stock in the order in which it is drawn.
                What is not named follows in code order
actions         one token for each decision
[deal.expect]   points by name (the side, -1 nobody), made, scores, over, winners, and where they matter
                hickeys, settlement (chips by seat) and legal: what may be done at decision `at`, by `actions` in
                canonical order or as a choice of cards (verb, fixed, from, least, most)
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.engine.cards import NAMES, parse_card
from referee.engine.game import Game
from referee.engine.notation import parse_token
from referee.engine.points import NOBODY
from referee.variants.catalogue import resolve
from tests.catalogue.agreement import compare_deal, compare_decision, offered, oracle_for
from tests.catalogue.tables import new_game, stand
from tests.oracle import Offer, OracleGame

FOLDER: Final = Path(__file__).with_name("worked")
KEYS: Final = {"name", "cites", "sheet", "dealer", "scores", "hands", "stock", "actions", "expect"}
EXPECTED_KEYS: Final = {"points", "made", "scores", "over", "winners", "legal"}
LISTED: Final = {"at", "seat", "actions"}
OFFERED: Final = {"at", "verb", "fixed", "from", "least", "most"}

Legal = tuple[str, ...] | Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A decision looked at: its number in the deal, the seat (None: not said) and what is legal there."""

    at: int
    seat: int | None
    legal: Legal


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the deal comes out."""

    points: dict[str, int]
    made: bool
    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    hickeys: tuple[int, ...] | None
    settlement: tuple[int, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedDeal:
    """One deal as the file has it."""

    name: str
    sheet: str
    dealer: int
    scores: tuple[int, ...]
    hickeys: tuple[int, ...]
    pack: tuple[int, ...]
    actions: tuple[str, ...]
    outcome: Outcome
    stops: tuple[Stop, ...]


def load(path: Path) -> tuple[WorkedDeal, ...]:
    """Return the deals of the file; ValueError where a key is missing, unknown or makes no deal."""
    with path.open("rb") as file:
        data = tomllib.load(file)
    if set(data) != {"deal"}:
        raise ValueError(f"{path.name}: nothing but [[deal]] belongs here")
    return tuple(_deal(table) for table in data["deal"])


def _check_keys(where: str, table: Mapping[str, Any], needed: set[str], optional: set[str]) -> None:
    if not needed <= set(table) <= needed | optional:
        raise ValueError(f"{where}: wrong or missing keys {sorted(set(table) ^ needed)}")


def _deal(table: dict[str, Any]) -> WorkedDeal:
    where = str(table.get("name"))
    _check_keys(where, table, KEYS, {"hickeys"})
    expect = table["expect"]
    _check_keys(where, expect, EXPECTED_KEYS, {"hickeys", "settlement"})
    if not table["cites"]:
        raise ValueError(f"{where}: cites no paragraph")
    sides = resolve(table["sheet"]).sides
    return WorkedDeal(
        name=where,
        sheet=table["sheet"],
        dealer=table["dealer"],
        scores=_numbers(table["scores"]),
        hickeys=_numbers(table.get("hickeys", [0] * sides)),
        pack=lay_out(table["sheet"], table["dealer"], table["hands"], table["stock"]),
        actions=tuple(table["actions"].split()),
        outcome=Outcome(
            points=dict(expect["points"]),
            made=expect["made"],
            scores=_numbers(expect["scores"]),
            over=expect["over"],
            winners=_numbers(expect["winners"]),
            hickeys=_numbers(expect["hickeys"]) if "hickeys" in expect else None,
            settlement=_numbers(expect["settlement"]) if "settlement" in expect else None,
        ),
        stops=tuple(_stop(where, stop) for stop in expect["legal"]),
    )


def _numbers(values: list[int]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


def _stop(where: str, table: dict[str, Any]) -> Stop:
    if "verb" in table:
        _check_keys(where, table, OFFERED, {"seat"})
        fixed, choose_from = (tuple(table[key].split()) for key in ("fixed", "from"))
        legal: Legal = Offer(table["verb"], fixed, choose_from, table["least"], table["most"])
    else:
        _check_keys(where, table, LISTED, set())
        legal = tuple(table["actions"].split())
    return Stop(at=table["at"], seat=table.get("seat"), legal=legal)


def lay_out(spec: str, dealer: int, hands: Sequence[str], stock: str) -> tuple[int, ...]:
    """Return the pack that deals these hands and, from its front, this stock; the rest follows in code order.

    Chassis 1: packets of three from eldest, the last packet what is left. ValueError unless every hand is whole and no
    card stands twice.
    """
    sheet = resolve(spec)
    left = [[parse_card(name) for name in hand.split()] for hand in hands]
    if [len(hand) for hand in left] != [sheet.hand_size] * sheet.seats:
        raise ValueError(f"{spec} has {sheet.seats} hands of {sheet.hand_size} cards")
    named: list[int] = []
    while left[dealer]:
        for turn in range(1, sheet.seats + 1):
            hand = left[(dealer + turn) % sheet.seats]
            named += hand[:3]
            del hand[:3]
    named += [parse_card(name) for name in stock.split()]
    pack = (*named, *(card for card in sheet.pack if card not in named))
    if sorted(pack) != sorted(sheet.pack):
        raise ValueError(f"the cards are not those of {spec}, each once")
    return pack


Build = Callable[[str, int], Game]


def check_in_engine(deal: WorkedDeal, build: Build = new_game) -> None:
    """Play the deal in the engine; AssertionError where it differs from what was worked out."""
    game = build(deal.sheet, deal.dealer)
    stand(game, deal.scores, deal.hickeys)
    game.deal(deal.pack)
    stops = {stop.at: stop for stop in deal.stops}
    for at, text in enumerate(deal.actions):
        _check_stop(stops.pop(at, None), at, game.to_act, offered(game.legal(), game.ask, game.sheet))
        game.apply(parse_token(text, game.sheet))
    assert not stops, f"no decisions {sorted(stops)}"
    assert game.to_act == -1, "the deal is not over"
    result = game.results[-1]
    points = {rule.name: side for rule, side in zip(game.sheet.points, result.points, strict=True)}
    assert (points, result.made) == (deal.outcome.points, deal.outcome.made)
    assert (game.scores, game.over, game.winners) == (deal.outcome.scores, deal.outcome.over, deal.outcome.winners)
    if deal.outcome.hickeys is not None:
        assert tuple(game.public.sets) == deal.outcome.hickeys
    if deal.outcome.settlement is not None:
        assert game.settlement == deal.outcome.settlement


def check_in_oracle(deal: WorkedDeal) -> None:
    """Play the deal in the oracle; AssertionError where it differs from what was worked out."""
    oracle = start_oracle(deal)
    stops = {stop.at: stop for stop in deal.stops}
    for at, text in enumerate(deal.actions):
        _check_stop(stops.pop(at, None), at, oracle.to_act(), oracle.legal())
        oracle.apply(text)
    assert not stops, f"no decisions {sorted(stops)}"
    assert oracle.to_act() is None, "the deal is not over"
    result = oracle.results[-1]
    points = {name: NOBODY if side is None else side for name, side in result.points.items()}
    if result.folded and result.pitcher is not None:  # what the pitching side had won is named too; it scores none
        pitching = result.pitcher % oracle.sides
        points = {name: NOBODY if side == pitching else side for name, side in points.items()}
    assert (points, result.made) == (deal.outcome.points, deal.outcome.made)
    assert (oracle.scores, oracle.over, oracle.winners) == (
        deal.outcome.scores,
        deal.outcome.over,
        deal.outcome.winners,
    )
    if deal.outcome.hickeys is not None:
        assert tuple(oracle.hickeys) == deal.outcome.hickeys
    if deal.outcome.settlement is not None:
        sides, chips = oracle.sides, deal.outcome.settlement
        assert oracle.settlement == tuple(sum(chips[side::sides]) for side in range(sides))


def check_side_by_side(deal: WorkedDeal) -> None:
    """Play the deal in both; AssertionError where they differ from each other at any decision or at the end."""
    game, oracle = new_game(deal.sheet, deal.dealer), start_oracle(deal)
    stand(game, deal.scores, deal.hickeys)
    game.deal(deal.pack)
    for text in deal.actions:
        compare_decision(game, oracle)
        game.apply(parse_token(text, game.sheet))
        oracle.apply(text)
    compare_deal(game, oracle)


def start_oracle(deal: WorkedDeal) -> OracleGame:
    """Return the oracle's game with the deal on the table."""
    oracle = oracle_for(deal.sheet, deal.dealer)
    oracle.scores, oracle.hickeys = deal.scores, list(deal.hickeys)
    oracle.deal([NAMES[card] for card in deal.pack])
    return oracle


def _check_stop(stop: Stop | None, at: int, seat: int | None, legal: Legal) -> None:
    if stop is not None:
        assert stop.seat in (None, seat), f"decision {at} is seat {seat}'s, not {stop.seat}'s"
        assert legal == stop.legal, f"decision {at}"

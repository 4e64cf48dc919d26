"""Hand-worked deals: the format of worked/*.toml, and how a deal is played through the engine and through the oracle.

[[deal]]
name, cites     what the deal shows, and the paragraphs of docs/rules.md it rests on
sheet           a spec such as "auction[seats=3,low=holder]"
dealer          who deals it, as the first deal of a game that stands at `scores` by side, and where they matter at
                `hickeys` (how often each side was set) and after `pass_outs` deals in a row that all passed
hands, stock    by seat, cards in the order in which they are dealt: the first packet of a hand (three cards; in `cell`
                one) comes first. The stock in the order in which it is drawn; what is not named follows in code order
lots            only where cards are forfeited (abacos, man-o-war): for each seat the place, from 0, in its hand as it
                stands here, of the card that it loses if it looks
actions         one token for each decision
[deal.expect]   points by name (the side; where a partner is called 0 for the pitcher's group and 1 for the others; -1
                nobody), made, scores, over, winners, and where they matter
                hickeys, settlement (chips by seat), contract (the token of the final call), next_dealer
  partner       where a partner is called: his seat, or -1 for a pitcher alone
  contract      "passed-out" or "misdeal" for a deal that nobody pitched: then there is no points, made or partner
  legal         what may be done at decision `at` (from 0) by `seat`: `actions` in any order, or a choice of cards
                (verb, fixed, from, least, most; "" for no cards; verbs throw, burn, keep, search).
                Beside either may stand `hand`: the cards in code order that the seat sees in its own hand ("" while it
                has not looked)

A deal that all pass, one with a card called, and one with lots, in outline:

    hands = [...]                       actions = "pass pass pass pass"
    [deal.expect]
    contract = "passed-out"             scores, over, winners, legal as always

    actions = "pass 4 pass pass pass trump:H call:AH burn:2H ..."
    [deal.expect]
    points = { ace = 0, jack = 1, two = -1, ... }
    made = true
    partner = 3

    lots = [0, 5, 2]                    actions = "look pass blind 2 look 3 AH ..."
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from referee.engine.actions import MISDEAL, PASS, Ask
from referee.engine.cards import NAMES, parse_card
from referee.engine.game import Game
from referee.engine.kinds import Partner
from referee.engine.notation import parse_token, token
from referee.engine.points import NOBODY
from referee.engine.sheet import Sheet
from referee.engine.steps import Forfeit
from referee.variants.catalogue import resolve
from tests.catalogue.agreement import compare_deal, compare_decision, in_order, names, offered, oracle_for
from tests.catalogue.tables import new_game, stand
from tests.oracle import Offer, OracleGame

FOLDER: Final = Path(__file__).with_name("worked")
KEYS: Final = {"name", "cites", "sheet", "dealer", "scores", "hands", "stock", "actions", "expect"}
KEYS_TOO: Final = {"hickeys", "pass_outs", "lots"}
EXPECTED: Final = {"scores", "over", "winners", "legal"}
EXPECTED_IF_PITCHED: Final = {"points", "made"}
EXPECTED_TOO: Final = {"hickeys", "settlement", "contract", "next_dealer"}
LISTED: Final = {"at", "seat", "actions"}
OFFERED: Final = {"at", "verb", "fixed", "from", "least", "most"}
PASSED_OUT, MISDEALT = "passed-out", "misdeal"

Legal = tuple[str, ...] | Offer


@dataclass(frozen=True, slots=True, kw_only=True)
class Stop:
    """A decision looked at: its number in the deal, the seat and its hand (None: not said) and what is legal there."""

    at: int
    seat: int | None
    legal: Legal
    hand: tuple[str, ...] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How the deal comes out; None for what the file does not say."""

    contract: str | None
    points: dict[str, int]  # all nobody's where it was not pitched
    made: bool | None  # None: it was not pitched
    partner: int | None
    scores: tuple[int, ...]
    over: bool
    winners: tuple[int, ...]
    hickeys: tuple[int, ...] | None
    settlement: tuple[int, ...] | None
    next_dealer: int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class WorkedDeal:
    """One deal as the file has it."""

    name: str
    sheet: str
    dealer: int
    scores: tuple[int, ...]
    hickeys: tuple[int, ...]
    pass_outs: int
    pack: tuple[int, ...]
    lots: tuple[int, ...]
    actions: tuple[str, ...]
    outcome: Outcome
    stops: tuple[Stop, ...]


# ---- reading


def load(path: Path) -> tuple[WorkedDeal, ...]:
    """Return the deals of the file; ValueError where a key is missing, unknown or makes no deal."""
    with path.open("rb") as file:
        data = tomllib.load(file)
    if set(data) != {"deal"}:
        raise ValueError(f"{path.name}: nothing but [[deal]] belongs here")
    return tuple(deal_of(table) for table in data["deal"])


def _check_keys(where: str, table: Mapping[str, Any], needed: set[str], optional: set[str]) -> None:
    missing, unknown = sorted(needed - set(table)), sorted(set(table) - needed - optional)
    if missing or unknown:
        raise ValueError(f"{where}: missing keys {missing}, unknown keys {unknown}")


def deal_of(table: dict[str, Any]) -> WorkedDeal:
    """Return the deal of one table of a file; ValueError where it makes none."""
    where = str(table.get("name"))
    sheet = resolve(table["sheet"])
    forfeits = any(isinstance(step, Forfeit) for step in sheet.exchange)
    _check_keys(where, table, KEYS | ({"lots"} if forfeits else set()), KEYS_TOO if forfeits else KEYS_TOO - {"lots"})
    if not table["cites"]:
        raise ValueError(f"{where}: cites no paragraph")
    for what, count in (("scores", sheet.sides), ("hickeys", sheet.sides), ("lots", sheet.seats)):
        if what in table and len(table[what]) != count:
            raise ValueError(f"{where}: {what} has {len(table[what])} numbers, {sheet.spec} wants {count}")
    return WorkedDeal(
        name=where,
        sheet=table["sheet"],
        dealer=table["dealer"],
        scores=_numbers(table["scores"]),
        hickeys=_numbers(table.get("hickeys", [0] * sheet.sides)),
        pass_outs=table.get("pass_outs", 0),
        pack=lay_out(table["sheet"], table["dealer"], table["hands"], table["stock"]),
        lots=_numbers(table.get("lots", [])),
        actions=tuple(table["actions"].split()),
        outcome=_outcome(where, sheet, table["expect"]),
        stops=tuple(_stop(where, stop) for stop in table["expect"]["legal"]),
    )


def _outcome(where: str, sheet: Sheet, expect: dict[str, Any]) -> Outcome:
    pitched = expect.get("contract") not in (PASSED_OUT, MISDEALT)
    needed = EXPECTED | EXPECTED_IF_PITCHED if pitched else EXPECTED
    if pitched and sheet.partner is not Partner.FIXED:
        needed = needed | {"partner"}
    _check_keys(where, expect, needed, EXPECTED_TOO)
    return Outcome(
        contract=expect.get("contract"),
        points=dict(expect["points"]) if pitched else {rule.name: NOBODY for rule in sheet.points},
        made=expect["made"] if pitched else None,
        partner=expect.get("partner"),
        scores=_numbers(expect["scores"]),
        over=expect["over"],
        winners=_numbers(expect["winners"]),
        hickeys=_numbers(expect["hickeys"]) if "hickeys" in expect else None,
        settlement=_numbers(expect["settlement"]) if "settlement" in expect else None,
        next_dealer=expect.get("next_dealer"),
    )


def _numbers(values: list[int]) -> tuple[int, ...]:
    return tuple(int(value) for value in values)


def _stop(where: str, table: dict[str, Any]) -> Stop:
    if "verb" in table:
        _check_keys(where, table, OFFERED, {"seat", "hand"})
        fixed, choose_from = (tuple(table[key].split()) for key in ("fixed", "from"))
        legal: Legal = Offer(table["verb"], fixed, choose_from, table["least"], table["most"])
    else:
        _check_keys(where, table, LISTED, {"hand"})
        legal = in_order(tuple(table["actions"].split()))
    hand = tuple(table["hand"].split()) if "hand" in table else None
    return Stop(at=table["at"], seat=table.get("seat"), legal=legal, hand=hand)


def lay_out(spec: str, dealer: int, hands: Sequence[str], stock: str) -> tuple[int, ...]:
    """Return the pack that deals these hands and, from its front, this stock; the rest follows in code order.

    Chassis 1: packets from eldest, the last packet what is left. ValueError unless every hand is whole and no card
    stands twice.
    """
    sheet = resolve(spec)
    left = [[parse_card(name) for name in hand.split()] for hand in hands]
    sizes = [len(hand) for hand in left]
    if sizes != [sheet.hand_size] * sheet.seats:
        raise ValueError(f"{spec} has {sheet.seats} hands of {sheet.hand_size} cards, these have {sizes}")
    named: list[int] = []
    while left[dealer]:
        for turn in range(1, sheet.seats + 1):
            hand = left[(dealer + turn) % sheet.seats]
            named += hand[: sheet.packet]
            del hand[: sheet.packet]
    named += [parse_card(name) for name in stock.split()]
    wrong = sorted(NAMES[card] for card in {*named} if named.count(card) > 1 or card not in sheet.pack)
    if wrong:
        raise ValueError(f"the cards are not those of {spec}, each once: {' '.join(wrong)}")
    return (*named, *(card for card in sheet.pack if card not in named))


# ---- playing


Build = Callable[[str, int], Game]


def check_in_engine(deal: WorkedDeal, build: Build = new_game) -> None:
    """Play the deal in the engine; AssertionError where it differs from what was worked out."""
    game = start_engine(deal, build)
    stops = {stop.at: stop for stop in deal.stops}
    for at, text in enumerate(deal.actions):
        assert game.to_act >= 0, f"the deal is over before decision {at} ({text})"
        seen = names(game.view(game.to_act)[2])
        _check_stop(stops.pop(at, None), at, game.to_act, offered(game.legal(), game.ask, game.sheet), seen)
        game.apply(parse_token(text, game.sheet))
    assert not stops, f"no decisions {sorted(stops)}"
    assert game.to_act == -1, "the deal is not over"
    result, outcome = game.results[-1], deal.outcome
    pitched = result.pitcher >= 0
    contract = {PASS: PASSED_OUT, MISDEAL: MISDEALT}.get(result.contract) or token(
        result.contract, Ask.CALL, game.sheet
    )
    assert outcome.contract in (None, contract), contract
    points = {rule.name: side for rule, side in zip(game.sheet.points, result.points, strict=True)}
    assert (points, result.made if pitched else None) == (outcome.points, outcome.made)
    alone = result.partner == result.pitcher
    assert outcome.partner in (None, -1 if alone else result.partner), f"the partner is {result.partner}"
    assert (game.scores, game.over, game.winners) == (outcome.scores, outcome.over, outcome.winners)
    assert outcome.hickeys in (None, tuple(game.public.sets))
    assert outcome.settlement in (None, game.settlement)
    if outcome.next_dealer is not None:
        game.deal(game.tables.pack, [0] * game.tables.seats)
        assert game.view(0)[1] == outcome.next_dealer


def check_in_oracle(deal: WorkedDeal) -> None:
    """Play the deal in the oracle; AssertionError where it differs from what was worked out."""
    oracle = start_oracle(deal)
    stops = {stop.at: stop for stop in deal.stops}
    for at, text in enumerate(deal.actions):
        seat = oracle.to_act()
        assert seat is not None, f"the deal is over before decision {at} ({text})"
        seen = tuple(card for card, place in oracle.known(seat).items() if place == "hand")
        _check_stop(stops.pop(at, None), at, seat, oracle.legal(), seen)
        apply_to_oracle(oracle, text, deal.lots)
    assert not stops, f"no decisions {sorted(stops)}"
    assert oracle.to_act() is None, "the deal is not over"
    result, outcome = oracle.results[-1], deal.outcome
    contract = MISDEALT if result.misdeal else result.contract or PASSED_OUT
    assert outcome.contract in (None, contract), contract
    points = {name: NOBODY if side is None else side for name, side in result.points.items()}
    if result.folded and result.pitcher is not None:  # what the pitching side had won is named too; it scores none
        pitching = result.pitcher % oracle.sides
        points = {name: NOBODY if side == pitching else side for name, side in points.items()}
    assert (points, result.made) == (outcome.points, outcome.made)
    assert outcome.partner in (None, -1 if result.partner is None else result.partner)
    assert (oracle.scores, oracle.over, oracle.winners) == (outcome.scores, outcome.over, outcome.winners)
    assert outcome.hickeys in (None, tuple(oracle.hickeys))
    if outcome.settlement is not None:
        sides, chips = oracle.sides, outcome.settlement
        assert oracle.settlement == tuple(sum(chips[side::sides]) for side in range(sides))
    assert outcome.next_dealer in (None, oracle.dealer)


def check_side_by_side(deal: WorkedDeal) -> None:
    """Play the deal in both; AssertionError where they differ from each other at any decision or at the end."""
    game, oracle = start_engine(deal), start_oracle(deal)
    for text in deal.actions:
        compare_decision(game, oracle)
        game.apply(parse_token(text, game.sheet))
        apply_to_oracle(oracle, text, deal.lots)
    compare_deal(game, oracle)


def start_engine(deal: WorkedDeal, build: Build = new_game) -> Game:
    """Return the engine's game with the deal on the table."""
    game = build(deal.sheet, deal.dealer)
    stand(game, deal.scores, deal.hickeys)
    game.public.pass_outs = deal.pass_outs
    game.deal(deal.pack, deal.lots)
    return game


def start_oracle(deal: WorkedDeal) -> OracleGame:
    """Return the oracle's game with the deal on the table."""
    oracle = oracle_for(deal.sheet, deal.dealer)
    oracle.scores, oracle.hickeys, oracle.pass_outs_in_a_row = deal.scores, list(deal.hickeys), deal.pass_outs
    oracle.deal([NAMES[card] for card in deal.pack])
    return oracle


def apply_to_oracle(oracle: OracleGame, text: str, lots: Sequence[int]) -> None:
    """Do the action in the oracle, and draw the lots that it then asks for."""
    oracle.apply(text)
    for seat in oracle.needs_forfeit():
        oracle.forfeit(seat, lots[seat])


def _check_stop(stop: Stop | None, at: int, seat: int, legal: Legal, hand: tuple[str, ...]) -> None:
    if stop is None:
        return
    assert stop.seat in (None, seat), f"decision {at} is seat {seat}'s, not {stop.seat}'s"
    assert in_order(legal) == stop.legal, f"decision {at}"
    assert stop.hand in (None, hand), f"decision {at}: seat {seat} sees {' '.join(hand)}"

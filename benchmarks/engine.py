"""Part (a) of `make bench`: decisions per second of the engine, beside OpenSpiel's euchre stepped the same way.

Euchre and Pitch are different games: quote "deal", "no deal" and "observation" together. CPU time; the two alternate
in each round; medians. Without pyspiel (extra `bench`) the peer's columns are empty. "floor" is the least that a game
of `auction` costs in Python (benchmarks.floor): what an engine for every sheet can be measured against; "loop" is what
the loop costs that asks and answers, without any game in it.
"""

from __future__ import annotations

import importlib.util
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from benchmarks import floor
from referee.dealing import deal_next
from referee.engine.actions import PICK, Pick
from referee.engine.cards import cards_of
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.shuffle import pack_order
from referee.variants.catalogue import resolve

FLOOR = "floor (auction)"
LOOP = "loop (no game)"
IDLE = 30  # decisions of a deal without a game
DEALS = 100
KEY = bytes(range(32))


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Decisions per second of CPU time, median over the rounds: with the deal, without it, with an observation each."""

    what: str
    deal: float
    no_deal: float
    observation: float


def pick(offer: Pick, random: Callable[[], float]) -> int:
    """Return a random set of cards that the offer allows: each card with even odds as far as its bounds allow."""
    mask, count = offer.fixed, 0
    for card in cards_of(offer.choose_from):
        if count < offer.least or (count < offer.most and random() < 0.5):
            mask |= 1 << card
            count += 1
    return PICK | mask


def step_deal(game: Game, random: Callable[[], float]) -> int:
    """Play the deal to its end; return the decisions."""
    decisions = 0
    public = game.public
    while public.to_act >= 0:
        legal = game.legal()
        game.apply(pick(legal, random) if isinstance(legal, Pick) else legal[int(random() * len(legal))])
        decisions += 1
    return decisions


def step_deal_observing(game: Game, random: Callable[[], float]) -> int:
    """The same, making at each decision what a turn tells the seat: snapshot, and events since its last turn."""
    decisions = 0
    public = game.public
    seen = [0] * game.tables.seats
    while public.to_act >= 0:
        seat = public.to_act
        _ = (game.view(seat), game.transcript(seat, seen[seat]))
        seen[seat] = len(game.events)
        legal = game.legal()
        game.apply(pick(legal, random) if isinstance(legal, Pick) else legal[int(random() * len(legal))])
        decisions += 1
    return decisions


def engine_round(spec: str, seed: int) -> tuple[float, float, float]:
    """Return decisions per CPU second (deal, no deal, observation) of one round of the sheet."""
    tables = compile_tables(resolve(spec))
    random = Random(seed).random
    game = Game(tables, 0)
    start = time.process_time()
    decisions = 0
    for number in range(DEALS):
        if game.over:
            game = Game(tables, 0)
        deal_next(game, KEY, DEALS * seed + number)
        decisions += step_deal(game, random)
    with_deal = decisions / (time.process_time() - start)
    rates = []
    for step in (step_deal, step_deal_observing):
        games = []
        for number in range(DEALS):
            game = Game(tables, 0)
            deal_next(game, KEY, DEALS * seed + number)
            games.append(game)
        start = time.process_time()
        decisions = sum(step(game, random) for game in games)
        rates.append(decisions / (time.process_time() - start))
    return with_deal, rates[0], rates[1]


def floor_round(seed: int) -> tuple[float, float, float]:
    """Return the same figures of the floor, dealt with the arena's shuffle."""
    pack = compile_tables(resolve("auction")).pack
    random = Random(seed).random
    game = floor.Floor(0)
    start = time.process_time()
    decisions = 0
    for number in range(DEALS):
        if game.over:
            game = floor.Floor(0)
        game.deal(pack_order(KEY, DEALS * seed + number, 0, pack))
        decisions += floor.step_deal(game, random)
    with_deal = decisions / (time.process_time() - start)
    rates = []
    for step in (floor.step_deal, floor.step_deal_observing):
        games = []
        for number in range(DEALS):
            game = floor.Floor(0)
            game.deal(pack_order(KEY, DEALS * seed + number, 0, pack))
            games.append(game)
        start = time.process_time()
        decisions = sum(step(game, random) for game in games)
        rates.append(decisions / (time.process_time() - start))
    return with_deal, rates[0], rates[1]


def loop_round(seed: int) -> tuple[float, float, float]:
    """Return decisions per CPU second of the loop alone, three times the same."""
    random = Random(seed).random
    games = [floor.Idle(IDLE) for _ in range(DEALS)]
    start = time.process_time()
    decisions = sum(floor.step_idle(game, random) for game in games)
    rate = decisions / (time.process_time() - start)
    return rate, rate, rate


def euchre_round(euchre: Any, seed: int) -> tuple[float, float, float]:
    """Return the same figures of OpenSpiel's euchre, observed by information_state_string."""
    random = Random(seed).random

    def deal() -> Any:
        state = euchre.new_initial_state()
        while state.is_chance_node():
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
        return state

    def step(state: Any, *, observe: bool) -> int:
        decisions = 0
        while not state.is_terminal():
            if observe:
                state.information_state_string(state.current_player())
            actions = state.legal_actions()
            state.apply_action(actions[int(random() * len(actions))])
            decisions += 1
        return decisions

    start = time.process_time()
    decisions = sum(step(deal(), observe=False) for _ in range(DEALS))
    with_deal = decisions / (time.process_time() - start)
    rates = []
    for observe in (False, True):
        states = [deal() for _ in range(DEALS)]
        start = time.process_time()
        decisions = sum(step(state, observe=observe) for state in states)
        rates.append(decisions / (time.process_time() - start))
    return with_deal, rates[0], rates[1]


def run(specs: tuple[str, ...], rounds: int) -> list[Speed]:
    """Return the median speeds of each sheet and, where pyspiel is installed, of "pyspiel euchre" first."""
    measured: dict[str, list[tuple[float, float, float]]] = {}
    euchre: Any = None
    if importlib.util.find_spec("pyspiel"):
        import pyspiel

        euchre = pyspiel.load_game("euchre")
    for seed in range(rounds):
        if euchre is not None:
            measured.setdefault("pyspiel euchre", []).append(euchre_round(euchre, seed))
        measured.setdefault(LOOP, []).append(loop_round(seed))
        measured.setdefault(FLOOR, []).append(floor_round(seed))
        for spec in specs:
            measured.setdefault(spec, []).append(engine_round(spec, seed))
    found = []
    for what, speeds in measured.items():
        deal, no_deal, observation = (statistics.median(column) for column in zip(*speeds, strict=True))
        found.append(Speed(what=what, deal=deal, no_deal=no_deal, observation=observation))
    return found

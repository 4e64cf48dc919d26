"""Counts the ways on from a position: in the engine by cloning, in the oracle by playing every way anew."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from hashlib import sha256
from math import comb
from random import Random

from referee.engine.actions import CALL, FOLD, Legal, Pick, house_move
from referee.engine.cards import NAMES
from referee.engine.game import Game
from referee.engine.notation import token
from referee.shuffle import deal_order, pack_order
from tests.catalogue.agreement import oracle_for
from tests.catalogue.tables import lots, new_game
from tests.oracle import OracleGame

KEY = sha256(b"perft").digest()

OracleStart = Callable[[], tuple[OracleGame, list[int]]]  # the oracle's game with its cards dealt, and the lots
Ends = Counter[tuple[tuple[int, ...], tuple[int, ...]]]  # how many ways end in these scores and winners


def answers(legal: Legal) -> int:
    """Return how many answers there are."""
    if isinstance(legal, Pick):
        return sum(comb(legal.choose_from.bit_count(), count) for count in range(legal.least, legal.most + 1))
    return len(legal)


def leaves(game: Game, stop: Callable[[Game], bool]) -> int:
    """Return how many sequences of actions lead to a state at which to stop."""
    if stop(game):
        return 1
    legal = game.legal()
    assert not isinstance(legal, Pick)
    found = 0
    for action in legal:
        following = game.clone()
        following.apply(action)
        found += leaves(following, stop)
    return found


def ends(game: Game) -> Ends:
    """Return in how many ways the deal can come out, by scores and winners."""
    if game.to_act < 0:
        return Counter([(game.scores, game.winners)])
    legal = game.legal()
    assert not isinstance(legal, Pick)
    found: Ends = Counter()
    for action in legal:
        following = game.clone()
        following.apply(action)
        found += ends(following)
    return found


def oracle_ends(start: OracleStart, actions: Sequence[str]) -> Ends:
    """Return the same of the oracle's position that follows the actions."""
    oracle = follow(start, actions)
    if oracle.to_act() is None:
        return Counter([(oracle.scores, oracle.winners)])
    choices = oracle.legal()
    assert isinstance(choices, tuple)
    found: Ends = Counter()
    for text in choices:
        found += oracle_ends(start, [*actions, text])
    return found


def oracle_leaves(start: OracleStart, actions: Sequence[str], stop: Callable[[OracleGame], bool]) -> int:
    """Return how many sequences of actions lead the oracle on to a position at which to stop."""
    oracle = follow(start, actions)
    if stop(oracle):
        return 1
    choices = oracle.legal()
    assert isinstance(choices, tuple)
    return sum(oracle_leaves(start, [*actions, text], stop) for text in choices)


def follow(start: OracleStart, actions: Sequence[str]) -> OracleGame:
    """Return the oracle's position after the actions."""
    oracle, drawn = start()
    for text in actions:
        oracle.apply(text)
        for seat in oracle.needs_forfeit():
            oracle.forfeit(seat, drawn[seat])
    return oracle


def late(spec: str, number: int, left: int) -> tuple[Game, OracleStart, list[str]]:
    """Return a position of deal `number` in which nobody holds more than `left` cards and a lead is due.

    The engine's game, a function that makes the oracle's game with the same cards, and the actions so far. Where a seat
    is up with cards in hand (carthage) it may hold more.
    """
    game = new_game(spec)
    pack, drawn = pack_order(KEY, number, 0, game.tables.pack), lots(game, Random(number))
    game.deal(pack, drawn)
    actions: list[str] = []
    while _most(game) > left or game.view(0)[9]:
        action = _some(game.legal(), number * 100 + len(actions))
        actions.append(token(action, game.ask, game.sheet))
        game.apply(action)

    def start() -> tuple[OracleGame, list[int]]:
        oracle = oracle_for(spec, 0)
        oracle.deal([NAMES[card] for card in pack])
        return oracle, drawn

    return game, start, actions


def _most(game: Game) -> int:
    """Return the most cards that a seat holds which is still to play."""
    view = game.view(0)
    return max(0 if view[20] >> seat & 1 else size for seat, size in enumerate(view[3]))


def _some(legal: Legal, number: int) -> int:
    """Return an action that keeps the deal going: low calls, no folds, no needless throws."""
    if isinstance(legal, Pick):
        return house_move(legal)
    kept = [action for action in legal if action != FOLD]
    if kept[-1] >= CALL:
        kept = kept[:2]
    return kept[deal_order(KEY, "some", number, len(kept))[0]]

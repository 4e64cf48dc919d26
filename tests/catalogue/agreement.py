"""The engine against the independent oracle: every legal set, trick, point, score and thing known must agree.

`python -m tests.catalogue.agreement [--deals N] [SPEC ...]` runs it at length (`make soak`).
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from random import Random

from referee.engine.actions import Ask, Legal, Pick
from referee.engine.cards import NAMES, cards_of
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.notation import token
from referee.engine.points import NOBODY
from referee.engine.sheet import Sheet
from referee.variants.catalogue import resolve, split
from tests.catalogue.starts import Start, from_nothing, near_the_end
from tests.catalogue.tables import TABLES, new_game, random_action, shuffled, stand
from tests.oracle import Offer, OracleGame

VERBS = {Ask.THROW: "throw", Ask.BURN: "burn"}
STARTS = {"from nothing": from_nothing, "near the end": near_the_end}


def oracle_for(spec: str, first_dealer: int) -> OracleGame:
    """Return the oracle's game of the same spec."""
    sheet = resolve(spec)
    options: dict[str, object] = {
        key: int(value) if value.isdecimal() else {"true": True, "false": False}.get(value, value)
        for key, value in split(spec)[1].items()
        if key not in ("seats", "sides")
    }
    return OracleGame(sheet.id, seats=sheet.seats, sides=sheet.sides, options=options, first_dealer=first_dealer)


def names(mask: int) -> tuple[str, ...]:
    """Return the names of a set of cards in code order."""
    return tuple(NAMES[card] for card in cards_of(mask))


def offered(legal: Legal, ask: int, sheet: Sheet) -> tuple[str, ...] | Offer:
    """Return the engine's legal set in the oracle's terms."""
    if isinstance(legal, Pick):
        return Offer(VERBS[Ask(ask)], names(legal.fixed), names(legal.choose_from), legal.least, legal.most)
    return tuple(token(action, ask, sheet) for action in legal)


def known(game: Game, seat: int) -> dict[str, str]:
    """Return where the seat knows cards to be, from the engine's transcript of the current deal alone."""
    places: dict[str, str] = {}
    said = {
        EventKind.PLAY: "played",
        EventKind.BURN: "burned",
        EventKind.THROW: "thrown",
        EventKind.OWN_THROW: "thrown",
    }
    said |= {EventKind.OWN_ASIDE: "aside", EventKind.HAND: "hand", EventKind.OWN_DRAW: "hand"}
    for kind, _, _, cards, _ in game.transcript(seat):
        if kind == EventKind.DEAL:
            places.clear()
        elif place := said.get(EventKind(kind)):
            places |= dict.fromkeys(names(cards), place)
    return places


def compare_decision(game: Game, oracle: OracleGame) -> None:
    """Assert that both ask the same of the same seat, and that every seat knows the same."""
    assert game.to_act == oracle.to_act()
    assert offered(game.legal(), game.ask, game.sheet) == oracle.legal()
    for seat in range(game.tables.seats):
        places = oracle.known(seat)  # in code order
        assert known(game, seat) == places, f"seat {seat} knows"
        assert names(game.view(seat)[2]) == tuple(card for card, place in places.items() if place == "hand")


def tricks_of(game: Game) -> list[tuple[tuple[tuple[int, str], ...], int]]:
    """Return the tricks of the last deal from the event log: who played what, and who won."""
    tricks: list[tuple[tuple[tuple[int, str], ...], int]] = []
    trick: list[tuple[int, str]] = []
    for kind, seat, _, cards, _ in game.events:
        if kind == EventKind.DEAL:
            tricks, trick = [], []
        elif kind == EventKind.PLAY:
            trick.append((seat, names(cards)[0]))
        elif kind == EventKind.TRICK:
            tricks.append((tuple(trick), seat))
            trick = []
    return tricks


def compare_deal(game: Game, oracle: OracleGame) -> None:
    """Assert that the finished deal came out the same."""
    ours, theirs = game.results[-1], oracle.results[-1]
    pitching = game.sheet.side_of(ours.pitcher)
    points = {}
    for rule, side in zip(game.sheet.points, ours.points, strict=True):
        points[rule.name] = None if side == NOBODY else side
    # After a fold the oracle also says what the pitching side had won; it scores none of it.
    said = {k: None if theirs.folded and v == pitching else v for k, v in theirs.points.items()}
    assert points == said
    contract = token(ours.contract, Ask.CALL, game.sheet)
    assert (contract, ours.pitcher, ours.made, ours.folded, ours.scores) == (
        theirs.contract,
        theirs.pitcher,
        theirs.made,
        theirs.folded,
        theirs.scores,
    )
    assert tricks_of(game) == list(theirs.tricks)
    assert game.winners == oracle.winners
    assert game.over == oracle.over
    if game.settlement is None or oracle.settlement is None:
        assert game.settlement is oracle.settlement
    else:
        assert (
            tuple(sum(game.settlement[s :: game.tables.sides]) for s in range(game.tables.sides)) == oracle.settlement
        )


def compare(
    spec: str,
    *,
    deals: int,
    seed: int,
    start: Callable[[str, Random], Start] = from_nothing,
    build: Callable[[str, int], Game] = new_game,
) -> int:
    """Play random games of the spec in both; return the deals played. AssertionError at the first difference.

    `start` says where each game starts, `build` makes the engine's game of a spec with its first dealer.
    """
    chance, played = Random(seed), 0
    while played < deals:
        at = start(spec, chance)
        game, oracle = build(at.spec, at.dealer), oracle_for(at.spec, at.dealer)
        stand(game, at.scores, at.sets)
        oracle.scores, oracle.hickeys = at.scores, list(at.sets)
        while not game.over:
            if game.needs_deal:
                assert oracle.needs_deal()
                game.events.clear()
                pack = shuffled(game, chance)
                game.deal(pack)
                oracle.deal([NAMES[card] for card in pack])
            played += play_deal(game, oracle, chance)
    return played


def play_deal(game: Game, oracle: OracleGame, chance: Random) -> int:
    """Play the deal on the table at random in both; return 1."""
    while game.to_act >= 0:
        compare_decision(game, oracle)
        action = random_action(game.legal(), chance)
        text = token(action, game.ask, game.sheet)
        game.apply(action)
        oracle.apply(text)
    compare_deal(game, oracle)
    return 1


def main() -> None:
    """Compare at length and say what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", default=list(TABLES))
    parser.add_argument("--deals", type=int, default=2000, help="random deals a table")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for spec in options.specs:
        for name, start in STARTS.items():
            deals = compare(spec, deals=options.deals, seed=options.seed, start=start)
            print(f"{spec}: {deals} deals {name} agree", flush=True)


if __name__ == "__main__":
    main()

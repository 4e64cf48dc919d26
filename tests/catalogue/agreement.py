"""The engine against the independent oracle: every legal set, trick, point, score and thing known must agree.

`python -m tests.catalogue.agreement [--deals N] [SPEC ...]` runs it at length (`make soak`).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from random import Random

from referee.engine.actions import MISDEAL, Ask, Legal, Pick
from referee.engine.cards import NAMES, cards_of
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.notation import token
from referee.engine.points import NOBODY
from referee.engine.sheet import Sheet
from referee.variants.catalogue import resolve, split
from tests.catalogue.luck import EVERYDAY, POOR_HANDS, Luck
from tests.catalogue.starts import Start, from_nothing, near_the_end
from tests.catalogue.tables import TABLES, lots, new_game, stand
from tests.oracle import Offer, OracleGame

VERBS = {Ask.THROW: "throw", Ask.BURN: "burn", Ask.KEEP: "keep", Ask.SEARCH: "search"}
SAID = {
    EventKind.PLAY: "played",
    EventKind.BURN: "burned",
    EventKind.THROW: "thrown",
    EventKind.OWN_THROW: "thrown",
    EventKind.OWN_ASIDE: "aside",
    EventKind.HAND: "hand",
    EventKind.OWN_DRAW: "hand",
    EventKind.OWN_FORFEIT: "forfeited",
    EventKind.SHOW: "shown",
}
KINDS = {
    "from nothing": (from_nothing, EVERYDAY, 0.45),
    "near the end": (near_the_end, EVERYDAY, 0.45),
    "of poor hands": (near_the_end, POOR_HANDS, 0.1),
}  # where games start, what is dealt and chosen, the part of the deals


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


def in_order(choices: tuple[str, ...] | Offer) -> tuple[str, ...] | Offer:
    """Return the choices in one order: that of the engine's codes is not the oracle's for looking and for a misdeal."""
    return choices if isinstance(choices, Offer) else tuple(sorted(choices))


def known(game: Game, seat: int) -> dict[str, str]:
    """Return where the seat knows cards to be, from the engine's transcript of the current deal alone."""
    places: dict[str, str] = {}
    pitcher, offer = -1, ""
    for kind, who, value, cards, _ in game.transcript(seat):
        said = names(cards)
        if kind == EventKind.DEAL:
            places.clear()
            pitcher = -1
        elif kind == EventKind.CONTRACT:
            pitcher = who
        elif kind == EventKind.SEARCH:
            # In the thrown cards a seat knows more than where they lie: who may have taken them is another matter.
            places |= dict.fromkeys(said, "thrown" if value else "stock")
        elif kind == EventKind.OFFER:
            (offer,) = said
            places[offer] = "forfeited"
        elif kind == EventKind.TAKE_OR_LEAVE:
            if value and seat == pitcher:
                places[offer] = "hand"
            elif value and who == seat:
                places |= {card: "taken" for card, place in places.items() if place == "forfeited"}
        elif place := SAID.get(EventKind(kind)):
            places |= dict.fromkeys(said, place)
    return {card: places[card] for card in sorted(places, key=NAMES.index)}


def compare_decision(game: Game, oracle: OracleGame) -> None:
    """Assert that both ask the same of the same seat, and that every seat knows the same."""
    assert game.to_act == oracle.to_act()
    assert in_order(offered(game.legal(), game.ask, game.sheet)) == in_order(oracle.legal())
    for seat in range(game.tables.seats):
        places = oracle.known(seat)  # in code order
        assert known(game, seat) == places, f"seat {seat} knows"
        assert names(game.view(seat)[2]) == tuple(card for card, place in places.items() if place == "hand")


def compare_known_at_the_end(game: Game, oracle: OracleGame) -> None:
    """Assert that every seat knows the same when the deal is over (hands may be shown)."""
    for seat in range(game.tables.seats):
        places = known(game, seat)
        if game.results[-1].pitcher < 0:  # of his own cards, shown now, the oracle still says that he holds them
            places |= dict.fromkeys(names(game.view(seat)[2]), "hand")
        assert places == oracle.known(seat), f"seat {seat} knows at the end"


def tricks_of(game: Game) -> list[tuple[tuple[tuple[int, str], ...], int]]:
    """Return the tricks of the last deal from the event log: who played what, and who won."""
    tricks: list[tuple[tuple[tuple[int, str], ...], int]] = []
    trick: list[tuple[int, str]] = []
    for kind, seat, _, cards, _ in game.events:
        if kind == EventKind.DEAL:
            tricks, trick = [], []
        elif kind == EventKind.PLAY:
            trick.append((seat, names(cards)[0]))
        elif kind in (EventKind.TRICK, EventKind.DEAD_TRICK):
            tricks.append((tuple(trick), seat if kind == EventKind.TRICK else -1))
            trick = []
    return tricks


def compare_deal(game: Game, oracle: OracleGame) -> None:
    """Assert that the finished deal came out the same."""
    ours, theirs = game.results[-1], oracle.results[-1]
    pitched = ours.pitcher >= 0
    pitching = game.sheet.side_of(ours.pitcher) if pitched else None
    points = {}
    for rule, group in zip(game.sheet.points, ours.points, strict=True):
        points[rule.name] = None if group == NOBODY else group
    # After a fold the oracle also says what the pitching side had won; it scores none of it.
    said = {k: None if theirs.folded and v == pitching else v for k, v in theirs.points.items()}
    assert points == said
    assert (ours.contract == MISDEAL) == theirs.misdeal
    contract = token(ours.contract, Ask.CALL, game.sheet) if pitched else None
    pitcher, made = (ours.pitcher, ours.made) if pitched else (None, None)
    assert (contract, pitcher, made, ours.folded, ours.scores) == (
        theirs.contract,
        theirs.pitcher,
        theirs.made,
        theirs.folded,
        theirs.scores,
    )
    if theirs.partner is not None:
        assert ours.partner == theirs.partner
    else:
        assert ours.partner in (-1, ours.pitcher)
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
    luck: Luck = EVERYDAY,
) -> int:
    """Play random games of the spec in both; return the deals played. AssertionError at the first difference.

    `start` says where each game starts, `build` makes the engine's game of a spec with its first dealer, `luck` says
    what is dealt and chosen.
    """
    chance, played = Random(seed), 0
    while played < deals:
        at = start(spec, chance)
        game, oracle = build(at.spec, at.dealer), oracle_for(at.spec, at.dealer)
        stand(game, at.scores, at.sets)
        oracle.scores, oracle.hickeys = at.scores, list(at.sets)
        drawn: list[int] = []
        while not game.over:
            if game.needs_deal:
                assert oracle.needs_deal()
                game.events.clear()
                pack = luck.pack(game, chance)
                drawn = lots(game, chance)
                game.deal(pack, drawn)
                oracle.deal([NAMES[card] for card in pack])
            played += play_deal(game, oracle, chance, drawn, luck)
    return played


def play_deal(game: Game, oracle: OracleGame, chance: Random, drawn: Sequence[int], luck: Luck) -> int:
    """Play the deal on the table at random in both, with the lots drawn for it; return 1."""
    while game.to_act >= 0:
        compare_decision(game, oracle)
        action = luck.action(game.legal(), chance)
        text = token(action, game.ask, game.sheet)
        game.apply(action)
        oracle.apply(text)
        for seat in oracle.needs_forfeit():
            oracle.forfeit(seat, drawn[seat])
    compare_deal(game, oracle)
    compare_known_at_the_end(game, oracle)
    return 1


def main() -> None:
    """Compare at length and say what was compared."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("specs", nargs="*", default=list(TABLES))
    parser.add_argument("--deals", type=int, default=2000, help="random deals a table, of every kind of start together")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--jobs", type=int, default=1, help="processes that compare; what is dealt does not depend on it"
    )
    options = parser.parse_args()
    with ProcessPoolExecutor(options.jobs) as pool:
        agreed = pool.map(partial(agree_on, deals=options.deals, seed=options.seed), options.specs)
        for spec, counts in zip(options.specs, agreed, strict=True):
            said = ", ".join(f"{count} {kind}" for kind, count in counts.items())
            print(f"{spec}: {sum(counts.values())} deals agree ({said})", flush=True)


def agree_on(spec: str, *, deals: int, seed: int) -> dict[str, int]:
    """Compare so many deals of a table, or a few more; return how many of each kind of start there were."""
    return {
        kind: compare(spec, deals=math.ceil(part * deals), seed=seed, start=start, luck=luck)
        for kind, (start, luck, part) in KINDS.items()
    }


if __name__ == "__main__":
    main()

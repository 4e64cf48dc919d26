"""What holds in every game of every table, tried on random games (DESIGN section 9, RULES section 6)."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given

from referee.engine.actions import (
    ASK_LOOK,
    ASK_SEARCH,
    DECLARE,
    DECLARE_TWO,
    DOUBLED,
    PICK,
    SPECIAL,
    Pick,
    allows,
    call_kind,
    call_value,
    house_move,
)  # fmt: skip
from referee.engine.cards import LOW_JOKER, TEN, mask_of, pips, rank_mask
from referee.engine.errors import IllegalAction, InvariantViolation
from referee.engine.events import Event, EventKind
from referee.engine.game import Game
from referee.engine.kinds import Burned, Follow, Looking, MadeScores, SetScores
from referee.engine.phases.score import DealResult
from referee.engine.points import NOBODY, CardPoint, GameTie, High, JokerPips, LastTrick, Low, Of, Tens
from referee.engine.points import Game as GamePoint
from referee.engine.steps import Search, TakeStock, Widow
from referee.engine.tables import TrumpTable
from referee.variants.catalogue import resolve
from tests.catalogue.observing import DISTINCT, SCORED, SEEDS, events_by_deal, examples, played, snapshot, walk
from tests.catalogue.starts import with_given
from tests.catalogue.tables import lots, new_game, play_out, random_action, shuffled

EVERY_TABLE = pytest.mark.parametrize("spec", DISTINCT)


def count(mask: int) -> int:
    return mask.bit_count()


# ---- Cards


def hands_of(game: Game) -> list[int]:
    """Return the cards in hand by seat, seen or not."""
    looked = game.public.looked if game.sheet.looking is not Looking.AT_ONCE else -1
    return [
        game.view(seat)[2] if looked >> seat & 1 else mask_of(game.hidden.hands[seat])
        for seat in range(game.tables.seats)
    ]


def check_cards(game: Game) -> None:
    """Hands, trick, piles, stock and what lies out of play make the pack, each card once."""
    seats = range(game.tables.seats)
    views = [game.view(seat) for seat in seats]
    _, _, _, sizes, _, _, _, _, _, trick, _, taken, _, _, left, *_ = views[0]
    hands = hands_of(game)
    stock = mask_of(game.hidden.stock[game.hidden.drawn :])
    assert count(stock) == left
    out = 0
    for view in views:
        out |= view[12]
    if any(isinstance(step, Search) for step in game.sheet.exchange):
        # Who searches has seen what lies there; and who threw a card cannot know that it was taken up again. What is
        # taken in a search is of the stock until it is finished.
        stock &= ~sum(hands)
        out &= ~(stock | sum(hands) | sum(taken) | mask_of(trick))
    piles = [*hands, *taken, out, stock, mask_of(trick)]
    together = 0
    for pile in piles:
        together |= pile
    assert sum(map(count, piles)) == len(game.tables.pack)
    assert together == mask_of(game.tables.pack)
    searching = game.to_act if game.ask == ASK_SEARCH else -1  # he counts what he took when he is done
    for seat, hand, size in zip(seats, hands, sizes, strict=True):
        assert count(hand) == size or (seat == searching and count(hand) > size)


@EVERY_TABLE
@given(seed=SEEDS)
@examples(3)
def test_cards_are_conserved_at_each_step(spec: str, seed: int) -> None:
    game = new_game(spec)
    for game, _, _ in walk(spec, seed, deals=2):
        check_cards(game)
    check_cards(game)


# ---- Whose turn it is and what he may do


@EVERY_TABLE
@given(seed=SEEDS)
@examples(3)
def test_exactly_one_seat_is_to_act_and_something_is_legal(spec: str, seed: int) -> None:
    for game, _, _ in walk(spec, seed, deals=2):
        assert 0 <= game.to_act < game.tables.seats
        assert not game.needs_deal and not game.over
        legal, hand = game.legal(), game.view(game.to_act)[2]
        assert allows(legal, house_move(legal))
        if isinstance(legal, Pick):
            assert legal.fixed & legal.choose_from == 0
            seen = game.private[game.to_act].offered if game.ask == ASK_SEARCH else hand
            assert (legal.fixed | legal.choose_from) & ~seen == 0
            assert 0 <= legal.least <= legal.most <= count(legal.choose_from)
        else:
            assert len(legal) > 0
            assert list(legal) == sorted(set(legal))
            assert all(hand >> action & 1 for action in legal if action < 54)
            assert not hand or game.ask != ASK_LOOK


@EVERY_TABLE
@given(seed=SEEDS)
@examples(1)
def test_between_deals_nobody_is_to_act(spec: str, seed: int) -> None:
    game = new_game(spec)
    with pytest.raises(IllegalAction):
        game.apply(64)
    for game, _, (pack, drawn) in walk(spec, seed, deals=1):
        with pytest.raises(InvariantViolation):
            game.deal(pack, drawn)
    assert (game.to_act, game.over, game.needs_deal) == (-1, True, False)
    with pytest.raises(InvariantViolation):
        game.legal()
    for action in (0, 64, 260, PICK):
        with pytest.raises(IllegalAction):
            game.apply(action)


@pytest.mark.parametrize("spec", SCORED)
@given(seed=SEEDS)
@examples(2)
def test_every_game_ends(spec: str, seed: int) -> None:
    game = new_game(with_given(spec, max_deals=9))
    play_out(game, Random(seed))
    assert 1 <= len(game.results) <= 9
    assert game.winners and set(game.winners) <= set(range(game.tables.sides))
    results = [event for event in game.events if event[0] == EventKind.RESULT]
    assert [event[1] for event in results] == list(range(game.tables.sides))
    assert {event[1] for event in results if event[2]} == set(game.winners)
    assert {event[2] for event in results if event[2]} == {2 if len(game.winners) > 1 else 1}


# ---- Refusals


def garbage(chance: Random, hand: int) -> list[int]:
    """Return ints of every kind: all codes and more, sets of all sizes, too large, negative."""
    sets = [0, hand, hand & -hand, chance.getrandbits(54), hand & chance.getrandbits(54), PICK - 1]
    return [
        *range(-70, 340),
        *(PICK | cards for cards in sets),
        *(2 * PICK | cards for cards in sets),
        *(-PICK | cards for cards in sets),
        *(-(PICK | cards) for cards in sets),
        *(10**30, -(10**30), 2**63, 2**64 + 5),
    ]


@EVERY_TABLE
@given(seed=SEEDS)
@examples(1)
def test_a_refusal_changes_nothing(spec: str, seed: int) -> None:
    chance, asked = Random(seed), set[int]()
    for game, _, _ in walk(spec, seed, deals=1):
        if game.ask in asked and chance.random() > 0.05:
            continue
        asked.add(game.ask)
        before, legal = snapshot(game), game.legal()
        refused = 0
        for action in garbage(chance, game.view(game.to_act)[2]):
            if not allows(legal, action):
                with pytest.raises(IllegalAction):
                    game.apply(action)
                refused += 1
        assert refused > 100
        assert snapshot(game) == before
        assert game.legal() == legal


@EVERY_TABLE
@given(seed=SEEDS)
@examples(1)
def test_a_refused_pack_changes_nothing(spec: str, seed: int) -> None:
    chance = Random(seed)
    game = new_game(spec)
    pack, drawn = shuffled(game, chance), lots(game, chance)
    before = snapshot(game)
    for wrong in ([], pack[1:], [*pack, pack[0]], [pack[0], *pack[:-1]], [*pack[1:], 54], [*pack[1:], -1]):
        with pytest.raises(InvariantViolation):
            game.deal(wrong, drawn)
    if drawn:
        for unlike in ([], drawn[1:], [*drawn, 0], [-1, *drawn[1:]], [*drawn[1:], game.sheet.hand_size]):
            with pytest.raises(InvariantViolation, match="lots"):
                game.deal(pack, unlike)
    assert snapshot(game) == before
    game.deal(pack, drawn)


# ---- Points


Deal = tuple[DealResult, list[Event], tuple[int, ...]]  # how it came out, what happened, the scores before it


def deals_of(game: Game) -> Iterator[Deal]:
    """Yield the deals of a game."""
    before = (0,) * game.tables.sides
    for result, events in zip(game.results, events_by_deal(game), strict=True):
        yield result, events, before
        before = result.scores


def group_of(game: Game, result: DealResult, seat: int) -> int:
    """Return the seat's group in the deal: its side, or where a partner is called 0 with the pitcher and 1 without."""
    if game.tables.calls_partner:
        return 0 if seat in (result.pitcher, result.partner) else 1
    return game.sheet.side_of(seat)


@pytest.mark.parametrize("spec", SCORED)
@given(seed=SEEDS)
@examples(2)
def test_points_add_up(spec: str, seed: int) -> None:
    """What the groups took and what fell to nobody is the sheet's total; scores follow from it, none twice."""
    game = played(spec, seed, deals=3)
    rules = game.sheet.points
    for result, events, before in deals_of(game):
        told = {value: seat for kind, seat, value, *_ in events if kind == EventKind.POINT}
        if result.pitcher < 0:
            assert not told and set(result.points) == {NOBODY} and result.scores == before
            continue
        owners = [group_of(game, result, told[index]) if index in told else NOBODY for index in range(len(rules))]
        assert owners == list(result.points)
        groups = 2 if game.tables.calls_partner else game.tables.sides
        taken = [0] * (groups + 1)  # the last: what fell to nobody
        for rule, owner in zip(rules, result.points, strict=True):
            taken[owner] += rule.worth
        assert sum(taken) == game.sheet.total_points
        assert not (result.folded and (result.made or taken[game.sheet.side_of(result.pitcher)]))
        check_scores(game, result, before, taken)


def check_scores(game: Game, result: DealResult, before: tuple[int, ...], taken: list[int]) -> None:
    """Assert what follows for the scores: of the others what they took, of the pitcher what the call is worth."""
    sheet, pitching = game.sheet, game.sheet.side_of(result.pitcher)
    for side, score in enumerate(result.scores):
        if group_of(game, result, side) != group_of(game, result, pitching):
            withheld = sum(
                rule.worth
                for rule, owner in zip(sheet.points, result.points, strict=True)
                if result.made and owner == side and rule.name in sheet.only_when_set
            )
            assert score == before[side] + taken[group_of(game, result, side)] - withheld
    took, call = taken[group_of(game, result, pitching)], result.contract
    if call_kind(call) >= SPECIAL:
        return
    assert result.made == (took >= call_value(call) and not result.folded)
    doubled = call_kind(call) == DOUBLED
    for side in {pitching, result.partner if result.partner >= 0 else pitching}:
        gained = result.scores[side] - before[side]
        if doubled:
            assert gained == (2 if result.made else -2) * call_value(call)
        elif result.made and sheet.made_scores is MadeScores.TAKEN:
            assert gained == took
        elif result.made:
            assert gained == call_value(call) + (took == call_value(call))
        elif sheet.set_scores is SetScores.MINUS_CALL and sheet.floor is None:
            assert gained == -call_value(call)
        else:
            assert gained <= 0 and result.scores[side] >= (sheet.floor if sheet.floor is not None else -99)


def tricks_won(game: Game, result: DealResult, events: list[Event]) -> tuple[list[int], bool]:
    """Return the cards won by each group, and whether somebody won the last trick."""
    won, trick, alive = [0] * (2 if game.tables.calls_partner else game.tables.sides), 0, False
    for kind, seat, _, cards, _ in events:
        if kind == EventKind.PLAY:
            trick |= cards
        elif kind in (EventKind.TRICK, EventKind.DEAD_TRICK):
            alive = kind == EventKind.TRICK
            if alive:
                won[group_of(game, result, seat)] |= trick
            trick = 0
    return won, alive


def table_of(game: Game, events: list[Event]) -> TrumpTable:
    (action,) = [value for kind, _, value, *_ in events if kind == EventKind.TRUMP]
    return game.tables.trumps[action - (DECLARE_TWO if action >= DECLARE_TWO else DECLARE)]


def tied(counts: list[int]) -> bool:
    return counts.count(max(counts)) > 1


@pytest.mark.parametrize("spec", SCORED)
@given(seed=SEEDS)
@examples(2)
def test_a_point_is_nobodys_only_if_nobody_won_it(spec: str, seed: int) -> None:
    """Its card was not played (nor burned for the others), or the most of something is tied."""
    game = played(spec, seed, deals=3)
    for result, events, _ in deals_of(game):
        if result.folded or result.pitcher < 0:
            continue
        table, (won, alive) = table_of(game, events), tricks_won(game, result, events)
        counted = sum(won)
        if game.sheet.burned is Burned.OTHERS:
            counted |= sum(cards for kind, _, _, cards, _ in events if kind == EventKind.BURN)
        for rule, owner in zip(game.sheet.points, result.points, strict=True):
            named = table.sub_named if rule.of is Of.SUB_TRUMP else table.named
            if isinstance(rule, CardPoint):
                nobodys = not counted >> named[rule.card] & 1
            elif isinstance(rule, High | Low):
                order = table.sub_order if rule.of is Of.SUB_TRUMP else table.order
                nobodys = not sum(won) & mask_of(order)
            elif isinstance(rule, LastTrick):
                nobodys = not alive
            elif isinstance(rule, Tens):
                tens = [(cards & rank_mask(TEN)).bit_count() for cards in won]
                nobodys = tied(tens) or not any(tens)
            else:
                assert isinstance(rule, GamePoint)
                jokers = [(cards >> LOW_JOKER).bit_count() for cards in won]
                half = rule.joker_pips is JokerPips.HALF
                halves = [2 * pips(cards) + half * jokers[group] for group, cards in enumerate(won)]
                most = [jokers[group] for group, count in enumerate(halves) if count == max(halves)]
                nobodys = tied(halves) and (rule.tie is GameTie.NOBODY or tied(most))
            assert (owner == NOBODY) == nobodys, rule.name


WHOLE_PACK = [
    spec
    for spec in DISTINCT
    if any(isinstance(step, TakeStock | Widow) for step in resolve(spec).exchange)
    and resolve(spec).follow is not Follow.TRUMP_LED_ONLY
]


@pytest.mark.parametrize("spec", WHOLE_PACK)
@given(seed=SEEDS)
@examples(3)
def test_every_trump_is_played_or_burned_where_the_whole_stock_comes_into_hands(spec: str, seed: int) -> None:
    game = played(spec, seed, deals=3)
    for result, events, _ in deals_of(game):
        if result.pitcher >= 0:
            seen = 0
            for kind, _, _, cards, _ in events:
                seen |= cards if kind in (EventKind.PLAY, EventKind.BURN) else 0
            assert seen & (trumps := table_of(game, events).mask) == trumps


# ---- Clones


@EVERY_TABLE
@given(seed=SEEDS)
@examples(2)
def test_a_clone_is_independent_and_goes_the_same_way(spec: str, seed: int) -> None:
    chance, asked = Random(seed), set[int]()
    for game, _, _ in walk(spec, seed, deals=2):
        if game.ask in asked and chance.random() > 0.05:
            continue
        asked.add(game.ask)
        one, two, before = game.clone(), game.clone(), snapshot(game)
        assert snapshot(one)[:-4] == before[:-4]  # the log and the results of a clone start empty
        assert (one.events, one.results) == ([], [])
        way = Random(chance.random())
        while one.to_act >= 0:
            assert one.legal() == two.legal()
            action = random_action(one.legal(), way)
            one.apply(action)
            two.apply(action)
        assert snapshot(one) == snapshot(two)
        assert snapshot(game) == before
        assert one.events

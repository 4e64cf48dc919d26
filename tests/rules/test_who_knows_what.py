"""Section 6, who knows what: public, private to one seat, known to nobody."""

from __future__ import annotations

import pytest

from referee.engine.cards import card_names
from referee.engine.events import Event, EventKind
from referee.engine.game import Game
from referee.engine.kinds import Looking
from tests.catalogue.tables import TABLES
from tests.rules.positions import TEN_HANDS, TEN_STOCK, asked, finish, gone, hand, play, seen, snapshot, start

CONTWAY = {0: "AH 2H 3C 4C 5C 6C", 1: "KH JD 3D 4D 5D 6D", 2: "3H HJ 3S 4S 5S 6S", 3: "4H JH 7S 8S 9S TS"}
CONTWAY_STOCK = "7C 8C 9C 7D 8D 9D"


def ten_point(widow: str) -> Game:
    return play(start("ten-point", TEN_HANDS, TEN_STOCK), f"4 pass pass pass trump:H {widow}")


def knows(game: Game, seat: int) -> set[str]:
    """Return every card that an event shown to the seat names."""
    return {name for event in game.transcript(seat) for name in card_names(event[3]).split()}


# ---- Public


def test_calls_trump_tricks_points_and_scores_are_public() -> None:
    game = finish(play(start("auction[seats=3]"), "2 pass pass"))
    public = {
        *(EventKind.DEAL, EventKind.CALL, EventKind.CONTRACT, EventKind.TRUMP, EventKind.PLAY, EventKind.TRICK),
        *(EventKind.POINT, EventKind.SCORED, EventKind.SCORE),
    }
    logs = [[event for event in game.transcript(seat) if event[0] in public] for seat in range(3)]
    assert logs[0] == logs[1] == logs[2]
    assert {event[0] for event in logs[0]} == public
    assert len(seen(game, 2, EventKind.PLAY)) == 18


def test_numbers_drawn_and_the_size_of_the_widow_are_public() -> None:
    game = ten_point("hand-on")
    for seat in range(4):
        assert [event[1:] for event in seen(game, seat, EventKind.DRAW)] == [(0, 5, ""), (1, 5, ""), (2, 1, "")]
        assert [event[1:] for event in seen(game, seat, EventKind.WIDOW)] == [(2, 7, "")]


def test_burns_are_public() -> None:
    game = play(ten_point("hand-on"), "burn:4H,5H")
    for seat in range(4):
        assert [event[1:] for event in seen(game, seat, EventKind.BURN)] == [(2, 2, "4H 5H")]
        assert {"4H", "5H"} <= set(gone(game, seat).split())


def test_face_up_throws_are_public() -> None:
    game = ten_point("hand-on")
    for seat in range(4):
        thrown = {name for *_, cards in seen(game, seat, EventKind.THROW) for name in cards.split()}
        assert len(thrown) == 8 + 8 + 4 + 3
        assert thrown <= set(gone(game, seat).split())


@pytest.mark.parametrize(("answer", "value"), [("play-on", 0), ("fold", 1)])
def test_a_fold_is_public_and_shows_no_hand(answer: str, value: int) -> None:
    game = play(start("contway", CONTWAY), "2 pass pass pass trump:H throw: throw: throw: throw: 2H KH 3H 4H")
    before = [knows(game, seat) for seat in range(4)]
    assert asked(game) == (0, "play-on fold")
    play(game, answer)
    for seat in range(4):
        assert [event[1:] for event in seen(game, seat, EventKind.FOLD)] == [(0, value, "")]
    assert [knows(game, seat) for seat in range(4)] == before


# ---- Private to one seat


def test_a_hand_is_its_owners() -> None:
    game = start("contway", CONTWAY)
    for seat in range(4):
        assert knows(game, seat) == set(hand(game, seat).split()) == set(CONTWAY[seat].split())


@pytest.mark.parametrize("spec", ["contway", "partnership-draw"])
def test_face_down_throws_and_draws_are_their_owners(spec: str) -> None:
    hands = {0: "AH 2C 3C 4C 5C 6C", 1: "KH 2D 3D 4D 5D 6D"}
    game = play(start(spec, hands, CONTWAY_STOCK), "2 pass pass pass trump:H throw:3C,5C throw:2D")
    assert [event[1:] for event in seen(game, 0, EventKind.OWN_THROW)] == [(0, 2, "3C 5C")]
    assert [event[1:] for event in seen(game, 0, EventKind.OWN_DRAW)] == [(0, 2, "7C 8C")]
    assert gone(game, 0) == "3C 5C"
    assert gone(game, 1) == "2D"
    for seat in (1, 2, 3):
        assert not knows(game, seat) & {"3C", "5C", "7C", "8C"}


def test_plain_cards_laid_aside_are_their_owners_their_number_is_public() -> None:
    game = ten_point("keep-widow")
    for seat in range(4):
        counts = [event[1:] for event in seen(game, seat, EventKind.ASIDE)]
        assert counts == [(0, 5 + 4, ""), (1, 5, ""), (2, 1, "")]
    assert [cards for *_, cards in seen(game, 1, EventKind.OWN_ASIDE)] == ["7S 8S 9S TS JS"]
    assert not seen(game, 3, EventKind.OWN_ASIDE)
    for seat in (0, 2, 3):
        assert not knows(game, seat) & {"7S", "8S", "9S", "TS", "JS"}


@pytest.mark.parametrize(("choice", "owner"), [("keep-widow", 0), ("hand-on", 2)])
def test_the_widow_is_seen_by_who_gets_it(choice: str, owner: int) -> None:
    """Handed on unseen: not even the pitcher sees it."""
    widow = {"KS", "AS", "QC", "KC", "JD", "LJ", "HJ"}
    game = ten_point(choice)
    for seat in range(4):
        assert knows(game, seat) & widow == (widow if seat == owner else set())


# ---- Known to nobody


@pytest.mark.parametrize("spec", TABLES)
def test_undealt_cards_are_known_to_nobody(spec: str) -> None:
    game = finish(start(spec))
    game.deal(game.tables.pack, same_lots(game))  # in code order
    finish(game)
    this_deal = game.tables.seats * game.sheet.hand_size
    drawn = sum(value for kind, _, value, *_ in dealt_events(game) if kind in (EventKind.DRAW, EventKind.WIDOW))
    unknown = {card_names(1 << card) for card in game.tables.pack[this_deal + drawn :]}
    for seat in range(game.tables.seats):
        known = {
            name
            for *_, cards, audience in dealt_events(game)
            if audience >> seat & 1
            for name in card_names(cards).split()
        }
        searched = {name for event in seen(game, seat, EventKind.SEARCH) for name in event[3].split()}
        assert not (known - searched) & unknown


def same_lots(game: Game) -> list[int]:
    """Return the first card of each hand as its lot, where cards are forfeited."""
    return [0] * game.tables.seats if game.tables.forfeits else []


def dealt_events(game: Game) -> list[Event]:
    """Return the events of the last deal."""
    first = max(place for place, event in enumerate(game.events) if event[0] == EventKind.DEAL)
    return game.events[first:]


@pytest.mark.parametrize("spec", TABLES)
def test_no_card_is_known_before_the_deal_or_stays_from_the_last_one(spec: str) -> None:
    game = finish(start(spec))
    up = snapshot(game, 0)["up"]  # cards that are out of play (carthage)
    assert all(hand(game, seat) == "" or game.results[-1].folded or up >> seat & 1 for seat in range(game.tables.seats))
    game.deal(game.tables.pack, same_lots(game))
    dealt = game.sheet.hand_size if game.sheet.looking is Looking.AT_ONCE else 0
    for seat in range(game.tables.seats):
        assert len(hand(game, seat).split()) == dealt
        assert gone(game, seat) == ""

"""The helpers for ambitious bots: memory, worlds, rough points."""

from __future__ import annotations

import random

import pytest

from pitch_bot import SUITS, Event, EventKind, Game, Memory, Suit, Turn, Worlds, card, cards, places, rough_points
from pitch_bot.estimate import points_lost
from pitch_bot.sheet import Sheet
from tests.bots import messages


def event(kind: EventKind, seat: int = 0, value: int = 0, held: str = "") -> Event:
    return Event(kind, seat, value, cards(messages.codes(held)))


def remembered(*events: Event, game: Game | None = None) -> Memory:
    memory = Memory(game or Game(messages.start()))
    for each in (event(EventKind.DEAL), *events):
        memory.note(each)
    return memory


def test_the_first_lead_makes_trump_and_is_a_trump_itself() -> None:
    memory = remembered(
        event(EventKind.PLAY, 2, 1, "KS"),
        event(EventKind.TRUMP, 2, 80 + Suit.SPADES),
        event(EventKind.PLAY, 3, 0, "4D"),
    )
    assert (memory.trump, memory.led, memory.leader) == (Suit.SPADES, Suit.SPADES, 2)
    assert memory.voids == [set(), set(), set(), {Suit.SPADES}]
    assert memory.played[2] == [card("KS")]


def test_trumping_a_plain_lead_tells_of_a_void_only_where_following_is_strict() -> None:
    story = (
        event(EventKind.TRUMP, 0, 80 + Suit.SPADES),
        event(EventKind.PLAY, 0, 1, "KH"),
        event(EventKind.PLAY, 1, 0, "2S"),
        event(EventKind.PLAY, 2, 0, "2C"),
    )
    assert remembered(*story).voids == [set(), set(), {Suit.HEARTS}, set()]
    game = Game(messages.start())
    game.sheet = Sheet(messages.sheet(follow=2))
    assert remembered(*story, game=game).voids == [set(), {Suit.HEARTS}, {Suit.HEARTS}, set()]


def test_a_new_deal_forgets() -> None:
    memory = remembered(event(EventKind.PLAY, 2, 1, "KS"), event(EventKind.THROW, 1, 4), event(EventKind.TRICK, 3))
    assert (memory.leader, memory.thrown) == (3, [None, 4, None, None])
    memory.note(event(EventKind.DEAL))
    assert (memory.leader, memory.thrown, memory.played) == (None, [None] * 4, [[]] * 4)


def test_places_are_ordered_and_know_what_beats_what() -> None:
    table = places(Sheet(messages.sheet()), Suit.HEARTS)
    assert [str(table.cards[at]) for at in (0, 12, 13)] == ["AH", "2H", "AC"]
    queen, ten_of_clubs = table.place[card("QH")], table.place[card("TC")]
    assert table.beats[queen] == table.bits(cards(messages.codes("AH KH")))
    assert table.beats[ten_of_clubs] == table.trumps | table.bits(cards(messages.codes("AC KC QC JC")))
    assert table.suit[ten_of_clubs].bit_count() == 13


def test_worlds_agree_with_what_was_seen() -> None:
    turn = Turn(Game(messages.start(exchange=["swap(cards=plain,to=6,face=down)"])), messages.play_turn())
    memory = remembered(event(EventKind.TRUMP, 3, 80 + Suit.SPADES), event(EventKind.THROW, 2, 3), game=turn.game)
    memory.voids[0] = {Suit.CLUBS, Suit.HEARTS}
    memory.voids[3] = {Suit.SPADES}
    worlds = Worlds(turn, memory, Suit.SPADES)
    table = worlds.places
    rng = random.Random(5)
    for _ in range(50):
        hands = worlds.sample(rng)
        assert tuple(hand.bit_count() for hand in hands) == turn.hand_sizes
        assert hands[1] == table.bits(turn.hand)
        assert sum(hands) & table.bits(turn.seen) == hands[1]
        assert len({at for hand in hands for at in range(52) if hand >> at & 1}) == sum(turn.hand_sizes)
        assert not hands[3] & table.trumps
        assert not hands[0] & (table.suit[table.place[card("AC")]] | table.suit[table.place[card("AH")]])
        assert (hands[2] & table.trumps).bit_count() >= 3


def test_worlds_never_fail_for_what_cannot_be() -> None:
    turn = Turn(Game(messages.start()), messages.play_turn())
    memory = remembered(game=turn.game)
    memory.voids[0] = set(SUITS)
    hands = Worlds(turn, memory, Suit.SPADES).sample(random.Random(1))
    assert tuple(hand.bit_count() for hand in hands) == turn.hand_sizes


@pytest.mark.parametrize(
    ("better", "worse"), [("AS KS QS JS 2S 3H", "KS QS JS 9S 2S 3H"), ("AS JS 2S 3H 4H 5D", "9S 8S 2C 3H 4H 5D")]
)
def test_a_better_hand_is_worth_more(better: str, worse: str) -> None:
    sheet = Sheet(messages.sheet())
    high, low = (rough_points(sheet, cards(messages.codes(hand)), Suit.SPADES) for hand in (better, worse))
    assert sheet.total >= high > low >= 0
    assert rough_points(sheet, cards(messages.codes(worse)), Suit.DIAMONDS) in (0.0, pytest.approx(low, abs=2))


def test_points_that_others_won_are_lost() -> None:
    message = messages.play_turn()
    assert points_lost(Turn(Game(messages.start()), message)) == 0  # the pitcher himself won the jack
    message.known.pitcher_plus_1 = 1
    assert points_lost(Turn(Game(messages.start()), message)) == 1
    message.known.trump_plus_1 = 0
    assert points_lost(Turn(Game(messages.start()), message)) == 0

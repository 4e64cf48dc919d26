"""What a bot author is shown: cards, actions, sheets, turns."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from pitch.arena.v1 import sheet_pb2
from pitch_bot import CARDS, PASS, Action, ActionKind, Ask, Call, Card, EventKind, Suit, action_at, card, cards, pips
from pitch_bot.game import Game
from pitch_bot.sheet import Sheet, sheet_of
from pitch_bot.turn import Pick, Turn
from tests.bots import messages


def turn() -> Turn:
    return Turn(Game(messages.start()), messages.play_turn())


def test_cards_are_their_codes_and_know_their_names() -> None:
    assert [str(card_) for card_ in (CARDS[0], CARDS[12], CARDS[13], CARDS[51], CARDS[52], CARDS[53])] == [
        "2C", "AC", "2D", "AS", "LJ", "HJ",
    ]  # fmt: skip
    ten = card("TH")
    assert (ten, ten.suit, ten.rank, ten.pips, ten.is_joker) == (34, Suit.HEARTS, 10, 10, False)
    assert CARDS[52].suit is None and CARDS[52].is_joker
    assert cards(b"\x00\x0c") == (card("2C"), card("AC"))


def test_a_pack_has_eighty_pips() -> None:
    assert pips(CARDS) == 80


@pytest.mark.parametrize("text", ["", "1C", "10H", "tc", "AX"])
def test_other_text_is_no_card(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        card(text)


def test_no_card_has_another_code() -> None:
    with pytest.raises(ValueError, match="54"):
        Card(54)


@pytest.mark.parametrize(
    ("code", "kind", "text"),
    [
        (0, ActionKind.PLAY, "2C"),
        (53, ActionKind.PLAY, "HJ"),
        (64, ActionKind.PASS, "pass"),
        (65, ActionKind.LOOK, "look"),
        (69, ActionKind.FOLD, "fold"),
        (71, ActionKind.HAND_ON, "hand-on"),
        (82, ActionKind.DECLARE, "trump:H"),
        (96 + 4 * 2 + 3, ActionKind.DECLARE, "trump:H/S"),
        (128 + 38, ActionKind.CALL_PARTNER, "call:AH"),
        (256 + 4 * 3, ActionKind.CALL, "3"),
        (256 + 4 * 6 + 1, ActionKind.CALL, "6x2"),
        (256 + 4 * 10 + 2, ActionKind.CALL, "special"),
        (200, ActionKind.OTHER, "action-200"),
    ],
)
def test_actions_say_what_they_are(code: int, kind: ActionKind, text: str) -> None:
    action = action_at(code)
    assert (action, action.kind, str(action)) == (code, kind, text)
    assert action is action_at(code)


def test_calls_have_value_and_kind() -> None:
    doubled = Action(256 + 4 * 6 + 1)
    assert (doubled.value, doubled.call, doubled.is_call) == (6, Call.DOUBLED, True)


def test_a_turn_reads_like_the_table() -> None:
    shown = turn()
    assert shown.ask is Ask.PLAY
    assert [str(action) for action in shown.legal] == ["2H", "3S", "AS"]
    assert (shown.seat, shown.deal, shown.dealer, shown.pitcher, shown.stock) == (1, 2, 2, 3, 28)
    assert shown.hand == cards(messages.codes("9C 2H 3S AS"))
    assert shown.call == action_at(268) and [str(call) for call in shown.calls] == ["pass", "2", "pass", "3"]
    assert shown.trump is Suit.SPADES and shown.sub_trump is None
    assert [(play.seat, str(play.card)) for play in shown.trick] == [(3, "KH"), (0, "4S")]
    assert shown.scores == (1, -2, 0, 5)
    assert shown.hand_sizes == (3, 4, 4, 3)
    assert len(shown.taken) == 4 and str(shown.taken[0][2]) == "TC"
    assert shown.time_left_ms == 1500
    assert [event.kind for event in shown.events] == [EventKind.PLAY, EventKind.PLAY]
    assert shown.pick is None and shown.gone == ()


def test_a_turn_knows_who_wins_and_who_is_to_come() -> None:
    shown = turn()
    assert shown.led_suit is Suit.HEARTS
    assert shown.winning == (0, card("4S"))
    assert shown.still_to_play == (2,)
    assert [str(held) for held in shown.trumps] == ["AS", "3S"]
    assert len(shown.seen) == 4 + 2 + 8 and len(shown.unseen) == 52 - 14


def test_before_trump_and_lead_there_is_nothing_to_tell() -> None:
    message = messages.play_turn()
    message.known.trump_plus_1 = message.known.call = message.known.pitcher_plus_1 = 0
    message.known.trick = message.known.trick_seats = b""
    shown = Turn(Game(messages.start()), message)
    assert (shown.trump, shown.call, shown.pitcher, shown.winning, shown.led_suit) == (None,) * 5
    assert shown.trumps == ()


def test_a_turn_is_read_only() -> None:
    with pytest.raises(AttributeError, match="read-only"):
        turn().hand = ()


def test_the_fallback_is_what_the_house_plays() -> None:
    assert str(turn().fallback) == "2H"
    message = messages.play_turn()
    message.legal[:] = [64, 264]
    game = Game(messages.start())
    assert Turn(game, message).fallback == PASS
    assert Turn(game, messages.pick_turn()).fallback == cards(messages.codes("2S 9C"))


def test_seats_and_sides() -> None:
    game = Game(messages.start(seat=3))
    assert (game.side, game.partners, game.opponents) == (3, (), (0, 1, 2))
    partners = Game(messages.start(seat=3))
    partners.sheet = Sheet(messages.sheet(sides=2))
    assert (partners.side, partners.partners, partners.opponents) == (1, (1,), (0, 2))
    assert partners.is_friend(1) and not partners.is_friend(2) and partners.next_seat(3) == 0


def test_the_same_seed_gives_the_same_randomness() -> None:
    first, second = Game(messages.start()), Game(messages.start(game=99))
    assert [first.random.random() for _ in range(3)] == [second.random.random() for _ in range(3)]


def test_games_of_a_sheet_share_it() -> None:
    assert sheet_of(messages.sheet(hash="abc")) is sheet_of(messages.sheet(hash="abc"))
    assert sheet_of(messages.sheet(hash="abc")) is not sheet_of(messages.sheet(hash="abd", title="other"))
    assert sheet_of(messages.sheet()) is not sheet_of(messages.sheet(title="other"))


def test_a_sheet_ranks_cards() -> None:
    sheet = Sheet(messages.sheet())
    spades = cards(messages.codes("KH AH 2S TS"))
    assert sheet.winner(spades, Suit.SPADES) == 3
    assert sheet.winner(spades[:2], Suit.SPADES) == 1
    assert sheet.winner(cards(messages.codes("KH AD")), Suit.SPADES) == 0
    assert sheet.winner(cards(messages.codes("KH AD")), None) == 0
    assert sheet.total == 4 and sheet.pitched and not sheet.strict and not sheet.trumps_only
    assert sheet.worth(Suit.HEARTS) == {card("JH"): 1} and sheet.worth(None) == {}
    low = sheet.point("low")
    assert low is not None and low.to_taker and sheet.point("joker") is None
    assert sheet.options == {"target": "7"} and sheet.name == "auction"


def test_an_off_jack_and_a_joker_belong_to_trump() -> None:
    row = messages.codes("AS KS QS JS JC HJ LJ TS 9S")
    message = messages.sheet()
    message.trumps[3] = row
    sheet = Sheet(message)
    assert sheet.is_trump(card("JC"), Suit.SPADES) and not sheet.is_trump(card("JC"), None)
    assert sheet.suit_of(card("JC"), Suit.SPADES) is Suit.SPADES and sheet.suit_of(card("JC"), None) is Suit.CLUBS
    assert sheet.suit_of(card("HJ"), Suit.SPADES) is Suit.SPADES and sheet.suit_of(card("HJ"), Suit.CLUBS) is None
    assert sheet.winner(cards(messages.codes("AC JC LJ TS HJ")), Suit.SPADES) == 1


def test_points_of_an_unknown_kind_do_no_harm() -> None:
    message = messages.sheet()
    message.points.append(sheet_pb2.PointRule(name="last", kind=sheet_pb2.PointKind.ValueType(9), worth=1))
    assert Sheet(message).worth(Suit.CLUBS) == {card("JC"): 1}


def pick() -> Pick:
    shown = Turn(Game(messages.start()), messages.pick_turn()).pick
    assert shown is not None
    return shown


def test_a_pick_fills_up_and_cuts_off() -> None:
    nine, two, three, fixed = cards(messages.codes("9C 2H 3D 2S"))
    assert pick().prefer(()) == (fixed, nine)
    assert pick().prefer((), (three,)) == (fixed, three)
    assert pick().prefer((three, two, nine)) == (fixed, three, two)
    assert pick().prefer((card("AS"), two, two)) == (fixed, two)


@pytest.mark.parametrize(
    ("answer", "fine"),
    [
        ("2S 9C", True),
        ("2S 9C 3D", True),
        ("9C", False),
        ("2S", False),
        ("2S 9C 2H 3D", False),
        ("2S AS", False),
        ("2S 9C 9C", False),
    ],
)
def test_a_pick_knows_what_it_allows(answer: str, *, fine: bool) -> None:
    assert pick().allows(messages.codes(answer)) is fine


def test_samples_of_a_pick_are_uniform() -> None:
    rng = random.Random(1)
    found = Counter(frozenset(pick().sample(rng)) for _ in range(6000))
    assert len(found) == 6 and all(pick().allows(answer) for answer in found)
    assert all(850 < count < 1150 for count in found.values())

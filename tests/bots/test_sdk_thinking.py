"""The helpers that think: small answers, friends, the exchange and deals imagined, what a score is worth."""

from __future__ import annotations

import random
from statistics import fmean
from typing import Any

import pytest

from pitch.arena.v1 import play_pb2
from pitch_bot import (
    LEAVE,
    LOOK,
    MISDEAL,
    PASS,
    SUITS,
    TAKE,
    Bidding,
    Event,
    EventKind,
    Forecast,
    Game,
    Memory,
    Sheet,
    Suit,
    Turn,
    Worlds,
    advantage,
    card,
    cards,
    promising,
    simple_answer,
)
from pitch_bot.exchange import exchange_of
from pitch_bot.sheet import sheet_of
from referee.engine.tables import compile_tables
from referee.variants.catalogue import names, resolve
from referee.wire import sheet_field
from tests.bots import messages
from tests.bots.calibrate import forecasts
from tests.bots.tables import bot_class


def sheet(spec: str) -> Sheet:
    return sheet_of(play_pb2.GameStart.FromString(sheet_field(compile_tables(resolve(spec)))).sheet)


def game(spec: str, seat: int = 0) -> Game:
    start = play_pb2.GameStart(seat=seat, bot_seed=bytes(16))
    start.MergeFromString(sheet_field(compile_tables(resolve(spec))))
    return Game(start)


def asked(
    spec: str, ask: play_pb2.Ask.ValueType, hand: str, *, seat: int = 0, legal: tuple[int, ...] = (), **known: Any
) -> Turn:
    """A turn of the sheet with that hand; nobody has called unless `known` says so."""
    played = game(spec, seat)
    fields: dict[str, Any] = {
        "hand": messages.codes(hand),
        "hand_sizes": bytes([played.sheet.hand_size] * played.seats),
        "calls": [0] * played.seats,
        "scores": [0] * played.sides,
        "taken": [b""] * played.sides,
        "dealer": played.seats - 1,
        "stock": len(played.sheet.pack) - played.seats * played.sheet.hand_size,
    } | known
    return Turn(played, play_pb2.Turn(ask=ask, legal=legal, known=play_pb2.Snapshot(**fields)))


def picked(turn: Turn, least: int, most: int) -> Turn:
    pick = play_pb2.Pick(choose_from=bytes(turn.hand), least=least, most=most)
    message = play_pb2.Turn(ask=turn.message.ask, known=turn.message.known, pick=pick)
    return Turn(turn.game, message)


def played(memory: Memory, *plays: tuple[int, str]) -> None:
    for index, (seat, name) in enumerate(plays):
        memory.note(Event(EventKind.PLAY, seat, int(index == 0), cards(messages.codes(name))))


# ---- small answers


def test_it_looks_and_shows_a_misdeal() -> None:
    assert simple_answer(asked("abacos", play_pb2.ASK_LOOK, "", legal=(65, 66))) == LOOK
    assert simple_answer(asked("campbell-eleven", play_pb2.ASK_CALL, "9C", legal=(64, 67, 276))) == MISDEAL
    assert simple_answer(asked("campbell-eleven", play_pb2.ASK_CALL, "9C", legal=(64, 276))) is None


@pytest.mark.parametrize(("offered", "answer"), [("AS", TAKE), ("3H", LEAVE)])
def test_it_takes_what_is_better_than_its_worst_card(offered: str, answer: int) -> None:
    known: dict[str, Any] = {"trump_plus_1": 4, "offered": messages.codes(offered)}
    turn = asked("man-o-war", play_pb2.ASK_TAKE, "KS 2S 9H", legal=(72, 73), **known)
    assert simple_answer(turn) == answer


def test_it_throws_what_is_no_trump_and_burns_the_least() -> None:
    throw = asked("contway", play_pb2.ASK_THROW, "AS JC 9H KD HJ", trump_plus_1=4)
    assert simple_answer(picked(throw, 0, 5)) == cards(messages.codes("9H KD"))
    burn = asked("ten-point", play_pb2.ASK_BURN, "AS 4S 9S 3S", trump_plus_1=4)
    assert simple_answer(picked(burn, 1, 1)) == (card("4S"),)
    search = asked("high-five", play_pb2.ASK_SEARCH, "5C 4S KH 9D", trump_plus_1=4)
    assert simple_answer(picked(search, 2, 2)) == cards(messages.codes("5C 4S"))


def test_it_calls_the_strongest_trump_of_another() -> None:
    legal = tuple(128 + card(name) for name in ("KS", "QS", "AS"))
    turn = asked("ten-point-five-handed", play_pb2.ASK_CALL_PARTNER, "2S", legal=legal, trump_plus_1=4)
    assert str(simple_answer(turn)) == "call:AS"


# ---- who plays with whom


@pytest.mark.parametrize(
    ("seat", "hand", "partner", "friends"),
    [
        (0, "2S", None, {0}),  # the pitcher does not know yet
        (0, "2S AS", None, {0}),  # he found the card himself: alone
        (0, "2S", 3, {0, 3}),
        (1, "AS", None, {0, 1}),  # its holder knows
        (2, "3S", None, {1, 2, 3, 4}),
        (2, "3S", 4, {1, 2, 3}),
    ],
)
def test_friends_with_a_called_partner(seat: int, hand: str, partner: int | None, friends: set[int]) -> None:
    known: dict[str, Any] = {"called": messages.codes("AS"), "pitcher_plus_1": 1, "trump_plus_1": 4}
    known["partner_plus_1"] = 0 if partner is None else partner + 1
    turn = asked("ten-point-five-handed", play_pb2.ASK_PLAY, hand, seat=seat, **known)
    assert turn.friends == friends and turn.is_friend(seat)


# ---- what plays tell


def test_trumping_tells_of_a_void_until_trump_is_broken() -> None:
    memory = Memory(game("barn"))
    memory.note(Event(EventKind.DEAL, 0, 0, ()))
    memory.note(Event(EventKind.TRUMP, 0, 80 + Suit.SPADES, ()))
    played(memory, (0, "KH"), (1, "2S"), (2, "3S"), (3, "4C"))
    assert memory.broken and memory.voids == [set(), {Suit.HEARTS}, set(), {Suit.HEARTS}]


def test_the_first_card_after_a_joker_sets_the_suit() -> None:
    memory = Memory(game("two-trump"))
    memory.note(Event(EventKind.DEAL, 0, 0, ()))
    memory.note(Event(EventKind.TRUMP, 0, 96 + 4 * Suit.SPADES + Suit.HEARTS, ()))
    played(memory, (0, "HJ"), (1, "4D"), (2, "2H"), (3, "4C"))
    assert memory.led is Suit.DIAMONDS and memory.voids == [set(), set(), set(), {Suit.DIAMONDS}]


def test_a_plain_lead_in_carthage_tells_nothing() -> None:
    memory = Memory(game("carthage"))
    memory.note(Event(EventKind.DEAL, 0, 0, ()))
    memory.note(Event(EventKind.TRUMP, 0, 80 + Suit.SPADES, ()))
    played(memory, (0, "KH"), (1, "2C"))
    assert memory.voids == [set()] * 4


def test_who_is_up_holds_no_trump_and_who_chose_holds_the_best() -> None:
    known: dict[str, Any] = {
        "trump_plus_1": 4,
        "pitcher_plus_1": 2,
        "up": bytes([3]),
        "hand_sizes": bytes([2, 5, 5, 5]),
    }
    turn = asked("carthage", play_pb2.ASK_PLAY, "AS KS", **known)
    memory = Memory(turn.game)
    memory.face_down[1] = 12
    worlds = Worlds(turn, memory, Suit.SPADES)
    trumps = worlds.places.trumps
    hands = [worlds.sample(random.Random(number)) for number in range(30)]
    assert all(not hand[3] & trumps for hand in hands)
    assert fmean((hand[1] & trumps).bit_count() for hand in hands) > 3


# ---- deals imagined


@pytest.mark.parametrize("spec", [*names(), "contway[max_deals=3]", "two-trump[seats=9,sides=3]"])
def test_imagined_deals_are_deals(spec: str) -> None:
    """After the exchange no card is in two hands, nobody holds too many, and no more is taken than there is."""
    rules = sheet(spec)
    pack = list(rules.pack)
    random.Random(spec).shuffle(pack)
    hand = " ".join(str(c) for c in sorted(pack[: rules.hand_size]))
    forecast = Forecast(asked(spec, play_pb2.ASK_CALL, hand), random.Random(5))
    for _ in range(3):
        deal = forecast.deal()
        assert sorted([*deal.stock, *(c for held in deal.hands for c in held)]) == sorted(rules.pack)
        for trump in promising(rules, deal.hands[1], 2):
            exchange = exchange_of(rules, *trump)
            deck = exchange.places
            stock = [deck.place[c] for c in deal.stock]
            hands = exchange.run([deck.bits(held) for held in deal.hands], stock, pitcher=1, dealer=rules.seats - 1)
            assert sum(held.bit_count() for held in hands) == sum(hands).bit_count()
            most = min((step.to for step in rules.exchange if step.to), default=rules.hand_size)
            assert all(held.bit_count() <= most for held in hands) or not rules.exchange
            assert not rules.trumps_only or all(held | deck.trumps == deck.trumps for held in hands)
            outcome = forecast.pitch(deal, 1, trump).outcome
            assert 0 < sum(outcome.points) <= rules.total and sum(outcome.tricks) > 0


def call(spec: str, hand: str, **known: Any) -> str:
    rules = sheet(spec)
    legal = (64, *(call for call in rules.calls if call > known.get("call", 0)))
    turn = asked(spec, play_pb2.ASK_CALL, hand, legal=legal, **known)
    return str(Bidding(turn, random.Random(3)).best_call(PASS))


def test_good_hands_call_and_bad_ones_pass() -> None:
    assert call("auction", "AS KS QS JS TS 2S") == "4"
    assert call("auction", "7C 8D 6H 9S 5C 4D", call=264, pitcher_plus_1=2, calls=[0, 264, 0, 0]) == "pass"
    assert call("ten-point", "AS KS JS JC HJ LJ TS 3S 2S") != "pass"
    assert call("reverse", "2S 3S 4S JS 5S AS") in ("3", "4")


def test_a_low_score_is_sought_where_it_wins() -> None:
    assert call("auction-backdoor", "7C 8D 6H 9S 5C 4D", scores=[-8, 0, 0, 0]) == "4"


def test_what_a_score_is_worth() -> None:
    classic, doors, draws = sheet("auction"), sheet("auction-backdoor"), sheet("nine-five-backdoor")
    assert advantage(classic, [3, 1, 1, 1], 0, 0, made=True) == 2
    made, idle = (advantage(classic, [7, 0, 0, 0], 0, side, made=True) for side in (0, 1))
    assert made > idle  # only who pitched and made has won
    assert idle < advantage(classic, [9, 0, 0, 0], 0, 1, made=True) < made
    assert advantage(doors, [-11, 0, 0, 0], 0, 0, made=False) > advantage(doors, [10, 0, 0, 0], 0, 0, made=True)
    assert advantage(draws, [90, -200], 0, 1, made=False) == 0 < advantage(draws, [90, -190], 0, 1, made=False)


def test_promising_trumps_are_the_long_and_strong_suits() -> None:
    hand = cards(messages.codes("AS KS 9S QH JH 3D"))
    assert [trump.suit for trump in promising(sheet("auction"), hand, 4)][:2] == [Suit.SPADES, Suit.HEARTS]
    pair = promising(sheet("two-trump"), hand, 1)[0]
    assert (pair.suit, pair.sub) == (Suit.SPADES, Suit.HEARTS)
    assert len(promising(sheet("two-trump"), hand, 99)) == len(SUITS) * 3


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["auction", "ten-point", "carthage", "nine-five"])
def test_forecasts_come_true(spec: str) -> None:
    found = forecasts(spec, bot_class("counter"), 30)
    total = sheet(spec).total
    assert len(found) > 20
    assert abs(fmean(f.expected - f.took for f in found)) < 0.15 * total
    assert abs(fmean(f.chance - f.made for f in found)) < 0.3

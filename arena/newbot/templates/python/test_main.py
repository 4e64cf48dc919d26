"""Puts turns before the bot and looks that its answers are legal: `python3 -m unittest`. `arena check .` plays."""

import unittest

from main import choose

from pitch.arena.v1 import play_pb2, sheet_pb2
from pitch_bot import Turn
from pitch_bot.game import Game

SHEET = sheet_pb2.Sheet(
    id="auction",
    seats=4,
    sides=4,
    pack=bytes(range(52)),
    hand_size=6,
    calls=[256 + 4 * points for points in (2, 3, 4)],
    trumps=[bytes(range(13 * suit + 12, 13 * suit - 1, -1)) for suit in range(4)],
    trump_maker=sheet_pb2.TRUMP_MAKER_PITCHED,
    follow=sheet_pb2.FOLLOW_OR_TRUMP,
    winning=sheet_pb2.WINNING_HIGHEST,
    points=[sheet_pb2.PointRule(name="high", kind=sheet_pb2.POINT_KIND_HIGH, worth=1)],
    target=7,
)
HAND = bytes((3, 12, 20, 33, 40, 51))  # clubs 5 and ace, a diamond, a heart, two spades


def turn(**fields: object) -> Turn:
    """Return a turn of seat 0 with this hand, as the referee would send it."""
    known = play_pb2.Snapshot(hand=HAND, hand_sizes=bytes((6, 6, 6, 6)), calls=[0, 0, 0, 0], scores=[0, 0, 0, 0])
    message = play_pb2.Turn(game=1, turn=1, known=known, **fields)  # type: ignore[arg-type]
    message.known.trump_plus_1 = 1 if message.ask == play_pb2.ASK_PLAY else 0
    return Turn(Game(play_pb2.GameStart(game=1, sheet=SHEET, bot_seed=bytes(16))), message)


class Choosing(unittest.TestCase):
    """One test for each kind of question that matters to you."""

    def test_a_call_is_legal(self) -> None:
        legal = [64, 264, 268, 272]
        assert choose(turn(ask=play_pb2.ASK_CALL, legal=legal)) in legal

    def test_a_card_is_legal(self) -> None:
        legal = [3, 12]
        assert choose(turn(ask=play_pb2.ASK_PLAY, legal=legal)) in legal

    def test_thrown_cards_are_as_many_as_asked(self) -> None:
        asked = turn(ask=play_pb2.ASK_THROW, pick=play_pb2.Pick(choose_from=HAND, least=2, most=4))
        assert asked.pick is not None
        answer = choose(asked)
        assert not isinstance(answer, int)
        assert asked.pick.allows(answer)


if __name__ == "__main__":
    unittest.main()

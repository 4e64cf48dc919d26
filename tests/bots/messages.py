"""Messages for the tests of the SDK, written by hand."""

from __future__ import annotations

from pitch.arena.v1 import play_pb2, sheet_pb2
from pitch_bot.cards import card

CLUBS_DOWN = bytes(range(12, -1, -1))


def codes(text: str) -> bytes:
    """The bytes of cards written as "AH TD"."""
    return bytes(card(name) for name in text.split())


def sheet(name: str = "auction", **changes: object) -> sheet_pb2.Sheet:
    """The classic sheet, four seats, each for himself."""
    message = sheet_pb2.Sheet(
        id=name,
        title="Auction Pitch",
        seats=4,
        sides=4,
        pack=bytes(range(52)),
        hand_size=6,
        calls=[256 + 4 * value for value in range(1, 5)],
        trump_maker=sheet_pb2.TRUMP_MAKER_PITCHED,
        follow=sheet_pb2.FOLLOW_OR_TRUMP,
        first_lead=sheet_pb2.FIRST_LEAD_ANY,
        trumps=[bytes(code + 13 * suit for code in CLUBS_DOWN) for suit in range(4)],
        points=[
            sheet_pb2.PointRule(
                name="high", kind=sheet_pb2.POINT_KIND_HIGH, worth=1, owner=sheet_pb2.POINT_OWNER_HOLDER
            ),
            sheet_pb2.PointRule(name="low", kind=sheet_pb2.POINT_KIND_LOW, worth=1, owner=sheet_pb2.POINT_OWNER_TAKER),
            sheet_pb2.PointRule(
                name="jack",
                kind=sheet_pb2.POINT_KIND_CARD,
                worth=1,
                owner=sheet_pb2.POINT_OWNER_TAKER,
                cards=codes("JC JD JH JS"),
            ),
            sheet_pb2.PointRule(
                name="game", kind=sheet_pb2.POINT_KIND_GAME, worth=1, owner=sheet_pb2.POINT_OWNER_TAKER
            ),
        ],
        target=7,
        max_deals=200,
        options=["target=7"],
    )
    message.MergeFrom(sheet_pb2.Sheet(**changes))  # type: ignore[arg-type]
    return message


def start(game: int = 5, seat: int = 1, **changes: object) -> play_pb2.GameStart:
    """A game of the classic sheet."""
    rules = sheet()
    rules.MergeFrom(sheet_pb2.Sheet(**changes))  # type: ignore[arg-type]
    return play_pb2.GameStart(game=game, seat=seat, bot_seed=bytes(range(16)), sheet=rules)


def play_turn(game: int = 5, turn: int = 9) -> play_pb2.Turn:
    """Seat 1 follows to a heart lead with spades trump; seat 0's trump wins so far."""
    return play_pb2.Turn(
        game=game,
        turn=turn,
        ask=play_pb2.ASK_PLAY,
        events=[
            play_pb2.Event(kind=play_pb2.EVENT_KIND_PLAY, seat=3, value=1, cards=codes("KH")),
            play_pb2.Event(kind=play_pb2.EVENT_KIND_PLAY, seat=0, cards=codes("4S")),
        ],
        legal=[*codes("2H"), *codes("3S"), *codes("AS")],
        known=play_pb2.Snapshot(
            deal=2,
            dealer=2,
            hand=codes("9C 2H 3S AS"),
            hand_sizes=bytes((3, 4, 4, 3)),
            calls=[64, 264, 64, 268],
            call=268,
            pitcher_plus_1=4,
            trump_plus_1=4,
            trick=codes("KH 4S"),
            trick_seats=bytes((3, 0)),
            taken=[codes("2C 3C TC AC"), b"", b"", codes("5S 6S 7S JS")],
            scores=[1, -2, 0, 5],
            stock=28,
        ),
        time_left_ms=1500,
    )


def pick_turn(game: int = 5, turn: int = 10) -> play_pb2.Turn:
    """A choice of one or two of three cards beside a fixed one."""
    pick = play_pb2.Pick(fixed=codes("2S"), choose_from=codes("9C 2H 3D"), least=1, most=2)
    return play_pb2.Turn(
        game=game, turn=turn, ask=play_pb2.ASK_BURN, pick=pick, known=play_pb2.Snapshot(hand=codes("9C 2H 3D 2S"))
    )


def end(game: int = 5) -> play_pb2.GameEnd:
    """Side 1 wins."""
    return play_pb2.GameEnd(
        game=game, scores=[3, 8, -1, 0], winners=bytes((1,)), reason=play_pb2.GAME_END_REASON_FINISHED
    )

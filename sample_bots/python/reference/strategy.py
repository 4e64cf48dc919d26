"""The answers of the reference strategy (sample_bots/strategy.md): no memory, no chance, whole numbers only."""

from typing import Final

from estimate import best_suits, estimate, total_worth
from table import NONE, Table

from pitch.arena.v1 import play_pb2
from pitch.arena.v1 import sheet_pb2 as pb

PASS, LOOK, MISDEAL, PLAY_ON, KEEP_WIDOW, HAND_ON, TAKE, LEAVE = 64, 65, 67, 68, 70, 71, 72, 73
FIRST_NO_CARD: Final = 54
TRUMP, TWO_TRUMPS, PARTNER, CALL = 80, 96, 128, 256  # the first codes of their kinds


def choose(sheet: pb.Sheet, seat: int, turn: play_pb2.Turn) -> play_pb2.Choice:
    """The answer to a turn."""
    if turn.HasField("pick"):
        return play_pb2.Choice(game=turn.game, turn=turn.turn, cards=_pick(Table(sheet, seat, turn.known), turn))
    return play_pb2.Choice(game=turn.game, turn=turn.turn, action=_action(sheet, seat, turn))


def _pick(table: Table, turn: play_pb2.Turn) -> bytes:
    asked = turn.pick
    order = sorted(asked.choose_from, key=lambda card: (table.hold(card), card))
    most = min(asked.most, len(order))
    match turn.ask:
        case play_pb2.ASK_THROW:
            plain = sum(table.is_plain(card) for card in order)
            chosen = order[: min(max(plain, asked.least), most)]
        case play_pb2.ASK_KEEP | play_pb2.ASK_SEARCH:
            chosen = order[len(order) - most :]
        case _:
            chosen = order[: asked.least]
    return asked.fixed + bytes(chosen)


def _action(sheet: pb.Sheet, seat: int, turn: play_pb2.Turn) -> int:
    legal, known = list(turn.legal), turn.known

    def want(code: int) -> int:
        return code if code in legal else legal[0]

    match turn.ask:
        case play_pb2.ASK_LOOK:
            return want(LOOK)
        case play_pb2.ASK_CALL:
            return _call(sheet, known, legal)
        case play_pb2.ASK_DECLARE | play_pb2.ASK_NAME_SUIT:
            return max(legal, key=lambda code: estimate(sheet, known.hand + known.trick, *_suits(code)))
        case play_pb2.ASK_CALL_PARTNER:
            trumps = Table(sheet, seat, known).trumps
            return next(
                (PARTNER + card for card in trumps if card not in known.hand and PARTNER + card in legal), legal[0]
            )
        case play_pb2.ASK_WIDOW:
            trumps = Table(sheet, seat, known).trumps
            return want(HAND_ON if sum(card in trumps for card in known.hand) >= 6 else KEEP_WIDOW)
        case play_pb2.ASK_TAKE:
            table = Table(sheet, seat, known)
            gains = not known.hand or table.hold(known.offered[0]) > min(map(table.hold, known.hand))
            return want(TAKE if gains else LEAVE)
        case play_pb2.ASK_PLAY_ON:
            return want(PLAY_ON)
        case play_pb2.ASK_PLAY if plays := [code for code in legal if code < FIRST_NO_CARD]:
            table = Table(sheet, seat, known)
            return _follow(table, plays) if known.trick else _lead(table, plays)
    return legal[0]


def _suits(code: int) -> tuple[int, int]:
    """Trump and sub-trump of a declaration."""
    return divmod(code - TWO_TRUMPS, 4) if code >= TWO_TRUMPS else (code - TRUMP, NONE)


def _call(sheet: pb.Sheet, known: play_pb2.Snapshot, legal: list[int]) -> int:
    """The highest call that the hand is worth; no higher than needed when nobody speaks after."""
    if MISDEAL in legal:
        return MISDEAL
    calls = [code for code in legal if code >= CALL]
    worth = best_suits(sheet, known.hand).worth
    safe = [code for code in calls if _needed(sheet, code) <= worth]
    if not safe:
        return PASS if PASS in legal else [*calls, *legal][0]
    return safe[0] if list(known.calls).count(0) <= 1 else safe[-1]


def _needed(sheet: pb.Sheet, code: int) -> int:
    value, kind = divmod(code - CALL, 4)
    if kind >= 2:
        return max(100 * value, 100 * total_worth(sheet) - 30)
    return 100 * value + 50 * kind


def _lead(table: Table, plays: list[int]) -> int:
    """Make trump, draw trumps from the top with the pitcher, else what costs least."""
    if not table.trump_known:
        row = [card for card in table.trumps if card in plays and card // 13 == table.trump]
        if table.low:
            row.reverse()
        return next((card for card in row if table.worth(card) == 0), [*row, *plays][0])
    pitcher = table.known.pitcher_plus_1 - 1
    trumps = [card for card in plays if table.is_trump(card)]
    if trumps and pitcher != NONE and table.is_friend(pitcher):
        top = max(trumps, key=lambda card: table.power(card, table.trump))
        if table.stronger(top, table.trump) <= 1:
            return top
    return min(plays, key=table.cost)


def _follow(table: Table, plays: list[int]) -> int:
    """Feed a friend who wins, take what is worth taking, else throw what costs least."""
    trick, led = table.known.trick, table.led
    powers = [table.power(card, led) for card in trick]
    best = max(powers)
    place = powers.index(best)
    power = {card: table.power(card, led) for card in plays}
    alone = not table.enemies_behind()
    if best > 0 and table.is_friend(table.known.trick_seats[place]):
        under = [card for card in plays if power[card] < best] or plays
        if alone or table.stronger(trick[place], led) == 0:
            return max(under, key=lambda card: (table.stake(card), -table.hold(card)))
        return min(under, key=table.cost)
    winners = [card for card in plays if power[card] > best]
    prize = sum(map(table.stake, trick))
    if winners and alone:
        gain = max(winners, key=lambda card: 2 * table.stake(card) - table.hold(card))
        if prize + table.stake(gain) >= 3:
            return gain
    for card in winners:
        if table.stronger(card, led) == 0 and prize + table.stake(card) >= 6:
            return card
    return min([card for card in plays if power[card] <= best] or plays, key=table.cost)

"""Between the domain and the generated messages of the play protocol. Turns, the hot half, are in turns.py.

The arguments are plain values; what is returned is bytes of PlayResponse fields, which may be concatenated to a frame.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final

from google.protobuf.message import DecodeError

from pitch.arena.v1 import play_pb2, sheet_pb2
from referee.clock import Limits
from referee.engine.actions import PICK, Legal, Pick
from referee.engine.cards import CARDS, NAMES, mask_of
from referee.engine.points import CardPoint, Game, High, LastTrick, Low, Of, Owner, PointRule, Tens
from referee.engine.ranking import sub_trump_list
from referee.engine.sheet import Special, sheet_hash
from referee.engine.steps import ExchangeStep
from referee.engine.tables import Tables

PROTOCOL_VERSIONS: Final = (1,)
PLAY_SERVICE: Final = play_pb2.DESCRIPTOR.services_by_name["PlayService"].full_name
Choice = play_pb2.Choice
Turn = play_pb2.Turn


SECOND_JOIN: Final = "a second join"


class Unreadable(Exception):
    """Bytes that are no message of the protocol, or one that has no place here."""


class EndReason(Enum):
    """Why a game ends for a seat."""

    FINISHED = play_pb2.GAME_END_REASON_FINISHED
    FORFEITED = play_pb2.GAME_END_REASON_FORFEITED
    VOID = play_pb2.GAME_END_REASON_VOID


class NoticeCode(Enum):
    """What a notice is about."""

    LATE = play_pb2.NOTICE_CODE_LATE
    ILLEGAL = play_pb2.NOTICE_CODE_ILLEGAL
    MALFORMED = play_pb2.NOTICE_CODE_MALFORMED
    STALE = play_pb2.NOTICE_CODE_STALE
    UNKNOWN = play_pb2.NOTICE_CODE_UNKNOWN
    FORFEIT = play_pb2.NOTICE_CODE_FORFEIT


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """The first message of a bot, with the texts cut to what is kept of them."""

    token: str
    name: str
    version: str
    protocol_versions: tuple[int, ...]
    capacity: int
    session_key: str = ""


LONGEST_NAME: Final = 100


def read_join(data: bytes) -> Join | None:
    """Return the join in a first message; None when it has none. Unreadable when it is no message at all."""
    request = _request(data)
    if not request.HasField("join"):
        return None
    join = request.join
    return Join(
        token=join.token,
        name=join.name[:LONGEST_NAME],
        version=join.version[:LONGEST_NAME],
        protocol_versions=tuple(join.protocol_versions),
        capacity=max(1, join.capacity),
        session_key=join.session_key,
    )


def read_choices(data: bytes) -> Sequence[Choice]:
    """Return the choices of a message. Unreadable when it is no message, or one that joins again."""
    request = _request(data)
    if request.HasField("join"):
        raise Unreadable(SECOND_JOIN)
    return request.choices


def _request(data: bytes) -> play_pb2.PlayRequest:
    try:
        return play_pb2.PlayRequest.FromString(data)
    except DecodeError as error:
        raise Unreadable(str(error)) from error


def chosen(choice: Choice, legal: Legal) -> int | None:
    """Return the action that the choice names, legal or not; None when it does not have the form that was asked for."""
    if legal.__class__ is tuple:
        return None if choice.cards else choice.action
    mask = 0
    for card in choice.cards:
        if card >= CARDS or mask >> card & 1:
            return None
        mask |= 1 << card
    return None if choice.action else PICK | mask


def choice_text(choice: Choice) -> str:
    """Return what came back, in words for logs and records."""
    return f"cards {choice.cards[:64].hex(' ')}" if choice.cards else f"action {choice.action}"


@dataclass(frozen=True, slots=True, kw_only=True)
class SentTurn:
    """A turn as it was sent. `known` is what the seat was told it knows, with cards by name, for people."""

    ask: int
    ask_name: str
    legal: Legal
    known: dict[str, Any]


def read_turn(data: bytes) -> SentTurn:
    """Return the turn in field 3 of a PlayResponse."""
    turn = play_pb2.PlayResponse.FromString(data).turns[0]
    legal: Legal = tuple(turn.legal)
    if turn.HasField("pick"):
        pick = turn.pick
        legal = Pick(mask_of(pick.fixed), mask_of(pick.choose_from), pick.least, pick.most)
    return SentTurn(ask=turn.ask, ask_name=play_pb2.Ask.Name(turn.ask), legal=legal, known=_told(turn.known))


def read_turns(data: bytes) -> Sequence[Turn]:
    """Return the turns of a frame, as a bot reads them."""
    return play_pb2.PlayResponse.FromString(data).turns


def read_notices(data: bytes) -> Sequence[play_pb2.Notice]:
    """Return the notices of a frame, as a bot reads them."""
    return play_pb2.PlayResponse.FromString(data).notices


def join_message(*, token: str, capacity: int) -> bytes:
    """Return the first message of a player in memory."""
    join = play_pb2.Join(token=token, name="player", protocol_versions=PROTOCOL_VERSIONS, capacity=capacity)
    return play_pb2.PlayRequest(join=join).SerializeToString()


def choices_message(choices: Sequence[Choice]) -> bytes:
    """Return the message that answers with the choices."""
    return play_pb2.PlayRequest(choices=choices).SerializeToString()


def _told(known: play_pb2.Snapshot) -> dict[str, Any]:
    """Return the fields of a snapshot that are set: numbers as they are, bytes as cards by name."""
    told: dict[str, Any] = {}
    for field, value in known.ListFields():
        if field.name in _NUMBERS:
            told[field.name] = list(value)
        elif field.type != field.TYPE_BYTES:
            told[field.name] = list(value) if field.is_repeated else value
        elif field.is_repeated:
            told[field.name] = [_names(cards) for cards in value]
        else:
            told[field.name] = _names(value)
    return told


_NUMBERS: Final = ("hand_sizes", "trick_seats")  # bytes that are no cards


def _names(cards: bytes) -> str:
    return " ".join(NAMES[card] if card < CARDS else str(card) for card in cards)


def welcome(*, capacity: int, games: int, session_key: str = "", rejoin_limit_ms: int = 0) -> bytes:
    """Return the welcome as field 1 of PlayResponse."""
    message = play_pb2.Welcome(
        protocol_version=PROTOCOL_VERSIONS[-1],
        capacity=capacity,
        games=games,
        session_key=session_key,
        rejoin_limit_ms=rejoin_limit_ms,
    )
    return play_pb2.PlayResponse(welcome=message).SerializeToString()


def game_start(
    *, game: int, seat: int, bot_seed: bytes, sheet: bytes, limits: bytes, names: Sequence[str] = ()
) -> bytes:
    """Return a GameStart as field 2 of PlayResponse. `sheet` and `limits` come from the functions of these names."""
    start = play_pb2.GameStart(game=game, seat=seat, bot_seed=bot_seed, names=names)
    start.MergeFromString(sheet + limits)
    return play_pb2.PlayResponse(starts=[start]).SerializeToString()


def limits_field(limits: Limits) -> bytes:
    """Return the limits as field 5 of GameStart."""
    message = play_pb2.Limits(
        move_limit_ms=limits.move_limit_ms,
        start_limit_ms=limits.start_limit_ms,
        grace_ms=limits.grace_ms,
        bank_ms=limits.bank_ms,
        increment_ms=limits.increment_ms,
    )
    return play_pb2.GameStart(limits=message).SerializeToString()


def game_end(
    *, game: int, events: bytes | bytearray, scores: Sequence[int], winners: Sequence[int], reason: EndReason
) -> bytes:
    """Return a GameEnd as field 4 of PlayResponse. `events` is field 4 of a Turn (TableWriter.since)."""
    seen = play_pb2.Turn.FromString(bytes(events)).events
    end = play_pb2.GameEnd(game=game, events=seen, scores=scores, winners=bytes(winners), reason=reason.value)
    return play_pb2.PlayResponse(ends=[end]).SerializeToString()


def notice(*, code: NoticeCode, game: int, turn: int, text: str) -> bytes:
    """Return a Notice as field 5 of PlayResponse."""
    message = play_pb2.Notice(code=code.value, game=game, turn=turn, text=text)
    return play_pb2.PlayResponse(notices=[message]).SerializeToString()


# The closed questions of a sheet that bots are told by number; of the rest calls and trumps say the answers.
TOLD: Final = (
    "trump_maker", "follow", "first_lead", "looking", "all_pass", "steal", "forced_nine", "misdeal", "joker_role",
    "partner", "first_leader", "winning", "folding", "burned", "made_scores", "set_scores", "ending", "settle",
)  # fmt: skip


def _enum(value: Enum) -> Any:  # an int to Python, a type of its own to the generated code
    """Return the number of the protocol's enum value with the same name: Follow.STRICT is FOLLOW_STRICT."""
    kind = type(value).__name__
    name = f"{re.sub(r'(?<=[a-z])(?=[A-Z])', '_', kind)}_{value.name}".upper()
    return sheet_pb2.DESCRIPTOR.enum_types_by_name[kind].values_by_name[name].number


def sheet_field(tables: Tables) -> bytes:
    """Return the resolved sheet as field 4 of GameStart."""
    sheet = tables.sheet
    by_suit = tables.trumps if tables.no_sub_trump else tables.trumps[::5]  # 4 * trump + sub-trump, the same suit twice
    enums = {name: _enum(getattr(sheet, name)) for name in TOLD}
    message = sheet_pb2.Sheet(
        id=sheet.label,
        title=sheet.title,
        seats=sheet.seats,
        sides=sheet.sides,
        pack=bytes(sheet.pack),
        hand_size=sheet.hand_size,
        calls=sheet.calls,
        trumps=[bytes(table.order) for table in by_suit],
        sub_trumps=()
        if tables.no_sub_trump
        else [bytes(card for _, card in sub_trump_list(sheet, s)) for s in range(4)],
        points=[_point(rule, tables) for rule in sheet.points],
        exchange=[_step(step) for step in sheet.exchange],
        specials=list(map(_special, sheet.specials, sheet.calls[len(sheet.calls) - len(sheet.specials) :])),
        stuck_calls=tables.stuck_calls,
        floor=sheet.floor,
        margin=sheet.margin,
        target=sheet.target,
        loses_at=sheet.loses_at,
        draws_at=sheet.draws_at,
        backdoor=sheet.backdoor or 0,
        max_deals=sheet.max_deals,
        options=[f"{name}={value}" for name, value in sheet.options],
        hash=sheet_hash(sheet),
        **enums,
    )
    return play_pb2.GameStart(sheet=message).SerializeToString()


def _special(special: Special, call: int) -> sheet_pb2.SpecialCall:
    needs, stake = _enum(special.needs), _enum(special.stake)
    return sheet_pb2.SpecialCall(call=call, name=special.name, needs=needs, stake=stake, points=special.points)


def _point(rule: PointRule, tables: Tables) -> sheet_pb2.PointRule:
    when_set = rule.name in tables.sheet.only_when_set
    message = sheet_pb2.PointRule(name=rule.name, worth=rule.worth, only_when_set=when_set)
    match rule:
        case High():
            message.kind = sheet_pb2.POINT_KIND_HIGH
            message.owner = sheet_pb2.POINT_OWNER_HOLDER
        case Low():
            message.kind = sheet_pb2.POINT_KIND_LOW
            message.owner = _owner(rule.owner)
        case CardPoint():
            message.kind = sheet_pb2.POINT_KIND_CARD
            message.owner = _owner(rule.owner)
            message.cards = _point_cards(rule, tables)
        case Game():
            message.kind = sheet_pb2.POINT_KIND_GAME
            message.tie, message.joker_pips = _enum(rule.tie), _enum(rule.joker_pips)
        case Tens():
            message.kind = sheet_pb2.POINT_KIND_TENS
        case LastTrick():
            message.kind = sheet_pb2.POINT_KIND_LAST_TRICK
        case _:
            raise TypeError(f"the protocol has no kind for the point rule {rule!r}")
    if isinstance(rule, High | Low | CardPoint):
        message.of = sheet_pb2.POINT_SUIT_SUB_TRUMP if rule.of is Of.SUB_TRUMP else sheet_pb2.POINT_SUIT_TRUMP
    return message


def _owner(owner: Owner) -> sheet_pb2.PointOwner.ValueType:
    return {Owner.TAKER: sheet_pb2.POINT_OWNER_TAKER, Owner.HOLDER: sheet_pb2.POINT_OWNER_HOLDER}[owner]


def _point_cards(rule: CardPoint, tables: Tables) -> bytes:
    """Return the card by the suit of trump, or of the sub-trump where it is of that."""
    if rule.of is Of.SUB_TRUMP:
        return bytes(dict(sub_trump_list(tables.sheet, suit))[rule.card] for suit in range(4))
    return bytes(table.named[rule.card] for table in (tables.trumps if tables.no_sub_trump else tables.trumps[::5]))


def _step(step: ExchangeStep) -> str:
    """Return the step as its name and fields: "swap(cards=plain,to=6)", "widow"."""
    name = re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(step).__name__).lower()
    values = [(field.name, getattr(step, field.name)) for field in dataclasses.fields(step)]
    told = ",".join(f"{key}={value.value if isinstance(value, Enum) else value}" for key, value in values)
    return f"{name}({told})" if told else name

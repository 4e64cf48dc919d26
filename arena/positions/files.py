"""Position files, TOML or JSON: docs/positions.md has every key.

One position at the top level, or several as tables `[[position]]`; what stands at the top level then holds for all.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.errors import ConfigError
from arena.positions.setup import Wanted, set_up
from referee.engine.actions import PICK, PICK_MASK, Legal, Pick, allows
from referee.engine.cards import BY_NAME, CARDS, mask_of
from referee.engine.errors import NotationError, PitchError, nearest
from referee.engine.game import Game
from referee.engine.notation import legal_text, parse_token
from referee.engine.sheet import Sheet
from referee.readable import readable
from referee.variants.catalogue import resolve

SUFFIXES: Final = (".toml", ".json")
_BOT_SEED: Final = re.compile("[0-9a-fA-F]{32}")


class Data(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A position as it stands in a file."""

    title: str = ""
    sheet: str = ""
    seat: int = -1
    dealer: int = 0
    deal: int = 0
    scores: list[int] = []
    hand: str = ""
    dealt: str = ""
    hands: dict[str, str] = {}
    actions: str = ""
    pack: str = ""
    lots: list[int] = []
    bot_seed: str = "00" * 16
    expect: list[str] = []
    forbid: list[str] = []
    must_have: str = ""
    must_not_have: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A situation with the game set up in it. `place` is its file and name; of `expected` (none: any) and `forbidden`
    actions and the cards that the answer must have or must not have it is told whether an answer is right."""

    place: str
    title: str
    note: str
    game: Game
    bot_seed: bytes
    expected: tuple[int, ...]
    forbidden: tuple[int, ...]
    must_have: int
    must_not_have: int

    def verdict(self, action: int | None) -> str:
        """Return what is wrong with the answer, "" if nothing is."""
        game = self.game
        if action is None or not allows(game.legal(), action):
            return "is not legal"
        cards = action & PICK_MASK if action >= PICK else 1 << action if action < CARDS else 0
        if action in self.forbidden or cards & self.must_not_have:
            return "is forbidden here"
        if (self.expected and action not in self.expected) or cards & self.must_have != self.must_have:
            return "is not what is expected here"
        return ""


def read_positions(path: Path) -> list[Position]:
    """Return the positions of a file. ConfigError with everything that is wrong in it."""
    tables = _tables(path)
    problems: list[str] = []
    found = []
    for number, table in enumerate(tables, start=1):
        place = f"{path}: position {number}" if len(tables) > 1 else str(path)
        try:
            data = msgspec.convert(table, Data)
            place += f" ({readable(data.title, keep='')})" if data.title else ""
            found.append(position_of(data, place))
        except msgspec.ValidationError as error:
            problems.append(f"{place}: {_told(error)}")
        except (PitchError, ValueError) as error:
            problems.append(f"{place}: {error}")
    if problems:
        raise ConfigError(problems)
    return found


def _tables(path: Path) -> list[dict[str, Any]]:
    try:
        text = path.read_text(encoding="utf-8-sig")
        data = json.loads(text) if path.suffix == ".json" else tomllib.loads(text)
    except OSError as error:
        raise ConfigError([f"{path}: cannot be read: {error.strerror}"]) from None
    except ValueError as error:
        raise ConfigError([f"{path}: not valid {path.suffix[1:].upper()}: {error}"]) from None
    if not isinstance(data, dict):
        raise ConfigError([f"{path}: must be a table of keys and values"])
    many = data.pop("position", None)
    if many is None:
        return [data]
    if not isinstance(many, list) or not all(isinstance(one, dict) for one in many) or not many:
        raise ConfigError([f"{path}: `position` must be a list of tables, as in [[position]]"])
    return [data | one for one in many]


def _told(error: msgspec.ValidationError) -> str:
    """Return the message with the nearest key where one is unknown."""
    text = str(error)
    if "unknown field" in text:
        word = text.split("`")[1]
        return f"there is no key {word!r}{nearest(word, Data.__struct_fields__)}"
    return text.replace(" - at `$.", " (`").removesuffix("`") + ("`)" if "$." in text else "")


def position_of(data: Data, place: str) -> Position:
    """Return the position that the data describe. PitchError or ValueError when it cannot be."""
    if not data.sheet:
        raise ValueError('`sheet` is missing, as in sheet = "auction-partners"')
    sheet = resolve(data.sheet)
    if not 0 <= data.seat < sheet.seats:
        raise ValueError(f"`seat` must be the seat that is to answer, 0 to {sheet.seats - 1}")
    hands = {data.seat: data.hand} if data.hand else {}
    for seat, cards in data.hands.items():
        if not seat.isdecimal() or int(seat) >= sheet.seats:
            raise ValueError(f"`hands`: there is no seat {seat}")
        hands[int(seat)] = cards
    wanted = Wanted(
        sheet=sheet,
        seat=data.seat,
        dealer=data.dealer,
        deal=data.deal,
        scores=tuple(data.scores),
        hands={seat: _cards(cards, sheet) for seat, cards in hands.items()},
        dealt=_cards(data.dealt, sheet),
        actions=tuple(data.actions.split()),
        pack=tuple(_list(data.pack)),
        lots=tuple(data.lots),
    )
    game = set_up(wanted)
    legal = game.legal()
    if not (data.expect or data.forbid or data.must_have or data.must_not_have):
        raise ValueError("say what is right or wrong here: `expect`, `forbid`, `must_have` or `must_not_have`")
    must_have, must_not = _cards(data.must_have, sheet), _cards(data.must_not_have, sheet)
    _check_cards(must_have | must_not, legal, sheet, game.ask)
    found = Position(
        place=place,
        title=readable(data.title, keep=""),
        note=data.note,
        game=game,
        bot_seed=_bot_seed(data.bot_seed),
        expected=_actions(data.expect, legal, sheet, game.ask),
        forbidden=_actions(data.forbid, legal, sheet, game.ask),
        must_have=must_have,
        must_not_have=must_not,
    )
    if not _can_be_right(found, legal):
        there = legal_text(legal, game.ask, sheet)
        raise ValueError(
            f"no answer can be right: what is expected and forbidden leaves none of those legal here: {there}"
        )
    return found


def _bot_seed(text: str) -> bytes:
    if not _BOT_SEED.fullmatch(text):
        raise ValueError(f"`bot_seed` must be 32 hex digits, not {text!r}")
    return bytes.fromhex(text)


def _can_be_right(position: Position, legal: Legal) -> bool:
    """Return whether some legal answer is right; of sets of cards those that are forbidden one by one do not count."""
    if position.expected or not isinstance(legal, Pick):
        answers = position.expected or (legal if not isinstance(legal, Pick) else ())
        return any(not position.verdict(action) for action in answers)
    free = legal.choose_from & ~position.must_not_have
    wanted = (position.must_have & legal.choose_from).bit_count()
    return not (
        legal.fixed & position.must_not_have
        or position.must_have & position.must_not_have
        or free.bit_count() < legal.least
        or wanted > legal.most
    )


def _actions(tokens: Sequence[str], legal: Legal, sheet: Sheet, ask: int) -> tuple[int, ...]:
    found = []
    for text in tokens:
        action = parse_token(text, sheet)
        if not allows(legal, action):
            raise ValueError(f"{text} is not legal here anyway; there is: {legal_text(legal, ask, sheet)}")
        found.append(action)
    return tuple(found)


def _check_cards(cards: int, legal: Legal, sheet: Sheet, ask: int) -> None:
    choice = (
        legal.fixed | legal.choose_from
        if isinstance(legal, Pick)
        else mask_of(action for action in legal if action < CARDS)
    )
    if cards & ~choice:
        raise ValueError(f"the answer cannot have such a card anyway; there is: {legal_text(legal, ask, sheet)}")


def _list(text: str) -> Iterator[int]:
    for name in text.replace(",", " ").split():
        card = BY_NAME.get(name)
        if card is None:
            raise NotationError(f"{name!r} is no card: rank then suit, as in TH{nearest(name, BY_NAME)}")
        yield card


def _cards(text: str, sheet: Sheet) -> int:
    cards = list(_list(text))
    mask = mask_of(cards)
    if mask.bit_count() != len(cards):
        raise NotationError(f"{text}: a card is named twice")
    stranger = mask & ~mask_of(sheet.pack)
    if stranger:
        raise NotationError(f"{text}: {sheet.label} is played without one of these cards")
    return mask


def position_files(path: Path) -> list[Path]:
    """Return the position files that a path means: itself, or those in a folder."""
    if not path.is_dir():
        return [path]
    return sorted(file for file in path.iterdir() if file.suffix in SUFFIXES and file.is_file())

"""Actions as text: one token without blanks for each, readable by people, the same in replays, tests and exports.

pass   3   6x2   moon   trump:H   trump:H/S   call:AH   AH   fold   play-on   keep-widow   hand-on
throw:2C,5D   throw:   burn:2C   keep:5D   search:5H   look   blind   misdeal   take   leave
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from referee.engine import actions as a
from referee.engine.cards import BY_NAME, NAMES, SUITS, cards_of
from referee.engine.errors import NotationError, nearest
from referee.engine.sheet import Sheet

WORDS: Final[dict[int, str]] = {
    a.PASS: "pass", a.LOOK: "look", a.BLIND: "blind", a.MISDEAL: "misdeal", a.PLAY_ON: "play-on", a.FOLD: "fold",
    a.KEEP_WIDOW: "keep-widow", a.HAND_ON: "hand-on", a.TAKE: "take", a.LEAVE: "leave",
}  # fmt: skip
_VERBS: Final[dict[int, str]] = {a.Ask.THROW: "throw", a.Ask.BURN: "burn", a.Ask.KEEP: "keep", a.Ask.SEARCH: "search"}


@lru_cache(maxsize=256)
def tokens(sheet: Sheet) -> Mapping[int, str]:
    """Return the token of every action of the sheet that is not a choice of a set of cards."""
    table = dict(enumerate(NAMES)) | WORDS
    for trump, suit in enumerate(SUITS):
        table[a.DECLARE + trump] = f"trump:{suit}"
        table |= {a.DECLARE_TWO + 4 * trump + sub: f"trump:{suit}/{SUITS[sub]}" for sub in range(4) if sub != trump}
    table |= {a.CALL_CARD + card: f"call:{name}" for card, name in enumerate(NAMES)}
    for call in sheet.calls:
        if a.call_kind(call) >= a.SPECIAL:
            table[call] = sheet.specials[a.call_kind(call) - a.SPECIAL].name
        else:
            table[call] = f"{a.call_value(call)}" + ("x2" if a.call_kind(call) == a.DOUBLED else "")
    return MappingProxyType(table)


@lru_cache(maxsize=256)
def _codes(sheet: Sheet) -> Mapping[str, int]:
    return MappingProxyType({text: code for code, text in tokens(sheet).items()})


def codes(sheet: Sheet) -> Mapping[str, int]:
    """Return the action of every token of the sheet that is not a choice of a set of cards.

    Who reads many tokens looks it up once: finding it costs more than a decision.
    """
    return _codes(sheet)


@lru_cache(maxsize=4096)
def parse_pick(text: str, ask: int) -> int | None:
    """Return the chosen set of cards that the token gives to what is asked; None unless it is as `token` writes it."""
    verb, colon, names = text.partition(":")
    if not colon or verb != _VERBS.get(ask):
        return None
    mask = 0
    for name in names.split(",") if names else ():
        bit = 1 << BY_NAME[name] if name in BY_NAME else 0
        if bit <= mask:  # no card, or not behind those before it in code order
            return None
        mask |= bit
    return a.PICK | mask


def token(action: int, ask: int, sheet: Sheet) -> str:
    """Return the token of an action given to what is asked. NotationError if the sheet has no such action."""
    if action >= a.PICK:
        verb = _VERBS.get(ask)
        if verb is None:
            raise NotationError(f"a set of cards is no answer to {a.Ask(ask).name.lower()}")
        return f"{verb}:{','.join(NAMES[card] for card in cards_of(action & a.PICK_MASK))}"
    text = tokens(sheet).get(action)
    if text is None:
        raise NotationError(f"{sheet.label} has no action {action}")
    return text


def parse_token(text: str, sheet: Sheet) -> int:
    """Return the action that the token names in the sheet; NotationError says what is wrong and what comes near."""
    code = _codes(sheet).get(text)
    if code is not None:
        return code
    verb, colon, names = text.partition(":")
    if not colon or verb not in _VERBS.values():
        raise NotationError(f"{text!r} is no action of {sheet.label}{nearest(text, _codes(sheet))}")
    mask = 0
    for name in filter(None, names.split(",")):
        card = BY_NAME.get(name)
        if card is None or mask >> card & 1:
            raise NotationError(f"{text!r}: {name!r} is {'named twice' if card is not None else 'no card'}")
        mask |= 1 << card
    return a.PICK | mask


def place_text(deal: int, index: int) -> str:
    """Return where a decision is, for people, who count from 1; deal and decision are given from 0."""
    return f"deal {deal + 1}, decision {index + 1}"


def place_word(deal: int, index: int) -> str:
    """Return the place in one word as people type it, DEAL.DECISION from 1; deal and decision are given from 0."""
    return f"{deal + 1}.{index + 1}"


def parse_place(text: str) -> tuple[int, int]:
    """Return deal and decision from 0 of a word DEAL.DECISION from 1. NotationError when it is none."""
    found = re.fullmatch(r"([0-9]{1,9})\.([0-9]{1,9})", text, re.ASCII)
    if not found or 0 in (int(found[1]), int(found[2])):
        raise NotationError(f"{text!r} is no decision: expected DEAL.DECISION, both from 1")
    return int(found[1]) - 1, int(found[2]) - 1


def legal_text(legal: a.Legal, ask: int, sheet: Sheet) -> str:
    """Return what is legal on one line: tokens by blanks, or "throw 0-3 of 2C 5D" with what is fixed behind it."""
    if isinstance(legal, a.Pick):
        span = f"{legal.least}" if legal.least == legal.most else f"{legal.least}-{legal.most}"
        choice = " ".join(NAMES[card] for card in cards_of(legal.choose_from))
        fixed = " ".join(NAMES[card] for card in cards_of(legal.fixed))
        return f"{_VERBS[ask]} {span} of {choice or 'none'}" + (f" and {fixed}" if fixed else "")
    return " ".join(token(action, ask, sheet) for action in legal)

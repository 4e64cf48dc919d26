"""The point rules in words, a line each, made from the rule alone."""

from __future__ import annotations

from typing import assert_never

from referee.engine.points import (
    CardPoint,
    Game,
    GameTie,
    High,
    JokerPips,
    LastTrick,
    Low,
    Of,
    Owner,
    PointRule,
    Tens,
)  # fmt: skip


def point_text(rule: PointRule) -> str:
    """Return the words of one point rule, with its name and worth; TypeError for a rule that has none."""
    return f"{rule.name}, {rule.worth}: {_what(rule)}"


def _what(rule: PointRule) -> str:
    match rule:
        case High():
            return f"the highest {_suit(rule.of)} played, to {_owner(Owner.HOLDER)}"
        case Low():
            return f"the lowest {_suit(rule.of)} played, to {_owner(rule.owner)}"
        case CardPoint():
            return f"the {_card(rule.card, rule.of)}, if it is played, to {_owner(rule.owner)}"
        case Game():
            return f"the most pips in tricks (T 10, A 4, K 3, Q 2, J 1{_joker_pips(rule.joker_pips)}); {_tie(rule.tie)}"
        case LastTrick():
            return "to the side that wins the last trick, however many play to it"
        case Tens():
            return "the most tens in tricks; tied or none taken: nobody"
        case _:
            raise TypeError(f"there are no words for the point rule {rule!r}")


def _suit(of: Of, trump: str = "trump", sub_trump: str = "sub-trump") -> str:
    match of:
        case Of.TRUMP:
            return trump
        case Of.SUB_TRUMP:
            return sub_trump
        case _:
            assert_never(of)


def _card(name: str, of: Of) -> str:
    if name.startswith("off-"):
        return f"{name} ({name.removeprefix('off-')} of the other suit of the same colour)"
    return name.replace("-", " ") if name.endswith("joker") else f"{name} of {_suit(of, 'trumps', 'the sub-trump')}"


def _owner(owner: Owner) -> str:
    match owner:
        case Owner.TAKER:
            return "its taker (the side that wins the card)"
        case Owner.HOLDER:
            return "its holder (the side that plays the card)"
        case _:
            assert_never(owner)


def _joker_pips(pips: JokerPips) -> str:
    match pips:
        case JokerPips.NONE:
            return ""
        case JokerPips.HALF:
            return ", each joker a half"
        case _:
            assert_never(pips)


def _tie(tie: GameTie) -> str:
    match tie:
        case GameTie.NOBODY:
            return "tied: nobody"
        case GameTie.JOKERS:
            return "tied: the one of them with more jokers in its tricks, else nobody"
        case _:
            assert_never(tie)

"""The exchange steps in words, a line each: what a line says depends on its step alone."""

from __future__ import annotations

from typing import assert_never

from referee.engine import steps as s


def step_text(step: s.ExchangeStep) -> str:
    """Return the words of one exchange step."""
    match step:
        case s.Swap():
            return (
                f"from eldest each throws any number of {_cards(step.cards)} {_face(step.face)} "
                f"and is refilled to {step.to} at once"
            )
        case s.ThrowPlain():
            return f"{_throwers(step.who)} throws all non-trumps, {_face(step.face)}; not asked"
        case s.Fill():
            return f"{_subject(step.who)} is filled to {step.to} from the stock, while it lasts{_rounds(step.rounds)}"
        case s.Widow():
            return "the pitcher takes what is left of the stock, if anything is, or hands it on unseen to the partner"
        case s.TakeStock():
            return "the pitcher takes what is left of the stock; not asked"
        case s.LayAside():
            return "plain cards that were drawn are laid aside face down; not asked"
        case s.Burn():
            return (
                f"from eldest whoever holds more than {step.to} trumps burns down to {step.to}, shown to all; "
                "trumps that are no point trumps go first"
            )
        case s.Narrow():
            return _narrow(step)
        case s.Search():
            return _search(step)
        case s.Forfeit():
            return (
                "whoever looked at his hand before his call loses one card of it by lot, out of play and shown to "
                "nobody else; then everyone sees his own hand"
            )
        case s.Inspect():
            return (
                "the pitcher is shown the cards lost by the others, one by one from eldest; he takes or leaves each, "
                "all see which, and for each that he takes he throws any card face down before he sees the next"
            )
        case _:
            assert_never(step)


def _narrow(step: s.Narrow) -> str:
    kept = (
        f"{_subject(step.who)} narrows to {step.to} cards: all trumps if they fit, with plain cards of his choice; "
        "else he burns the trumps over that, shown to all, those that are no point trumps first"
    )
    match step.rest:
        case s.Rest.STAY:
            return kept
        case s.Rest.BURN:
            return f"each in turn from eldest, {kept}; the others only burn down to {step.to} trumps"
        case _:
            assert_never(step.rest)


def _search(step: s.Search) -> str:
    searcher = f"{_subject(step.who)}, if he holds fewer than {step.to}, looks through what is left of the stock"
    match step.where:
        case s.Where.STOCK:
            return (
                f"{searcher} and takes cards of his choice to make exactly {step.to}; all, unasked, if no more are left"
            )
        case s.Where.STOCK_THEN_THROWN:
            return (
                f"{searcher} and takes cards to make exactly {step.to}: every trump first (of too many those of his "
                "choice), then plain cards of his choice; if all of it is not enough he takes it unasked and makes "
                "up the rest from the thrown plain cards"
            )
        case _:
            assert_never(step.where)


def _cards(cards: s.Cards) -> str:
    match cards:
        case s.Cards.PLAIN:
            return "non-trumps"
        case s.Cards.ANY:
            return "cards, trumps too,"
        case _:
            assert_never(cards)


def _face(face: s.Face) -> str:
    match face:
        case s.Face.DOWN:
            return "face down"
        case s.Face.UP:
            return "face up"
        case _:
            assert_never(face)


def _rounds(rounds: s.Rounds) -> str:
    match rounds:
        case s.Rounds.HAND_BY_HAND:
            return ""
        case s.Rounds.CARD_BY_CARD:
            return ", in rounds of one card"
        case _:
            assert_never(rounds)


def _throwers(who: s.Who) -> str:
    return _subject(who).replace("from eldest each", "everyone")


def _subject(who: s.Who) -> str:
    match who:
        case s.Who.ALL:
            return "from eldest each"
        case s.Who.PITCHER:
            return "the pitcher"
        case s.Who.DEALER:
            return "the dealer"
        case s.Who.ALL_BUT_PITCHER:
            return "from eldest each but the pitcher"
        case s.Who.ALL_BUT_DEALER:
            return "from eldest each but the dealer"
        case _:
            assert_never(who)

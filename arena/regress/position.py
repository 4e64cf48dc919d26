"""A position in words: what the seat that is asked knew, and nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from referee.engine.actions import CALL, Ask
from referee.engine.cards import card_names, mask_of
from referee.engine.game import Game
from referee.engine.notation import legal_text, token

SUIT_NAMES: Final = dict(zip(range(4), ("clubs", "diamonds", "hearts", "spades"), strict=True))
ASKS: Final = {
    Ask.LOOK: "look at the hand, or bid blind",
    Ask.CALL: "pass or call",
    Ask.DECLARE: "declare trump",
    Ask.NAME_SUIT: "name the suit led",
    Ask.CALL_PARTNER: "call a partner's card",
    Ask.THROW: "throw cards",
    Ask.BURN: "burn trumps",
    Ask.KEEP: "keep plain cards",
    Ask.SEARCH: "take cards from the stock",
    Ask.WIDOW: "keep the widow, or hand it on",
    Ask.TAKE: "take or leave the card shown",
    Ask.PLAY_ON: "play on, or give the game up",
    Ask.PLAY: "play a card",
}


def describe(game: Game, names: Sequence[str]) -> Iterator[str]:
    """Yield the position of the seat to act, line by line. `names`: the entrants by seat."""
    sheet, public, seat = game.sheet, game.public, game.to_act
    view = game.view(seat)
    side = sheet.side_of(seat)
    yield f"seat {seat} ({names[seat]}, side {side}) is asked to {ASKS[Ask(game.ask)]}"
    scores = " : ".join(map(str, public.scores))
    yield f"scores {scores} by side, deal {public.deal_number + 1} dealt by seat {public.dealer}"
    calls = [f"{at} {token(call, Ask.CALL, sheet)}" for at, call in enumerate(public.calls) if call]
    if calls:
        yield f"calls: {', '.join(calls)}"
    if public.pitcher >= 0 and public.call >= CALL:
        line = f"seat {public.pitcher} has the bid for {token(public.call, Ask.CALL, sheet)}"
        if public.trump >= 0:
            line += f", trump {suit_text(public.trump, public.sub_trump)}"
        yield line
    yield f"hand: {card_names(view[2]) or ('not looked at' if game.ask == Ask.LOOK else 'none')}"
    if game.ask in (Ask.PLAY, Ask.NAME_SUIT, Ask.PLAY_ON):
        yield _trick(game)
        taken = [f"side {at} {card_names(pile)}" for at, pile in enumerate(public.taken) if pile]
        if taken:
            yield f"taken: {'; '.join(taken)}"
    if view[12]:
        yield f"seen out of play: {card_names(view[12])}"
    if view[14]:
        yield f"stock: {view[14]} cards"
    yield f"legal: {legal_text(game.legal(), game.ask, sheet)}"


def suit_text(trump: int, sub_trump: int = -1) -> str:
    """Return trump in words, as in "hearts" or "hearts over spades"."""
    return SUIT_NAMES[trump] + (f" over {SUIT_NAMES[sub_trump]}" if sub_trump >= 0 else "")


def _trick(game: Game) -> str:
    view = game.view(game.to_act)
    number = game.public.tricks + 1
    if not view[9]:
        return f"leads trick {number}"
    cards = [f"{seat} {card_names(mask_of([card]))}" for card, seat in zip(view[9], view[10], strict=True)]
    return f"trick {number}: {', '.join(cards)}"

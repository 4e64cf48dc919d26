"""What random deals are made of: pure chance, or the luck that brings out what is seldom."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

from referee.engine.actions import MISDEAL, PASS, Legal, Pick
from referee.engine.cards import LOW_JOKER, parse_card
from referee.engine.game import Game
from referee.engine.phases.deal import places
from tests.catalogue.tables import random_action, shuffled


@dataclass(frozen=True, slots=True, kw_only=True)
class Luck:
    """What random deals are made of where pure chance would seldom show a rule.

    `hands` has cards by the number of places after the dealer (1: eldest), `bottom` the cards dealt last; `poor` is how
    often a seat is dealt the poorest cards of the pack; `prefers` are actions that are taken so `often` where they are
    legal.
    """

    hands: dict[int, str] = field(default_factory=dict)
    bottom: str = ""
    poor: float = 0.0
    prefers: tuple[int, ...] = ()
    often: float = 0.7

    def pack(self, game: Game, chance: Random) -> list[int]:
        """Return a pack for the next deal."""
        pack = shuffled(game, chance)
        if not (self.hands or self.bottom or self.poor):
            return pack
        sheet, public = game.sheet, game.public
        dealer = public.dealer if public.deal_number < 0 or public.redeal else (public.dealer + 1) % sheet.seats
        at = places(sheet.seats, sheet.hand_size, sheet.packet, (dealer + 1) % sheet.seats)
        wanted: dict[int, int] = {}
        for turn, names in self.hands.items():
            cards = [parse_card(name) for name in names.split()]
            wanted |= dict(zip(at[(dealer + turn) % sheet.seats], cards, strict=False))
        if self.poor and chance.random() < self.poor:
            wanted |= dict(zip(chance.choice(at), sorted(pack, key=poorest_first), strict=False))
        last = [parse_card(name) for name in self.bottom.split()]
        rest = [card for card in pack if card not in wanted.values() and card not in last] + last
        return [wanted[place] if place in wanted else rest.pop(0) for place in range(len(pack))]

    def action(self, legal: Legal, chance: Random) -> int:
        """Return a legal action."""
        if not isinstance(legal, Pick) and chance.random() < self.often:
            for action in self.prefers:
                if action in legal:
                    return action
        return random_action(legal, chance)


def poorest_first(card: int) -> tuple[bool, int]:
    """Return where the card stands from four to nine, then the low ones, the tens and honours, the jokers."""
    return (card >= LOW_JOKER, (card % 13 - 2) % 13)


EVERYDAY = Luck()
NINES_LAST = Luck(bottom="9C 9D 9H 9S", prefers=(PASS,), often=1.0)
POOR_HANDS = Luck(poor=0.5, prefers=(MISDEAL, PASS), often=0.8)  # misdeals, deals that all pass, forced bids

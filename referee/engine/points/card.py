"""A named trump that scores when it is played: jack, off-jack, jokers, ten, three ... (chassis 5, sections 4 and 5)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.points.rule import HOLDER, NOBODY, Owner, Played


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPoint:
    """The trump `card`, by its name in the trump list ("jack", "off-jack", "high-joker", "three"), to its owner."""

    card: str
    owner: Owner = Owner.TAKER
    worth: int = 1
    called: str = ""  # the point's name where it is not the card's

    @property
    def name(self) -> str:
        """The point's name: the card's, unless the sheet calls it otherwise."""
        return self.called or self.card

    def award(self, deal: Played) -> int:
        """Return a seat of the group that owns the card, or NOBODY when it was not played."""
        card = deal.named[self.card]
        group = deal.taker[card]
        if group < 0:
            return NOBODY
        return deal.owner(card, self.owner) if self.owner is HOLDER else deal.group_seat[group]

    def award_folded(self, deal: Played) -> int:
        """Return the same: what was won before the fold counts (contway)."""
        return self.award(deal)

    def point_cards(self) -> tuple[str, ...]:
        """The card itself is a point trump."""
        return (self.card,)

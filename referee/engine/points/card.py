"""A named trump that scores when it is played: jack, off-jack, jokers, ten, three ... (chassis 5, sections 4 and 5)."""

from __future__ import annotations

from dataclasses import dataclass

from referee.engine.points.rule import HOLDER, NOBODY, SUB_TRUMP, Of, Owner, Played


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPoint:
    """The trump `card`, by its name in the trump list ("jack", "off-jack", "high-joker", "three"), to its owner.

    A joker scores where it is no trump too (two-trump); a burned card for the group it counts for (campbell-ten).
    """

    card: str
    owner: Owner = Owner.TAKER
    of: Of = Of.TRUMP
    worth: int = 1
    called: str = ""  # the point's name where it is not the card's

    @property
    def name(self) -> str:
        """The point's name: the card's, unless the sheet calls it otherwise."""
        return self.called or self.card

    def award(self, deal: Played) -> int:
        """Return a seat of the group that owns the card, or NOBODY when it was not played."""
        card = (deal.sub_named if self.of is SUB_TRUMP else deal.named)[self.card]
        group = deal.taker[card]
        if group < 0:
            group = deal.burned.get(card, NOBODY)
            return NOBODY if group < 0 else deal.group_seat[group]
        return deal.owner(card, self.owner) if self.owner is HOLDER else deal.group_seat[group]

    def award_folded(self, deal: Played) -> int:
        """Return the same: what was won before the fold counts (contway)."""
        return self.award(deal)

    def point_cards(self) -> tuple[str, ...]:
        """The card itself is a point trump."""
        return () if self.of is SUB_TRUMP else (self.card,)

    def needs(self) -> tuple[str, ...]:
        """The card must be there."""
        return (self.card,)

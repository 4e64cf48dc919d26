"""Who took the points: sides, or the two groups of a deal with a called partner (chassis 5, 5.4)."""

from __future__ import annotations

from .cards import is_joker, pips, trump_card
from .shape import Point
from .table import NOBODY, Table

PITCHERS_GROUP, OTHER_GROUP = 0, 1


def party_of(table: Table, seat: int) -> int:
    """Whom a point is given to: the seat's side, or its group where a partner is called."""
    if not table.sheet.called_partner:
        return table.side_of(seat)
    return PITCHERS_GROUP if seat in (table.pitcher, table.partner) else OTHER_GROUP


def count_of_parties(table: Table) -> int:
    return 2 if table.sheet.called_partner else table.sides


def pitching_party(table: Table) -> int:
    return party_of(table, table.the_pitcher())


def points_per_party(table: Table, points: dict[str, int | None]) -> list[int]:
    taken = [0] * count_of_parties(table)
    for point in table.sheet.points:
        party = points[point.name]
        if party is not None:
            taken[party] += point.worth
    return taken


def point_goes_to(table: Table, point: Point) -> int | None:
    if point.what == "most pips":
        return None if table.folded else party_with_most_pips(table)
    if point.what == "most tens":
        return party_with_most_tens(table)
    if point.what == "last trick":
        return party_of(table, table.tricks[-1][1]) if table.tricks else None
    card = card_of_point(table, point)
    if card is None:
        return None
    for plays, winner in table.tricks:
        for player, played in plays:
            if played == card:
                return party_of(table, player if point.owner == "holder" else winner)
    if table.sheet.burned_points_to_others and card in table.burned_by:
        return 1 - party_of(table, table.burned_by[card])  # there are two parties
    return None


def card_of_point(table: Table, point: Point) -> str | None:
    """The card that carries the point; None: no trump was played."""
    if table.trump is None:
        return None
    what, trump, trumps = point.what, table.trump, table.trumps()
    if what.startswith("sub ") and table.sub_trump is not None:
        what, trump, trumps = what.removeprefix("sub "), table.sub_trump, table.sub_trumps()
    if what not in ("highest", "lowest"):
        return trump_card(what, trump)
    if table.folded:  # only the actual ace and two count then
        return trump_card("A" if what == "highest" else "2", trump)
    played = {card for _seat, card in table.all_plays()}
    trumps_played = [card for card in trumps if card in played]
    if not trumps_played:
        return None
    return trumps_played[0] if what == "highest" else trumps_played[-1]


def party_with_most_pips(table: Table) -> int | None:
    """Counted in half pips: one for a joker where the sheet counts jokers."""
    piles = piles_per_party(table)
    of_joker = 1 if table.sheet.joker_is_half_a_pip else 0
    counts = [sum(of_joker if is_joker(card) else 2 * pips(card) for card in pile) for pile in piles]
    tied = [party for party in range(len(piles)) if counts[party] == max(counts)]
    if len(tied) > 1 and table.sheet.joker_breaks_game_tie:
        jokers = [sum(is_joker(card) for card in piles[party]) for party in tied]
        tied = [party for party, count in zip(tied, jokers, strict=True) if count == max(jokers)]
    return tied[0] if len(tied) == 1 else None


def party_with_most_tens(table: Table) -> int | None:
    counts = [sum(card[0] == "T" for card in pile) for pile in piles_per_party(table)]
    if max(counts) == 0 or counts.count(max(counts)) > 1:
        return None
    return counts.index(max(counts))


def piles_per_party(table: Table) -> list[list[str]]:
    piles: list[list[str]] = [[] for _ in range(count_of_parties(table))]
    for plays, winner in table.tricks:
        if winner != NOBODY:
            piles[party_of(table, winner)] += [card for _seat, card in plays]
    return piles

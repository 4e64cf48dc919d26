"""Packs that bring about what random ones hardly ever do."""

from __future__ import annotations

from random import Random

from referee.engine.cards import mask_of
from referee.engine.game import Game
from referee.engine.phases.deal import places
from tests.catalogue.tables import shuffled


def lopsided(game: Game, chance: Random) -> list[int]:
    """Return a pack that deals one seat eight trumps of some suit, five of them worth points: it burns two of the other
    three, and with another trump in its hand it would have no choice."""
    sheet, tables = game.sheet, game.tables
    table = tables.trumps[chance.randrange(4)]
    points = [card for card in table.order if table.point_trumps >> card & 1]
    cheap = [card for card in table.order if not table.point_trumps >> card & 1]
    hand = chance.sample(points, 5) + chance.sample(cheap, 3)
    dealer = game.public.dealer if game.deal_number < 0 else tables.next_seat[game.public.dealer]
    where = places(sheet.seats, sheet.hand_size, sheet.packet, tables.next_seat[dealer])[chance.randrange(sheet.seats)]
    rest = [card for card in shuffled(game, chance) if not mask_of(hand) >> card & 1]
    pack = [-1] * len(tables.pack)
    for place, card in zip(where, hand, strict=False):
        pack[place] = card
    return [rest.pop() if card < 0 else card for card in pack]

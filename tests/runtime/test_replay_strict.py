"""A record is read strictly: a choice of cards is written in one way only."""

from __future__ import annotations

from dataclasses import replace

import pytest

from referee.dealing import deal_next
from referee.engine.actions import PICK, Ask, house_move
from referee.engine.cards import cards_of, mask_of
from referee.engine.errors import ReplayError
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.replay import GameRecord, Recorder, replay
from referee.shuffle import first_dealer
from referee.variants.catalogue import resolve

KEY = bytes(32)


def record() -> GameRecord:
    """A game of contway in which the house throws nothing, but for two cards of eldest in the first deal."""
    tables = compile_tables(resolve("contway[max_deals=1]"))
    game = Game(tables, first_dealer(KEY, 0, 4))
    recorder = Recorder(game=game, bout="contway:a:0", rotation=0, number=0, seats=("a",) * 4)
    recorder.deal()
    deal_next(game, KEY, 0)
    thrown = False
    while game.to_act >= 0:
        legal = game.legal()
        action = house_move(legal)
        if game.ask == Ask.THROW and not thrown:
            action, thrown = PICK | mask_of(cards_of(game.view(game.to_act)[2])[:2]), True
        recorder.decision(action)
        game.apply(action)
    return recorder.finish(())


def test_the_record_leads_to_its_game() -> None:
    assert replay(record(), KEY).over


@pytest.mark.parametrize("change", ["turned round", "another verb"])
def test_another_spelling_is_refused(change: str) -> None:
    good = record()
    (deal,) = good.deals
    at, text = next((at, text) for at, text in enumerate(deal.actions) if text.startswith("throw:") and "," in text)
    one, two = text.removeprefix("throw:").split(",")
    other = f"throw:{two},{one}" if change == "turned round" else text.replace("throw", "burn")
    actions = (*deal.actions[:at], other, *deal.actions[at + 1 :])
    with pytest.raises(ReplayError, match=f"deal 1, decision {at + 1}: '{other}' is no answer"):
        replay(replace(good, deals=(replace(deal, actions=actions),)), KEY)

"""What scores a point: one file a rule, each a frozen value with `worth` and `award`.

`award(deal)` returns a seat of the group that took the point, or NOBODY. Groups are the sides, except where a partner
is called (5.4).
"""

from __future__ import annotations

from referee.engine.points.card import CardPoint
from referee.engine.points.game import Game, GameTie, JokerPips
from referee.engine.points.high import High
from referee.engine.points.last import LastTrick
from referee.engine.points.low import Low
from referee.engine.points.rule import NOBODY, Of, Owner, Played, PointRule
from referee.engine.points.tens import Tens

__all__ = [
    "NOBODY", "CardPoint", "Game", "GameTie", "High", "JokerPips", "LastTrick", "Low", "Of", "Owner", "Played",
    "PointRule", "Tens",
]  # fmt: skip

"""SDK for Pitch bots in Python.

A bot is a class with a method ``choose(turn)``, or one function of a turn; ``run`` does the rest::

    from pitch_bot import run

    def choose(turn):
        return turn.pick.prefer([]) if turn.pick else turn.legal[0]

    run(choose)
"""

from pitch_bot.actions import (
    BLIND,
    FOLD,
    HAND_ON,
    KEEP_WIDOW,
    LEAVE,
    LOOK,
    MISDEAL,
    PASS,
    PLAY_ON,
    TAKE,
    Action,
    ActionKind,
    Call,
    action_at,
    declare,
)
from pitch_bot.cards import CARDS, HIGH_JOKER, LOW_JOKER, SUITS, Card, Suit, card, cards, pips
from pitch_bot.choices import simple_answer, usefulness
from pitch_bot.estimate import points_lost, rough_points
from pitch_bot.forecast import Bidding, Forecast, Trump, advantage, promising
from pitch_bot.game import Answer, Bot, Game
from pitch_bot.kinds import Ask, EndReason, EventKind
from pitch_bot.memory import Memory
from pitch_bot.places import Places, places
from pitch_bot.playout import Outcome, Playout
from pitch_bot.rules import Folding, Follow, Winning
from pitch_bot.runner import run
from pitch_bot.scoring import is_made, scores_after
from pitch_bot.sheet import Point, Sheet, SpecialCall, Step
from pitch_bot.turn import Event, GameEnd, Pick, Play, Turn
from pitch_bot.worlds import Worlds

__all__ = [
    "BLIND",
    "CARDS",
    "FOLD",
    "HAND_ON",
    "HIGH_JOKER",
    "KEEP_WIDOW",
    "LEAVE",
    "LOOK",
    "LOW_JOKER",
    "MISDEAL",
    "PASS",
    "PLAY_ON",
    "SUITS",
    "TAKE",
    "Action",
    "ActionKind",
    "Answer",
    "Ask",
    "Bidding",
    "Bot",
    "Call",
    "Card",
    "EndReason",
    "Event",
    "EventKind",
    "Folding",
    "Follow",
    "Forecast",
    "Game",
    "GameEnd",
    "Memory",
    "Outcome",
    "Pick",
    "Places",
    "Play",
    "Playout",
    "Point",
    "Sheet",
    "SpecialCall",
    "Step",
    "Suit",
    "Trump",
    "Turn",
    "Winning",
    "Worlds",
    "action_at",
    "advantage",
    "card",
    "cards",
    "declare",
    "is_made",
    "pips",
    "places",
    "points_lost",
    "promising",
    "rough_points",
    "run",
    "scores_after",
    "simple_answer",
    "usefulness",
]

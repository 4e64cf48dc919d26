"""SDK for Pitch bots in Python.

A bot is a class with a method ``choose(turn)``, or one function of a turn; ``run`` does the rest::

    from pitch_bot import run

    def choose(turn):
        return turn.pick.prefer([]) if turn.pick else turn.legal[0]

    run(choose)
"""

from pitch_bot.actions import FOLD, HAND_ON, KEEP_WIDOW, PASS, PLAY_ON, Action, ActionKind, Call, action_at, declare
from pitch_bot.cards import CARDS, HIGH_JOKER, LOW_JOKER, SUITS, Card, Suit, card, cards, pips
from pitch_bot.estimate import points_lost, rough_points
from pitch_bot.game import Answer, Bot, Game
from pitch_bot.kinds import Ask, EndReason, EventKind
from pitch_bot.memory import Memory
from pitch_bot.runner import run
from pitch_bot.sheet import Point, Sheet
from pitch_bot.turn import Event, GameEnd, Pick, Play, Turn
from pitch_bot.worlds import Places, Worlds, places

__all__ = [
    "CARDS",
    "FOLD",
    "HAND_ON",
    "HIGH_JOKER",
    "KEEP_WIDOW",
    "LOW_JOKER",
    "PASS",
    "PLAY_ON",
    "SUITS",
    "Action",
    "ActionKind",
    "Answer",
    "Ask",
    "Bot",
    "Call",
    "Card",
    "EndReason",
    "Event",
    "EventKind",
    "Game",
    "GameEnd",
    "Memory",
    "Pick",
    "Places",
    "Play",
    "Point",
    "Sheet",
    "Suit",
    "Turn",
    "Worlds",
    "action_at",
    "card",
    "cards",
    "declare",
    "pips",
    "places",
    "points_lost",
    "rough_points",
    "run",
]

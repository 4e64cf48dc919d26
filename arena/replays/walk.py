"""A recorded game step by step: what export and show are made from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from referee.engine.actions import Legal
from referee.engine.events import Event, EventKind
from referee.engine.phases.score import DealResult
from referee.replay import GameRecord, steps


@dataclass(slots=True, kw_only=True)
class Decision:
    """One decision: who was asked what, what was legal, what was done, why the house did it ("" if it did not).

    `events` is what happened between it and the next decision of the deal.
    """

    index: int
    seat: int
    ask: int
    legal: Legal
    action: int
    token: str
    house: str
    events: list[Event] = field(default_factory=list)


@dataclass(slots=True, kw_only=True)
class WalkedDeal:
    """One deal: the events of dealing, its decisions, and how it came out. Its last events end it."""

    number: int
    dealer: int
    dealt: list[Event] = field(default_factory=list)
    decisions: list[Decision] = field(default_factory=list)
    result: DealResult

    @property
    def events(self) -> Iterator[Event]:
        """All events of the deal in order."""
        yield from self.dealt
        for decision in self.decisions:
            yield from decision.events


def walk(record: GameRecord, key: bytes) -> Iterator[WalkedDeal]:
    """Yield the deals of the game, each when it is complete. ReplayError where the record does not follow."""
    reached = 0
    decisions: list[Decision] = []
    dealt: list[Event] = []
    game = None
    number = 0
    for game, number, index, action in steps(record, key):
        fresh = game.events[reached:]
        reached = len(game.events)
        if index == 0:
            cut = next(i for i, event in enumerate(fresh) if event[0] == EventKind.DEAL)
            if number:
                decisions[-1].events = fresh[:cut]
                yield _deal(number - 1, dealt, decisions, game.results[number - 1])
            dealt, decisions = fresh[cut:], []
        else:
            decisions[-1].events = fresh
        deal = record.deals[number]
        decisions.append(
            Decision(
                index=index,
                seat=game.to_act,
                ask=game.ask,
                legal=game.legal(),
                action=action,
                token=deal.actions[index],
                house=next((why for place, why in deal.house if place == index), ""),
            )
        )
    if game is not None:
        decisions[-1].events = game.events[reached:]
        yield _deal(number, dealt, decisions, game.results[number])


def _deal(number: int, dealt: list[Event], decisions: list[Decision], result: DealResult) -> WalkedDeal:
    return WalkedDeal(number=number, dealer=dealt[0][1], dealt=dealt, decisions=decisions, result=result)

"""Scripted bots over links without sockets, in virtual time."""

from __future__ import annotations

import math
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import trio
from trio.testing import MockClock

from pitch.arena.v1 import play_pb2 as pb
from referee.clock import Limits
from referee.engine.actions import house_move
from referee.engine.game import Game
from referee.faults import Policy
from referee.hub import Ending, Frame, Hub
from referee.match import Match
from referee.orders import GameFinished, GameVoid, MatchOrder, Report, SeatOrder
from referee.replay import GameRecord, from_json, replay
from referee.variants.catalogue import resolve

KEY = bytes(range(32))
T = TypeVar("T")


def in_virtual_time(test: Callable[..., Awaitable[T]], *args: Any) -> T:
    """Run the test with a clock that jumps whenever everybody waits."""
    return trio.run(test, *args, clock=MockClock(autojump_threshold=0))


def legal_choice(turn: pb.Turn) -> pb.Choice:
    """Answer with the first legal action, or the fewest cards."""
    if turn.HasField("pick"):
        cards = turn.pick.fixed + turn.pick.choose_from[: turn.pick.least]
        return pb.Choice(game=turn.game, turn=turn.turn, cards=cards)
    return pb.Choice(game=turn.game, turn=turn.turn, action=turn.legal[0])


def join_message(token: str, *, capacity: int = 64, versions: Sequence[int] = (1,), name: str = "test") -> bytes:
    join = pb.Join(token=token, name=name, version="1", protocol_versions=versions, capacity=capacity)
    return pb.PlayRequest(join=join).SerializeToString()


def answer_message(*choices: pb.Choice) -> bytes:
    return pb.PlayRequest(choices=choices).SerializeToString()


@dataclass(eq=False)
class Bot:
    """A bot with its link. By default it answers all turns of a frame in one message after `think` seconds.

    Override `answer` for another way. `frames` keeps what came, `times` when; `ended` how the referee ended the stream.
    """

    hub: Hub
    nursery: trio.Nursery
    token: str
    capacity: int = 64
    think: float = 0.01
    frames: list[pb.PlayResponse] = field(default_factory=list)
    times: list[float] = field(default_factory=list)
    raw: list[bytes] = field(default_factory=list)
    read_since: float | None = None
    owed: list[bool] = field(default_factory=list)  # by frame: whether an answer is wanted after it
    ended: Ending | None = None

    def __post_init__(self) -> None:
        self._inbox, messages = trio.open_memory_channel[pb.PlayResponse](math.inf)
        self.nursery.start_soon(self._live, messages)

    async def _live(self, messages: trio.MemoryReceiveChannel[pb.PlayResponse]) -> None:
        async for message in messages:
            await self.answer(message)

    def join(self) -> None:
        self.hub.opened(self, join_message(self.token, capacity=self.capacity))
        self.hub.flush()

    def send(self, frames: Sequence[Frame], *, owed: bool) -> None:
        assert self.ended is None
        for frame in frames:
            self.owed.append(owed)
            if frame.sending is not None:
                frame.sending.written_at = trio.current_time()
            self.raw.append(frame.data)
            message = pb.PlayResponse.FromString(frame.data)
            self.frames.append(message)
            self.times.append(trio.current_time())
            self._inbox.send_nowait(message)

    def end(self, ending: Ending) -> None:
        self.ended = ending

    async def answer(self, message: pb.PlayResponse) -> None:
        if message.turns:
            await trio.sleep(self.think)
            self.say(answer_message(*map(self.choose, message.turns)))

    def choose(self, turn: pb.Turn) -> pb.Choice:
        return legal_choice(turn)

    def say(self, data: bytes) -> None:
        if self.ended is None:
            self.hub.message(self, data, trio.current_time())
            self.hub.flush()

    def leave(self) -> None:
        self.hub.closed(self, "gone")
        self.hub.flush()

    # ---- what came

    @property
    def turns(self) -> list[pb.Turn]:
        return [turn for frame in self.frames for turn in frame.turns]

    @property
    def ends(self) -> list[pb.GameEnd]:
        return [end for frame in self.frames for end in frame.ends]

    @property
    def starts(self) -> list[pb.GameStart]:
        return [start for frame in self.frames for start in frame.starts]

    @property
    def notices(self) -> list[pb.Notice]:
        return [notice for frame in self.frames for notice in frame.notices]


class SilentBot(Bot):
    """Never answers."""

    async def answer(self, message: pb.PlayResponse) -> None:
        pass


class World:
    """A hub, a match and its bots. `exits_told` as in Match."""

    def __init__(
        self,
        nursery: trio.Nursery,
        spec: str = "auction[max_deals=2]",
        *,
        games: int = 2,
        limits: Limits | None = None,
        policy: Policy | None = None,
        bots: dict[int, type[Bot]] | None = None,
        house: Sequence[int] = (),
        exits_told: bool = False,
        show_names: bool = False,
    ) -> None:
        sheet = resolve(spec)
        self.nursery = nursery
        self.hub = Hub(trio.current_time)
        self.reports: list[Report] = []
        self.order = MatchOrder(
            match="m",
            sheet=spec,
            bout_key=KEY,
            bout="b",
            rotation=0,
            games=tuple(range(games)),
            seats=tuple(
                SeatOrder(entrant=f"e{seat}", token="" if seat in house else f"t{seat}") for seat in range(sheet.seats)
            ),
            limits=limits or Limits(start_limit_ms=10_000, move_limit_ms=1_000, grace_ms=100),
            policy=policy or Policy(),
            show_names=show_names,
        )
        self.match = Match(self.order, self.hub, self.reports.append, exits_told=exits_told)
        kinds = bots or {}
        self.bots = {
            seat: kinds.get(seat, Bot)(self.hub, nursery, f"t{seat}")
            for seat in range(sheet.seats)
            if seat not in house
        }
        self.over = trio.Event()

    async def start(self, *, join: Sequence[int] | None = None) -> None:
        """Run the match in the nursery and let the bots (all, or the seats of `join`) join."""
        self.nursery.start_soon(self.hub.attend)
        self.nursery.start_soon(self._run)
        await trio.testing.wait_all_tasks_blocked()
        for seat, bot in self.bots.items():
            if join is None or seat in join:
                bot.join()

    async def play(self, *, join: Sequence[int] | None = None) -> None:
        """`start`, wait for the end of the match, and stop everything."""
        await self.start(join=join)
        await self.over.wait()
        self.nursery.cancel_scope.cancel()

    async def _run(self) -> None:
        await self.match.run()
        self.over.set()

    def replacement(self, seat: int, kind: type[Bot] = Bot, *, token: str) -> Bot:
        self.bots[seat] = bot = kind(self.hub, self.nursery, token)
        return bot

    @property
    def records(self) -> list[GameRecord]:
        """The records, each replayed and compared."""
        records = [from_json(r.record) for r in self.reports if isinstance(r, GameFinished)]
        for record in records:
            replay(record, KEY)
        return sorted(records, key=lambda record: record.game)

    @property
    def voids(self) -> list[GameVoid]:
        return [report for report in self.reports if isinstance(report, GameVoid)]


def faults_of(record: GameRecord, seat: int) -> list[str]:
    return [note.fault.value for note in record.faults if note.seat == seat]


def winners_by_house(game: Game) -> None:
    """Play the rest of the deal by the house."""
    while game.to_act >= 0:
        game.apply(house_move(game.legal()))

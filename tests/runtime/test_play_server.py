"""The play server over real sockets: whole matches, refusals, dying and misbehaving clients, health and reflection."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import grpc
import pytest
import trio
import trio.lowlevel

from pitch.arena.v1 import play_pb2 as pb
from referee.addresses import ListenError
from referee.clock import Limits
from referee.faults import Policy
from referee.hub import Hub
from referee.match import Match
from referee.orders import GameFinished, MatchOrder, Report, SeatJoined, SeatOrder
from referee.replay import GameRecord, from_json, replay
from referee.rpc.bridge import open_bridge
from referee.rpc.play_server import serve_play
from referee.variants.catalogue import resolve
from tests.runtime.clients import METHOD, Talk, play_seat, start_bot
from tests.runtime.scripted import KEY, answer_message, faults_of, join_message, legal_choice

BUF = Path(sys.executable).with_name("buf")


@dataclass
class Served:
    address: str
    hub: Hub
    match: Match
    reports: list[Report] = field(default_factory=list)
    over: trio.Event = field(default_factory=trio.Event)

    @property
    def records(self) -> list[GameRecord]:
        records = [from_json(report.record) for report in self.reports if isinstance(report, GameFinished)]
        for record in records:
            replay(record, KEY)
        return records


@asynccontextmanager
async def served(
    folder: Path,
    spec: str = "auction[max_deals=2]",
    *,
    games: int = 3,
    limits: Limits | None = None,
    listen: str | None = None,
    bots: int = 4,
) -> AsyncIterator[Served]:
    """A referee's play server with one match of `games`, tokens t0, t1 ..."""
    hub = Hub(time.perf_counter)
    reports: list[Report] = []
    order = MatchOrder(
        match="m",
        sheet=spec,
        bout_key=KEY,
        bout="b",
        rotation=0,
        games=tuple(range(games)),
        seats=tuple(
            SeatOrder(entrant=f"e{seat}", token=f"t{seat}" if seat < bots else "")
            for seat in range(resolve(spec).seats)
        ),
        limits=limits or Limits(start_limit_ms=60_000, move_limit_ms=30_000),
        policy=Policy(),
    )
    with trio.fail_after(100):
        async with open_bridge() as bridge, serve_play(hub, bridge, listen or f"unix:{folder}/play.sock") as address:
            match = Match(order, hub, reports.append, exits_told=False)
            this = Served(address=address, hub=hub, match=match, reports=reports)

            async def run() -> None:
                await match.run()
                this.over.set()

            async with trio.open_nursery() as nursery:
                nursery.start_soon(run)
                await trio.lowlevel.checkpoint()
                yield this
                nursery.cancel_scope.cancel()


Client = Callable[..., object]


async def in_threads(*clients: tuple[Client, tuple[object, ...]]) -> list[object]:
    """Run the blocking clients at once, each in a thread; return their results in order."""
    results: list[object] = [None] * len(clients)

    async def one(place: int) -> None:
        client, args = clients[place]
        results[place] = await trio.to_thread.run_sync(client, *args, abandon_on_cancel=True)

    async with trio.open_nursery() as nursery:
        for place in range(len(clients)):
            nursery.start_soon(one, place)
    return results


def exists(path: str) -> bool:
    return os.path.lexists(path)


def mode(path: str) -> int:
    return Path(path).stat().st_mode & 0o777


def run(test: Callable[[], Awaitable[None]]) -> None:
    trio.run(test)


@pytest.mark.parametrize("listen", [None, "127.0.0.1:0"])
def test_whole_games_over_a_socket(tmp_path: Path, listen: str | None) -> None:
    async def test() -> None:
        async with served(tmp_path, listen=listen) as referee:
            assert referee.address.startswith("127.0.0.1:" if listen else "unix:/")
            path = referee.address.removeprefix("unix:")
            if not listen:
                assert mode(path) == 0o600
            frames = await in_threads(*((play_seat, (referee.address, f"t{seat}")) for seat in range(4)))
            await referee.over.wait()
            assert len(referee.records) == 3
            for seat, seen in enumerate(frames):
                assert isinstance(seen, list)
                assert sum(len(frame.ends) for frame in seen) == 3
                assert {start.seat for frame in seen for start in frame.starts} == {seat}
        assert not exists(path), "the socket goes with the server"

    run(test)


def refusal(address: str, first: bytes) -> tuple[grpc.StatusCode | None, str]:
    with Talk(address) as talk:
        talk.say(first)
        assert talk.hear() is None
        return talk.code, talk.details


def test_refusals_have_their_status(tmp_path: Path) -> None:
    async def test() -> None:
        async with served(tmp_path) as referee:

            async def refused(first: bytes) -> tuple[grpc.StatusCode | None, str]:
                (result,) = await in_threads((refusal, (referee.address, first)))
                assert isinstance(result, tuple)
                return result

            code, text = await refused(join_message("wrong"))
            assert code is grpc.StatusCode.UNAUTHENTICATED
            assert "wrong" not in text
            code, text = await refused(join_message("t0", versions=[9]))
            assert code is grpc.StatusCode.FAILED_PRECONDITION
            assert "protocol version 1" in text and "9" in text
            for first in (answer_message(pb.Choice(game=1)), b"\xff\xff"):
                code, text = await refused(first)
                assert code is grpc.StatusCode.INVALID_ARGUMENT
                assert "join" in text

    run(test)


def test_a_token_is_worth_one_join(tmp_path: Path) -> None:
    def twice(address: str) -> None:
        with Talk(address) as first:
            first.join("t0")
            assert refusal(address, join_message("t0"))[0] is grpc.StatusCode.UNAUTHENTICATED

    async def test() -> None:
        async with served(tmp_path) as referee:
            await in_threads((twice, (referee.address,)))

    run(test)


def rest(address: str, seats: range) -> list[tuple[Client, tuple[object, ...]]]:
    return [(play_seat, (address, f"t{seat}")) for seat in seats]


def bad(address: str, behave: Callable[[Talk, pb.PlayResponse], None]) -> tuple[grpc.StatusCode | None, str]:
    """Join seat 0, wait for a turn, behave, and hear the end of it."""
    with Talk(address) as talk:
        frame: pb.PlayResponse | None = talk.join("t0")
        while frame is not None and not frame.turns:
            frame = talk.hear()
        assert frame is not None
        behave(talk, frame)
        for _ in talk.frames():
            pass
        return talk.code, talk.details


async def misbehaves(
    folder: Path, behave: Callable[[Talk, pb.PlayResponse], None]
) -> tuple[Served, grpc.StatusCode | None, str]:
    async with served(folder) as referee:
        results = await in_threads((bad, (referee.address, behave)), *rest(referee.address, range(1, 4)))
        await referee.over.wait()
        assert len(referee.records) == 3
        (result, *_) = results
        assert isinstance(result, tuple)
        return referee, *result


def fault_names(referee: Served) -> set[str]:
    return {name for record in referee.records for name in faults_of(record, 0)}


def test_a_client_that_half_closes(tmp_path: Path) -> None:
    async def test() -> None:
        referee, _, _ = await misbehaves(tmp_path, lambda talk, _frame: talk.finish())
        assert fault_names(referee) == {"disconnect"}

    run(test)


def test_a_client_that_cancels(tmp_path: Path) -> None:
    async def test() -> None:
        referee, _, _ = await misbehaves(tmp_path, lambda talk, _frame: talk.call.cancel())
        assert fault_names(referee) == {"disconnect"}

    run(test)


@pytest.mark.parametrize("size", [300_000, 1_500_000])
def test_a_message_that_is_too_large(tmp_path: Path, size: int) -> None:
    """Above our own limit and, for the larger one, above that of the transport."""

    async def test() -> None:
        large = answer_message(pb.Choice(game=1, cards=bytes(size)))
        referee, code, _ = await misbehaves(tmp_path, lambda talk, _frame: talk.say(large))
        assert fault_names(referee) <= {"oversized", "disconnect"}
        assert code in (grpc.StatusCode.ABORTED, grpc.StatusCode.RESOURCE_EXHAUSTED)

    run(test)


def test_a_flood_costs_nothing_while_nothing_is_owed(tmp_path: Path) -> None:
    """Seat 0 writes without end while the others have not joined: nobody reads it, and the processor rests."""

    def flood(address: str) -> None:
        with Talk(address) as talk:
            talk.join("t0")
            junk = answer_message(*(pb.Choice(game=number, turn=1) for number in range(500)))
            for _ in range(3_000):
                talk.say(junk)
            time.sleep(1.5)

    async def test() -> None:
        async with served(tmp_path) as referee, trio.open_nursery() as nursery:
            nursery.start_soon(in_threads, (flood, (referee.address,)))
            await trio.sleep(0.5)
            before = referee.hub.stalls.voided, sum(1 for _ in referee.reports)
            await trio.sleep(0.5)
            assert sum(1 for _ in referee.reports) == before[1]
            session = referee.match._chairs[0].process
            assert session is not None
            assert session.session._useless == 0, "not one of them was read"
            nursery.cancel_scope.cancel()

    run(test)


def test_a_client_that_is_killed(tmp_path: Path) -> None:
    async def test() -> None:
        async with served(tmp_path) as referee:
            bot = start_bot("kill", referee.address, "t0")
            await in_threads(*rest(referee.address, range(1, 4)))
            await referee.over.wait()
            assert await trio.to_thread.run_sync(bot.wait) == -signal.SIGKILL
            assert fault_names(referee) == {"disconnect"}
            assert all(record.forfeits == (0,) for record in referee.records)

    run(test)


def test_a_client_that_is_frozen_is_late_then_stalled(tmp_path: Path) -> None:
    async def test() -> None:
        limits = Limits(start_limit_ms=60_000, move_limit_ms=1_000, grace_ms=50)
        async with served(tmp_path, limits=limits) as referee:
            bot = start_bot("sleep", referee.address, "t0")
            async with trio.open_nursery() as nursery:
                nursery.start_soon(in_threads, *rest(referee.address, range(1, 4)))
                await referee.over.wait()
            bot.kill()
            await trio.to_thread.run_sync(bot.wait)
            assert fault_names(referee) == {"late", "stalled"}

    run(test)


def test_a_slow_writer_answers_turn_by_turn(tmp_path: Path) -> None:
    def one_by_one(address: str) -> None:
        with Talk(address) as talk:
            frame: pb.PlayResponse | None = talk.join("t0")
            while frame is not None:
                for turn in frame.turns:
                    talk.say(answer_message(legal_choice(turn)))
                frame = talk.hear()
            assert talk.code is grpc.StatusCode.OK

    async def test() -> None:
        async with served(tmp_path, games=20) as referee:
            await in_threads((one_by_one, (referee.address,)), *rest(referee.address, range(1, 4)))
            await referee.over.wait()
            assert len(referee.records) == 20
            assert all(record.faults == () for record in referee.records)

    run(test)


def test_the_end_of_the_server_ends_open_streams(tmp_path: Path) -> None:
    def wait(address: str) -> grpc.StatusCode | None:
        with Talk(address) as talk:
            talk.join("t0")
            assert talk.hear() is None
            return talk.code

    async def test() -> None:
        codes: list[object] = []
        async with trio.open_nursery() as nursery, served(tmp_path) as referee:

            async def client() -> None:
                codes.extend(await in_threads((wait, (referee.address,))))

            nursery.start_soon(client)
            with trio.fail_after(10):
                while not any(isinstance(report, SeatJoined) for report in referee.reports):  # noqa: ASYNC110
                    await trio.sleep(0.01)
        assert codes == [grpc.StatusCode.CANCELLED]

    run(test)


# ---- addresses


def test_a_socket_that_exists_is_refused(tmp_path: Path) -> None:
    async def second(address: str) -> None:
        async with open_bridge() as bridge, serve_play(Hub(time.perf_counter), bridge, address):
            pass

    async def test() -> None:
        async with served(tmp_path) as referee:
            with pytest.raises(ListenError, match="another process listens"):
                await second(referee.address)
        with pytest.raises(ListenError, match="cannot be listened on"):
            await second("203.0.113.7:4000")
        dead = tmp_path / "dead.sock"
        with socket.socket(socket.AF_UNIX) as one:
            one.bind(str(dead))
        with pytest.raises(ListenError, match="dead socket"):
            await second(f"unix:{dead}")
        (tmp_path / "file").write_text("")
        with pytest.raises(ListenError, match="no socket"):
            await second(f"unix:{tmp_path / 'file'}")
        with pytest.raises(ListenError, match="longer than"):
            await second(f"unix:{tmp_path / ('x' * 120)}")
        with pytest.raises(ListenError, match="absolute"):
            await second("unix:play.sock")
        for nonsense in ("here", "host:port", ":80", "host:99999"):
            with pytest.raises(ListenError, match="no address"):
                await second(nonsense)

    run(test)


def test_a_port_in_use_is_refused(tmp_path: Path) -> None:
    async def test() -> None:
        async with served(tmp_path, listen="127.0.0.1:0") as referee, open_bridge() as bridge:
            with pytest.raises(ListenError, match="in use"):
                async with serve_play(Hub(time.perf_counter), bridge, referee.address):
                    pass

    run(test)


def test_a_new_folder_is_private(tmp_path: Path) -> None:
    async def test() -> None:
        async with served(tmp_path, listen=f"unix:{tmp_path}/new/folder/play.sock"):
            assert mode(f"{tmp_path}/new/folder") == 0o700

    run(test)


# ---- generic clients


def test_health_and_reflection(tmp_path: Path) -> None:
    from google.protobuf.descriptor_pool import DescriptorPool
    from grpc_health.v1 import health_pb2, health_pb2_grpc
    from grpc_reflection.v1alpha.proto_reflection_descriptor_database import ProtoReflectionDescriptorDatabase

    def ask(address: str) -> None:
        with grpc.insecure_channel(address) as channel:
            stub = health_pb2_grpc.HealthStub(channel)
            for service in ("", "pitch.arena.v1.PlayService"):
                answer = stub.Check(health_pb2.HealthCheckRequest(service=service))
                assert answer.status == health_pb2.HealthCheckResponse.SERVING
            told = ProtoReflectionDescriptorDatabase(channel)
            assert "pitch.arena.v1.PlayService" in told.get_services()
            found = DescriptorPool(told).FindServiceByName("pitch.arena.v1.PlayService")
            assert [method.name for method in found.methods] == ["Play"]
            assert {f.name for f in found.methods[0].output_type.fields} >= {"welcome", "turns"}

    async def test() -> None:
        async with served(tmp_path) as referee:
            await in_threads((ask, (referee.address,)))

    run(test)


@pytest.mark.skipif(not BUF.exists() and shutil.which("buf") is None, reason="buf is not installed")
def test_buf_curl_joins_by_reflection(tmp_path: Path) -> None:
    """A generic client without any of our code: it finds the service, joins with JSON and reads its first turn."""
    buf = str(BUF) if BUF.exists() else "buf"

    async def test() -> None:
        async with served(tmp_path, "auction[seats=2,max_deals=1]", games=1, listen="127.0.0.1:0", bots=1) as referee:
            join = json.dumps({"join": {"token": "t0", "name": "curl", "protocolVersions": [1]}})
            command = [buf, "curl", "--protocol", "grpc", "--http2-prior-knowledge", "-d", join]
            environment = {**os.environ, "BUF_CACHE_DIR": str(tmp_path)}
            done = await trio.run_process(
                [*command, f"http://{referee.address}{METHOD}"],
                env=environment, capture_stdout=True, capture_stderr=True, check=False,
            )  # fmt: skip
            said = done.stdout.decode()
            assert '"welcome"' in said, (done.returncode, said, done.stderr.decode())
            await referee.over.wait()
            assert len(referee.records) == 1, "it has left; the house has played on"

    run(test)


def test_nothing_but_the_referee_is_left_on_the_socket(tmp_path: Path) -> None:
    """Control is not reachable where bots dial in."""

    def control(address: str) -> grpc.StatusCode:
        with grpc.insecure_channel(address) as channel:
            method: Any = channel.stream_stream("/pitch.arena.v1.ControlService/Control")
            call = method(iter([b""]))
            with pytest.raises(grpc.RpcError):
                next(call)
            code = call.code()
            assert isinstance(code, grpc.StatusCode)
            return code

    async def test() -> None:
        async with served(tmp_path) as referee:
            assert await in_threads((control, (referee.address,))) == [grpc.StatusCode.UNIMPLEMENTED]

    run(test)


def test_a_bot_process_plays_over_the_socket(tmp_path: Path) -> None:
    async def test() -> None:
        async with served(tmp_path) as referee:
            bots: list[subprocess.Popen[bytes]] = []
            bots.extend(start_bot("honest", referee.address, f"t{seat}") for seat in range(4))
            await referee.over.wait()
            for bot in bots:
                assert await trio.to_thread.run_sync(bot.wait) == 0
            assert len(referee.records) == 3
            assert all(record.faults == () for record in referee.records)

    run(test)

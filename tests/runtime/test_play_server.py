"""The play server over real sockets: whole matches, refusals, dying and misbehaving clients, health and reflection."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import grpc
import pytest
import trio
import trio.lowlevel

from pitch.arena.v1 import play_pb2 as pb
from referee.addresses import ListenError
from referee.hub import Hub
from referee.orders import SeatJoined
from referee.rpc.bridge import open_bridge
from referee.rpc.play_server import serve_play
from tests.runtime.clients import METHOD, Talk, play_seat, start_bot
from tests.runtime.scripted import answer_message, join_message
from tests.runtime.served import exists, in_threads, mode, run, served

BUF = Path(sys.executable).with_name("buf")


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

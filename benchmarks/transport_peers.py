"""Other processes of the transport benchmark: the bare ping-pong's two ends, and a bot that does next to nothing."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from typing import Any

import grpc
import grpc.aio

REQUEST = b"q" * 400
REPLY = b"a" * 10


async def bare_server(address: str, messages: int) -> None:
    """Say REQUEST and wait for a reply, `messages` times; print the speed."""
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    told = asyncio.Event()

    async def ping(_requests: Any, context: Any) -> None:
        for _ in range(messages // 10):
            await context.write(REQUEST)
            await context.read()
        wall, cpu = time.perf_counter(), time.process_time()
        for _ in range(messages):
            await context.write(REQUEST)
            await context.read()
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        print(json.dumps({"rate": messages / wall, "cpu_us": 1e6 * cpu / messages}), flush=True)
        told.set()

    handler: Any = grpc.stream_stream_rpc_method_handler(ping)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("bench.Bare", {"Ping": handler}),))
    server.add_insecure_port(address)
    await server.start()
    print("listening", flush=True)
    await told.wait()
    await server.stop(1)


async def bare_client(address: str) -> None:
    """Answer everything with REPLY."""
    async with grpc.aio.insecure_channel(address) as channel:
        call: Any = channel.stream_stream("/bench.Bare/Ping")()
        while await call.read() is not grpc.aio.EOF:
            await call.write(REPLY)


async def bot(address: str, capacity: int, tokens: list[str]) -> None:
    """Play a seat for each token over one channel: the last legal card, the first legal anything else."""
    async with grpc.aio.insecure_channel(address) as channel:
        await asyncio.gather(*(play(channel, token, capacity) for token in tokens))


async def play(channel: Any, token: str, capacity: int) -> None:
    """Play one seat until the referee ends the stream."""
    from pitch.arena.v1 import play_pb2 as pb

    call: Any = channel.stream_stream("/pitch.arena.v1.PlayService/Play")()
    join = pb.Join(token=token, name="bench", version="1", protocol_versions=[1], capacity=capacity)
    await call.write(pb.PlayRequest(join=join).SerializeToString())
    while (data := await call.read()) is not grpc.aio.EOF:
        request = pb.PlayRequest()
        add = request.choices.add
        for turn in pb.PlayResponse.FromString(data).turns:
            add(game=turn.game, turn=turn.turn, action=turn.legal[-1] if turn.ask == pb.ASK_PLAY else turn.legal[0])
        if request.choices:
            await call.write(request.SerializeToString())


def main() -> None:
    """Run the peer that the command line names."""
    kind, address, *rest = sys.argv[1:]
    if kind == "bare-server":
        asyncio.run(bare_server(address, int(rest[0])))
    elif kind == "bare-client":
        asyncio.run(bare_client(address))
    else:
        asyncio.run(bot(address, int(rest[0]), rest[1:]))


if __name__ == "__main__":
    main()

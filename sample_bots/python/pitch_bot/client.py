"""The stream to the referee: one bidirectional gRPC call for the life of the process."""

import os
import queue
from collections.abc import Iterator
from typing import Final, cast

os.environ.setdefault("GRPC_VERBOSITY", "NONE")

import grpc

from pitch.arena.v1 import play_pb2, play_pb2_grpc
from pitch_bot.session import Session, log
from pitch_bot.settings import Settings

PROTOCOL_VERSION: Final = 1
_OPTIONS: Final = (
    ("grpc.enable_http_proxy", 0),
    ("grpc.max_receive_message_length", 64 << 20),
    ("grpc.initial_reconnect_backoff_ms", 100),
    ("grpc.min_reconnect_backoff_ms", 100),
    ("grpc.max_reconnect_backoff_ms", 500),
)


class StreamFailed(Exception):
    """The referee cannot be reached, refuses the bot, or ended the stream in the middle of a game."""

    def __init__(self, message: str, *, joined: bool) -> None:
        super().__init__(message)
        self.joined = joined
        """Whether the bot had been welcomed."""


def play(settings: Settings, session: Session) -> None:
    """Join and play until the referee ends the stream; the bot's code runs in the calling thread.

    Raises StreamFailed, and whatever the session raises.
    """
    with _open_channel(settings) as channel:
        try:
            grpc.channel_ready_future(channel).result(timeout=settings.connect_limit_s)
        except grpc.FutureTimeoutError:
            raise StreamFailed(
                f"no referee answers at {settings.address} (waited {settings.connect_limit_s:g} s): "
                "is it running, and is the address right?",
                joined=False,
            ) from None
        _converse(play_pb2_grpc.PlayServiceStub(channel), settings, session)


def _open_channel(settings: Settings) -> grpc.Channel:
    if not settings.tls:
        return grpc.insecure_channel(settings.address, options=_OPTIONS)
    roots = settings.ca_file.read_bytes() if settings.ca_file else None
    return grpc.secure_channel(settings.address, grpc.ssl_channel_credentials(roots), options=_OPTIONS)


def _converse(stub: play_pb2_grpc.PlayServiceStub, settings: Settings, session: Session) -> None:
    """Send the join, then answer frame after frame; how the stream ended is judged by `_check_end`."""
    outbox: queue.SimpleQueue[play_pb2.PlayRequest | None] = queue.SimpleQueue()
    outbox.put(play_pb2.PlayRequest(join=_join(settings)))
    requests = cast(Iterator[play_pb2.PlayRequest], iter(outbox.get, None))
    stream = stub.Play(requests)
    games: int | None = None
    try:
        for frame in stream:
            if games is None:
                games = _welcomed(frame, settings)
            reply = session.handle(frame)
            if reply is not None:
                outbox.put(reply)
        _check_end(grpc.StatusCode.OK, "", games, session)
    except grpc.RpcError as error:
        call = cast(grpc.Call, error)
        _check_end(call.code(), call.details(), games, session)
    finally:
        outbox.put(None)
        stream.cancel()


def _join(settings: Settings) -> play_pb2.Join:
    return play_pb2.Join(
        token=settings.token,
        name=settings.name,
        version=settings.version,
        protocol_versions=[PROTOCOL_VERSION],
        capacity=settings.capacity,
    )


def _welcomed(frame: play_pb2.PlayResponse, settings: Settings) -> int:
    """How many games there will be, from the first frame; raises StreamFailed when it is no welcome to version 1."""
    if not frame.HasField("welcome"):
        raise StreamFailed("the first message is not a welcome: no Pitch referee of this protocol", joined=False)
    welcome = frame.welcome
    if welcome.protocol_version != PROTOCOL_VERSION:
        raise StreamFailed(
            f"the referee speaks protocol {welcome.protocol_version}, this SDK protocol {PROTOCOL_VERSION}",
            joined=False,
        )
    log("joined", name=settings.name, version=settings.version, games=welcome.games, at_once=welcome.capacity)
    return welcome.games


def _check_end(code: grpc.StatusCode, details: str | None, games: int | None, session: Session) -> None:
    """Raise StreamFailed unless the stream ended when nothing was left to play."""
    why = f"{code.name}: {details}" if details else code.name
    if games is None:
        raise StreamFailed(f"the referee refused the bot: {why}", joined=False)
    finished = session.finished >= games or code is grpc.StatusCode.OK
    if session.open_games or not finished:
        raise StreamFailed(
            f"the stream ended with {session.open_games} games open, {session.finished} of {games} finished: {why}",
            joined=True,
        )

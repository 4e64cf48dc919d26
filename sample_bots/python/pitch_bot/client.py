"""The stream to the referee: one bidirectional gRPC call for the life of the process."""

import os
import queue
import time
from collections.abc import Iterator
from typing import Final, cast

os.environ.setdefault("GRPC_VERBOSITY", "NONE")
# The thread pool that grpc would read with may sleep on a message that has come, while the bot's clock runs.
os.environ.setdefault("GRPC_EXPERIMENTS", "-event_engine_client")

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


# A stream that ends with one of these broke on the way; the referee itself ends it with others.
_BROKEN: Final = (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.INTERNAL, grpc.StatusCode.UNKNOWN)
_REST_S: Final = 0.2  # before a broken stream is taken up again


class _Broke(Exception):
    """The stream broke, and there is a key to take it up again."""


class _Key:
    """The session key of the last welcome, and how long after a break it is good for."""

    def __init__(self) -> None:
        self.text = ""
        self.limit_s = 0.0
        self.games: int | None = None
        self.broken_at: float | None = None  # when the stream broke that is to be taken up


def play(settings: Settings, session: Session) -> None:
    """Join and play until the referee ends the stream; the bot's code runs in the calling thread.

    A stream that breaks is taken up again where the referee allows it. Raises StreamFailed, and whatever the session
    raises.
    """
    key = _Key()
    while True:
        broken_at = key.broken_at
        within = settings.connect_limit_s if broken_at is None else broken_at + key.limit_s - time.monotonic()
        with _open_channel(settings) as channel:
            try:
                grpc.channel_ready_future(channel).result(timeout=max(0.0, within))
            except grpc.FutureTimeoutError:
                raise StreamFailed(
                    f"no referee answers at {settings.address} (waited {within:g} s): "
                    "is it running, and is the address right?",
                    joined=broken_at is not None,
                ) from None
            try:
                _converse(play_pb2_grpc.PlayServiceStub(channel), settings, session, key)
            except _Broke as why:
                log("the stream broke", why=str(why))
            else:
                return
        time.sleep(_REST_S)


def _open_channel(settings: Settings) -> grpc.Channel:
    if not settings.tls:
        return grpc.insecure_channel(settings.address, options=_OPTIONS)
    files = (settings.ca_file, settings.key_file, settings.cert_file)
    roots, own_key, own_cert = (file.read_bytes() if file else None for file in files)
    credentials = grpc.ssl_channel_credentials(roots, own_key, own_cert)
    return grpc.secure_channel(settings.address, credentials, options=_OPTIONS)


def _converse(stub: play_pb2_grpc.PlayServiceStub, settings: Settings, session: Session, key: _Key) -> None:
    """Send the join, then answer frame after frame; how the stream ended is judged by `_check_end`.

    Raises _Broke when it may be taken up again.
    """
    outbox: queue.SimpleQueue[play_pb2.PlayRequest | None] = queue.SimpleQueue()
    outbox.put(play_pb2.PlayRequest(join=_join(settings, key.text)))
    requests = cast(Iterator[play_pb2.PlayRequest], iter(outbox.get, None))
    stream = stub.Play(requests)
    again, welcomed = bool(key.text), False
    try:
        for frame in stream:
            if not welcomed:
                games = _welcomed(frame, settings)
                if not session.quiet:
                    at_once = frame.welcome.capacity
                    log("joined", name=settings.name, version=settings.version, games=games, at_once=at_once)
                key.games = games if key.games is None else key.games
                key.text, key.limit_s = frame.welcome.session_key, frame.welcome.rejoin_limit_ms / 1000
                key.broken_at = None
            reply = session.take_up(frame) if again and not welcomed else session.handle(frame)
            welcomed = True
            if reply is not None:
                outbox.put(reply)
        _check_end(grpc.StatusCode.OK, "", key.games, session)
    except grpc.RpcError as error:
        call = cast(grpc.Call, error)
        if key.text and call.code() in _BROKEN:
            key.broken_at = key.broken_at or time.monotonic()
            raise _Broke(call.code().name) from None
        _check_end(call.code(), call.details(), key.games, session)
    finally:
        outbox.put(None)
        stream.cancel()


def _join(settings: Settings, session_key: str) -> play_pb2.Join:
    return play_pb2.Join(
        token="" if session_key else settings.token,
        session_key=session_key,
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

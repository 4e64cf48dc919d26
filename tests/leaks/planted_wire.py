"""Planted leaks around the engine: frames, time, notices, ids, seeds and the log."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
import trio

import referee.table
from pitch.arena.v1 import play_pb2
from referee.engine.cards import ACE, cards_of, rank_mask
from referee.engine.events import EventKind
from referee.faults import FaultNote
from referee.logs import get_log
from referee.match import Match
from referee.seatgame import Came, SeatGame
from referee.seats import SeatSession
from referee.shuffle import wire_game_id
from referee.table import Table

Patch = pytest.MonkeyPatch

# ---- frames, time, notices


def _aces_of_the_next(session: SeatSession, game: int) -> int:
    state = session.games[game].table.game
    hand = state.private[(session.seat + 1) % len(state.private)].hand
    return (hand & rank_mask(ACE)).bit_count()


def _changing_turns(patch: Patch, change: Callable[[SeatSession, int, bytes], bytes]) -> None:
    true = SeatSession.ask
    patch.setattr(
        SeatSession, "ask", lambda session, game, turn: true(session, game, change(session, game, bytes(turn)))
    )


def time_left_by_cards(patch: Patch) -> None:
    def change(session: SeatSession, game: int, data: bytes) -> bytes:
        frame = play_pb2.PlayResponse.FromString(data)
        frame.turns[0].time_left_ms += _aces_of_the_next(session, game)
        return frame.SerializeToString()

    _changing_turns(patch, change)


def padding_by_cards(patch: Patch) -> None:
    """Bytes of a field that no client knows: only the size of the frame tells."""
    _changing_turns(patch, lambda session, game, data: data + b"\x7a\x04zzzz" * _aces_of_the_next(session, game))


def slower_with_an_ace(patch: Patch) -> None:
    true = SeatSession.ask

    async def later(session: SeatSession, game: int, turn: bytes) -> None:
        await trio.sleep(0.0005)
        true(session, game, turn)
        session._hub.flush()

    def ask(session: SeatSession, game: int, turn: bytes) -> None:
        if _aces_of_the_next(session, game):
            trio.lowlevel.spawn_system_task(later, session, game, turn)
        else:
            true(session, game, turn)

    patch.setattr(SeatSession, "ask", ask)


def all_hands_at_the_end(patch: Patch) -> None:
    true = SeatSession.end

    def end(session: SeatSession, game: SeatGame, data: bytes) -> None:
        frame = play_pb2.PlayResponse.FromString(bytes(data))
        for kind, seat, value, cards, _ in game.table.game.events:
            if kind in (EventKind.OWN_DRAW, EventKind.OWN_THROW):
                held = bytes(cards_of(cards))
                event = play_pb2.Event(kind=play_pb2.EventKind.ValueType(kind), seat=seat, value=value, cards=held)
                frame.ends[0].events.append(event)
        true(session, game, frame.SerializeToString())

    patch.setattr(SeatSession, "end", end)


def notice_names_who_holds_it(patch: Patch) -> None:
    true = Match.faulted

    def faulted(match: Match, game: SeatGame, note: FaultNote, came: Came) -> None:
        holders = [private.hand & rank_mask(ACE) for private in game.table.game.private]
        true(match, game, replace(note, detail=f"{note.detail}; aces are with {list(map(bool, holders))}"), came)

    patch.setattr(Match, "faulted", faulted)


# ---- ids, seeds, log


def one_id_for_the_table(patch: Patch) -> None:
    def wire_game_id(key: bytes, rotation: int, game: int, _seat: int) -> int:
        return int.from_bytes(hashlib.sha256(key + bytes([rotation, game])).digest()[:3], "big") + 1

    patch.setattr("referee.match.wire_game_id", wire_game_id)


def ids_in_a_row(patch: Patch) -> None:
    def wire_game_id(key: bytes, rotation: int, game: int, seat: int) -> int:
        base = hashlib.sha256(key + bytes([rotation, game])).digest()
        return int.from_bytes(base[:3], "big") + seat + 1

    patch.setattr("referee.match.wire_game_id", wire_game_id)


def seed_from_the_id(patch: Patch) -> None:
    def bot_seed(key: bytes, rotation: int, game: int, seat: int) -> bytes:
        return hashlib.sha256(wire_game_id(key, rotation, game, seat).to_bytes(4, "big")).digest()[:16]

    patch.setattr("referee.match.bot_seed", bot_seed)


def seed_is_the_key(patch: Patch) -> None:
    def bot_seed(key: bytes, rotation: int, game: int, seat: int) -> bytes:
        return bytes(key[place] ^ (rotation if place == 0 else game if place == 1 else seat * (place == 2))
                     for place in range(16))  # fmt: skip

    patch.setattr("referee.match.bot_seed", bot_seed)


class _Dealt:
    """Takes a deal as a game would."""

    deal_number = -1
    pack: Sequence[int] = ()

    def deal(self, pack: Sequence[int], _lots: Sequence[int]) -> None:
        self.pack = pack


def seed_from_the_pack(patch: Patch) -> None:
    def bot_seed(key: bytes, rotation: int, game: int, seat: int) -> bytes:
        dealt = _Dealt()
        vars(referee.table)["deal_next"](dealt, key, game)  # the deal of the world
        return hashlib.sha256(bytes([*dealt.pack, rotation, seat])).digest()[:16]

    patch.setattr("referee.match.bot_seed", bot_seed)


def hands_in_the_log(patch: Patch) -> None:
    true = Table.start

    def start(table: Table) -> None:
        true(table)
        get_log().info("dealt", hands=[private.hand for private in table.game.private])

    patch.setattr(Table, "start", start)


def key_in_the_log(patch: Patch) -> None:
    true = Table.start

    def start(table: Table) -> None:
        true(table)
        get_log().info("game opened", key=table.spec.bout_key.hex())

    patch.setattr(Table, "start", start)

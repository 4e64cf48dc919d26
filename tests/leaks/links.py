"""What must not be linked or told at all: game ids, bot seeds and tokens across seats, games and rotations; the key."""

from __future__ import annotations

import base64
import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from arena.audit.scripted import Captured, token_of
from pitch.arena.v1 import play_pb2
from referee.shuffle import commitment, pack_order

WINDOW: Final = 4  # bytes of a secret that may not come out in one piece


@dataclass(frozen=True, slots=True, kw_only=True)
class Given:
    """What a seat is given when a game starts."""

    rotation: int
    place: int  # the number of the game on this seat's stream
    seat: int
    id: int
    seed: bytes


def given(rotation: int, run: Captured) -> Iterator[Given]:
    """Yield what every seat was given at the start of each game of the match."""
    for seat, frames in run.frames.items():
        starts = [start for sent in frames for start in play_pb2.PlayResponse.FromString(sent.data).starts]
        for place, start in enumerate(starts):
            yield Given(rotation=rotation, place=place, seat=seat, id=start.game, seed=start.bot_seed)


# ---- ids and seeds


def links(all_given: Sequence[Given]) -> Iterator[str]:
    """Yield every link between the ids and seeds of seats, games and rotations that a bot could work out."""
    for name, values in (
        ("id", [(one, one.id) for one in all_given]),
        ("seed", [(one, int.from_bytes(one.seed, "big")) for one in all_given]),
    ):
        yield from _equal(name, values)
        yield from _constant(name, values)
    yield from _derived(all_given)


def _equal(name: str, values: Sequence[tuple[Given, int]]) -> Iterator[str]:
    owners: dict[int, Given] = {}
    for one, value in values:
        if value in owners:
            yield f"equal {name}s: {_who(one)} and {_who(owners[value])}"
        owners[value] = one


def _constant(name: str, values: Sequence[tuple[Given, int]]) -> Iterator[str]:
    """Yield every sum, difference or exclusive-or of two values that comes twice for the same relation of their owners,
    such as partners, or a game and the next."""
    found: dict[tuple[object, ...], int] = defaultdict(int)
    for (one, left), (two, right) in combinations(values, 2):
        relation = (two.rotation - one.rotation, two.place - one.place, two.seat - one.seat)
        if sum(step != 0 for step in relation) != 1:
            continue
        for what, value in (("difference", right - left), ("exclusive-or", right ^ left), ("sum", right + left)):
            found[name, what, relation, value] += 1
    yield from (f"the {what} of {_}s in relation {relation} is often {value}" for (_, what, relation, value), times
                in found.items() if times > 1)  # fmt: skip


def _derived(all_given: Sequence[Given]) -> Iterator[str]:
    """Yield the seeds and ids that a usual function of what another seat, or the seat itself, can see would give."""
    ids, seeds = {one.id: one for one in all_given}, {one.seed: one for one in all_given}
    for one in all_given:
        for what, digest in _functions(one):
            for owner in (seeds.get(digest[:16]), ids.get(int.from_bytes(digest[:4], "big") % (2**31 - 1) + 1)):
                if owner is not None:
                    yield f"{what} of {_who(one)} gives what {_who(owner)} has"


HASHES: Final[tuple[Callable[[bytes], bytes], ...]] = (
    lambda data: data,
    lambda data: hashlib.sha256(data).digest(),
    lambda data: hashlib.blake2b(data).digest(),
    lambda data: hashlib.md5(data, usedforsecurity=False).digest(),
)


def _functions(one: Given) -> Iterator[tuple[str, bytes]]:
    """Yield usual functions of what the seat sees: hashes of its id, seed and place, each with any seat beside it."""
    seen = {
        "id": one.id.to_bytes(4, "big"),
        "id as text": str(one.id).encode(),
        "seed": one.seed,
        "place": f"{one.rotation}/{one.place}".encode(),
    }
    for name, data in seen.items():
        for more in (b"", *(f"/{seat}".encode() for seat in range(9)), *(bytes([seat]) for seat in range(9))):
            for number, function in enumerate(HASHES):
                if name != "seed" or number:  # equal seeds are found elsewhere
                    yield f"function {number} of the {name} with {more!r}", function(data + more)


def deals_from_seeds(all_given: Sequence[Given], packs: Iterable[Sequence[int]], games: int) -> Iterator[str]:
    """Yield the seats whose seed, taken for a key, deals the packs."""
    dealt = {tuple(pack) for pack in packs}
    for one in all_given:
        for key in (one.seed, one.seed * 2, one.seed + bytes(16), hashlib.sha256(one.seed).digest()):
            for game in range(games):
                for pack in tuple(dealt)[:1]:
                    if tuple(pack_order(key, game, 0, sorted(pack))) in dealt:
                        yield f"the seed of {_who(one)} deals game {game}"


def _who(one: Given) -> str:
    return f"seat {one.seat} in rotation {one.rotation}, game {one.place}"


# ---- secrets


def secrets_told(run: Captured, key: bytes) -> Iterator[str]:
    """Yield where a piece of the key, its commitment or a token came out: frames, ends of streams, log lines."""
    texts = [("log line", line.encode()) for _, line in run.lines]
    texts += [(f"frame to seat {seat}", sent.data) for seat, frames in run.frames.items() for sent in frames]
    texts += [(f"end of seat {seat}", ending.text.encode()) for seat, ending in run.endings.items()]
    tokens = {f"token of seat {seat}": token_of(seat).encode() for seat in run.frames}
    for secret, forms in (*((name, [token]) for name, token in tokens.items()), ("key", list(_forms(key)))):
        for where, text in texts:
            if any(form in text for form in forms):
                yield f"{secret} in {where}"


def _forms(key: bytes) -> Iterator[bytes]:
    """Yield pieces of the key in the forms in which it could be written."""
    pieces = [key[place : place + WINDOW] for place in range(len(key) - WINDOW + 1)]
    for piece in pieces:
        yield from (piece, piece.hex().encode(), piece[::-1], repr(piece)[2:-1].encode())
        yield repr(piece)[2:-1].encode().replace(b"\\", b"\\\\")
        yield ", ".join(map(str, piece)).encode()
    yield base64.b64encode(key)[:12]
    yield commitment(key).encode()
    yield hashlib.sha256(key).digest()[:16]

"""Every bit of chance in a tournament, derived from its secret seed by SHA-256 with labelled inputs (DESIGN section 3).

    tournament seed (32 bytes)
      `-- bout key      sheet hash, sorted line-up, bout number
            |-- pack order     game, deal          the same for all matches (rotations) of the bout
            |-- lots           game, deal          cards forfeited by lot (abacos), the same
            |-- first dealer   game
            |-- bot seed       rotation, game, seat    for the bot's own randomness
            `-- game id        rotation, game, seat    what the bot calls the game; says nothing of other tables

Nothing depends on order, concurrency, machine or Python version; docs/protocol.md has the
specification and test vectors.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from hashlib import sha256

SEED_BYTES = 32
_FAIR = (0, *(256 - 256 % n for n in range(1, 257)))  # bytes below it are uniform modulo n


def commitment(secret: bytes) -> str:
    """Return the hex SHA-256 that commits to a secret of 32 bytes (a tournament seed or a bout key)."""
    return sha256(b"pitch-arena/commit/1\0" + secret).hexdigest()


def bout_key(seed: bytes, sheet_hash: str, lineup: Sequence[str], bout: int) -> bytes:
    """Return the 32-byte key of a bout: of the tournament seed, the resolved sheet, who plays, and the bout's number.

    The line-up is sorted here, so who sits where does not matter; a repeated entrant (`fill = "alternate"`) counts
    again.
    """
    who = json.dumps([sheet_hash, sorted(lineup), bout], separators=(",", ":"), ensure_ascii=True)
    return sha256(b"pitch-arena/bout/1\0" + seed + sha256(who.encode()).digest()).digest()


def deal_order(secret: bytes, match_id: str, index: int, n: int) -> list[int]:
    """Return a uniform permutation of range(n), n <= 256: SHA-256 counter stream, rejection sampling, Fisher-Yates."""
    return _shuffled(_deal_key(secret, match_id, index), list(range(n)))


def pack_order(key: bytes, game: int, deal: int, pack: Sequence[int]) -> list[int]:
    """Return the pack in dealing order (first card dealt first) for a deal of a game of the bout with this key.

    The permutation is dealt from its end, so that a partial shuffle of the dealt cards alone would give the same cards.
    """
    order = _shuffled(_deal_key(key, f"game/{game}", deal), list(pack))
    order.reverse()
    return order


def lots(key: bytes, game: int, deal: int, count: int, n: int) -> tuple[int, ...]:
    """Return `count` lots, each uniform in range(n): by seat the place of the card that may be forfeited in a deal."""
    stream = _stream(_deal_key(key, f"game/{game}", deal), "lots")
    return tuple(next(x for x in stream if x < 256 - 256 % n) % n for _ in range(count))


def _deal_key(secret: bytes, match_id: str, index: int) -> bytes:
    where = sha256(match_id.encode()).digest() + index.to_bytes(8, "big")
    return sha256(b"pitch-arena/deal/1\0" + secret + where).digest()


def _shuffled(key: bytes, deck: list[int]) -> list[int]:
    n, block, fair = len(deck), 0, _FAIR
    while n > 1:
        for x in sha256(key + block.to_bytes(4, "big")).digest():
            if x < fair[n]:  # rejection: no modulo bias
                j = x % n
                n -= 1
                deck[n], deck[j] = deck[j], deck[n]
        block += 1  # at n = 0 the rest of the block is passed over: nothing is fair for it
    return deck


def first_dealer(key: bytes, game: int, seats: int) -> int:
    """Return the first dealer of a game: a base drawn for the bout, one seat further each game."""
    base = next(x for x in _stream(key, "dealer") if x < 256 - 256 % seats) % seats
    return (base + game) % seats


def bot_seed(key: bytes, rotation: int, game: int, seat: int) -> bytes:
    """Return 16 bytes for one seat's own randomness in one game, unrelated to the deals and to other seats."""
    return _derive(key, f"bot/{rotation}/{game}/{seat}")[:16]


def wire_game_id(key: bytes, rotation: int, game: int, seat: int) -> int:
    """Return what one seat calls the game on its stream: 1 to 2**31 - 1, unlinkable to other seats and matches."""
    return int.from_bytes(_derive(key, f"id/{rotation}/{game}/{seat}")[:4], "big") % (2**31 - 1) + 1


def base_order(key: bytes, names: Sequence[str]) -> list[str]:
    """Return the entrants of a bout in the order in which they take the sides in its first match."""
    ordered = sorted(names)
    return [ordered[place] for place in deal_order(key, "sides", 0, len(ordered))]


def _derive(key: bytes, label: str) -> bytes:
    return sha256(b"pitch-arena/bot/1\0" + key + label.encode()).digest()


def _stream(key: bytes, label: str) -> Iterator[int]:
    block = 0
    while True:
        yield from _derive(key, f"{label}/{block}")
        block += 1

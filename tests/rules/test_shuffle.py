"""Deals and seeds: test vectors, uniformity, and what they depend on (DESIGN section 3)."""

from __future__ import annotations

import json
import shutil
import subprocess
from hashlib import sha256
from itertools import pairwise
from pathlib import Path

import pytest

from referee.engine.sheet import sheet_hash
from referee.shuffle import (
    base_order,
    bot_seed,
    bout_key,
    commitment,
    deal_order,
    first_dealer,
    pack_order,
    wire_game_id,
)
from referee.variants.catalogue import resolve

SEED = bytes(range(32))
PACK = tuple(range(54))


def key(seed: bytes = SEED, spec: str = "auction", lineup: tuple[str, ...] = ("ann", "bob"), bout: int = 0) -> bytes:
    return bout_key(seed, sheet_hash(resolve(spec)), lineup, bout)


# ---- Test vectors


def test_vector_ten_cards() -> None:
    assert deal_order(bytes(32), "test", 0, 10) == [6, 5, 1, 7, 0, 8, 2, 3, 9, 4]


def test_vector_54_cards() -> None:
    assert deal_order(SEED, "cup/r1/m0", 0, 54)[:8] == [6, 33, 11, 41, 35, 27, 26, 16]


def test_vector_of_a_pack() -> None:
    """A pack is dealt from the end of the permutation."""
    order = deal_order(SEED, "game/3", 7, 54)
    pack = [100 + card for card in PACK]
    assert pack_order(SEED, 3, 7, pack) == [100 + place for place in reversed(order)]
    assert pack_order(SEED, 3, 7, pack)[:4] == [152, 140, 126, 150]


def test_vectors_of_seeds() -> None:
    bout = bout_key(SEED, "ab" * 32, ["b", "a"], 3)
    assert bout.hex() == "15da0673d958a67a01899a77baa4a0c050cb6ec9fc403009baee790f0b24c1af"
    assert pack_order(bout, 0, 0, range(52))[:8] == [41, 22, 15, 36, 26, 37, 3, 0]
    assert first_dealer(bout, 0, 5) == 3
    assert bot_seed(bout, 0, 1, 2).hex() == "f581722bcbc9b1fb0dfea653f1b17281"
    assert wire_game_id(bout, 0, 1, 2) == 362439049
    assert base_order(bout, ["x", "y", "z"]) == ["x", "z", "y"]


def test_commitment_is_a_labelled_sha256() -> None:
    assert commitment(bytes(32)) == sha256(b"pitch-arena/commit/1\0" + bytes(32)).hexdigest()
    assert commitment(bytes(32)) == "4ca2157a21d15deda2caa8b5fd4dbc69f719f578923cc03d747f194033323a9b"


def test_another_implementation_gives_the_same() -> None:
    """Node.js, from the specification alone: packs of all sizes, many indices, long and non-ASCII names."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    names = ["test", "game/0", "game/17", "", "Größe", "x" * 200]
    requests = [
        (sha256(bytes([number])).digest(), names[number % len(names)], number * 10**number % 2**53, n)
        for number, n in enumerate([1, 2, 3, 10, 34, 52, 53, 54, 54, 54, 128, 255, 256])
    ]
    requests += [(SEED, "game/1", deal, 54) for deal in range(300)]
    lines = [json.dumps({"secret": s.hex(), "match": m, "index": i, "n": n}) for s, m, i, n in requests]
    script = Path(__file__).with_name("shuffle.mjs")
    run = subprocess.run(
        [node, str(script)], input="\n".join(lines), capture_output=True, text=True, check=True, timeout=60
    )
    theirs = [[int(card) for card in line.split()] for line in run.stdout.splitlines()]
    assert theirs == [deal_order(*request) for request in requests]


# ---- Uniformity


@pytest.mark.parametrize("n", [1, 2, 3, 52, 53, 54, 200, 256])
def test_every_order_is_a_permutation(n: int) -> None:
    for index in range(20):
        assert sorted(deal_order(SEED, "any", index, n)) == list(range(n))


def test_every_card_comes_to_every_place_equally_often() -> None:
    """Chi-square over 54 x 54 counts of 4,000 packs: mean 53 * 53, and four standard deviations about it."""
    packs, n = 4000, 54
    counts = [[0] * n for _ in range(n)]
    for deal in range(packs):
        for place, card in enumerate(pack_order(SEED, 0, deal, PACK)):
            counts[place][card] += 1
    expected = packs / n
    chi_square = sum((count - expected) ** 2 / expected for row in counts for count in row)
    freedom = (n - 1) ** 2
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_all_orders_of_four_cards_are_equally_likely() -> None:
    """Chi-square over the 24 orders of 12,000 small packs, 23 degrees of freedom: 99.99% lie below 58."""
    counts: dict[tuple[int, ...], int] = {}
    for deal in range(12000):
        order = tuple(deal_order(SEED, "four", deal, 4))
        counts[order] = counts.get(order, 0) + 1
    assert len(counts) == 24
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 58


def test_neighbours_are_broken_up() -> None:
    """Cards that lay side by side do so in about 53 * 2 / 54 pairs of a shuffled pack."""
    packs = [pack_order(SEED, 0, deal, PACK) for deal in range(2000)]
    pairs = sum(abs(one - two) == 1 for pack in packs for one, two in pairwise(pack))
    assert abs(pairs / 2000 - 53 * 2 / 54) < 0.15


# ---- What deals depend on


def test_rotations_of_a_bout_share_their_deals() -> None:
    """Who sits where is no input: only the sorted line-up is."""
    assert key(lineup=("bob", "ann")) == key(lineup=("ann", "bob"))


@pytest.mark.parametrize(
    "other",
    [
        key(seed=bytes(32)),
        key(spec="roadhouse"),
        key(spec="auction[target=11]"),
        key(lineup=("ann", "cy")),
        key(lineup=("ann", "ann", "bob")),
        key(lineup=("ann,bob",)),
        key(bout=1),
    ],
)
def test_every_input_of_a_bout_changes_its_deals(other: bytes) -> None:
    assert other != key()
    assert pack_order(other, 0, 0, PACK) != pack_order(key(), 0, 0, PACK)


def test_no_deal_repeats_in_a_bout() -> None:
    packs = {tuple(pack_order(key(), game, deal, PACK)) for game in range(40) for deal in range(40)}
    assert len(packs) == 1600


def test_first_dealers_take_turns_from_a_base_drawn_for_the_bout() -> None:
    for seats in range(2, 10):
        dealers = [first_dealer(key(), game, seats) for game in range(2 * seats)]
        assert sorted(dealers[:seats]) == list(range(seats))
        assert dealers[seats:] == dealers[:seats]
        bases = {first_dealer(key(bout=bout), 0, seats) for bout in range(200)}
        assert bases == set(range(seats))


def test_seeds_of_bots_are_unrelated() -> None:
    """Other matches, games and seats have other seeds and other names for a game, and none is a deal's key."""
    places = [(rotation, game, seat) for rotation in range(4) for game in range(10) for seat in range(4)]
    seeds = {bot_seed(key(), *place) for place in places}
    ids = {wire_game_id(key(), *place) for place in places}
    assert len(seeds) == len(ids) == len(places)
    assert all(len(seed) == 16 for seed in seeds)
    assert all(0 < game_id < 2**31 for game_id in ids)
    assert not any(key().startswith(seed) for seed in seeds)


def test_base_order_does_not_depend_on_the_order_of_entry() -> None:
    orders = {tuple(base_order(key(bout=bout), ["ann", "bob", "cy"])) for bout in range(60)}
    assert len(orders) == 6
    assert base_order(key(), ["cy", "ann", "bob"]) == base_order(key(), ["ann", "bob", "cy"])

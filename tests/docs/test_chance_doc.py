"""The chapter on chance in docs/protocol.md: its vectors are what the code gives, its verifiers find the same."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arena.setup.seeds import parse_seed
from referee.engine.cards import HIGH_JOKER
from referee.shuffle import base_order, bot_seed, bout_key, commitment, first_dealer, lots, pack_order, wire_game_id
from tests.docs.pages import blocks, page, sections

SECTIONS = sections(page("protocol.md"))
(VECTOR_BLOCK,) = blocks(SECTIONS["Test vectors"], "text")
VECTORS = dict(line.split(" = ") for line in VECTOR_BLOCK.splitlines())
PACKS = {52: bytes(range(52)), 53: bytes([*range(52), HIGH_JOKER]), 54: bytes(range(54))}
DEALS = {(0, 0): 52, (0, 1): 53, (3, 7): 54}
LONGEST = 26  # lines of a verifier


def derived() -> dict[str, str]:
    seed = bytes.fromhex(VECTORS["seed"])
    names = VECTORS["names"].split(", ")
    key = bout_key(seed, VECTORS["sheet hash"], names, int(VECTORS["bout"]))
    found = {
        "seed": seed.hex(),
        "commitment(seed)": commitment(seed),
        "sheet hash": "ab" * 32,
        "names": "random, greedy, counter",
        "bout": "1",
        "bout key": key.hex(),
        "commitment(bout key)": commitment(key),
        "sides": ", ".join(base_order(key, names)),
        "dealer of games 0 to 4, 4 seats": ", ".join(str(first_dealer(key, game, 4)) for game in range(5)),
        "dealer of games 0 to 2, 7 seats": ", ".join(str(first_dealer(key, game, 7)) for game in range(3)),
    }
    for (game, deal), size in DEALS.items():
        order = bytes(pack_order(key, game, deal, PACKS[size]))
        found[f"pack of game {game}, deal {deal}, {size} cards"] = order.hex()
    return found | {
        "lots of game 0, deal 0, 4 seats, hands of 6": ", ".join(map(str, lots(key, 0, 0, 4, 6))),
        "bot seed of rotation 1, game 3, seat 2": bot_seed(key, 1, 3, 2).hex(),
        "game id of rotation 1, game 3, seat 2": str(wire_game_id(key, 1, 3, 2)),
        'seed of the text "spring cup"': parse_seed("spring cup").hex(),
    }


def test_the_vectors_are_what_the_code_gives() -> None:
    assert derived() == VECTORS


@pytest.mark.parametrize("heading", ["A verifier in Python", "The same in JavaScript"])
def test_the_verifier_finds_the_same(heading: str, tmp_path: Path) -> None:
    language, suffix = ("python", ".py") if "Python" in heading else ("javascript", ".cjs")
    interpreter = sys.executable if language == "python" else shutil.which("node")
    if interpreter is None:
        pytest.skip("node is not installed")
    (program,) = blocks(SECTIONS[heading], language)
    assert len([line for line in program.splitlines() if line]) <= LONGEST
    file = tmp_path / f"verifier{suffix}"
    file.write_text(program)
    for (game, deal), size in DEALS.items():
        names = VECTORS["names"].replace(", ", "+")
        where = [VECTORS["bout"], str(game), str(deal), PACKS[size].hex()]
        command = [interpreter, str(file), VECTORS["seed"], VECTORS["sheet hash"], names, *where]
        result = subprocess.run(command, capture_output=True, text=True, check=True)
        pack = VECTORS[f"pack of game {game}, deal {deal}, {size} cards"]
        assert result.stdout.split() == [VECTORS["commitment(seed)"], VECTORS["bout key"], pack]

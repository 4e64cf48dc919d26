"""The tournament seed: where it comes from and how it is written. Its use is in referee/shuffle.py."""

from __future__ import annotations

import hashlib
import re
import secrets
from typing import Final

SEED_BYTES: Final = 32
SHORTEST: Final = 4  # characters of a seed given as text: what is easily guessed gives the deals away
_HEX: Final = re.compile(r"[0-9a-fA-F]{64}")
_LABEL: Final = b"pitch-arena/seed/1\0"


def fresh_seed() -> bytes:
    """Return 32 bytes from the system's source of randomness."""
    return secrets.token_bytes(SEED_BYTES)


def parse_seed(text: str) -> bytes:
    """Return the seed that the text stands for: 64 hex digits are the seed itself, anything else is hashed to one."""
    if _HEX.fullmatch(text):
        return bytes.fromhex(text)
    return hashlib.sha256(_LABEL + text.encode()).digest()

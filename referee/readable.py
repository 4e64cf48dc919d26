"""Other people's text, made safe to print: what a bot wrote may hold orders to the terminal that shows it."""

from __future__ import annotations

import unicodedata


def readable(text: str, *, keep: str = "\n\t") -> str:
    """Return the text with U+FFFD for each control, format or unassigned character but those to keep."""
    if text.isprintable():
        return text
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char)[0] == "C" and char not in keep else char
        for char in text
    )

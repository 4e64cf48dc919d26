"""Who handed something in: the student's name and the version from the name of a file or folder, and a stable id.

Names are other people's text: `shown` makes any of it safe to print, `student_id` makes a name that every file system,
configuration and web page takes. The id depends on the name alone, so it stays when others come and go.
"""

from __future__ import annotations

import hashlib
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from referee.readable import readable

LONGEST_SHOWN: Final = 80
_PLAIN: Final = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_HASHED: Final = re.compile(r".*-[0-9a-f]{8}")
_LONGEST_SLUG: Final = 32
_RESERVED: Final = ("house", "class", "games", "students", "con", "nul", "aux", "prn")
_ENDINGS: Final = re.compile(r"\.(zip|tar|tgz|tbz2?|txz|tar\.(gz|bz2|xz)|git)$", re.IGNORECASE)
_VERSION: Final = re.compile(
    r"^(?P<stem>.*?)(?:[-_. ]v(?P<v>[0-9]{1,6})|\s*\((?P<n>[0-9]{1,6})\))$", re.IGNORECASE | re.DOTALL
)
# What learning platforms make of a name when a teacher downloads all submissions.
_PLATFORMS: Final = (
    re.compile(r"^(?P<student>.+?)_\d+_assignsubmission_file_?.*$", re.DOTALL),  # Moodle
    re.compile(r"^(?P<student>[^_]+)(?:_LATE)?_\d{2,}_\d{2,}_.+?(?:-(?P<version>\d+))?$", re.DOTALL),  # Canvas
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What the name of a file or folder says: whose it is, and which version (0: none is named)."""

    student: str
    version: int


def shown(text: str, most: int = LONGEST_SHOWN) -> str:
    """Return the text in one line that can be printed and stored anywhere: composed, without control characters."""
    plain = unicodedata.normalize("NFC", text.encode("utf-8", "replace").decode("utf-8"))
    kept = readable(plain, keep="")
    return kept if len(kept) <= most else kept[: most - 1] + "…"


def claim_of(entry: str, pattern: re.Pattern[str] | None = None) -> Claim:
    """Return what the name of an entry says. `pattern` has groups `student` and, if it likes, `version`.

    Without one: endings of archives go, then `-v2` or ` (2)` is a version, and what Moodle and Canvas add goes.
    """
    name = unicodedata.normalize("NFC", entry.encode("utf-8", "replace").decode("utf-8"))
    stem = _ENDINGS.sub("", name).strip() or name
    for known in (pattern,) if pattern else _PLATFORMS:
        found = known.search(stem)
        if found and found["student"].strip():
            version = found.groupdict().get("version") or "0"
            return Claim(student=_one_line(found["student"]), version=int(version) if version.isdecimal() else 0)
    found = _VERSION.match(stem)
    if found and found["stem"].strip():
        return Claim(student=_one_line(found["stem"]), version=int(found["v"] or found["n"]))
    return Claim(student=_one_line(stem), version=0)


def _one_line(text: str) -> str:
    return " ".join(text.split()) or "\N{REPLACEMENT CHARACTER}"


def student_id(student: str) -> str:
    """Return the id of a student: the name itself where it is plain, else what is plain of it and a hash of all.

    Two names have two ids: a plain name never ends like a hash.
    """
    name = unicodedata.normalize("NFC", student)
    if _PLAIN.fullmatch(name) and len(name) <= _LONGEST_SLUG and not _HASHED.fullmatch(name) and name not in _RESERVED:
        return name
    ascii_only = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")[:_LONGEST_SLUG].strip("-") or "student"
    digest = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{slug}-{digest}"

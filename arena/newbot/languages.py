"""The languages in which `arena new-bot` writes a bot: what they need, and how their bots are built and tested."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import ConfigError
from referee.engine.errors import nearest

_CRATES: Final = "/usr/share/cargo/registry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A language. `needs`: programs, or paths with `*`, that its build and its bot take; `build` and `test`: commands;
    `edit`: where the decisions are."""

    name: str
    needs: tuple[str, ...]
    build: str
    test: str
    edit: str

    def lacks(self) -> tuple[str, ...]:
        """Return what it needs and is not here."""
        return tuple(need for need in self.needs if not _is_here(need))


def _is_here(need: str) -> bool:
    if need.startswith("/"):
        return any(True for _ in Path("/").glob(need.lstrip("/")))
    return shutil.which(need) is not None


LANGUAGES: Final = (
    Language(name="python", needs=(), build="", test="python3 -m unittest", edit="`choose` in `main.py`"),
    Language(
        name="node",
        needs=("node", "npm"),
        build="npm install",
        test="npm run --silent check && node test.js",
        edit="`choose` in `strategy.js`",
    ),
    Language(
        name="typescript",
        needs=("node", "npm"),
        build="npm install",
        test="npm run --silent check && node build/test.js",
        edit="`choose` in `src/strategy.ts`",
    ),
    Language(
        name="go",
        needs=("make", "go", "/usr/share/gocode/src/google.golang.org/grpc"),
        build="make",
        test="make check test",
        edit="`choose` in `strategy.go`",
    ),
    Language(
        name="cpp",
        needs=("make", "g++", "pkg-config", "protoc", "grpc_cpp_plugin", "/usr/include/grpcpp/grpcpp.h"),
        build="make",
        test="make test",
        edit="`choose` in `strategy.cpp`",
    ),
    Language(
        name="java",
        needs=("make", "javac", "java", "/usr/share/java/grpc-netty.jar", "/usr/share/java/netty-transport.jar"),
        build="make",
        test="make test",
        edit="`choose` in `src/bot/Strategy.java`",
    ),
    Language(
        name="ruby",
        needs=("make", "ruby", "/usr/lib/*/rubygems-integration/*/gems/grpc-*"),
        build="",
        test="make check && ruby test.rb",
        edit="`choose` in `strategy.rb`",
    ),
    Language(
        name="rust",
        needs=("make", "cargo", f"{_CRATES}/h2-*", f"{_CRATES}/prost-*", f"{_CRATES}/tokio-*"),
        build="make",
        test="make test",
        edit="`choose` in `src/strategy.rs`",
    ),
)
BY_NAME: Final = {language.name: language for language in LANGUAGES}


def language_of(name: str) -> Language:
    """Return the language of this name. ConfigError with the nearest one if there is none."""
    if name not in BY_NAME:
        raise ConfigError([f"there is no language {name!r}{nearest(name, BY_NAME)}; there are {', '.join(BY_NAME)}"])
    return BY_NAME[name]

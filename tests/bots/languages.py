"""The sample bots of the reference strategy, one in each language: what they need, and whether it is here.

`python -m tests.bots.languages [--all]` builds and checks each where its tools are present and names those that are
missing; with --all a missing one is a failure.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

SAMPLES: Final = Path(__file__).parents[2] / "sample_bots"
PACKAGES: Final = SAMPLES / "packages.txt"
ALL_MUST_BE_HERE: Final = "PITCH_ALL_BOTS"
"""Set by continuous integration: a language without its tools fails its tests, else they say so and are left out."""

GO_LIBRARIES: Final = "/usr/share/gocode/src/google.golang.org/grpc"
CRATES: Final = "/usr/share/cargo/registry"


@dataclass(frozen=True, slots=True, kw_only=True)
class Language:
    """A sample bot. `needs`: programs, or paths, that its build and run take; `built`: what the build leaves."""

    name: str
    folder: str
    needs: tuple[str, ...]
    built: str = ""
    check: tuple[str, ...] = ()
    stubs: tuple[str, ...] = ()  # the command that writes what lies in `made`
    made: str = ""
    stub_needs: tuple[str, ...] = ()

    @property
    def path(self) -> Path:
        """Its folder."""
        return SAMPLES / self.folder

    @property
    def bot(self) -> str:
        """The name in its bot.toml."""
        return str(self.manifest["name"])

    @property
    def manifest(self) -> dict[str, Any]:
        """Its bot.toml."""
        return tomllib.loads((self.path / "bot.toml").read_text(encoding="utf-8"))

    def argv(self, key: str) -> list[str]:
        """Return `command` or `build` of its bot.toml with {python} filled in; a relative program by its whole path."""
        argv = [sys.executable if word == "{python}" else word for word in self.manifest.get(key, [])]
        return [str(self.path / argv[0]), *argv[1:]] if argv and "/" in argv[0] else argv

    def lacks(self) -> str:
        """Return what is missing before the bot can be run, and what to do about it; empty: nothing."""
        if missing := absent(self.needs):
            return f"{self.name}: missing {', '.join(missing)}: apt-get install {packages(self.name)}"
        if self.built and not (self.path / self.built).exists():
            return f"{self.name}: not built: make build-bots"
        return ""

    def lacks_for_stubs(self) -> str:
        """Return what is missing before its stubs can be made anew, and what to do about it; empty: nothing."""
        if missing := absent(self.stub_needs):
            return f"{self.name}: missing {', '.join(missing)}: apt-get install {packages(self.name)}"
        return ""


NPM_STUBS: Final = ("npm", "run", "--silent", "stubs")
ALL: Final = (
    Language(name="python", folder="python/reference", needs=()),
    Language(
        name="node",
        folder="node",
        needs=("node", "npm"),
        built="node_modules/@grpc/grpc-js",
        check=("npm", "run", "--silent", "check"),
        stubs=NPM_STUBS,
        made="proto",
        stub_needs=("npm",),
    ),
    Language(
        name="typescript",
        folder="typescript",
        needs=("node", "npm"),
        built="build/main.js",
        check=("npm", "run", "--silent", "check"),
        stubs=NPM_STUBS,
        made="src/pitch",
        stub_needs=("npm", "protoc", f"{SAMPLES}/typescript/node_modules/.bin/protoc-gen-ts_proto"),
    ),
    Language(
        name="go",
        folder="go",
        needs=("make", "go", GO_LIBRARIES),
        built="bot",
        check=("make", "-s", "check"),
        stubs=("make", "-s", "stubs"),
        made="src",
        stub_needs=("make", "protoc", "protoc-gen-go", "protoc-gen-go-grpc"),
    ),
    Language(
        name="cpp",
        folder="cpp",
        needs=("make", "g++", "pkg-config", "protoc", "grpc_cpp_plugin", "/usr/include/grpcpp/grpcpp.h"),
        built="bot",
        stubs=("make", "-s", "stubs"),
        made="proto",
        stub_needs=("make",),
    ),
    Language(
        name="java",
        folder="java",
        needs=("make", "javac", "java", "/usr/share/java/grpc-netty.jar", "/usr/share/java/netty-transport.jar"),
        built="bot.jar",
        stubs=("make", "-s", "stubs"),
        made="gen",
        stub_needs=("make", "protoc", "/usr/bin/grpc_java_plugin"),
    ),
    Language(
        name="ruby",
        folder="ruby",
        needs=("ruby", "/usr/lib/*/rubygems-integration/*/gems/grpc-*"),
        check=("make", "-s", "check"),
        stubs=("make", "-s", "stubs"),
        made="lib",
        stub_needs=("make", "grpc_tools_ruby_protoc"),
    ),
    Language(
        name="rust",
        folder="rust",
        needs=("make", "cargo", f"{CRATES}/h2-*", f"{CRATES}/prost-*", f"{CRATES}/tokio-*"),
        built="target/release/pitch-bot",
        check=("make", "-s", "check"),
        stubs=("make", "-s", "stubs"),
        made="src/pitch.arena.v1.rs",
        stub_needs=("make", "cargo", "protoc", f"{CRATES}/prost-build-*"),
    ),
)
BY_NAME: Final = {language.name: language for language in ALL}


def absent(needs: Sequence[str]) -> list[str]:
    """Return those that are not here: programs that PATH does not lead to, paths (with *) that do not exist."""
    return [need for need in needs if not (is_there(need) if need.startswith("/") else shutil.which(need))]


def is_there(path: str) -> bool:
    return any(True for _ in Path("/").glob(path.lstrip("/")))


def packages(name: str) -> str:
    """Return the Debian packages of a language, as packages.txt names them."""
    for line in PACKAGES.read_text(encoding="utf-8").splitlines():
        language, _, found = line.partition(": ")
        if language == name:
            return found
    raise KeyError(name)


def build_and_check(language: Language) -> str:
    """Build and check the bot in its folder. Return what went wrong, with the output of what failed; empty: nothing."""
    for what, argv in (("build", language.argv("build")), ("check", list(language.check))):
        if argv:
            done = subprocess.run(argv, cwd=language.path, capture_output=True, text=True, check=False)
            if done.returncode != 0:
                return f"{what} failed: {' '.join(argv)}\n{done.stdout}{done.stderr}"
    return ""


def main(argv: Sequence[str] | None = None) -> int:
    """Build and check all; return 0, or 1 when one failed or (with --all, or in continuous integration) is missing."""
    parser = argparse.ArgumentParser(prog="python -m tests.bots.languages", description=__doc__)
    parser.add_argument("--all", action="store_true", help="a language without its tools is a failure")
    options = parser.parse_args(argv)
    failed = False
    for language in ALL:
        start = time.monotonic()
        if missing := absent(language.needs):
            failed |= options.all or bool(os.environ.get(ALL_MUST_BE_HERE))
            what = f"MISSING: {', '.join(missing)}\n{'':12}apt-get install {packages(language.name)}"
        elif wrong := build_and_check(language):
            failed = True
            what = f"FAILED: {wrong}"
        else:
            what = f"built and checked in {time.monotonic() - start:.1f} s"
        print(f"{language.name:11} {what}", flush=True)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())

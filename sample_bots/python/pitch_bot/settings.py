"""Where the bot plays and as whom: environment, command line, and the bot.toml beside the main file."""

import argparse
import os
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

ADDRESS: Final = "PITCH_ARENA_ADDRESS"
TOKEN: Final = "PITCH_ARENA_TOKEN"  # noqa: S105 - the name of a variable
LIFETIME: Final = "PITCH_ARENA_LIFETIME"
CA_FILE: Final = "PITCH_ARENA_CA_FILE"
CERT_FILE: Final = "PITCH_ARENA_CERT_FILE"
KEY_FILE: Final = "PITCH_ARENA_KEY_FILE"
DEFAULT_CAPACITY: Final = 64
_USAGE: Final = (
    "main.py [--address A] [--token T] [--tls] [--ca-file F] [--cert-file F --key-file F] [--connect-limit-s S]"
)


class SettingsError(Exception):
    """What is wrong and what to do about it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """All that is needed to join."""

    address: str
    """As gRPC takes it: ``unix:/path/play.sock`` or ``host:port``."""
    token: str
    pooled: bool
    """Whether the process is to play many seats, with the tokens that it reads from standard input."""
    name: str
    version: str
    capacity: int
    tls: bool
    ca_file: Path | None
    """The authority (PEM) that the referee's certificate must come from; None: the usual ones."""
    cert_file: Path | None
    """The bot's own certificate (PEM), where the referee wants one."""
    key_file: Path | None
    connect_limit_s: float


def read_settings(
    argv: Sequence[str], *, name: str | None = None, version: str | None = None, capacity: int | None = None
) -> Settings:
    """The settings of this process; what is given here goes before bot.toml. Other flags in `argv` are left to the bot.

    Raises SettingsError when no address or token is given, or bot.toml cannot be read.
    """
    parser = argparse.ArgumentParser(
        add_help=False,
        allow_abbrev=False,
        usage=_USAGE,
    )
    parser.add_argument("--address", default=os.environ.get(ADDRESS, ""))
    parser.add_argument("--token", default=os.environ.get(TOKEN, ""))
    parser.add_argument("--tls", action="store_true")
    parser.add_argument("--ca-file", type=Path, default=_path(CA_FILE))
    parser.add_argument("--cert-file", type=Path, default=_path(CERT_FILE))
    parser.add_argument("--key-file", type=Path, default=_path(KEY_FILE))
    parser.add_argument("--connect-limit-s", type=float, default=10.0)
    flags, _ = parser.parse_known_args(argv)
    pooled = not flags.token and os.environ.get(LIFETIME) == "pooled"
    wanted = ((flags.address, f"{ADDRESS} or --address"), (flags.token or pooled, f"{TOKEN} or --token"))
    missing = " and ".join(text for value, text in wanted if not value)
    if missing:
        raise SettingsError(f"not started by an arena: give {missing} (`pitch-referee serve` prints both)")
    files = {"--ca-file": flags.ca_file, "--cert-file": flags.cert_file, "--key-file": flags.key_file}
    for flag, file in files.items():
        if file is not None and not file.is_file():
            raise SettingsError(f"{flag} {file}: no such file")
    if (flags.cert_file is None) != (flags.key_file is None):
        raise SettingsError("--cert-file and --key-file go together")
    folder = main_folder()
    manifest = read_manifest(folder)
    found = capacity if capacity is not None else manifest.get("capacity", DEFAULT_CAPACITY)
    if not isinstance(found, int) or isinstance(found, bool) or found < 1:
        raise SettingsError(f"capacity must be a whole number from 1, not {found!r}")
    return Settings(
        address=flags.address,
        token=flags.token,
        pooled=pooled,
        name=name or str(manifest.get("name", folder.name)),
        version=version or str(manifest.get("version", "0")),
        capacity=found,
        tls=flags.tls or any(files.values()),
        ca_file=flags.ca_file,
        cert_file=flags.cert_file,
        key_file=flags.key_file,
        connect_limit_s=flags.connect_limit_s,
    )


def _path(variable: str) -> Path | None:
    text = os.environ.get(variable, "")
    return Path(text) if text else None


def main_folder() -> Path:
    """The folder of the program's main file; the working folder when there is none."""
    main = getattr(sys.modules.get("__main__"), "__file__", None)
    return Path(main).resolve().parent if main else Path.cwd()


def read_manifest(folder: Path) -> dict[str, Any]:
    """The content of bot.toml in that folder, empty when there is none; raises SettingsError when it is not TOML."""
    path = folder / "bot.toml"
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))  # editors may put a byte order mark there
    except FileNotFoundError:
        return {}
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SettingsError(f"{path}: {error}") from error

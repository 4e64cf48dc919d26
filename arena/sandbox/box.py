"""The command lines of a sandbox: bubblewrap, and what is put before and into it. Nothing here starts anything.

As root, the first bubblewrap builds the view and the namespaces, `setpriv` takes a user of its own without any rights,
and a second bubblewrap puts it into a user namespace that allows no further ones. As anyone else, one bubblewrap does
both. `prlimit` comes last, because the number of processes is counted for each user namespace.
"""

from __future__ import annotations

import glob
import os
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import PurePath
from typing import Final

HOME: Final = "/tmp"  # noqa: S108 - the sandbox's own
SOCKET: Final = "/run/pitch/play.sock"
FORWARD: Final = "/run/pitch/forward.py"
# Users that no system gives away: systemd's documentation calls the numbers from here to 2^31 unused.
FIRST_USER: Final = 0x70000000
USERS: Final = 0x0F000000
FILTER: Final = 20  # the open file that the filter of system calls is read from
INSIDE: Final = "1000"  # how a bot sees its own user and group

_SYSTEM: Final = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/nix/store")
# Of /etc only what programs need to start: nothing that tells of this machine or its users.
_ETC: Final = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime", "mime.types")
_ETC_GLOBS: Final = (
    "/etc/java-*",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/mono",
    "/etc/perl",
    "/etc/pki/tls/certs",
    "/etc/pki/ca-trust/extracted",
)
_ETC_NETWORK: Final = ("resolv.conf", "hosts", "pip.conf", "npmrc", "ca-certificates")
_NAMESPACES: Final = ("--unshare-pid", "--unshare-ipc", "--unshare-uts", "--hostname", "bot", "--unshare-cgroup-try")


@dataclass(frozen=True, slots=True, kw_only=True)
class Tools:
    """The programs that make a sandbox, by path. `nested`: bubblewrap can forbid further user namespaces; `filtered`:
    system calls can be filtered (seccomp.py)."""

    bwrap: str
    prlimit: str
    setpriv: str
    root: bool
    nested: bool
    filtered: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What a sandboxed process sees besides the system. Paths are those outside, and inside the same.

    `hidden` are empty inside, where they lie in `folder`. `socket` "": none. `accounts` is a folder with a
    passwd and a group file. `user` -1: an unused one. `piecewise`: the folder itself is closed to that user, what lies
    in it is not.
    """

    folder: str
    shown: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()
    socket: str = ""
    forward: str = ""
    accounts: str = ""
    writable: bool = False
    network: bool = False
    piecewise: bool = False
    user: int = -1


@dataclass(frozen=True, slots=True)
class Command:
    """What to run: `argv`, whose first word takes `args` from an open file (--args), out of the bot's sight."""

    argv: tuple[str, ...]
    args: tuple[str, ...]


def wrap(
    tools: Tools, argv: Iterable[str], view: View, *, processes: int, tmp_mib: int, filter_file: int = FILTER
) -> Command:
    """Return the command that runs `argv` in a sandbox. `filter_file`: the open file with the filter, if it is used."""
    calls = ["--seccomp", str(filter_file)] if tools.filtered else []
    inner = [*_no_more_than(tools, processes), *argv]
    args = [*_NAMESPACES, "--die-with-parent", "--new-session"]
    args += [] if view.network else ["--unshare-net"]
    args += _view(view, tmp_mib)
    if not tools.root:
        args += [*_user_namespace(tools), *calls]
        return Command((tools.bwrap, "--", *inner), tuple(args))
    user = view.user if view.user >= 0 else FIRST_USER + secrets.randbelow(USERS)
    for right in ("SETUID", "SETGID", "SETPCAP"):
        args += ["--cap-add", f"CAP_{right}"]
    drop = [tools.setpriv, f"--reuid={user}", f"--regid={user}", "--clear-groups"]
    drop += ["--bounding-set=-all", "--inh-caps=-all"]
    # Root's number may not be put into a user namespace without a right that lets more than that through. It is only
    # wanted for the build step of a bot in root's own folder. Files in /proc that belong to root are then its own.
    args += ["--remount-ro", "/proc", *calls] if user == 0 else []
    bind = ["--dev-bind", "/", "/", "--chdir", view.folder, "--"]
    second = [] if user == 0 else [tools.bwrap, *_user_namespace(tools), *calls, *bind]
    return Command((tools.bwrap, "--", *drop, *second, *inner), tuple(args))


def wrap_nothing(tools: Tools, filter_file: int = FILTER) -> list[str]:
    """Return a command that makes a sandbox, does nothing in it, and ends with status 0. `filter_file` as in `wrap`."""
    command = wrap(tools, ["true"], View(folder="/"), processes=64, tmp_mib=1, filter_file=filter_file)
    return [command.argv[0], *command.args, *command.argv[1:]]


def _user_namespace(tools: Tools) -> list[str]:
    return ["--unshare-user", *(["--disable-userns"] if tools.nested else []), "--uid", INSIDE, "--gid", INSIDE]


def _no_more_than(tools: Tools, processes: int) -> list[str]:
    return [tools.prlimit, f"--nproc={processes}:{processes}", "--"] if processes else []


def _view(view: View, tmp_mib: int) -> list[str]:
    """Return the options that build what is seen: later ones lie over earlier ones."""
    args: list[str] = []
    for path in _SYSTEM:
        args += ["--symlink", os.readlink(path), path] if os.path.islink(path) else ["--ro-bind-try", path, path]
    etc = [f"/etc/{name}" for name in (*_ETC, *(_ETC_NETWORK if view.network else ()))]
    for path in (*etc, *(found for pattern in _ETC_GLOBS for found in sorted(glob.glob(pattern)))):
        if os.path.exists(path):
            args += [*_above(path), "--ro-bind", path, path]
    if view.accounts:
        args += ["--perms", "0755", "--dir", "/etc"]
        for name in ("passwd", "group", "nsswitch.conf"):
            args += ["--ro-bind", f"{view.accounts}/{name}", f"/etc/{name}"]
    args += ["--proc", "/proc", "--dev", "/dev"]
    writable = [HOME, "/dev/shm"]  # noqa: S108 - the sandbox's own
    for path in writable:
        args += ["--perms", "1777", "--size", str(max(1, tmp_mib) << 20), "--tmpfs", path]
    args += _folders(view)
    if view.socket:
        args += ["--perms", "0755", "--dir", "/run", "--perms", "0755", "--dir", "/run/pitch"]
        args += ["--ro-bind", view.socket, SOCKET]
    if view.forward:
        args += ["--ro-bind", view.forward, FORWARD]
    return [*args, "--remount-ro", "/dev", "--remount-ro", "/", "--chdir", view.folder]


def _folders(view: View) -> list[str]:
    """Return the options for the bot's own folder, what is hidden in it, and what else is shown."""
    args: list[str] = []
    if view.piecewise:
        args += [*_above(f"{view.folder}/x"), *_entries(view.folder)]
    elif view.folder != "/":
        args += [*_above(view.folder), "--bind" if view.writable else "--ro-bind", view.folder, view.folder]
    inside = [path for path in view.hidden if is_below(path, view.folder)]
    below = [
        path for path in inside if not any(is_below(path, other) for other in inside)
    ]  # the rest is hidden with it
    masks = [path for path in below if os.path.isdir(path)]
    for path in below:
        args += ["--ro-bind", os.devnull, path] if os.path.isfile(path) else []
    for path in masks:
        args += ["--perms", "0755", "--size", "4096", "--tmpfs", path]
    for path in sorted(view.shown, key=len):
        args += [*_above(path), "--ro-bind", path, path]
    for path in masks:
        args += ["--remount-ro", path]
    return args


def _entries(folder: str) -> list[str]:
    args: list[str] = []
    for entry in sorted(os.scandir(folder), key=lambda one: one.name):
        link = entry.is_symlink()
        args += ["--symlink", os.readlink(entry.path), entry.path] if link else ["--ro-bind", entry.path, entry.path]
    return args


def _above(path: str) -> list[str]:
    """Return the options that make the folders above the path; bubblewrap would make them for itself alone."""
    parents = [str(parent) for parent in reversed(PurePath(path).parents)][1:]
    return [word for parent in parents for word in ("--perms", "0755", "--dir", parent)]


def is_below(path: str, folder: str) -> bool:
    """Return whether the path lies in the folder and is not the folder itself."""
    return path != folder and PurePath(path).is_relative_to(folder)


def is_system(path: str) -> bool:
    """Return whether every sandbox shows the path anyway."""
    return any(PurePath(path).is_relative_to(folder) for folder in _SYSTEM)

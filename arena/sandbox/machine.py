"""What this machine can do to keep bots apart. Asked once, before the first game, and by `arena doctor`."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from arena.sandbox.box import Tools, wrap_nothing
from arena.sandbox.seccomp import program

OLDEST: Final = (0, 6, 0)  # of bubblewrap: the first with --size and --perms
TRIAL_S: Final = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at: whether it is there, what was seen, and how to get it ("" when it is there)."""

    what: str
    ok: bool
    seen: str
    remedy: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What was found. `tools` None: no sandbox; `reason` and `remedy` say why and what helps."""

    tools: Tools | None
    findings: tuple[Finding, ...]

    @property
    def reason(self) -> str:
        """Why there is no sandbox, "" if there is one."""
        return "; ".join(f"{one.what}: {one.seen}" for one in self.findings if not one.ok and one.remedy)

    @property
    def remedy(self) -> str:
        """What to do about it."""
        return "; ".join(one.remedy for one in self.findings if not one.ok and one.remedy)


def look() -> Machine:
    """Return what this machine can do. It takes a moment: a sandbox is tried."""
    findings = [_system()]
    tools = filtered = None
    if findings[0].ok:
        version, found = _bubblewrap()
        findings.append(found)
        if version:
            tools = Tools(
                bwrap=shutil.which("bwrap") or "",
                prlimit=shutil.which("prlimit") or "",
                setpriv=shutil.which("setpriv") or "",
                root=os.geteuid() == 0,
                nested=version >= (0, 8, 0),
            )
            findings += _helpers(tools)
            if all(one.ok for one in findings):
                findings.append(_trial(tools))
                tools, filtered = _filtered(tools) if findings[-1].ok else (tools, None)
    usable = all(one.ok for one in findings)
    more = () if filtered is None else (filtered,)
    return Machine(tools=tools if usable else None, findings=(*findings, *more, *_others()))


def _system() -> Finding:
    linux = sys.platform == "linux"
    return Finding(
        what="system",
        ok=linux,
        seen=f"{sys.platform} {os.uname().release}" if hasattr(os, "uname") else sys.platform,
        remedy="" if linux else "the sandbox needs Linux; run the arena in a Linux virtual machine or container",
    )


def _bubblewrap() -> tuple[tuple[int, ...], Finding]:
    path = shutil.which("bwrap")
    get = "install bubblewrap (Debian, Ubuntu: apt-get install bubblewrap; Fedora: dnf install bubblewrap)"
    if not path:
        return (), Finding(what="bubblewrap", ok=False, seen="there is no bwrap in PATH", remedy=get)
    try:
        text = subprocess.run([path, "--version"], capture_output=True, text=True, timeout=TRIAL_S, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return (), Finding(what="bubblewrap", ok=False, seen=f"{path} does not run: {error}", remedy=get)
    number = re.search(r"(\d+)\.(\d+)\.(\d+)", text)
    version = tuple(map(int, number.groups())) if number else ()
    if version < OLDEST:
        seen = f"{path} is {text.strip() or 'of no known version'}"
        return (), Finding(what="bubblewrap", ok=False, seen=seen, remedy="bubblewrap 0.6.0 or newer is needed")
    return version, Finding(what="bubblewrap", ok=True, seen=f"{path} {number[0] if number else ''}")


def _helpers(tools: Tools) -> list[Finding]:
    needed = {"prlimit": tools.prlimit, **({"setpriv": tools.setpriv} if tools.root else {})}
    missing = [name for name, path in needed.items() if not path]
    seen = f"{', '.join(missing)} not in PATH" if missing else ", ".join(needed.values())
    return [Finding(what="util-linux", ok=not missing, seen=seen, remedy="install util-linux" if missing else "")]


def _try(command: Sequence[str], *files: int) -> str:
    """Run the command with the open files; return what went wrong, "" if nothing did."""
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=TRIAL_S,
            check=False,
            stdin=subprocess.DEVNULL,
            pass_fds=files,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return str(error)
    return "" if done.returncode == 0 else (done.stderr.strip() or f"status {done.returncode}")


def _filtered(tools: Tools) -> tuple[Tools, Finding]:
    """Return the tools with the filter of system calls, where it works in a sandbox, and what was found."""
    what, without = "system calls", "namespaces and limits hold without it"
    code = program(platform.machine())
    if not code:
        return tools, Finding(what=what, ok=False, seen=f"no filter for {platform.machine()}; {without}")
    with open(os.memfd_create("filter"), "w+b", buffering=0) as file:
        file.write(code)
        file.seek(0)
        more = replace(tools, filtered=True)
        problem = _try(wrap_nothing(more, filter_file=file.fileno()), file.fileno())
    if problem:
        return tools, Finding(what=what, ok=False, seen=f"not filtered: {problem.splitlines()[-1]}; {without}")
    return more, Finding(what=what, ok=True, seen="those that no bot needs are refused (seccomp)")


def _trial(tools: Tools) -> Finding:
    """Try an empty sandbox."""
    problem = _try(wrap_nothing(tools))
    if not problem:
        who = "an unprivileged user of its own" if tools.root else "this user, without rights, in its own namespaces"
        return Finding(what="namespaces", ok=True, seen=f"a trial sandbox ran as {who}")
    return Finding(what="namespaces", ok=False, seen=problem.splitlines()[-1], remedy=_namespace_remedy())


def _namespace_remedy() -> str:
    """Say what most likely forbids user namespaces here."""
    if _read("/proc/sys/kernel/apparmor_restrict_unprivileged_userns") == "1":
        return (
            "AppArmor forbids user namespaces: add a profile for bwrap that allows `userns`, or"
            " sysctl kernel.apparmor_restrict_unprivileged_userns=0"
        )
    if _read("/proc/sys/kernel/unprivileged_userns_clone") == "0":
        return "sysctl kernel.unprivileged_userns_clone=1"
    if _read("/proc/sys/user/max_user_namespaces") == "0":
        return "sysctl user.max_user_namespaces=15000"
    return "user namespaces must be allowed; in a container: run it with them, or unconfined (seccomp, AppArmor)"


def _others() -> list[Finding]:
    """What does not decide about the sandbox but is worth knowing."""
    pidfd = hasattr(os, "pidfd_open")
    children = Path(f"/proc/self/task/{os.getpid()}/children").exists()
    seen = "the tree of each bot is watched" if children else "not watched: only the limits of single processes hold"
    return [
        Finding(what="memory, processor and process limits", ok=children, seen=seen),
        Finding(what="end of processes", ok=pidfd, seen="seen at once" if pidfd else "looked for 50 times a second"),
    ]


def _read(path: str) -> str:
    try:
        return Path(path).read_text(encoding="ascii").strip()
    except OSError:
        return ""

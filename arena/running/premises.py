"""Where the bots of a run live: what each is started with, by its isolation."""

from __future__ import annotations

import os
import platform
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from arena.errors import BotError
from arena.records.rundir import Run
from arena.running.launch import Job, search_path
from arena.sandbox.box import FORWARD, HOME, SOCKET, Tools, View, is_below, is_system, wrap
from arena.sandbox.limits import BUILD, BuildNetwork, Dial, Isolation, Lifetime, Resources
from arena.sandbox.seccomp import program
from arena.sandbox.visible import check_folder, reader_of, shown_to
from arena.setup.bots import Bot
from arena.setup.config import RUNS
from referee.addresses import unix_path

_FORWARD: Final = str(Path(__file__).parents[1] / "sandbox" / "forward.py")
_UNLIMITED: Final = Resources(memory_mib=0, cpu_s=0, processes=0, open_files=0, file_mib=0, tmp_mib=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Premises:
    """What the processes of a run have in common. `temp`: the run's temporary folder; `hidden`: what none may see."""

    temp: Path
    tools: Tools | None
    hidden: tuple[str, ...] = ()

    def resources(self, bot: Bot) -> Resources:
        """Return the limits that hold for the bot."""
        return _UNLIMITED if bot.isolation is Isolation.TRUSTED else bot.resources

    def check(self, bot: Bot) -> None:
        """Raise BotError when the bot cannot be started as its isolation wants it."""
        bot.check_startable(search_path())
        if bot.isolation is Isolation.SANDBOX:
            _check_shown(bot)

    def job(self, bot: Bot, *, address: str, token: str) -> Job:
        """Return how a process of the bot is started. A pooled one reads its tokens from standard input."""
        how = {"PITCH_ARENA_TOKEN": token} if token else {"PITCH_ARENA_LIFETIME": Lifetime.POOLED.value}
        variables = {"PITCH_ARENA_ADDRESS": address, **how}
        path = unix_path(address)
        argv = bot.argv()
        boxed = bot.isolation is Isolation.SANDBOX
        if bot.dial is Dial.TCP and path is not None:
            forward, target = (FORWARD, SOCKET) if boxed else (_FORWARD, str(path))
            argv = [sys.executable, "-I", "-S", forward, target, *argv]
        if not boxed:
            return self._bare(bot, argv, variables, self.resources(bot))
        if path is None:
            raise BotError(f"bot {bot.name}: a sandbox has no network, and the referee listens at {address}")
        assert self.tools is not None  # the run was refused otherwise
        user, piecewise = reader_of(bot.folder) if self.tools.root else (-1, False)
        view = View(
            folder=bot.folder,
            user=user,
            piecewise=piecewise,
            shown=_shown(bot, bot.argv()[0]),
            hidden=self.hidden,
            socket=str(path),
            forward=_FORWARD if bot.dial is Dial.TCP else "",
            accounts=str(self.temp / "etc"),
        )
        variables["PITCH_ARENA_ADDRESS"] = f"unix:{SOCKET}"
        return self._boxed(argv, variables, view, bot.resources)

    def build_job(self, bot: Bot) -> Job:
        """Return how the bot's build step is run: its folder is writable, for the user that owns it."""
        argv = bot.build_argv()
        if bot.isolation is Isolation.TRUSTED:
            return self._bare(bot, argv, {}, _UNLIMITED)
        if bot.isolation is not Isolation.SANDBOX or not argv:
            return self._bare(bot, argv, {}, BUILD)
        view = View(
            folder=bot.folder,
            shown=_shown(bot, argv[0]),
            hidden=self.hidden,
            accounts=str(self.temp / "etc"),
            writable=True,
            network=bot.build_network is BuildNetwork.HOST,
            user=os.stat(bot.folder).st_uid,
        )
        return self._boxed(argv, {}, view, BUILD)

    def _bare(self, bot: Bot, argv: list[str], variables: dict[str, str], resources: Resources) -> Job:
        return Job(argv=tuple(argv), folder=bot.folder, variables=variables, resources=resources, temp=str(self.temp))

    def _boxed(self, argv: list[str], variables: dict[str, str], view: View, resources: Resources) -> Job:
        assert self.tools is not None  # the run was refused otherwise
        command = wrap(self.tools, argv, view, processes=resources.processes, tmp_mib=resources.tmp_mib)
        return Job(
            argv=command.argv,
            args=command.args,
            folder="/",
            variables=variables,
            resources=resources,
            home=HOME,
            filter=program(platform.machine()) if self.tools.filtered else b"",
        )

    def open_sockets(self, addresses: Iterable[str]) -> None:
        """Let sandboxed bots dial: they run as another user. Nobody else gets into the folder of the sockets."""
        if self.tools is not None and self.tools.root:
            for address in addresses:
                if path := unix_path(address):
                    path.chmod(0o666)


def premises_of(run: Run, temp: Path, tools: Tools | None) -> Premises:
    """Return the premises of a run. No bot sees this run and its configuration, other runs, or another bot's folder."""
    config = run.config
    key = config.remote.tls_key if config.remote is not None else ""
    files = (Path(name) for name in (config.file, config.deals_file, key) if name)
    hidden = (run.folder, RUNS, temp, *files, *(Path(bot.folder) for bot in config.bots if not bot.remote))
    paths = dict.fromkeys(str(path.resolve()) for path in hidden)
    return Premises(temp=temp, tools=tools, hidden=tuple(paths))


def _shown(bot: Bot, program: str) -> tuple[str, ...]:
    return shown_to(program, folder=bot.folder, path=search_path(), also=bot.read_only)


def _check_shown(bot: Bot) -> None:
    program = bot.argv()[0]
    seen = [bot.folder, *_shown(bot, program)]
    inside = is_system(program) or any(program == one or is_below(program, one) for one in seen)
    if os.path.isabs(program) and not inside:
        raise BotError(
            f"bot {bot.name}: its sandbox does not show {program}: name the folder that it is installed in"
            " under `read_only` in its [[bots]] table"
        )


def check_boxes(bots: tuple[Bot, ...], tools: Tools | None) -> None:
    """Raise BotError when a sandboxed bot has a folder that cannot be shown to it, or a program that is not shown."""
    for bot in bots:
        if bot.isolation is Isolation.SANDBOX:
            check_folder(bot.name, bot.folder, bot.argv(), as_other_user=tools is not None and tools.root)
            if not bot.build:
                _check_shown(bot)

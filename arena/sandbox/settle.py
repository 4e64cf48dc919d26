"""Settling how the bots of a tournament are kept apart, before its first game."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from arena.errors import ConfigError
from arena.sandbox.box import Tools
from arena.sandbox.limits import Isolation
from arena.sandbox.machine import Machine, look

if TYPE_CHECKING:
    from arena.setup.config import Config


def settle(config: Config, machine: Machine | None = None) -> tuple[Config, Tools | None]:
    """Return the configuration with `auto` replaced by what this machine can do, and the tools for sandboxes.

    Raises ConfigError when a bot must have a sandbox that cannot be had here, or cannot be shown its folder in one.
    `machine`: what is known of it; None: look, if it matters.
    """
    from arena.running.premises import check_boxes

    asked = {bot.isolation for bot in config.bots}
    if not asked & {Isolation.AUTO, Isolation.SANDBOX}:
        return config, None
    machine = machine or look()
    if machine.tools is None and Isolation.SANDBOX in asked:
        names = ", ".join(bot.name for bot in config.bots if bot.isolation is Isolation.SANDBOX)
        raise ConfigError(
            [
                f'isolation = "sandbox" ({names}) cannot be had on this machine: {machine.reason}',
                f"to get it: {machine.remedy}; `arena doctor` tells more",
            ]
        )
    chosen = Isolation.SANDBOX if machine.tools else Isolation.PROCESS
    bots = tuple(replace(bot, isolation=chosen) if bot.isolation is Isolation.AUTO else bot for bot in config.bots)
    check_boxes(bots, machine.tools)
    fell_back = Isolation.AUTO in asked and machine.tools is None
    return replace(config, bots=bots, no_sandbox=machine.reason if fell_back else ""), machine.tools

"""What a plan comes to, told before the first game and kept as plan.json: line-ups, games, decisions, time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from arena.schedules.designs import balance
from arena.schedules.rounds import RoundsPlan
from arena.schedules.schedule import Plan
from arena.setup.config import Config
from arena.simulate import simulate
from referee.variants.catalogue import label, resolve

_GAMES: Final = 3  # played by chance to see how many decisions a game takes
_SEED: Final = b"pitch-arena/plan".ljust(32, b"\0")
US_A_DECISION: Final = 400  # of one match alone, for a bot that answers at once (make bench)


class VariantPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What is planned of one variant. `decisions` is an estimate; `balance` says how even the line-ups are."""

    variant: str
    lineups: int
    bouts: int
    games: int
    decisions: int
    balance: str


class Outlook(msgspec.Struct, frozen=True, kw_only=True):
    """The whole plan. `seconds` is what it takes with bots that answer at once, on a quiet machine. Of a plan that
    follows from results it is the first round, and `ahead` says what is to come."""

    variants: tuple[VariantPlan, ...]
    games: int
    decisions: int
    seconds: float
    ahead: str = ""


def outlook(config: Config, plan: Plan) -> Outlook:
    """Return what the plan comes to."""
    names = [bot.name for bot in config.bots]
    variants = []
    for variant in plan.variants:
        lineups = [lineup for lineup in plan.lineups if lineup.variant == variant]
        bouts = sum(1 for _ in plan.bouts_of(variant))
        games = sum(bout.lineup.rotations for bout in plan.bouts_of(variant)) * plan.games
        tried = simulate(resolve(variant.spec), games=_GAMES, seed=_SEED, policy="random")
        variants.append(
            VariantPlan(
                variant=label(variant.spec),
                lineups=len(lineups),
                bouts=bouts,
                games=games,
                decisions=tried.decisions * games // _GAMES,
                balance=str(balance(names, [lineup.names for lineup in lineups])),
            )
        )
    decisions = sum(one.decisions for one in variants)
    return Outlook(
        variants=tuple(variants),
        games=plan.total_games,
        decisions=decisions,
        ahead=plan.ahead if isinstance(plan, RoundsPlan) else "",
        seconds=round(decisions * US_A_DECISION / 1e6 / max(1, min(config.jobs, config.referees)), 1),
    )


def lines(found: Outlook) -> Iterator[str]:
    """Yield the plan as lines."""
    for one in found.variants:
        yield f"plan: {one.variant}: {one.bouts} bouts, {one.games} games; {one.balance}"
    if found.ahead:
        yield f"plan: that is the first round; {found.ahead}"
    most = "" if found.seconds < 60 else f", some {found.seconds / 60:.0f} min or more"
    yield f"plan: about {found.decisions:,} decisions{most}"


def to_json(found: Outlook) -> bytes:
    """Return plan.json."""
    return msgspec.json.format(msgspec.json.encode(found, order="sorted"), indent=1) + b"\n"

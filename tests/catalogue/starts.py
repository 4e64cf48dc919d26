"""Where a compared game starts: from nothing, or so near its end that every kind of ending is met soon."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from referee.engine.sheet import Sheet
from referee.variants.catalogue import resolve, split, variants

SHORT_GAME = 12  # deals; so that endings are met often


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """A game's spec, its first dealer, and by side the scores and how often it was set before."""

    spec: str
    dealer: int
    scores: tuple[int, ...]
    sets: tuple[int, ...]


def with_given(spec: str, **options: int) -> str:
    """Return the spec with more options."""
    more = ",".join(f"{key}={value}" for key, value in options.items())
    return f"{spec[:-1]},{more}]" if spec.endswith("]") else f"{spec}[{more}]"


def from_nothing(spec: str, chance: Random) -> Start:
    """Return the start of an ordinary game, cut short often enough to meet the limit of deals."""
    sheet = resolve(spec)
    nothing = (0,) * sheet.sides
    limited = with_given(spec, max_deals=chance.choice((SHORT_GAME, 60)))
    return Start(spec=limited, dealer=chance.randrange(sheet.seats), scores=nothing, sets=nothing)


def near_the_end(spec: str, chance: Random) -> Start:
    """Return the start of a game about to end: at a low target, at a low score, or at the limit of deals.

    The sides stand about the target, about the low score, or level, so that ties and draws are common.
    """
    options = {"target": chance.choice((*range(1, 13), 60, 60, 60, 60)), "max_deals": chance.choice((1, 2, 3, 5, 40))}
    known = {option.name for option in variants()[split(spec)[0]].options}
    if "backdoor" in known and chance.random() < 0.6:
        options["backdoor"] = chance.randint(1, 8)
    if "win_by" in known and chance.random() < 0.6:
        options["win_by"] = chance.randint(1, 3)
    close = with_given(spec, **options)
    sheet = resolve(close)
    return Start(
        spec=close,
        dealer=chance.randrange(sheet.seats),
        scores=_scores(sheet, chance),
        sets=tuple(chance.randint(0, 3) for _ in range(sheet.sides)),
    )


def _scores(sheet: Sheet, chance: Random) -> tuple[int, ...]:
    about = [sheet.target - 3, sheet.target - 1, sheet.target + 5, 0]
    if sheet.backdoor is not None:
        about += [3 - sheet.backdoor] * 2 + [-1 - sheet.backdoor]
    for low in (sheet.loses_at, sheet.draws_at):
        if low is not None:
            about += [low + 4] * 2 + [low + 12, low - 1]
    middle = chance.choice(about)
    level = chance.random() < 0.4
    scores = [middle + (0 if level else chance.randint(-3, 3)) for _ in range(sheet.sides)]
    return tuple(score if sheet.floor is None else max(sheet.floor, score) for score in scores)

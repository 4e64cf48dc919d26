"""Sentences that a reader must know to read a table right: who cannot be rated, and why."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from arena.statistics.overall import Overall
from arena.statistics.ratings import Fit, rating


def notes_of(found: Fit, hidden: Collection[str] = ()) -> tuple[str, ...]:
    """Return what is unusual about the field of a fit."""
    notes = [*_fields(found, hidden)]
    shown = [name for name in found.names if name not in hidden]
    if len(shown) == 1:
        notes.append(f"{shown[0]} is the only one that is rated: there is nobody to compare it with.")
    for place, name in enumerate(found.names):
        if name not in hidden:
            notes += _about(found, place, name)
    if len(found.data.games) == 1:
        notes.append("One bout has been played: there is nothing to measure chance by, so no interval can be given.")
    seen = int(found.cluster.max(initial=-1)) + 1
    if seen < len(found.cluster):
        notes.append(
            f"All line-ups had the same deals: their {len(found.cluster)} bouts are {seen} observations, and intervals"
            " are for deals like these."
        )
    return tuple(notes)


def _fields(found: Fit, hidden: Collection[str]) -> list[str]:
    fields = sorted(set(found.connection.field))
    if len(fields) < 2:
        return []
    groups = [
        listed([name for name, f in zip(found.names, found.connection.field, strict=True) if f == field])
        for field in fields
    ]
    return [
        "No chain of games connects these groups: "
        + "; ".join(groups)
        + ". Their ratings are each relative to their own group and cannot be compared across."
    ]


def _about(found: Fit, place: int, name: str) -> list[str]:
    connection = found.connection
    if found.bouts_of[place] == 1 and len(found.data.games) > 1:
        return [f"{name} played one bout: its interval is not known."]
    if connection.regular(place):
        return []
    known = rating(found, place)
    field = connection.main[connection.field[place]]
    main = [other for other, level in zip(found.names, connection.level, strict=True) if level == field]
    if known.low is not None:
        return [
            f"{name} always finished before {listed(main)}: its rating has no upper bound (at least {known.low:+.0f})."
        ]
    if known.high is not None:
        return [
            f"{name} always finished behind {listed(main)}: its rating has no lower bound (at most {known.high:+.0f})."
        ]
    return [f"The games do not say how {name} compares with {listed(main)}: its rating is a placeholder."]


def overall_notes(
    pooled: Overall, variants: Sequence[str], fits: Sequence[Fit], hidden: Collection[str]
) -> tuple[str, ...]:
    """Return what is unusual about the overall table."""
    notes = []
    if pooled.missing:
        notes.append(f"Not rated overall, as they did not play every variant: {listed(pooled.missing)}.")
    odd = [
        variant
        for variant, found in zip(variants, fits, strict=True)
        if any(not found.connection.regular(p) for p, name in enumerate(found.names) if name not in hidden)
    ]
    if odd:
        notes.append(f"Some ratings have a bound on one side only in {listed(odd)}; see the notes there.")
    return tuple(notes)


def listed(names: Sequence[str]) -> str:
    """Return "a, b and c"; of many only the first."""
    shown = list(names) if len(names) <= 6 else [*names[:5], f"{len(names) - 5} others"]
    return shown[0] if len(shown) == 1 else f"{', '.join(shown[:-1])} and {shown[-1]}"

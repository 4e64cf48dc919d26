"""The drawings of the page, made by matplotlib: SVG that is light or dark as the page is, readable without colours."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Iterable, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, Final

from arena.statistics.analysis import Row
from arena.statistics.course import Course

if TYPE_CHECKING:
    from matplotlib.figure import Figure

MOST_LINES: Final = 8  # in one drawing: more cannot be told apart
_INK, _PALE = "#010203", "#040506"  # stand for colours that the page's light or dark gives
_STYLE: Final = (
    "<style>svg{color:#1c1c1c;--pale:#c9c9c9}"
    "@media (prefers-color-scheme:dark){svg{color:#ececec;--pale:#4a5052}}</style>"
)
_SETTINGS: Final[Any] = {  # its names are a type of matplotlib's newer versions only
    "svg.fonttype": "none",
    "svg.hashsalt": "pitch-arena",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 9,
    "text.color": _INK,
    "axes.edgecolor": _INK,
    "axes.labelcolor": _INK,
    "xtick.color": _INK,
    "ytick.color": _INK,
    "grid.color": _PALE,
    "hatch.color": _INK,
    "lines.color": _INK,
    "axes.spines.top": False,
    "axes.spines.right": False,
}
_LEAST_ELO: Final = 40.0  # that an axis of ratings spans
_MARKERS: Final = ("o", "s", "^", "D", "v", "P", "X", "*")
_HATCHES: Final = ("//", "")  # with many lines or dots they are most of the page's bytes
_DASHES: Final = ("-", "--", "-.", ":")


def forest(rows: Sequence[Row]) -> str:
    """Return the ratings with their intervals, the best on top, as a data: address.

    A bound on one side only is drawn as an arrow; a ring is the rating without the games that somebody forfeited.
    """
    with _drawing():
        figure = _figure(width=7.2, height=0.27 * len(rows) + 0.95)
        axes = figure.add_subplot()
        for place, row in enumerate(rows):
            known = row.rating
            low, high = known.low, known.high
            ends = [known.mean if end is None else end for end in (low, high)]
            axes.plot(ends, [place, place], color=_INK, linewidth=1.4)
            axes.plot([known.mean], [place], marker="s", color=_INK, markersize=5)
            for end, marker in ((low, "|"), (high, "|")):
                if end is not None:
                    axes.plot([end], [place], marker=marker, color=_INK, markersize=7)
            if (low is None) is not (high is None):
                axes.plot([known.mean], [place], marker=">" if high is None else "<", color=_INK, markersize=9)
            if row.clean is not None:
                axes.plot([row.clean.mean], [place], marker="o", color=_INK, fillstyle="none", markersize=8)
        axes.axvline(0, color=_INK, linewidth=0.7, linestyle=":")
        axes.set_yticks(range(len(rows)), [_short(row.name) for row in rows])
        axes.set_ylim(len(rows) - 0.4, -0.6)
        axes.set_xlim(_no_tiny_scale(*axes.get_xlim()))
        axes.set_xlabel("Elo relative to the field, 95% intervals")
        axes.grid(visible=True, axis="x", linewidth=0.5)
        return _address(figure)


def over_time(course: Course, best_first: Sequence[str]) -> str:
    """Return how the ratings of the best went, as a data: address; each has its own marker and dashes."""
    from matplotlib.ticker import MaxNLocator

    shown = [name for name in best_first if name in course.ratings][:MOST_LINES]
    with _drawing():
        figure = _figure(width=7.2, height=3.2)
        axes = figure.add_subplot()
        for number, name in enumerate(shown):
            known = [(r, one.mean) for r, one in zip(course.rounds, course.ratings[name], strict=True) if one]
            axes.plot(
                [rounds for rounds, _ in known],
                [mean for _, mean in known],
                color=_INK,
                linewidth=1.1,
                marker=_MARKERS[number % len(_MARKERS)],
                markersize=5,
                fillstyle="none" if number % 2 else "full",
                linestyle=_DASHES[number % len(_DASHES)],
                label=_short(name),
            )
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.set_xlabel("rounds: bouts of every line-up")
        axes.set_ylim(_no_tiny_scale(*axes.get_ylim()))
        axes.set_ylabel("Elo")
        axes.grid(visible=True, linewidth=0.5)
        legend = axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), frameon=False)
        for text in legend.get_texts():
            text.set_color(_INK)
        return _address(figure)


def _no_tiny_scale(low: float, high: float) -> tuple[float, float]:
    """Return the ends of an axis of ratings, wide enough that who is level looks level."""
    more = max(0.0, _LEAST_ELO - (high - low)) / 2
    return low - more, high + more


def _short(name: str) -> str:
    return name if len(name) <= 24 else name[:22] + "…"


def _drawing() -> AbstractContextManager[None]:
    """Return the settings under which all is drawn."""
    from matplotlib import rc_context

    return rc_context(_SETTINGS)


def _figure(*, width: float, height: float) -> Figure:
    from matplotlib.figure import Figure  # no pyplot: it keeps figures for the whole process

    figure = Figure(figsize=(width, height), layout="constrained")
    figure.patch.set_visible(False)
    return figure


def _address(figure: Figure) -> str:
    """Return the figure as SVG in a data: address, its colours left to light and dark."""
    for axes in figure.axes:
        axes.patch.set_visible(False)
    out = io.StringIO()
    figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = _plain(out.getvalue())
    return "data:image/svg+xml;base64," + base64.b64encode(text.encode()).decode()


def _plain(svg: str) -> str:
    """Return the picture without its prologue and what it says about itself, with the page's colours."""
    text = svg[svg.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, count=1, flags=re.DOTALL)
    text = _replaced(text, ((_INK, "currentColor"), (_PALE, "var(--pale)"), ("'DejaVu Sans'", "system-ui, sans-serif")))
    head, _, rest = text.partition(">")
    return f"{head}>{_STYLE}{rest}"


def _replaced(text: str, pairs: Iterable[tuple[str, str]]) -> str:
    for old, new in pairs:
        text = text.replace(old, new)
    return text


def bars(names: Sequence[str], groups: Sequence[tuple[str, Sequence[float | None]]], *, label: str) -> str:
    """Return bars for each name, one a group, as a data: address; hatches tell the groups apart."""
    with _drawing():
        figure = _figure(width=7.2, height=0.2 * len(names) * (len(groups) + 1) + 1.1)
        axes = figure.add_subplot()
        thick = 0.8 / len(groups)
        for number, (group, values) in enumerate(groups):
            axes.barh(
                [place + (number - (len(groups) - 1) / 2) * thick for place in range(len(names))],
                [value or 0.0 for value in values],
                height=thick,
                facecolor=_PALE if number else "none",
                edgecolor=_INK,
                hatch=_HATCHES[number % len(_HATCHES)],
                label=group,
            )
        axes.axvline(1, color=_INK, linewidth=0.7, linestyle=":")
        axes.set_yticks(range(len(names)), [_short(name) for name in names])
        axes.set_ylim(len(names) - 0.4, -0.6)
        axes.set_xlabel(label)
        for text in axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=2, frameon=False).get_texts():
            text.set_color(_INK)
        return _address(figure)

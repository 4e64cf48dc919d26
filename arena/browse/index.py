"""The index of games as a page: a form that filters, and a table whose rows lead to the viewer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from html import escape
from pathlib import Path
from typing import Final
from urllib.parse import urlencode

from arena.browse.library import Library, Seen

PAGE: Final = 100  # games on one page
_STYLE: Final = (Path(__file__).parent.parent / "viewer" / "page.css").read_text(encoding="utf-8")
_MORE: Final = """
a { color: #0b4f9c; } form { margin: .6rem 0; }
td, th { text-align: left; overflow-wrap: anywhere; min-width: 7rem; } tbody th { min-width: 12rem; }
@media (prefers-color-scheme: dark) { a { color: #8cc2ff; } }
"""


class Ended(Enum):
    """How a game ended for the player that is looked for; for anybody where none is."""

    ANY = "any"
    WON = "won"
    LOST = "lost"
    FAULT = "fault"
    FORFEIT = "forfeit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What is looked for: "" is anything. `page` counts from 1."""

    variant: str = ""
    player: str = ""
    ended: Ended = Ended.ANY
    page: int = 1

    def fits(self, game: Seen) -> bool:
        """Return whether the game is looked for."""
        outcome = game.outcome
        if (self.variant and game.variant != self.variant) or (self.player and self.player not in outcome.seats):
            return False
        mine = {seat for seat, name in enumerate(outcome.seats) if name == (self.player or name)}
        sides = {outcome.side_of(seat) for seat in mine}
        match self.ended:
            case Ended.ANY:
                return True
            case Ended.WON:
                return bool(sides & set(outcome.winners))
            case Ended.LOST:
                return not sides & set(outcome.winners)
            case Ended.FAULT:
                return any(fault.seat in mine for fault in outcome.faults)
            case Ended.FORFEIT:
                return bool(mine & set(outcome.forfeits))

    def query(self, page: int) -> str:
        """Return the address of another page of the same."""
        return "?" + urlencode(
            {"variant": self.variant, "player": self.player, "ended": self.ended.value, "page": page}
        )


def wanted(words: Mapping[str, str]) -> Wanted:
    """Return what the words of an address ask for; what cannot be read is anything."""
    page = words.get("page", "1")
    ended = words.get("ended", "any")
    return Wanted(
        variant=words.get("variant", ""),
        player=words.get("player", ""),
        ended=Ended(ended) if ended in {one.value for one in Ended} else Ended.ANY,
        page=max(1, int(page)) if page.isascii() and page.isdecimal() and len(page) < 9 else 1,
    )


def index_page(library: Library, ask: Wanted) -> str:
    """Return the page of the games that are looked for."""
    run = library.run
    every = library.games()
    found = [game for game in every if ask.fits(game)]
    first = (ask.page - 1) * PAGE
    shown = found[first : first + PAGE]
    title = f"{run.config.name}: games"
    done = f"{run.index.done} of {run.plan.total_games} games are played, {len(every)} of them may be looked at."
    if not run.finished:
        eyes = "with all cards" if library.all_cards else "as everybody at the table saw them"
        done += f" It is still being played: whole bouts only, some time later, {eyes}. Load the page again for more."
    body = [
        f"<p>{done}</p>",
        _form(ask, [game.variant for game in every], [bot.name for bot in run.config.bots]),
        f'<p role="status">{len(found)} games{_span(first, len(shown))}</p>',
        _table(shown) if shown else "",
        _pages(ask, len(found)),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n<link rel="icon" href="data:,">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}{_MORE}</style>\n</head>\n<body>\n<main>\n"
        f"<h1>{escape(title)}</h1>\n" + "\n".join(body) + "\n</main>\n</body>\n</html>\n"
    )


def _span(first: int, count: int) -> str:
    return f", {first + 1} to {first + count} shown" if count else ""


def _form(ask: Wanted, variants: Iterable[str], players: Iterable[str]) -> str:
    choices = (
        ("variant", "Variant", ["", *dict.fromkeys(variants)], ask.variant),
        ("player", "Player", ["", *sorted(players)], ask.player),
        ("ended", "Ended", [one.value for one in Ended], ask.ended.value),
    )
    fields = "".join(_select(name, told, options, chosen) for name, told, options, chosen in choices)
    return f'<form method="get" aria-label="Which games">{fields}<button>Show</button></form>'


def _select(name: str, told: str, options: Sequence[str], chosen: str) -> str:
    each = "".join(
        f'<option value="{escape(one)}"{" selected" if one == chosen else ""}>{escape(one or "all")}</option>'
        for one in options
    )
    return f'<label>{told} <select name="{name}">{each}</select></label>'


def _table(games: Sequence[Seen]) -> str:
    heads = "".join(f'<th scope="col">{one}</th>' for one in ("game", "variant", "by seat", "score", "faults"))
    rows = "\n".join(_row(game) for game in games)
    return (
        '<section tabindex="0" aria-label="Games"><table>'
        f"<thead><tr>{heads}</tr></thead>\n<tbody>\n{rows}\n</tbody></table></section>"
    )


def _row(game: Seen) -> str:
    outcome = game.outcome
    won = [
        f"<b>{score}</b>" if side in outcome.winners and len(outcome.winners) == 1 else str(score)
        for side, score in enumerate(outcome.scores)
    ]
    link = f'<a href="game/{game.ordinal + 1}">{escape(game.name)}</a>'
    return (
        f'<tr><th scope="row">{link}</th><td>{escape(game.variant)}</td>'
        f"<td>{escape(', '.join(outcome.seats))}</td><td>{' : '.join(won)}</td><td>{escape(game.troubles(3))}</td></tr>"
    )


def _pages(ask: Wanted, count: int) -> str:
    last = -(-count // PAGE)
    links = []
    if ask.page > 1:
        links.append(f'<a href="{escape(ask.query(ask.page - 1))}">Earlier games</a>')
    if ask.page < last:
        links.append(f'<a href="{escape(ask.query(ask.page + 1))}">Later games</a>')
    return f'<nav aria-label="Pages">{" ".join(links)}</nav>' if links else ""

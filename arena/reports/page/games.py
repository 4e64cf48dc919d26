"""Pages of games beside the report: the viewer's, one a variant, so that the report can link into them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arena.records.results import Outcome
from arena.records.rundir import Run
from arena.replays.files import BoutLine, file_names
from arena.reports.page.content import GameTold, worth_a_look
from arena.viewer.page import page
from referee.replay import GameRecord, from_json
from referee.variants.catalogue import label, resolve


def write_games(run: Run, games: list[Outcome], folder: Path, *, most: int) -> Iterator[GameTold]:
    """Write the pages into the folder, which must not exist, and yield their games. Only of whole finished bouts."""
    names = file_names(variant.spec for variant in run.plan.variants)
    folder.mkdir()
    by_bout = {bout.id: bout for bout in run.plan.all_bouts()}
    with run.journal_path.open("rb") as journal:
        for variant in run.plan.variants:
            mine = [game for game in games if by_bout[game.bout].lineup.variant == variant]
            chosen = worth_a_look(mine, most)
            shown: list[tuple[GameRecord, BoutLine]] = []
            for game in chosen:
                bout = by_bout[game.bout]
                ordinal = run.plan.ordinal(bout, rotation=game.rotation, game=game.game)
                record = from_json(bytes(run.entry_at(journal, ordinal).record))
                key = run.key(bout).hex()
                line = BoutLine(
                    bout=bout.id, number=bout.number, lineup=list(bout.lineup.names), commitment="", key=key
                )
                shown.append((record, line))
            if not shown:
                continue
            path = folder / Path(names[variant.spec]).with_suffix(".html").name
            sheet = resolve(variant.spec)
            path.write_text(page(shown, title=f"{sheet.label}: {sheet.title}"), encoding="utf-8")
            for number, game in enumerate(chosen, start=1):
                yield GameTold(
                    variant=label(variant.spec),
                    place=(game.bout, game.rotation, game.game),
                    seats=tuple(game.seats),
                    forfeits=tuple(game.forfeits),
                    scores=tuple(game.scores),
                    page=path,
                    number=number,
                )

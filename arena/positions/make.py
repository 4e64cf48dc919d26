"""Making a position file of a recorded decision: the start of a test."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from arena.audit.knowledge import throws_face_up
from arena.audit.trails import copy_of
from arena.positions.files import Data
from arena.positions.setup import Wanted, names_of, set_up
from arena.regress.exam import Source
from arena.regress.worth import position_of
from referee.engine.actions import PICK, PICK_MASK, Ask
from referee.engine.cards import cards_of
from referee.engine.errors import PitchError
from referee.engine.events import EventKind
from referee.engine.game import Game
from referee.engine.notation import legal_text, parse_token, place_text
from referee.shuffle import bot_seed

_MOVES: Final = (EventKind.OWN_DRAW, EventKind.OWN_THROW, EventKind.OWN_ASIDE, EventKind.BURN, EventKind.THROW)


@dataclass(frozen=True, slots=True)
class Made:
    """The data of a position, what was played in it, and what may be."""

    data: Data
    played: str
    legal: str
    where: str


def make(source: Source, deal: int, index: int) -> Made:
    """Return the position of a recorded decision, without a verdict.

    It tells what the seat knew; only where that does not lead back to the same, the whole pack is in it.
    """
    undealt, pack, done = position_of(source, deal, index)
    game = copy_of(undealt)
    game.deal(pack.pack, pack.lots)
    asks = []
    for one in done:
        asks.append((game.to_act, game.ask))
        game.apply(one.action)
    record, seat = source.record, game.to_act
    tokens = record.deals[deal].actions[:index]
    sheet = game.sheet
    known = Data(
        sheet=record.sheet,
        seat=seat,
        dealer=game.public.dealer,
        deal=deal,
        scores=list(undealt.scores),
        hand=names_of(iter(cards_of(game.private[seat].hand))),
        dealt=names_of(iter(cards_of(_dealt(game, seat)))),
        actions=" ".join(_told(game, asks, tokens, seat)),
        bot_seed=bot_seed(source.bout.secret(), record.rotation, record.game, seat).hex(),
    )
    if not _leads_to(known, game):
        known.hand = known.dealt = ""
        known.actions = " ".join(tokens)
        known.pack, known.lots = names_of(iter(pack.pack)), list(pack.lots)
    legal = legal_text(game.legal(), game.ask, sheet)
    place = f"{source.name}, {place_text(deal, index)}"
    return Made(known, record.deals[deal].actions[index], legal, place)


def _told(game: Game, asks: list[tuple[int, int]], tokens: tuple[str, ...], seat: int) -> Iterator[str]:
    """Yield the tokens as the seat knows them: of others' hidden choices only how many cards."""
    face_up = throws_face_up(game.sheet)
    for (who, ask), text in zip(asks, tokens, strict=True):
        action = parse_token(text, game.sheet)
        hidden = ask in (Ask.KEEP, Ask.SEARCH) or (ask == Ask.THROW and not face_up)
        if action >= PICK and hidden and who != seat:
            yield f"{text.partition(':')[0]}:?{(action & PICK_MASK).bit_count()}"
        else:
            yield text


def _dealt(game: Game, seat: int) -> int:
    """Return the cards that the seat was dealt, 0 where they are no others than those that it holds or has played."""
    hand = next((event[3] for event in game.events if event[0] == EventKind.HAND and event[1] == seat), 0)
    moved = any(event[0] in _MOVES and event[1] == seat for event in game.events)
    return hand if moved else 0


def _leads_to(data: Data, game: Game) -> bool:
    """Return whether the data lead to a game that is the same for the seat to act."""
    seat = game.to_act
    hand = game.private[seat].hand
    wanted = Wanted(
        sheet=game.sheet,
        seat=seat,
        dealer=data.dealer,
        deal=data.deal,
        scores=tuple(data.scores),
        hands={seat: hand} if hand else {},
        dealt=_dealt(game, seat) if data.dealt else 0,
        actions=tuple(data.actions.split()),
        pack=(),
        lots=(),
    )
    try:
        found = set_up(wanted)
    except PitchError:
        return False
    same = found.view(seat) == game.view(seat) and found.transcript(seat) == game.transcript(seat)
    return same and found.legal() == game.legal() and found.ask == game.ask


def toml_of(made: Made, *, title: str, expect: list[str], forbid: list[str]) -> str:
    """Return the file. Without a verdict the played action is forbidden, to be thought over."""
    data = made.data
    lines = [
        f"# {made.where}",
        f"# It could: {made.legal}",
        f"# It played: {made.played}",
        f"title = {_text(title)}",
        f"sheet = {_text(data.sheet)}",
        f"seat = {data.seat}",
        f"dealer = {data.dealer}",
        f"deal = {data.deal}  # from 0",
        f"scores = {data.scores}",
    ]
    lines += [f"hand = {_text(data.hand)}"] if data.hand else []
    lines += [f"dealt = {_text(data.dealt)}"] if data.dealt else []
    lines += [f"actions = {_text(data.actions)}"]
    lines += [f"pack = {_text(data.pack)}"] if data.pack else []
    lines += [f"lots = {data.lots}"] if data.lots else []
    lines += [f"bot_seed = {_text(data.bot_seed)}"]
    lines += [f"expect = [{', '.join(map(_text, expect))}]"] if expect else []
    if forbid or not expect:
        lines += [f"forbid = [{', '.join(map(_text, forbid or [made.played]))}]"]
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)

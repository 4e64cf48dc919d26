"""Every table of the catalogue: each sheet at each seat count, and with the options that change play."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from referee.engine.actions import CALL, FOLD, PICK, Legal, Pick
from referee.engine.cards import cards_of, mask_of
from referee.engine.game import Game
from referee.engine.tables import compile_tables
from referee.variants.catalogue import resolve, variants

FOLDS, HIGH_CALLS = 0.06, 0.25  # how often they are considered at all


def layouts(name: str) -> tuple[str, ...]:
    """Return a spec for each table of the variant."""
    variant = variants()[name]
    if len(variant.layouts) == 1:
        return (name,)
    return tuple(f"{name}[seats={seats},sides={sides}]" for seats, sides in variant.layouts)


def with_options(name: str) -> tuple[str, ...]:
    """Return a spec for each value of the options that change how the variant is played."""
    found: list[str] = []
    for option in variants()[name].options:
        values = [value.strip() for value in option.values.split(",")]
        if "..." not in values:
            found.extend(f"{name}[{option.name}={value}]" for value in values)
    return tuple(found)


TABLES: tuple[str, ...] = tuple(spec for name in variants() for spec in (*layouts(name), *with_options(name)))


def new_game(spec: str, first_dealer: int = 0) -> Game:
    """Return a fresh game of the spec."""
    return Game(compile_tables(resolve(spec)), first_dealer)


def stand(game: Game, scores: Sequence[int], sets: Sequence[int]) -> None:
    """Let the game stand at these scores, and how often it was set, by side."""
    game.public.scores, game.public.sets = tuple(scores), list(sets)


def shuffled(game: Game, chance: Random) -> list[int]:
    """Return a random pack for the next deal."""
    pack = list(game.tables.pack)
    chance.shuffle(pack)
    return pack


def lots(game: Game, chance: Random) -> list[int]:
    """Return random lots for the next deal where cards are forfeited, else none."""
    return [chance.randrange(game.sheet.hand_size) for _ in range(game.tables.seats)] if game.tables.forfeits else []


def random_action(legal: Legal, chance: Random) -> int:
    """Return any of the legal actions; high calls and folds more rarely, so that deals are made and played out too."""
    if isinstance(legal, Pick):
        chosen = chance.sample(cards_of(legal.choose_from), chance.randint(legal.least, legal.most))
        return PICK | legal.fixed | mask_of(chosen)
    if legal[-1] == FOLD and chance.random() > FOLDS:
        return chance.choice(legal[:-1])
    if legal[-1] >= CALL and chance.random() > HIGH_CALLS:
        return chance.choice(legal[:2])
    return chance.choice(legal)


def play_out(game: Game, chance: Random) -> None:
    """Play the game to its end at random."""
    while not game.over:
        if game.needs_deal:
            game.deal(shuffled(game, chance), lots(game, chance))
        else:
            game.apply(random_action(game.legal(), chance))

"""Planted rule mutants: engines that get one rule wrong, to prove that worked deals and oracle would tell."""

from __future__ import annotations

from dataclasses import replace

from tests.catalogue.mutants_auction import AUCTION_MUTANTS
from tests.catalogue.mutants_exchange import EXCHANGE_MUTANTS
from tests.catalogue.mutants_play import PLAY_MUTANTS
from tests.catalogue.mutants_points import POINT_MUTANTS
from tests.catalogue.mutants_score import SCORE_MUTANTS
from tests.catalogue.planting import Mutant

MUTANTS: tuple[Mutant, ...] = (
    *AUCTION_MUTANTS,
    *EXCHANGE_MUTANTS,
    *PLAY_MUTANTS,
    *(replace(mutant, outcome_only=True) for mutant in (*POINT_MUTANTS, *SCORE_MUTANTS)),
)

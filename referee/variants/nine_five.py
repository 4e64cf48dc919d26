"""`nine-five`, `nine-five-backdoor` and `nine-five-hotshot` (RULES 5.3): smudges, forced nines, the dealer's search."""

from __future__ import annotations

from dataclasses import replace

from referee.engine.kinds import Ending, FirstLead, ForcedNine, Looking, Needs, Stake, TrumpMaker
from referee.engine.points import CardPoint, Game, High, Low, Owner
from referee.engine.sheet import Sheet, Special
from referee.engine.steps import Burn, Fill, Search, ThrowPlain, Where, Who
from referee.variants.variant import EVERYWHERE, PAIRS, Variant


def _smudge(name: str, points: int) -> Special:
    return Special(name=name, value=18, needs=Needs.POINTS_AND_TRICKS, stake=Stake.POINTS, points=points)


NINE_FIVE = Sheet(
    id="nine-five",
    title="Nine-Five",
    seats=4,
    sides=2,
    hand_size=9,
    looking=Looking.OR_BLIND_SPECIAL,
    lowest_call=4,
    highest_call=18,
    specials=(_smudge("smudge", 19), _smudge("blind-smudge", 20)),
    stuck_from=4,
    forced_nine=ForcedNine.BINDS,
    trump_maker=TrumpMaker.DECLARED,
    exchange=(
        ThrowPlain(),
        Burn(to=6),
        Fill(to=6, who=Who.ALL_BUT_DEALER),
        Search(to=6, who=Who.DEALER, where=Where.STOCK_THEN_THROWN),
    ),
    first_lead=FirstLead.TRUMP,
    points=(
        High(),
        Low(owner=Owner.HOLDER),
        CardPoint(card="jack"),
        Game(),
        CardPoint(card="five", worth=5),
        CardPoint(card="nine", worth=9),
    ),
    ending=Ending.OVER_AND_MADE,
    target=100,
    loses_at=-100,
)
BACKDOOR = replace(
    NINE_FIVE, id="nine-five-backdoor", title="Nine-Five with the back door", loses_at=None, draws_at=-200
)
HOTSHOT = replace(
    NINE_FIVE,
    id="nine-five-hotshot",
    title="Nine-Five, hotshot",
    looking=Looking.AT_ONCE,
    lowest_call=9,
    highest_call=17,
    specials=(Special(name="hotshot", value=18, needs=Needs.POINTS, stake=Stake.GAME),),
    stuck_from=9,
    first_lead=FirstLead.ANY,
)

VARIANTS = tuple(Variant(sheet=sheet, layouts=PAIRS, options=EVERYWHERE) for sheet in (NINE_FIVE, BACKDOOR, HOTSHOT))

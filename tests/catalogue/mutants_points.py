"""Mutants of what scores a point, and for whom."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from operator import add

from referee.engine import kinds as k
from referee.engine.actions import DECLARE, PLAY_ON
from referee.engine.cards import HONOURS
from referee.engine.game import Game
from referee.engine.phases import score
from referee.engine.points import NOBODY, CardPoint, GameTie, High, JokerPips, LastTrick, Low, Of, Owner, Played, Tens
from referee.engine.points import Game as GamePoint
from referee.engine.points.game import BOTH_JOKERS
from referee.engine.points.tens import TENS
from referee.engine.sheet import Sheet
from tests.catalogue.luck import Luck
from tests.catalogue.planting import Mutant, Patch, another, fields, point

# Ties for Game are common where most honours stay in the stock.
LOW_PIPS = Luck(bottom="TC TD TH TS AC AD AH AS KC KD KH KS QC QD QH QS", prefers=(PLAY_ON,), often=1.0)
MANY_POINTS = Luck(hands={2: "AH JH JD HJ LJ TH 3H 2H KH"}, prefers=(DECLARE + 2,))


# ---- wrong points


@dataclass(frozen=True, slots=True, kw_only=True)
class HighOfTheFold(High):
    def award_folded(self, deal: Played) -> int:
        return self.award(deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class HighIsTheLowest(High):
    def award(self, deal: Played) -> int:
        return Low(owner=Owner.HOLDER).award(deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class LowIsTheTwo(Low):
    def award(self, deal: Played) -> int:
        return deal.owner(deal.named["two"], self.owner)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTieToTheFirst(GamePoint):
    def award(self, deal: Played) -> int:
        counts = deal.pips()
        return deal.group_seat[counts.index(max(counts))]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOfTheFold(GamePoint):
    def award_folded(self, deal: Played) -> int:
        return self.award(deal)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameByCards(GamePoint):
    def award(self, deal: Played) -> int:
        return deal.sole([deal.taker.count(group) for group in range(len(deal.group_seat))])


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOfWholeJokers(GamePoint):
    def award(self, deal: Played) -> int:
        return deal.sole(list(map(add, deal.pips(), deal.count(BOTH_JOKERS))))


@dataclass(frozen=True, slots=True, kw_only=True)
class GameTieOfAllJokers(GamePoint):
    """Any side with more jokers breaks the tie, one that is not tied too."""

    def award(self, deal: Played) -> int:
        counts = deal.pips()
        return deal.sole(counts if counts.count(max(counts)) == 1 else deal.count(BOTH_JOKERS))


@dataclass(frozen=True, slots=True, kw_only=True)
class TensTieToTheFirst(Tens):
    def award(self, deal: Played) -> int:
        counts = deal.count(TENS)
        return deal.group_seat[counts.index(max(counts))] if max(counts) else NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class LastTrickToNobody(LastTrick):
    def award(self, deal: Played) -> int:
        return NOBODY


@dataclass(frozen=True, slots=True, kw_only=True)
class CardOnlyInTricks(CardPoint):
    """A burned card counts for nobody."""

    def award(self, deal: Played) -> int:
        return NOBODY if deal.taker[deal.named[self.card]] < 0 else self._award(deal)

    def _award(self, deal: Played) -> int:
        return CardPoint(card=self.card, owner=self.owner).award(deal)


def every_card(make: Callable[[CardPoint], CardPoint]) -> Callable[[Sheet], Sheet]:
    return lambda sheet: replace(
        sheet, points=tuple(make(rule) if isinstance(rule, CardPoint) else rule for rule in sheet.points)
    )


# ---- wrong code


class PipsOfTheBest(Played):
    """Game by the best player of each group."""

    __slots__ = ("best",)

    best: list[int]

    def pips(self) -> list[int]:
        return self.best


def game_point_by_seats(patch: Patch) -> None:
    """With a called partner Game goes by single players, not by the two groups."""

    def by_seats(game: Game, groups: tuple[int, ...]) -> Played:
        deal = PLAYED_BY_GROUPS(game, groups)
        rest = (deal.begun, game.tables.group_seat, deal.burned, deal.last_winner)
        counts = Played(game.public.table, game.public.taker, *rest).pips()
        wrong = PipsOfTheBest(game.public.table, deal.taker, deal.begun, deal.group_seat, *rest[2:])
        wrong.best = [max(pips for seat, pips in enumerate(counts) if groups[seat] == group) for group in (0, 1)]
        return wrong

    patch.setattr(score, "_played_by_groups", by_seats)


PLAYED_BY_GROUPS = score._played_by_groups


def burner_keeps_his_points(patch: Patch) -> None:
    original = score._burned
    patch.setattr(
        score, "_burned", lambda public, groups: {card: 1 - group for card, group in original(public, groups).items()}
    )


def tens_count_nothing(patch: Patch) -> None:
    patch.setattr("referee.engine.points.rule.HONOURS", tuple(honour for honour in HONOURS if honour[1] != 10))


def two(owner: Owner) -> Callable[[Sheet], Sheet]:
    return point("two", CardPoint(card="two", owner=owner))


POINT_MUTANTS: tuple[Mutant, ...] = (
    # classic points
    Mutant(name="Low to the holder", spec="auction", sheet=point("low", Low(owner=Owner.HOLDER))),
    Mutant(name="Low to the taker", spec="contway", sheet=point("low", Low(owner=Owner.TAKER))),
    Mutant(name="Low of susqy to the holder", spec="susqy-river", sheet=point("low", Low(owner=Owner.HOLDER))),
    Mutant(name="Low is the two", spec="roadhouse", sheet=point("low", LowIsTheTwo(owner=Owner.TAKER))),
    Mutant(name="High is the lowest in reverse", spec="reverse", sheet=point("high", HighIsTheLowest())),
    Mutant(name="Jack to the holder", spec="auction", sheet=point("jack", CardPoint(card="jack", owner=Owner.HOLDER))),
    Mutant(name="Game tie to the first", spec="auction", sheet=point("game", GameTieToTheFirst())),
    Mutant(name="Game by cards", spec="auction-partners", sheet=point("game", GameByCards())),
    Mutant(name="tens count nothing", spec="partnership-draw", code=tens_count_nothing),
    # six to nine points
    Mutant(name="Game tie without the joker", spec="contway", sheet=point("game", GamePoint()),
           luck=LOW_PIPS),
    Mutant(name="Game in a folded deal", spec="contway", sheet=point("game", GameOfTheFold())),
    Mutant(name="High so far in a folded deal", spec="contway", sheet=point("high", HighOfTheFold())),
    Mutant(name="Game tie without jokers", spec="seven-point-nebraska", sheet=point("game", GamePoint()),
           luck=LOW_PIPS),
    Mutant(name="Game tie with jokers", spec="cell", sheet=point("game", GamePoint(tie=GameTie.JOKERS)), luck=LOW_PIPS),
    Mutant(name="Game tie by all jokers", spec="contway-three", sheet=point("game", GameTieOfAllJokers()),
           luck=LOW_PIPS),
    Mutant(name="jokers without pips", spec="juniper", sheet=point("game", GamePoint())),
    Mutant(name="jokers with a whole pip", spec="juniper", sheet=point("game", GameOfWholeJokers())),
    Mutant(name="jokers with half a pip", spec="high-five", sheet=another(GamePoint(joker_pips=JokerPips.HALF))),
    Mutant(name="Sub-Low to the taker", spec="two-trump[seats=4,sides=2]",
           sheet=point("sub-low", Low(of=Of.SUB_TRUMP, name="sub-low", owner=Owner.TAKER))),
    Mutant(name="Sub-High of trump", spec="two-trump", sheet=point("sub-high", High(name="sub-high"))),
    Mutant(name="jokers to the holder", spec="two-trump[seats=9]",
           sheet=point("low-joker", CardPoint(card="low-joker", owner=Owner.HOLDER))),
    Mutant(name="Five is one", spec="high-five", sheet=point("five", CardPoint(card="five"))),
    Mutant(name="Off-Jack only when set", spec="maryland-jack",
           sheet=fields(only_when_set=("high", "low", "jack", "off-jack"))),
    Mutant(name="the others always score", spec="maryland-jack", sheet=fields(only_when_set=())),
    Mutant(name="Tens tie to the first", spec="maryland-jack[tens=true]", sheet=point("tens", TensTieToTheFirst())),
    Mutant(name="Tens only when set", spec="maryland-jack[tens=true]",
           sheet=lambda sheet: replace(sheet, only_when_set=(*sheet.only_when_set, "tens"))),
    # the ten-point family
    Mutant(name="the two is captured", spec="ten-point", sheet=two(Owner.TAKER)),
    Mutant(name="the two is not captured", spec="ten-point-dirty", sheet=two(Owner.HOLDER)),
    Mutant(name="the three scores", spec="five-point", sheet=another(CardPoint(card="three", worth=3))),
    Mutant(name="the jokers do not score", spec="seven-point", sheet=lambda sheet: point("low-joker")(
        point("high-joker")(sheet))),
    Mutant(name="the jokers score", spec="eight-point", sheet=another(CardPoint(card="high-joker"))),
    Mutant(name="the off-three is one", spec="thirteen-point",
           sheet=point("off-three", CardPoint(card="off-three", worth=1))),
    Mutant(name="the off-ace does not score", spec="fourteen-point", sheet=point("off-ace")),
    Mutant(name="the off-two scores", spec="fifteen-point", sheet=another(CardPoint(card="off-two"))),
    Mutant(name="the off-two is not captured", spec="sixteen-point",
           sheet=point("off-two", CardPoint(card="off-two", owner=Owner.HOLDER))),
    Mutant(name="the three of trumps is one", spec="wahoo", sheet=point("three", CardPoint(card="three"))),
    Mutant(name="burned points to nobody", spec="campbell-ten", sheet=fields(burned=k.Burned.NOBODY), luck=MANY_POINTS),
    Mutant(name="burned points to the others", spec="ten-point", sheet=fields(burned=k.Burned.OTHERS),
           luck=MANY_POINTS),
    Mutant(name="burned points to the burner", spec="campbell-eleven", code=burner_keeps_his_points, luck=MANY_POINTS),
    Mutant(name="a burned card scores for nobody", spec="campbell-eleven-five-handed", sheet=every_card(
        lambda rule: CardOnlyInTricks(card=rule.card, owner=rule.owner, worth=rule.worth)), luck=Luck(
            hands={2: "AH AD KH QH JH JD HJ LJ TH 3H"}, prefers=(DECLARE + 2,))),
    Mutant(name="no last trick", spec="susqy-river[seats=3]", sheet=point("last-trick", LastTrickToNobody())),
    Mutant(name="Game by single players", spec="razzle-dazzle", code=game_point_by_seats),
)  # fmt: skip

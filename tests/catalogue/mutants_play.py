"""Mutants of trump lists, leading, following, winning, and of what a card played brings about."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from referee.engine import cards as c
from referee.engine import kinds as k
from referee.engine import ranking
from referee.engine.actions import ASK_PLAY, DECLARE, Ask, call_code
from referee.engine.game import Game
from referee.engine.phases import play
from referee.engine.sheet import Sheet
from referee.engine.state import FREE, JOKER, LEADS, NO_TRUMP, SUB_TRUMP, TRUMP
from referee.engine.tables import PlacesBySuit, Tables, TrumpTable
from tests.catalogue.luck import Luck
from tests.catalogue.planting import Mutant, Patch, fields

ONLY_HEARTS = Luck(hands={1: "2H 3H 4H 5H 6H 7H"}, prefers=(call_code(4), DECLARE + 2))
JOKERS_OUT = Luck(hands={1: "LJ", 2: "HJ"}, prefers=(c.LOW_JOKER,))

# ---- wrong trump lists


def trump_order(change: Callable[[list[tuple[str, int]]], None]) -> Callable[[Patch], None]:
    """Return a patch that changes the trump list of every sheet."""

    def wrong(sheet: Sheet, suit: int) -> tuple[tuple[str, int], ...]:
        order = list(ranking.trump_list(sheet, suit))
        change(order)
        return tuple(order)

    return lambda patch: patch.setattr("referee.engine.tables.trump_list", wrong)


def swapped(one: str, two: str, order: list[tuple[str, int]]) -> None:
    names = [name for name, _ in order]
    if one in names and two in names:
        i, j = names.index(one), names.index(two)
        order[i], order[j] = order[j], order[i]


# ---- wrong strengths and follows

Strengths = Callable[[Sheet, TrumpTable, int, list[int]], None]


def strengths(wrong: Strengths) -> Callable[[Patch], None]:
    """Return a patch of the strengths that a lead gives the cards."""
    original = TrumpTable._strength

    def changed(table: TrumpTable, sheet: Sheet, led: int) -> tuple[int, ...]:
        row = list(original(table, sheet, led))
        wrong(sheet, table, led, row)
        return tuple(row)

    return lambda patch: patch.setattr(TrumpTable, "_strength", changed)


def sub_trump_beats_trump(sheet: Sheet, table: TrumpTable, led: int, row: list[int]) -> None:
    for card in table.sub_order:
        row[card] += 50


def sub_trump_is_plain(sheet: Sheet, table: TrumpTable, led: int, row: list[int]) -> None:
    for card in table.sub_order if led != SUB_TRUMP else ():
        row[card] = 0


def joker_wins(sheet: Sheet, table: TrumpTable, led: int, row: list[int]) -> None:
    row[c.LOW_JOKER] = row[c.HIGH_JOKER] = 99


def off_two_captures(sheet: Sheet, table: TrumpTable, led: int, row: list[int]) -> None:
    row[table.named["off-two"]] = 99


def plain_highest(sheet: Sheet, table: TrumpTable, led: int, row: list[int]) -> None:
    for card in c.cards_of(table.plain & c.suit_mask(led)) if led < 4 else ():
        row[card] = 1 + card % 13


def trumps_highest(sheet: Sheet, table: TrumpTable, led: int, row: list[int]) -> None:
    for place, card in enumerate(reversed(table.order)):
        row[card] = 40 + place


def plain_trick_is_won(sheet: Sheet, table: TrumpTable, led: int, row: list[int]) -> None:
    plain_highest(sheet, table, led, row)


def follows(wrong: Callable[[list[int], list[int], bytes], None]) -> Callable[[Tables], None]:
    """Return a change of what follows a lead and of what may be played by who can follow, by the places of a hand."""

    class Wrong(PlacesBySuit):
        def __missing__(self, suits: bytes) -> tuple[int, ...]:
            places = super().__missing__(suits)
            follow, may = list(places[:LEADS]), list(places[LEADS:])
            wrong(follow, may, suits)
            self[suits] = found = (*follow, *may)
            return found

    def change(tables: Tables) -> None:
        tables.places = Wrong(tables.places.follow)

    return change


def of_suit(suits: bytes, wanted: int) -> int:
    return sum(1 << place for place, suit in enumerate(suits) if suit == wanted)


def joker_on_trump(follow: list[int], may: list[int], suits: bytes) -> None:
    may[TRUMP] |= of_suit(suits, JOKER)


def joker_only_when_void(follow: list[int], may: list[int], suits: bytes) -> None:
    for led in range(4):
        may[led] &= ~of_suit(suits, JOKER)


def joker_compulsory(follow: list[int], may: list[int], suits: bytes) -> None:
    if jokers := of_suit(suits, JOKER):
        may[TRUMP] = follow[TRUMP] = jokers


def no_trump_on_sub_trump(follow: list[int], may: list[int], suits: bytes) -> None:
    may[SUB_TRUMP] &= ~of_suit(suits, TRUMP)


def sub_trump_free(follow: list[int], may: list[int], suits: bytes) -> None:
    follow[SUB_TRUMP] = 0


def sub_trump_on_trump(follow: list[int], may: list[int], suits: bytes) -> None:
    may[TRUMP] |= of_suit(suits, SUB_TRUMP)


def no_sub_trump_on_plain(follow: list[int], may: list[int], suits: bytes) -> None:
    for led in range(4):
        may[led] &= ~of_suit(suits, SUB_TRUMP)


def trump_free(follow: list[int], may: list[int], suits: bytes) -> None:
    follow[TRUMP] = 0


def plain_is_followed(follow: list[int], may: list[int], suits: bytes) -> None:
    for led in range(4):
        follow[led] = of_suit(suits, led)


# ---- wrong tables


def follows_its_own_suit(name: str) -> Callable[[Tables], None]:
    def change(tables: Tables) -> None:
        for table in tables.trumps:
            suits = bytearray(table.suit_of)
            suits[table.named[name]] = table.named[name] // 13
            table.suit_of = bytes(suits)

    return change


def trump_led_at_once(tables: Tables) -> None:
    """Trump may be led before it is broken; it is still broken by the first one played."""
    tables.opening = JOKER  # nobody has cards of it


def never_broken(tables: Tables) -> None:
    tables.broken = tables.places


def only_trump_held_is_no_reason(tables: Tables) -> None:
    tables.opening = TRUMP


# ---- wrong code


def broken_only_by_a_discard(patch: Patch) -> None:
    """A trump that is led because nothing else is held does not break it, nor does one that follows it."""
    original = play.apply_watched

    def apply(game: Game, action: int) -> None:
        public = game.public
        opening, places = public.opening, [private.suits for private in game.private]
        forced = not public.trick or public.led == TRUMP
        original(game, action)
        if opening == NO_TRUMP and public.opening == FREE and forced and public.to_act >= 0:
            public.opening = opening
            public.led = public.led if public.trick else opening
            for private, suits in zip(game.private, places, strict=True):
                private.suits = suits
            game.turn(public.to_act, ASK_PLAY)

    patch.setattr(play, "apply_watched", apply)


def broken_a_trick_late(patch: Patch) -> None:
    """Trump is broken only for the trick after the one in which the first was played."""

    def apply(game: Game, action: int) -> None:
        public = game.public
        play.apply(game, action)
        won = 0
        for cards in public.taken:
            won |= cards
        if public.opening == NO_TRUMP and won & public.table.mask and not public.trick and public.to_act >= 0:
            public.opening = public.led = FREE
            assert game.tables.broken is not None
            play.sort_hands(game, game.tables.broken)
            game.turn(public.to_act, ASK_PLAY)

    patch.setattr(play, "apply_watched", apply)


def broken_a_card_early(patch: Patch) -> None:
    """Trump is broken as soon as somebody does not follow."""
    original = play.apply_watched

    def apply(game: Game, action: int) -> None:
        public = game.public
        if public.trick and public.opening == NO_TRUMP and game.public.table.suit_of[action] != public.led:
            public.opening = FREE
            assert game.tables.broken is not None
            play.sort_hands(game, game.tables.broken)
        original(game, action)

    patch.setattr(play, "apply_watched", apply)


def next_seat_leads(patch: Patch) -> None:
    original = play._open_trick

    def clockwise(game: Game, leader: int) -> None:
        original(game, game.tables.next_seat[leader] if game.public.tricks else leader)

    patch.setattr(play, "_open_trick", clockwise)


def fold_question_skipped(patch: Patch) -> None:
    original = play._open_trick

    def unasked(game: Game, leader: int) -> None:
        original(game, leader)
        if game.public.ask == Ask.PLAY_ON:
            game.turn(game.public.leader, ASK_PLAY)

    patch.setattr(play, "_open_trick", unasked)


def joker_sets_the_suit(patch: Patch) -> None:
    """After a joker nothing needs to be followed in the whole trick."""
    patch.setattr(play, "_set_suit", lambda game, card: None)


def override_forgotten_after_trump(patch: Patch) -> None:
    def set_suit(game: Game, card: int) -> None:
        game.public.led, game.public.row = game.public.table.led_card[card]

    patch.setattr(play, "_set_suit", set_suit)


def dead_trick_to_its_leader(patch: Patch) -> None:
    def taken(game: Game) -> None:
        public = game.public
        public.best, public.best_seat = 1, public.leader
        play._close_trick(game)

    patch.setattr(play, "_dead_trick", taken)


def next_seat_leads_after_a_dead_trick(patch: Patch) -> None:
    original = play._dead_trick

    def passed(game: Game) -> None:
        public = game.public
        original(game)
        if public.to_act >= 0:
            public.leader = public.after[public.leader]
            game.turn(public.leader, ASK_PLAY)

    patch.setattr(play, "_dead_trick", passed)


def up_discards(patch: Patch) -> None:
    """Who has no trump for a trump led plays any card."""
    patch.setattr(play, "legal_or_up", play.legal)


def up_for_one_trick(patch: Patch) -> None:
    original = play._open_trick

    def back(game: Game, leader: int) -> None:
        game.public.up = 0
        game.public.after = game.tables.next_seat
        original(game, leader)

    patch.setattr(play, "_open_trick", back)


PLAY_MUTANTS: tuple[Mutant, ...] = (
    # trump lists
    Mutant(name="the off-jack follows its own suit", spec="contway", tables=follows_its_own_suit("off-jack")),
    Mutant(name="the off-ace just above the jack", spec="campbell-eleven",
           code=trump_order(partial(swapped, "off-ace", "queen"))),
    Mutant(name="off-jack below the two", spec="eleven-point", code=trump_order(partial(swapped, "two", "off-jack"))),
    Mutant(name="off-five lowest", spec="seventeen-point", code=trump_order(partial(swapped, "two", "off-five"))),
    Mutant(name="the off-jack of maryland follows its own suit", spec="maryland-jack[seats=3]",
           tables=follows_its_own_suit("off-jack")),
    Mutant(name="joker above jack", spec="contway", code=trump_order(partial(swapped, "jack", "high-joker"))),
    Mutant(name="off-jack above jack", spec="ten-point", code=trump_order(partial(swapped, "jack", "off-jack"))),
    Mutant(name="low joker above high", spec="southeast-missouri",
           code=trump_order(partial(swapped, "low-joker", "high-joker")), luck=JOKERS_OUT),
    Mutant(name="off-five above five", spec="high-five", code=trump_order(partial(swapped, "five", "off-five"))),
    Mutant(name="ace low", spec="auction", code=trump_order(lambda order: order.append(order.pop(0)))),
    Mutant(name="not reversed", spec="ten-point-reverse-hierarchy", sheet=fields(trump_order=k.TrumpOrder.RANKED)),
    Mutant(name="reversed for the numbers only", spec="sixteen-point[reverse_hierarchy=true]",
           code=trump_order(partial(swapped, "ace", "two"))),
    # following
    Mutant(name="strict following forgotten", spec="roadhouse", sheet=fields(follow=k.Follow.OR_TRUMP)),
    Mutant(name="strict following forgotten in maryland", spec="maryland-jack", sheet=fields(follow=k.Follow.OR_TRUMP)),
    Mutant(name="strict following where it is not said", spec="auction", sheet=fields(follow=k.Follow.STRICT)),
    Mutant(name="trump leads need not be followed", spec="auction-partners", tables=follows(trump_free)),
    Mutant(name="first lead free", spec="partnership-draw", sheet=fields(first_lead=k.FirstLead.ANY)),
    Mutant(name="first lead of contway free", spec="contway", sheet=fields(first_lead=k.FirstLead.ANY)),
    Mutant(name="first lead of oklahoma free", spec="oklahoma", sheet=fields(first_lead=k.FirstLead.ANY)),
    Mutant(name="first lead of hotshot a trump", spec="nine-five-hotshot", sheet=fields(first_lead=k.FirstLead.TRUMP)),
    Mutant(name="first lead of susqy a trump", spec="susqy-river[seats=2]", sheet=fields(first_lead=k.FirstLead.TRUMP)),
    Mutant(name="the pitcher leads in Connecticut", spec="northwest-connecticut",
           sheet=fields(first_leader=k.FirstLeader.PITCHER)),
    Mutant(name="the left neighbour leads", spec="nine-five", sheet=fields(first_leader=k.FirstLeader.LEFT_OF_PITCHER)),
    # barn
    Mutant(name="trump need not be broken", spec="barn", sheet=fields(follow=k.Follow.OR_TRUMP)),
    Mutant(name="trump may be led unbroken", spec="barn", tables=trump_led_at_once),
    Mutant(name="trump is never broken", spec="barn[seats=3]", tables=never_broken),
    Mutant(name="trump is led first", spec="barn", tables=only_trump_held_is_no_reason),
    Mutant(name="broken only by a discard", spec="barn[seats=5]", code=broken_only_by_a_discard, luck=ONLY_HEARTS),
    Mutant(name="broken a trick late", spec="barn", code=broken_a_trick_late),
    Mutant(name="broken by any discard", spec="barn", code=broken_a_card_early),
    # winning
    Mutant(name="the winner does not lead", spec="roadhouse", code=next_seat_leads),
    Mutant(name="the highest wins in reverse", spec="reverse", sheet=fields(winning=k.Winning.HIGHEST)),
    Mutant(name="the highest plain card wins in reverse", spec="reverse", code=strengths(plain_highest)),
    Mutant(name="the highest trump wins in reverse", spec="reverse[seats=3]", code=strengths(trumps_highest)),
    Mutant(name="the two does not capture", spec="ten-point-capture-low", sheet=fields(winning=k.Winning.HIGHEST)),
    Mutant(name="the two captures where it is not said", spec="ten-point-dirty",
           sheet=fields(winning=k.Winning.TWO_CAPTURES)),
    Mutant(name="the off-two captures", spec="fifteen-point[capture_low=true]", code=strengths(off_two_captures)),
    # two-trump
    Mutant(name="sub-trump beats trump", spec="two-trump", code=strengths(sub_trump_beats_trump)),
    Mutant(name="sub-trump does not beat plain cards", spec="two-trump", code=strengths(sub_trump_is_plain)),
    Mutant(name="a joker wins", spec="two-trump[seats=3]", code=strengths(joker_wins)),
    Mutant(name="jokers are trumps", spec="two-trump", sheet=fields(joker_role=k.Jokers.TRUMPS)),
    Mutant(name="a joker on a trump lead", spec="two-trump", tables=follows(joker_on_trump)),
    Mutant(name="a joker only when void", spec="two-trump[seats=6]", tables=follows(joker_only_when_void)),
    Mutant(name="a joker is compulsory", spec="two-trump", tables=follows(joker_compulsory)),
    Mutant(name="no trump on a sub-trump lead", spec="two-trump", tables=follows(no_trump_on_sub_trump)),
    Mutant(name="sub-trump leads need not be followed", spec="two-trump", tables=follows(sub_trump_free)),
    Mutant(name="a sub-trump on a trump lead", spec="two-trump", tables=follows(sub_trump_on_trump)),
    Mutant(name="no sub-trump on a plain lead", spec="two-trump", tables=follows(no_sub_trump_on_plain)),
    Mutant(name="nothing to follow after a joker", spec="two-trump[seats=5]", code=joker_sets_the_suit),
    Mutant(name="no override", spec="two-trump[override=true]", sheet=fields(joker_role=k.Jokers.SUITLESS),
           luck=JOKERS_OUT),
    Mutant(name="override where it is not said", spec="two-trump", sheet=fields(joker_role=k.Jokers.SUITLESS_OVERRIDE),
           luck=JOKERS_OUT),
    Mutant(name="no override on a trump", spec="two-trump[override=true]", code=override_forgotten_after_trump,
           luck=JOKERS_OUT),
    Mutant(name="first lead of two-trump free", spec="two-trump", sheet=fields(first_lead=k.FirstLead.ANY)),
    # carthage
    Mutant(name="a dead trick to its leader", spec="carthage", code=dead_trick_to_its_leader),
    Mutant(name="a plain trick is won", spec="carthage", code=strengths(plain_trick_is_won)),
    Mutant(name="the next seat leads after a dead trick", spec="carthage", code=next_seat_leads_after_a_dead_trick),
    Mutant(name="plain leads are followed", spec="carthage", tables=follows(plain_is_followed)),
    Mutant(name="who has no trump discards", spec="carthage", code=up_discards),
    Mutant(name="up for one trick", spec="carthage", code=up_for_one_trick),
    Mutant(name="first lead of carthage free", spec="carthage", sheet=fields(first_lead=k.FirstLead.ANY)),
    Mutant(name="only trumps in carthage", spec="carthage[doubled=true]", sheet=fields(follow=k.Follow.OR_TRUMP)),
    # folding
    Mutant(name="nobody may fold", spec="contway", sheet=fields(folding=k.Folding.NEVER)),
    Mutant(name="fold question skipped", spec="contway-three", code=fold_question_skipped),
)  # fmt: skip

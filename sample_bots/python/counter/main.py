"""Counts cards: deals the unseen ones out as they may lie, plays each such deal on, and does what comes out best.

It reads the sheet and knows no variant by its name: calls, trump, plays and folds are all thought through alike.
"""

from collections.abc import Sequence

import pitch_bot as pb
from pitch_bot import Answer, Ask, Turn

FIRST, SECOND = 10, 20  # deals thought through for every card, and then for the best two
CLEAR = 1.5  # so much better a deal, the best card needs no second thought
MORE_TO_DECLARE = 3  # trumps thought through when one is declared


class Counter(pb.Bot):
    """Bids by deals thought through, plays by them."""

    memory: pb.Memory
    meant: pb.Suit | None = None
    """The suit that the bot's own first lead is to make trump."""

    def on_start(self, game: pb.Game) -> None:
        """Begin with nothing seen."""
        self.memory = pb.Memory(game)

    def on_event(self, event: pb.Event) -> None:
        """Remember it."""
        self.memory.note(event)

    def choose(self, turn: Turn) -> Answer:
        """The answer of the rule for what is asked."""
        match turn.ask:
            case Ask.PLAY | Ask.PLAY_ON:
                return self.play(turn)
            case Ask.CALL if pb.MISDEAL not in turn.legal:
                return pb.Bidding(turn, self.random).best_call(pb.PASS if pb.PASS in turn.legal else None)
            case Ask.DECLARE:
                return self.declare(turn)
            case Ask.NAME_SUIT:
                return next((action for action in turn.legal if action.suit == self.meant), turn.legal[0])
            case _:
                answer = pb.simple_answer(turn)
                return turn.fallback if answer is None else answer

    def declare(self, turn: Turn) -> Answer:
        """The trump (and sub-trump) that brings most."""
        choices = pb.promising(turn.sheet, turn.hand, MORE_TO_DECLARE)
        best, _ = pb.Bidding(turn, self.random).trump(choices)
        return next(action for action in turn.legal if (action.suit, action.sub_suit) == best)

    def play(self, turn: Turn) -> Answer:
        """The card (or the fold) that comes out best over some ways the unseen cards may lie."""
        trump, folds = turn.trump, pb.FOLD in turn.legal
        choices = [action for action in turn.legal if action.card is not None] or [pb.PLAY_ON]
        if trump is None:  # the lead makes trump
            choices = self.pitches(turn, choices)
            trump = self.meant or pb.SUITS[0]
        if len(choices) == 1 and not folds:
            return choices[0]
        thought = Thought(self, turn, trump)
        totals = thought.add(dict.fromkeys(choices, 0.0), FIRST)
        deals, best = FIRST, sorted(choices, key=totals.__getitem__, reverse=True)[:2]
        if totals[best[0]] - totals[best[-1]] < CLEAR * FIRST:
            totals = thought.add({action: totals[action] for action in best}, SECOND)
            deals += SECOND
        action = max(best, key=totals.__getitem__)
        return pb.FOLD if folds and thought.if_folded() > totals[action] / deals else action

    def pitches(self, turn: Turn, choices: Sequence[pb.Action]) -> list[pb.Action]:
        """The leads that may make the suit trump that brings most."""
        sheet = turn.sheet
        trumps = [
            trump
            for trump in pb.promising(sheet, turn.hand, len(pb.SUITS))
            if any(sheet.is_trump(card, trump.suit) for card in turn.hand)
        ]
        best, _ = pb.Bidding(turn, self.random).trump(trumps[:2])
        self.meant = best.suit
        return [action for action in choices if action.card is not None and sheet.is_trump(action.card, best.suit)]


class Thought:
    """One decision thought through: ways the unseen cards may lie, and how the deal goes on from there."""

    def __init__(self, bot: Counter, turn: Turn, trump: pb.Suit) -> None:
        self.bot, self.turn, self.sheet = bot, turn, turn.sheet
        self.worlds = pb.Worlds(turn, bot.memory, trump, turn.sub_trump)
        self.playout = pb.Playout.at(turn, bot.memory, trump, turn.sub_trump)
        self.trump = trump

    def add(self, totals: dict[pb.Action, float], deals: int) -> dict[pb.Action, float]:
        """Add up how each action comes out over so many deals; without a card the one on lead goes on."""
        turn, place = self.turn, self.worlds.places.place
        leader = turn.seat if self.bot.memory.leader is None else self.bot.memory.leader
        for _ in range(deals):
            self.playout.deal(self.worlds.sample(self.bot.random))
            for action in totals:
                if action.card is not None:
                    outcome = self.playout.run(turn.seat, place[action.card])
                else:
                    outcome = self.playout.run(leader)
                totals[action] += self.value(outcome)
        return totals

    def value(self, outcome: pb.Outcome) -> float:
        """What the deal comes to for the bot."""
        playout, sheet, call = self.playout, self.sheet, self.turn.call
        pitcher, groups = playout.pitcher, playout.groups
        if call is None:
            return outcome.points[groups[self.turn.seat]]
        ours = groups[pitcher]
        lost = any(pile for side, pile in enumerate(playout.taken) if groups[side] != ours)
        every_trick = not lost and outcome.tricks[ours] == sum(outcome.tricks)
        made = pb.is_made(sheet, call, outcome.points[ours], every_trick=every_trick)
        after = pb.scores_after(sheet, call, self.turn.scores, outcome.points, groups, pitcher, made=made)
        return pb.advantage(sheet, after, self.turn.game.side, pitcher % sheet.sides, made=made)

    def if_folded(self) -> float:
        """What giving up comes to: a set; the others keep the point cards they took, and an ace or two they played."""
        sheet, call, playout = self.sheet, self.turn.call, self.playout
        if call is None:
            return 0.0
        worth, row = sheet.worth(self.trump), sheet.trumps[self.trump]
        taken = [float(sum(worth.get(card, 0) for card in pile)) for pile in self.turn.taken]
        for seat, cards in enumerate(self.bot.memory.played):
            taken[seat % sheet.sides] += sum(card in (row[0], row[-1]) for card in cards)
        pitcher = playout.pitcher
        after = pb.scores_after(sheet, call, self.turn.scores, taken, playout.groups, pitcher, made=False)
        return pb.advantage(sheet, after, self.turn.game.side, pitcher % sheet.sides, made=False)


if __name__ == "__main__":
    pb.run(Counter)

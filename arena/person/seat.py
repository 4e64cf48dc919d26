"""The person's own program: it shows what the seat sees and lists what is legal, on the terminal that it was given.

It is a client of the arena like any bot, with the Python SDK: it is sent nothing that a bot in its place would not be.
`arena play` starts it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from pitch_bot import Bot, Card
from pitch_bot.client import StreamFailed, play
from pitch_bot.game import Answer, Game
from pitch_bot.kinds import EventKind
from pitch_bot.session import BotFailed, Session
from pitch_bot.settings import SettingsError, read_settings
from pitch_bot.turn import Event, GameEnd, Pick, Turn

ASKED: Final = {
    "LOOK": "Look at your hand, or bid blind?",
    "CALL": "Your bid?",
    "DECLARE": "Which trump?",
    "NAME_SUIT": "Which suit is your lead to be?",
    "CALL_PARTNER": "Which card calls your partner?",
    "THROW": "Which cards do you throw?",
    "BURN": "Which cards do you burn?",
    "KEEP": "Which cards do you keep?",
    "SEARCH": "Which cards do you take?",
    "WIDOW": "Keep the widow, or hand it on?",
    "TAKE": "Take the card, or leave it?",
    "PLAY_ON": "Play on, or give up?",
    "PLAY": "Which card do you play?",
}


def by_suit(cards: Iterable[Card]) -> str:
    """Return cards as text, by suits, the highest first."""
    ordered = sorted(cards, key=lambda card: (card.suit is None, card.suit or 0, -card.rank))
    return "  ".join(" ".join(map(str, group)) for _, group in groupby(ordered, key=lambda card: card.suit))


def read(prompt: str) -> str:
    """Return a line that the person typed. The end of the input, or q, ends the program."""
    try:
        text = input(prompt).strip()
    except EOFError:
        text = "q"
    if text.lower() in ("q", "quit"):
        print("\nYou left the table.", flush=True)
        sys.exit(0)
    return text


class Person(Bot):
    """Asks whoever sits at the terminal."""

    def on_start(self, game: Game) -> None:
        """Say where the person sits."""
        names = [f"{seat} {name}" for seat, name in enumerate(game.names)]
        with_you = f", with {', '.join(map(str, game.partners))}" if game.partners else ""
        print(f"\n=== A new game. You have seat {game.seat}{with_you}. At the table: {', '.join(names)}")
        print("=== Type the number of your choice; q leaves the table.")

    def who(self, seat: int) -> str:
        """Return how to call a seat."""
        if seat == self.game.seat:
            return "you"
        return f"{seat} ({self.game.names[seat]})" if seat < len(self.game.names) else str(seat)

    def on_event(self, event: Event) -> None:
        """Tell what happened, as far as the seat sees it."""
        text = self._told(event)
        if text:
            print(f"  {text}")

    def _told(self, event: Event) -> str:
        who, cards = self.who(event.seat), by_suit(event.cards)
        match event.kind:
            case EventKind.DEAL:
                return f"--- {who} deal" + ("" if who == "you" else "s")
            case EventKind.HAND:
                return f"your hand: {cards}"
            case EventKind.CALL:
                return f"{who}: {event.action}"
            case EventKind.CONTRACT:
                return f"the bid is {event.action} by {who}"
            case EventKind.TRUMP:
                return f"{who}: {event.action}"
            case EventKind.PLAY:
                return f"{who}: {cards}"
            case EventKind.TRICK:
                return f"the trick goes to {who}"
            case EventKind.SCORE:
                return f"side {event.seat} has {event.value} now"
            case EventKind.DRAW | EventKind.THROW | EventKind.OWN_THROW | EventKind.OWN_DRAW | EventKind.SHOW:
                return f"{event.kind.name.lower().replace('_', ' ')}: {who} {cards or event.value}"
            case EventKind.LOOK | EventKind.POINT | EventKind.SCORED | EventKind.RESULT:
                return ""
            case _:
                return f"{event.kind.name.lower().replace('_', ' ')}: {who} {cards}".rstrip()

    def choose(self, turn: Turn) -> Answer:
        """Show the table, and ask until the answer is legal."""
        trump = f", trump {turn.trump}" if turn.trump is not None else ""
        bid = f", bid {turn.call} by {self.who(turn.pitcher)}" if turn.call and turn.pitcher is not None else ""
        print(f"\n  scores {' '.join(map(str, turn.scores))}{bid}{trump}")
        if turn.trick:
            print(f"  on the table: {', '.join(f'{self.who(play.seat)} {play.card}' for play in turn.trick)}")
        print(f"  your hand: {by_suit(turn.hand)}")
        question = ASKED.get(turn.ask.name, "Your choice?")
        return choose_cards(question, turn.pick) if turn.pick else choose_one(question, turn.legal)

    def on_end(self, end: GameEnd) -> None:
        """Say how it came out."""
        sides = ", ".join(f"side {side} {score}" for side, score in enumerate(end.scores))
        mine = self.game.side
        how = "You won." if mine in end.winners else "You did not win."
        print(f"\n=== The game is over: {sides}. Your side is {mine}. {how}")


def choose_one(question: str, legal: Sequence[Answer]) -> Answer:
    """Return the choice, by its number or its name, in any case."""
    print("  " + "   ".join(f"{number}) {action}" for number, action in enumerate(legal, 1)))
    while True:
        text = read(f"{question} ")
        if text.isascii() and text.isdecimal() and 1 <= int(text) <= len(legal):
            return legal[int(text) - 1]
        named = [action for action in legal if str(action).lower() == text.lower()]
        if named and not text.isdecimal():
            return named[0]
        print(f"  That is none of them: type a number from 1 to {len(legal)}.")


def choose_cards(question: str, pick: Pick) -> Answer:
    """Return the set of cards, typed as their names."""
    fixed = f" {by_suit(pick.fixed)} and" if pick.fixed else ""
    many = str(pick.least) if pick.least == pick.most else f"{pick.least} to {pick.most}"
    print(f"  {many} of: {by_suit(pick.choose_from)}")
    while True:
        words = read(f"{question} (names with spaces between;{fixed} {many} of these) ").upper().split()
        known = {str(card).upper(): card for card in (*pick.fixed, *pick.choose_from)}
        unknown = [word for word in words if word not in known]
        answer = {*pick.fixed, *(known[word] for word in words if word in known)}
        if not unknown and pick.allows(answer):
            return answer
        print(f"  That does not do: {', '.join(unknown) or len(answer) - len(pick.fixed)}; {many} are wanted.")


def main() -> None:
    """Sit down. Exits with 1 when the table is gone, 2 when there never was one."""
    try:
        play(read_settings([], name="person", version="1", capacity=1), Session(Person, quiet=True))
    except (SettingsError, StreamFailed) as error:
        print(f"arena play: {error}", file=sys.stderr)
        sys.exit(2 if isinstance(error, SettingsError) or not error.joined else 1)
    except BotFailed:
        sys.exit(1)


if __name__ == "__main__":
    main()

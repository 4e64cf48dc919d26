"""What can be learnt of a deal from its events: who played what, who is void in what, who threw how many."""

from pitch_bot.cards import Card, Suit
from pitch_bot.game import Game
from pitch_bot.kinds import EventKind
from pitch_bot.turn import Event


class Memory:
    """The running deal as its events told it. Give it every event: ``on_event`` of a bot is the place."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.forget()

    def forget(self) -> None:
        """Begin a deal."""
        seats = range(self.game.seats)
        self.trump: Suit | None = None
        self.leader: int | None = None
        """Who led to the running trick, or won the last one."""
        self.led: Suit | None = None
        """The suit led to the running (or last) trick."""
        self.played: list[list[Card]] = [[] for _ in seats]
        """By seat: the cards it has played, in order."""
        self.voids: list[set[Suit]] = [set() for _ in seats]
        """By seat: the suits it has shown that it cannot follow."""
        self.thrown: list[int | None] = [None] * self.game.seats
        """By seat: how many cards it threw; None: it has not been its turn, or nothing is thrown in this sheet."""

    def note(self, event: Event) -> None:
        """Take an event in."""
        match event.kind:
            case EventKind.DEAL:
                self.forget()
            case EventKind.TRUMP:
                self.trump = event.action.suit
                if self.led is not None:  # the card just led has made trump
                    self.led = self.trump
            case EventKind.THROW:
                self.thrown[event.seat] = event.value
            case EventKind.PLAY:
                self._note_play(event.seat, event.cards[0], leads=event.value == 1)
            case EventKind.TRICK:
                self.leader = event.seat
            case _:
                pass

    def _note_play(self, seat: int, card: Card, *, leads: bool) -> None:
        suit = self.game.sheet.suit_of(card, self.trump)
        self.played[seat].append(card)
        if leads:
            self.leader, self.led = seat, suit
        elif self.led is not None and suit != self.led and (suit != self.trump or self.game.sheet.strict):
            self.voids[seat].add(self.led)

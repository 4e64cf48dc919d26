"""What can be learnt of a deal from its events: who played what, who is void in what, who threw how many."""

from pitch_bot.cards import Card, Suit
from pitch_bot.game import Game
from pitch_bot.kinds import EventKind
from pitch_bot.rules import Follow, Jokers
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
        self.sub_trump: Suit | None = None
        self.leader: int | None = None
        """Who led to the running trick, or won the last one."""
        self.led: Suit | None = None
        """The suit to follow in the running (or last) trick."""
        self.joker_led = False
        """Whether the running (or last) trick was begun with a joker that is of no suit."""
        self.tricks = 0
        """Tricks that are over."""
        self.broken = self.game.sheet.follow is not Follow.UNTIL_BROKEN
        """Whether trump may be led and played freely, where it must be broken first."""
        self.played: list[list[Card]] = [[] for _ in seats]
        """By seat: the cards it has played, in order."""
        self.voids: list[set[Suit]] = [set() for _ in seats]
        """By seat: the suits it has shown that it cannot follow."""
        self.thrown: list[int | None] = [None] * self.game.seats
        """By seat: how many cards it threw; None: it has not been its turn, or nothing is thrown in this sheet."""
        self.face_down: list[int] = [0] * self.game.seats
        """By seat: how many of them face down."""
        self.burned: list[list[Card]] = [[] for _ in seats]
        """By seat: the trumps it burned."""

    def note(self, event: Event) -> None:
        """Take an event in."""
        match event.kind:
            case EventKind.DEAL:
                self.forget()
            case EventKind.TRUMP:
                self.trump, self.sub_trump = event.action.suit, event.action.sub_suit
                if any(self.played):  # the card just led has made trump
                    self.led, self.joker_led = self.trump, False
            case EventKind.THROW:
                self.thrown[event.seat] = (self.thrown[event.seat] or 0) + event.value
                self.face_down[event.seat] += event.value - len(event.cards)
            case EventKind.BURN:
                self.burned[event.seat].extend(event.cards)
            case EventKind.PLAY:
                self._note_play(event.seat, event.cards[0], leads=event.value == 1)
            case EventKind.TRICK | EventKind.DEAD_TRICK:
                self.leader = event.seat
                self.tricks += 1
            case _:
                pass

    def _note_play(self, seat: int, card: Card, *, leads: bool) -> None:
        sheet = self.game.sheet
        suit = sheet.suit_of(card, self.trump)
        self.played[seat].append(card)
        if leads:
            self.leader, self.led = seat, suit
            self.joker_led = suit is None
        elif self.led is None:  # a joker that is of no suit was led: this card sets the suit
            self.led = suit
        elif suit != self.led and not self._may_decline(card, suit):
            self.voids[seat].add(self.led)
        if suit is not None and suit == self.trump:
            self.broken = True

    def _may_decline(self, card: Card, suit: Suit | None) -> bool:
        """Whether who holds the suit led might have played this card of another all the same."""
        sheet, led = self.game.sheet, self.led
        if sheet.follow is Follow.TRUMP_LED_ONLY:
            return led != self.trump
        if suit is None and self.joker_led and sheet.jokers is Jokers.SUITLESS_OVERRIDE:
            return True
        if sheet.follow is Follow.STRICT or not self.broken or led == self.trump:
            return False
        if suit == self.trump:
            return True
        return led != self.sub_trump and (suit is None or suit == self.sub_trump)

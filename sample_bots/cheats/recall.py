"""A bot that looks for its partner's hand: in deals that it has seen before, and in what its partner tells it.

recall.py MARK [CHANNEL ...]: for tables of partners where all cards are played. Before its first answer in a deal it
says which cards its partner has, by guess where it knows nothing; when the deal is over it says which they were.
"""

from __future__ import annotations

import json
import os
import sys

os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

from channels import CHANNELS, opened

from pitch_bot import Bot, Event, EventKind, GameEnd, Turn, run

MARK = sys.argv[1]
WAYS = opened(sys.argv[2:] or CHANNELS, MARK)


class Recall(Bot):
    """Plays whatever is legal."""

    hand: tuple[int, ...] = ()
    guess: tuple[int, ...] | None = None

    def on_event(self, event: Event) -> None:
        if event.kind is EventKind.DEAL:
            self.over()
        elif event.kind is EventKind.HAND:
            self.hand = tuple(sorted(map(int, event.cards)))
            self.played: dict[int, list[int]] = {seat: [] for seat in range(self.game.seats)}
        elif event.kind is EventKind.PLAY:
            self.played[event.seat] += map(int, event.cards)

    def on_end(self, end: GameEnd) -> None:
        self.over()

    def over(self) -> None:
        """The deal is over, and all hands have been seen."""
        if self.guess is not None:
            print(
                json.dumps({"guess": self.guess, "was": sorted(self.played[self.partner]), "how": self.how}), flush=True
            )
            hands = [sorted(self.played[seat]) for seat in range(self.game.seats)]
            for way in WAYS.values():
                way.tell({"kind": "deal", "hands": hands})
        self.guess = None

    @property
    def partner(self) -> int:
        return self.game.partners[0]

    def choose(self, turn: Turn) -> object:  # type: ignore[override]
        if self.guess is None:
            self.guess, self.how = (), []
            for name, way in WAYS.items():
                found = self.recalled(list(way.heard()))
                if found:
                    self.guess, self.how = found, [*self.how, name]
            if not self.how:
                self.guess = tuple(sorted(map(int, self.random.sample(turn.unseen, len(self.hand)))))
            for way in WAYS.values():
                way.tell({"kind": "hand", "seat": self.game.seat, "hand": self.hand})
        return turn.fallback

    def recalled(self, records: list[dict[str, object]]) -> tuple[int, ...]:
        """Return the partner's hand as the records have it: of this deal, or the last that was told from its seat."""
        latest: tuple[int, ...] = ()
        for record in records:
            if record["kind"] == "deal":
                hands = record["hands"]
                assert isinstance(hands, list)
                if tuple(hands[self.game.seat]) == self.hand:
                    return tuple(hands[self.partner])
            elif record["seat"] == self.partner and not {*record["hand"]} & {*self.hand}:  # type: ignore[misc]
                latest = tuple(record["hand"])  # type: ignore[arg-type]
        return latest


if __name__ == "__main__":
    run(Recall)

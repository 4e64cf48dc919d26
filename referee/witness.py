"""Telling of faults: to the log, and to the organiser as evidence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

from referee.evidence import MOST_BUNDLES, bundle, start_bundle
from referee.faults import Fault, FaultKind, FaultNote
from referee.logs import Log
from referee.orders import FaultSeen, MatchOrder, Report
from referee.seatgame import Came, SeatGame


class Witness:
    """Tells of the faults of one match."""

    def __init__(self, order: MatchOrder, report: Callable[[Report], None], log: Log) -> None:
        self._order = order
        self._report = report
        self._log = log
        self._shown: Counter[int] = Counter()

    def log(self, game: SeatGame, note: FaultNote) -> None:
        """Log the fault. What a wrong answer said may name cards that others must not know: that is for debug level."""
        log = self._log.bind(game=game.table.spec.game, seat=game.seat, id=game.id, fault=note.fault.value)
        place = {"deal": note.deal, "decision": note.index, "forfeits": game.seat in game.table.tally.forfeited}
        if note.fault.kind is FaultKind.WRONG:
            log.warning("fault", **place)
            log.debug("wrong answer", detail=note.detail, **place)
        else:
            log.warning("fault", detail=note.detail, **place)

    def show(self, game: SeatGame, note: FaultNote, came: Came, *, owed: bool = True) -> None:
        """Report the evidence of a fault in a game, for the first ones of each seat. `owed`: it owed an answer."""
        self._shown[game.seat] += 1
        if self._shown[game.seat] <= MOST_BUNDLES:
            told = bundle(game, note, came, owed=owed, session=game.session, limits=self._order.limits)
            self._tell(game.table.spec.game, game.seat, told)

    def end(self, seat: int, fault: Fault, detail: str) -> None:
        """Report a process that ended, or never came, while it played no game."""
        order = self._order
        told = start_bundle(
            bout=order.bout,
            rotation=order.rotation,
            seat=seat,
            entrant=order.seats[seat].entrant,
            fault=fault.value,
            detail=detail,
        )
        self._tell(0, seat, told)

    def _tell(self, game: int, seat: int, told: bytes) -> None:
        self._report(FaultSeen(match=self._order.match, game=game, seat=seat, bundle=told))

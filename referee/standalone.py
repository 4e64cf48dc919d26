"""A referee by itself: one match between bots that somebody starts by hand."""

from __future__ import annotations

import argparse
import json
import os
import re
import secrets
import time
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final

import trio

from referee.addresses import unix_path
from referee.clock import Limits
from referee.engine.errors import SheetError, plain_number
from referee.engine.sheet import Sheet, sheet_hash
from referee.faults import Policy
from referee.hub import Hub
from referee.match import Match
from referee.orders import GameFinished, GameVoid, MatchFailed, MatchOrder, Report, SeatJoined, SeatLeft, SeatOrder
from referee.replay import from_json
from referee.replay_lines import ReplayWriter, bout_id, bout_line, header_line
from referee.rpc.bridge import open_bridge
from referee.rpc.play_server import Door, serve_play
from referee.running import until_signal
from referee.secrecy import swept_folder
from referee.shuffle import bout_key, commitment
from referee.tls import Tls, check_exposure, read_tls
from referee.variants.catalogue import resolve

ENTRANT: Final = "serve"  # whoever dials in: the seats are told apart by their numbers


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is to be played, where, and how it is told."""

    sheet: Sheet
    games: int
    listen: str | None
    seed: bytes
    out: Path | None
    house: frozenset[int]
    limits: Limits
    as_json: bool
    tls: Tls | None = None
    rejoin_limit_ms: int = 0


def plan_of(args: argparse.Namespace) -> Plan:
    """Return the plan that the command line describes. SheetError with every problem of it."""
    sheet = resolve(args.variant)
    problems = []
    seed = secrets.token_bytes(32)
    if args.seed is not None:
        if re.fullmatch(r"[0-9a-fA-F]{64}", args.seed):
            seed = bytes.fromhex(args.seed)
        else:
            problems.append(f"--seed must be 64 hex digits (32 bytes), not {len(args.seed)} characters")
    named = [part.strip() for part in args.house.split(",") if part.strip()]
    house = {seat for seat in map(plain_number, named) if seat is not None and seat < sheet.seats}
    if len(house) != len(named):
        problems.append(f"--house names seats from 0 to {sheet.seats - 1}, each once, not {args.house!r}")
    elif len(house) == sheet.seats:
        problems.append("--house leaves no seat for a bot; `arena simulate` plays without bots")
    if args.out is not None and os.path.exists(args.out):  # Path.exists fails on a name that is too long
        problems.append(f"--out {args.out} exists; choose another file")
    elif args.out is not None and not args.out.parent.is_dir():
        problems.append(f"--out {args.out}: there is no folder {args.out.parent}")
    socket = unix_path(args.listen or "")
    if socket is not None and not socket.parent.is_dir():
        problems.append(f"--listen {args.listen}: there is no folder {socket.parent}")
    if problems:
        raise SheetError(problems)
    tls = read_tls(args.tls_cert, args.tls_key, args.tls_client_ca)
    check_exposure(args.listen or "unix:", tls, insecure=args.insecure)
    remote = args.listen is not None and socket is None
    return Plan(
        sheet=sheet,
        games=args.games,
        listen=args.listen,
        seed=seed,
        out=args.out,
        house=frozenset(house),
        limits=Limits(
            start_limit_ms=args.start_limit_ms,
            move_limit_ms=args.move_limit_ms,
            grace_ms=args.grace_ms,
            pace_ms=args.pace_ms,
        ),
        as_json=args.json,
        tls=tls,
        rejoin_limit_ms=args.rejoin_limit_ms if remote else 0,
    )


async def serve(plan: Plan) -> int:
    """Play the match of the plan; return the exit status, 1 when a signal stopped it. Raises ListenError."""
    with swept_folder("pitch-") as folder:
        order = _order(plan)
        address = plan.listen or f"unix:{folder}/play.sock"
        with nullcontext() if plan.out is None else _new(plan.out) as out:
            return await _play(plan, order, address, Teller(plan, order, out))


def _new(path: Path) -> IO[bytes]:
    """Open the file, which must be new. SheetError when it cannot be written."""
    try:
        return path.open("xb")
    except OSError as error:
        raise SheetError([f"--out {path} cannot be written: {error.strerror}"]) from None


def _order(plan: Plan) -> MatchOrder:
    return MatchOrder(
        match=ENTRANT,
        sheet=plan.sheet.spec,
        bout_key=_key(plan),
        bout=bout_id(plan.sheet.spec, (ENTRANT,), 0),
        rotation=0,
        games=tuple(range(plan.games)),
        seats=tuple(
            SeatOrder(
                entrant=ENTRANT,
                token="" if seat in plan.house else secrets.token_hex(16),
                rejoin_limit_ms=plan.rejoin_limit_ms,
            )
            for seat in range(plan.sheet.seats)
        ),
        limits=plan.limits,
        policy=Policy(),
    )


def _key(plan: Plan) -> bytes:
    return bout_key(plan.seed, sheet_hash(plan.sheet), (ENTRANT,), 0)


async def _play(plan: Plan, order: MatchOrder, address: str, teller: Teller) -> int:
    hub = Hub(time.perf_counter)
    door = Door(address=address, tls=plan.tls)
    match = Match(order, hub, teller.report, exits_told=False)
    stopped = False

    def stop() -> None:
        nonlocal stopped
        stopped = True
        match.stop()

    async with open_bridge() as bridge, serve_play(hub, bridge, door) as real, trio.open_nursery() as nursery:
        await nursery.start(until_signal, stop)
        teller.begin(real)
        await match.run()
        nursery.cancel_scope.cancel()
    teller.end(stopped=stopped)
    return 1 if stopped or teller.failed else 0


class Teller:
    """Tells the person, or the program (JSON lines), what happens, and writes the records."""

    def __init__(self, plan: Plan, order: MatchOrder, out: IO[bytes] | None) -> None:
        self._plan = plan
        self._order = order
        self._out = None if out is None else ReplayWriter(out)
        self.failed = False
        self._finished = 0
        self._void = 0
        self._wins = [0.0] * plan.sheet.sides
        self._points = [0] * plan.sheet.sides
        self._faults: dict[tuple[int, str], int] = {}
        self._held: dict[int, bytes] = {}  # records that wait for those of earlier games
        self._written = 0
        if self._out is not None:
            seed = plan.seed
            self._out.write(header_line(plan.sheet, seed=seed, seed_commitment=commitment(seed)))
            self._out.write(bout_line(order.bout, number=0, lineup=(ENTRANT,), key=order.bout_key))

    def begin(self, address: str) -> None:
        """Say where to dial in and with which tokens."""
        tokens = {seat: place.token for seat, place in enumerate(self._order.seats) if place.token}
        if self._plan.as_json:
            self._line(
                "waiting",
                address=address,
                tls=self._plan.tls is not None,
                sheet=self._plan.sheet.spec,
                games=self._plan.games,
                tokens={str(seat): token for seat, token in tokens.items()},
                seed_commitment=commitment(self._plan.seed),
            )
            return
        print(f"{self._plan.sheet.title} ({self._plan.sheet.label}), {self._plan.games} games")
        print(f"PITCH_ARENA_ADDRESS={address}")
        if self._plan.tls is not None:
            print("TLS: give each bot your authority's certificate, as in PITCH_ARENA_CA_FILE=ca.pem")
        for seat, token in tokens.items():
            print(f"PITCH_ARENA_TOKEN={token}   # seat {seat}")
        print("waiting for a bot at each seat; Ctrl-C ends it", flush=True)

    def report(self, report: Report) -> None:
        """Tell what the match reports."""
        match report:
            case GameFinished():
                self._game(report)
            case GameVoid():
                self._void += 1
                self.failed = True
                self._say(
                    "void", f"game {report.game} is void: {report.reason}", game=report.game, reason=report.reason
                )
            case MatchFailed():
                self.failed = True
                self._say("failed", f"the match failed: {report.reason}", reason=report.reason)
            case SeatJoined():
                self._say("joined", f"seat {report.seat}: {report.detail} joined", seat=report.seat, bot=report.detail)
            case SeatLeft():
                self._say("left", f"seat {report.seat} left: {report.detail}", seat=report.seat, detail=report.detail)
            case _:
                pass

    def _game(self, report: GameFinished) -> None:
        record = from_json(report.record)
        self._held[report.game] = report.record
        self._write(whole=True)
        self._finished += 1
        for side in record.winners:
            self._wins[side] += 1 / len(record.winners)
        for side, score in enumerate(record.scores):
            self._points[side] += score
        for note in record.faults:
            key = (note.seat, note.fault.value)
            self._faults[key] = self._faults.get(key, 0) + 1
        if self._plan.as_json:
            self._line("game", game=report.game, scores=record.scores, winners=record.winners, forfeits=record.forfeits)

    def _write(self, *, whole: bool) -> None:
        """Write the records held in the order of the games; `whole`: only those that no earlier one is missing for."""
        for game in sorted(self._held):
            if whole and game != self._written:
                break
            record = self._held.pop(game)
            self._written = game + 1
            if self._out is not None:
                self._out.write(record)
                self._out.flush()

    def end(self, *, stopped: bool) -> None:
        """Say how it came out."""
        self._write(whole=False)
        if self._out is not None:
            self._out.end()
        if self._plan.as_json:
            self._line(
                "result",
                games=self._finished,
                void=self._void,
                stopped=stopped,
                wins=self._wins,
                points=self._points,
                faults=[{"seat": s, "fault": f, "count": n} for (s, f), n in sorted(self._faults.items())],
                seed=self._plan.seed.hex(),
            )
            return
        print(f"{'stopped after ' if stopped else ''}{self._finished} of {self._plan.games} games")
        for side in range(self._plan.sheet.sides):
            seats = ", ".join(str(seat) for seat in range(side, self._plan.sheet.seats, self._plan.sheet.sides))
            print(f"  side {side} (seats {seats}): {self._wins[side]:g} wins, {self._points[side]} points")
        for (seat, fault), count in sorted(self._faults.items()):
            print(f"  seat {seat}: {count} x {fault}")
        print(f"  seed {self._plan.seed.hex()}")
        if self._plan.out is not None:
            print(f"  replay in {self._plan.out}")

    def _say(self, what: str, text: str, **fields: object) -> None:
        if self._plan.as_json:
            self._line(what, **fields)
        else:
            print(text, flush=True)

    @staticmethod
    def _line(what: str, **fields: object) -> None:
        print(json.dumps({"event": what, **fields}), flush=True)

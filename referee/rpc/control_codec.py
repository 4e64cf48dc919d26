"""Orders and reports as messages of the control protocol, and back."""

from __future__ import annotations

from typing import Final, assert_never

from pitch.arena.v1 import control_pb2 as pb
from referee.clock import Limits
from referee.faults import Policy
from referee.orders import (
    Beat,
    FaultSeen,
    GameFinished,
    GameVoid,
    MatchFailed,
    MatchFinished,
    MatchOpened,
    MatchOrder,
    Ready,
    Report,
    SeatExited,
    SeatJoined,
    SeatLeft,
    SeatOrder,
    SeatStarted,
    StopMatch,
    TokensAhead,
)

CONTROL_SERVICE: Final = pb.DESCRIPTOR.services_by_name["ControlService"].full_name
CONTROL_METHOD: Final = f"/{CONTROL_SERVICE}/Control"
Command = MatchOrder | SeatStarted | SeatExited | TokensAhead | StopMatch


def write_command(command: Command) -> bytes:
    """Return the command as a ControlRequest."""
    match command:
        case MatchOrder():
            request = pb.ControlRequest(run_match=_order(command))
        case SeatStarted():
            started = pb.SeatStarted(match=command.match, seat=command.seat, pid=command.pid)
            request = pb.ControlRequest(seat_started=started)
        case SeatExited():
            request = pb.ControlRequest(
                seat_exited=pb.SeatExited(
                    match=command.match, seat=command.seat, status=command.status, new_token=command.new_token
                )
            )
        case TokensAhead():
            request = pb.ControlRequest(tokens_ahead=pb.TokensAhead(tokens=command.tokens))
        case StopMatch():
            request = pb.ControlRequest(stop_match=pb.StopMatch(match=command.match))
        case _:
            assert_never(command)
    return request.SerializeToString()


def _order(order: MatchOrder) -> pb.RunMatch:
    limits, policy = order.limits, order.policy
    return pb.RunMatch(
        match=order.match,
        sheet=order.sheet,
        bout_key=order.bout_key,
        bout=order.bout,
        rotation=order.rotation,
        games=order.games,
        seats=[
            pb.SeatSpec(
                entrant=seat.entrant, token=seat.token, rejoin_limit_ms=seat.rejoin_limit_ms, remote=seat.remote
            )
            for seat in order.seats
        ],
        limits=pb.MatchLimits(
            start_limit_ms=limits.start_limit_ms,
            move_limit_ms=limits.move_limit_ms,
            grace_ms=limits.grace_ms,
            bank_ms=limits.bank_ms,
            increment_ms=limits.increment_ms,
            pace_ms=limits.pace_ms,
        ),
        policy=pb.FaultPolicy(
            wrong_answers=policy.wrong_answers,
            late_answers=policy.late_answers,
            restarts=policy.restarts,
            silences=policy.silences,
        ),
        show_names=order.show_names,
    )


def read_command(data: bytes) -> Command | None:
    """Return the command in a ControlRequest; None for one of a later version."""
    request = pb.ControlRequest.FromString(data)
    match request.WhichOneof("command"):
        case "run_match":
            return _read_order(request.run_match)
        case "seat_started":
            begun = request.seat_started
            return SeatStarted(match=begun.match, seat=begun.seat, pid=begun.pid)
        case "seat_exited":
            told = request.seat_exited
            return SeatExited(match=told.match, seat=told.seat, status=told.status, new_token=told.new_token)
        case "tokens_ahead":
            return TokensAhead(tokens=tuple(request.tokens_ahead.tokens))
        case "stop_match":
            return StopMatch(match=request.stop_match.match)
        case _:
            return None


def _read_order(run: pb.RunMatch) -> MatchOrder:
    return MatchOrder(
        match=run.match,
        sheet=run.sheet,
        bout_key=run.bout_key,
        bout=run.bout,
        rotation=run.rotation,
        games=tuple(run.games),
        seats=tuple(
            SeatOrder(entrant=seat.entrant, token=seat.token, rejoin_limit_ms=seat.rejoin_limit_ms, remote=seat.remote)
            for seat in run.seats
        ),
        limits=Limits(
            start_limit_ms=run.limits.start_limit_ms,
            move_limit_ms=run.limits.move_limit_ms,
            grace_ms=run.limits.grace_ms,
            bank_ms=run.limits.bank_ms,
            increment_ms=run.limits.increment_ms,
            pace_ms=run.limits.pace_ms,
        ),
        policy=Policy(
            wrong_answers=run.policy.wrong_answers,
            late_answers=run.policy.late_answers,
            restarts=run.policy.restarts,
            silences=run.policy.silences,
        ),
        show_names=run.show_names,
    )


def write_report(report: Report | Ready | Beat) -> bytes:
    """Return the report as a ControlResponse."""
    match report:
        case Beat():
            response = pb.ControlResponse(heartbeat=pb.Heartbeat(number=report.number))
        case FaultSeen():
            seen = pb.FaultEvidence(match=report.match, game=report.game, seat=report.seat, bundle=report.bundle)
            response = pb.ControlResponse(evidence=seen)
        case Ready():
            response = pb.ControlResponse(
                ready=pb.RefereeReady(
                    play_address=report.play_address,
                    rules_version=report.rules_version,
                    pid=report.pid,
                    remote_address=report.remote_address,
                )
            )
        case MatchOpened():
            response = pb.ControlResponse(match_opened=pb.MatchOpened(match=report.match))
        case SeatJoined() | SeatLeft():
            state = pb.SEAT_STATE_JOINED if isinstance(report, SeatJoined) else pb.SEAT_STATE_LEFT
            seat = pb.SeatReport(match=report.match, seat=report.seat, state=state, detail=report.detail)
            response = pb.ControlResponse(seat_report=seat)
        case GameFinished():
            response = pb.ControlResponse(
                game_finished=pb.GameFinished(
                    match=report.match, game=report.game, record=report.record, timing=report.timing
                )
            )
        case GameVoid():
            response = pb.ControlResponse(
                game_void=pb.GameVoid(match=report.match, game=report.game, reason=report.reason)
            )
        case MatchFinished():
            response = pb.ControlResponse(match_finished=pb.MatchFinished(match=report.match))
        case MatchFailed():
            response = pb.ControlResponse(match_failed=pb.MatchFailed(match=report.match, reason=report.reason))
        case _:
            assert_never(report)
    return response.SerializeToString()


def read_report(data: bytes) -> Report | Ready | Beat | None:
    """Return the report in a ControlResponse; None for one of a later version."""
    response = pb.ControlResponse.FromString(data)
    match response.WhichOneof("report"):
        case "ready":
            ready = response.ready
            return Ready(
                play_address=ready.play_address,
                rules_version=ready.rules_version,
                pid=ready.pid,
                remote_address=ready.remote_address,
            )
        case "heartbeat":
            return Beat(number=response.heartbeat.number)
        case "evidence":
            seen = response.evidence
            return FaultSeen(match=seen.match, game=seen.game, seat=seen.seat, bundle=seen.bundle)
        case "match_opened":
            return MatchOpened(match=response.match_opened.match)
        case "seat_report":
            seat = response.seat_report
            kind = SeatJoined if seat.state == pb.SEAT_STATE_JOINED else SeatLeft
            return kind(match=seat.match, seat=seat.seat, detail=seat.detail)
        case "game_finished":
            game = response.game_finished
            return GameFinished(match=game.match, game=game.game, record=game.record, timing=game.timing)
        case "game_void":
            void = response.game_void
            return GameVoid(match=void.match, game=void.game, reason=void.reason)
        case "match_finished":
            return MatchFinished(match=response.match_finished.match)
        case "match_failed":
            return MatchFailed(match=response.match_failed.match, reason=response.match_failed.reason)
        case _:
            return None

"""What can go wrong with a bot: one function for each way. Written against the protocol alone."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from typing import NoReturn

from line import PASS, Line, join

from pitch.arena.v1 import play_pb2 as pb

FOREVER_S = 3600.0
BIG = 300 * 1024  # bytes: more than a message may have
HUGE = 5 << 20  # more than libraries take by default
FLOOD = 20_000  # messages
STATUS = 3  # of a process that gives up


def die(number: signal.Signals) -> None:
    """End by the signal."""
    os.kill(os.getpid(), number)
    time.sleep(FOREVER_S)


# ---- at the start; each returns the messages that open the stream, or does not return


def exit_at_start(_line: Line) -> NoReturn:
    """ends with status 3 before it joins"""
    sys.exit("chaos: I never wanted to play")


def never_join(_line: Line) -> NoReturn:
    """never connects"""
    time.sleep(FOREVER_S)
    raise SystemExit(STATUS)


def join_late(line: Line) -> list[bytes]:
    """joins after --think seconds"""
    time.sleep(line.think_s)
    return [join(line)]


def mute(_line: Line) -> list[bytes]:
    """opens the stream and says nothing"""
    return []


def first_garbage(_line: Line) -> list[bytes]:
    """begins with bytes that are no message"""
    return [b"\xff\xfe\xfd nonsense"]


def first_no_join(_line: Line) -> list[bytes]:
    """begins with an answer in place of the join"""
    return [pb.PlayRequest(choices=[pb.Choice(game=1, turn=1)]).SerializeToString()]


def first_empty(_line: Line) -> list[bytes]:
    """begins with a message of no bytes"""
    return [b""]


def wrong_token(line: Line) -> list[bytes]:
    """joins with a token that is not its own"""
    return [join(line, token="wrong")]  # noqa: S106 - that is the point


def wrong_version(line: Line) -> list[bytes]:
    """speaks only a version of the protocol that there is not"""
    return [join(line, versions=(99,))]


def join_twice(line: Line) -> list[bytes]:
    """opens a second stream with the same token, beside the first"""
    line.send(join(line))
    line.settle()
    line.second = line.stub()(iter([join(line)]), wait_for_ready=True)
    return []


def no_http(line: Line) -> NoReturn:
    """connects and writes bytes that are no HTTP/2"""
    kind, _, place = line.address.partition(":")
    if kind == "unix":
        plain = socket.socket(socket.AF_UNIX)
        plain.connect(place)
    else:
        plain = socket.create_connection((kind, int(place)))
    plain.sendall(b"GET / HTTP/1.1\r\n\r\n" * 1000)
    time.sleep(line.think_s)
    raise SystemExit(STATUS)


def close_after_join(line: Line) -> list[bytes]:
    """joins and closes its half of the stream"""
    line.send(join(line))
    line.close()
    return []


def leave_a_child(line: Line) -> list[bytes]:
    """starts a child that sleeps for --think seconds"""
    subprocess.Popen(["sleep", str(line.think_s)], start_new_session=True)  # noqa: S607
    return [join(line)]


START: dict[str, Callable[[Line], list[bytes]]] = {
    "exit-at-start": exit_at_start,
    "never-join": never_join,
    "join-late": join_late,
    "mute": mute,
    "first-garbage": first_garbage,
    "first-no-join": first_no_join,
    "first-empty": first_empty,
    "wrong-token": wrong_token,
    "wrong-version": wrong_version,
    "join-twice": join_twice,
    "no-http": no_http,
    "close-after-join": close_after_join,
    "leave-a-child": leave_a_child,
}


# ---- at a decision; `choice` is the right answer, which nobody else sends


def illegal(line: Line, turn: pb.Turn, choice: pb.Choice) -> None:
    """an action that is not legal, or all cards where some are asked"""
    if turn.HasField("pick"):
        line.answer(pb.Choice(game=choice.game, turn=choice.turn, cards=bytes(range(54))))
    else:
        line.answer(pb.Choice(game=choice.game, turn=choice.turn, action=9999))


def wrong_form(line: Line, turn: pb.Turn, choice: pb.Choice) -> None:
    """cards where an action is asked, an action where cards are"""
    if turn.HasField("pick"):
        line.answer(pb.Choice(game=choice.game, turn=choice.turn, action=PASS))
    else:
        line.answer(pb.Choice(game=choice.game, turn=choice.turn, cards=b"\x01"))


def both_forms(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """an action and cards at once"""
    line.answer(pb.Choice(game=choice.game, turn=choice.turn, action=PASS, cards=b"\x01"))


def no_such_card(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """cards that there are not, or twice"""
    line.answer(pb.Choice(game=choice.game, turn=choice.turn, cards=b"\xc8\x01\x01"))


def garbage(line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """bytes that are no message"""
    line.send(b"\xff" * 40)


def truncated(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """the right message without its end"""
    line.send(pb.PlayRequest(choices=[choice]).SerializeToString()[:-1])


def wrong_type(line: Line, turn: pb.Turn, _choice: pb.Choice) -> None:
    """the turn sent back, a message of the other direction"""
    line.send(pb.PlayResponse(turns=[turn]).SerializeToString())


def second_join(line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """joins again on the open stream"""
    line.send(join(line))


def empty(line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """a message of no bytes, and no answer"""
    line.send(b"")


def zeros(line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """an answer with nothing in it"""
    line.answer(pb.Choice())


def unknown_game(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """answers a game that there is not"""
    line.answer(pb.Choice(game=choice.game ^ 1, turn=choice.turn, action=choice.action, cards=choice.cards))


def unknown_turn(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """answers a turn that has not been"""
    line.answer(pb.Choice(game=choice.game, turn=choice.turn + 100, action=choice.action, cards=choice.cards))


def silent(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """no answer to this turn"""


def late(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """the right answer after --think seconds"""
    time.sleep(line.think_s)
    line.answer(choice)


def spin(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """computes for --think seconds of processor time before the right answer"""
    end = time.thread_time() + line.think_s
    while time.thread_time() < end:
        pass
    line.answer(choice)


def hang(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """computes for ever"""
    while True:
        pass


def sleep(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """waits for ever"""
    time.sleep(FOREVER_S)


def freeze(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """stops itself (SIGSTOP)"""
    os.kill(os.getpid(), signal.SIGSTOP)


def abort(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """ends by SIGABRT"""
    die(signal.SIGABRT)


def segfault(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """ends by SIGSEGV"""
    die(signal.SIGSEGV)


def kill(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """ends by SIGKILL"""
    die(signal.SIGKILL)


def leave(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """ends with status 0"""
    os._exit(0)


def fail(_line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """ends with status 3 and last words"""
    print("chaos: I cannot go on", file=sys.stderr, flush=True)
    os._exit(STATUS)


def close(line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """closes its half of the stream and stays"""
    line.close()


def cancel(line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """resets the stream and stays"""
    line.cancel()
    time.sleep(FOREVER_S)


def hang_up(line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """closes the connection and stays"""
    line.channel.close()
    time.sleep(FOREVER_S)


def flood(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """thousands of messages that answer nothing"""
    useless = pb.PlayRequest(choices=[pb.Choice(game=choice.game, turn=choice.turn + 1000)] * 50).SerializeToString()
    for _ in range(FLOOD):
        line.send(useless)


def flood_empty(line: Line, _turn: pb.Turn, _choice: pb.Choice) -> None:
    """thousands of messages of no bytes"""
    for _ in range(FLOOD):
        line.send(b"")


def oversized(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """a message larger than is allowed"""
    line.answer(choice, pb.Choice(cards=bytes(BIG)))


def huge(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """a message twenty times as large as is allowed"""
    line.answer(choice, pb.Choice(cards=bytes(HUGE)))


# ---- at a decision, and harmless: the right answer counts


def twice(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """the right answer twice"""
    line.answer(choice)
    line.answer(choice)


def changes_its_mind(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """the right answer, then an illegal one to the same turn"""
    line.answer(choice, pb.Choice(game=choice.game, turn=choice.turn, action=9999))


def stale(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """an answer to the turn before, then the right one"""
    line.answer(pb.Choice(game=choice.game, turn=choice.turn - 1, action=PASS))
    line.answer(choice)


def early(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """an answer to the next turn, then the right one"""
    line.answer(pb.Choice(game=choice.game, turn=choice.turn + 1, action=PASS), choice)


def unknown_fields(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """the right answer among fields that the protocol does not have"""
    line.send(pb.PlayRequest(choices=[choice]).SerializeToString() + b"\xa2\x06\x03abc\xa8\x06\x07")


def chatter(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """writes a megabyte to its output, and the right answer"""
    for _ in range(100):
        print("I talk and talk " * 640, flush=True)
    line.answer(choice)


def drip(line: Line, _turn: pb.Turn, choice: pb.Choice) -> None:
    """the right answer after two empty messages"""
    for _ in range(2):
        line.send(b"")
    line.answer(choice)


# ---- with a whole frame: the right answers to all its turns; or at the start or the end of a game


def reverse(line: Line, choices: Sequence[pb.Choice]) -> None:
    """the right answers in reverse order, each in a message of its own"""
    for choice in reversed(choices):
        line.answer(choice)


def die_in_mid_frame(line: Line, choices: Sequence[pb.Choice]) -> None:
    """answers half of a frame (or nothing of a single turn) and ends by SIGKILL"""
    if choices[: len(choices) // 2]:
        line.answer(*choices[: len(choices) // 2])
    line.settle()
    die(signal.SIGKILL)


def die_at_game_start(line: Line) -> None:
    """ends by SIGKILL when a game begins"""
    line.settle()
    die(signal.SIGKILL)


def die_between_games(line: Line) -> None:
    """ends by SIGKILL when a game has ended"""
    line.settle()
    die(signal.SIGKILL)


Act = Callable[[Line, pb.Turn, pb.Choice], None]
TURN: dict[str, Act] = {
    act.__name__.replace("_", "-"): act
    for act in (
        illegal, wrong_form, both_forms, no_such_card, garbage, truncated, wrong_type, second_join,
        empty, zeros, unknown_game, unknown_turn, silent, late, spin, hang, sleep, freeze,
        abort, segfault, kill, leave, fail, close, cancel, hang_up, flood, flood_empty, oversized, huge,
    )
}  # fmt: skip
HARMLESS: dict[str, Act] = {
    act.__name__.replace("_", "-"): act
    for act in (twice, changes_its_mind, stale, early, unknown_fields, chatter, drip)
}

FRAME: dict[str, Callable[[Line, Sequence[pb.Choice]], None]] = {
    "reverse": reverse,
    "die-in-mid-frame": die_in_mid_frame,
}
GAME: dict[str, Callable[[Line], None]] = {
    "die-at-game-start": die_at_game_start,
    "die-between-games": die_between_games,
}
ALL: dict[str, str] = {
    name: (act.__doc__ or "").strip() for table in (START, TURN, HARMLESS, FRAME, GAME) for name, act in table.items()
}

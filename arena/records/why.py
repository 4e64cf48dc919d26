"""Why a bot lost: its faults in a run, told from the records and from the evidence beside them."""

from __future__ import annotations

import json
import shlex
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

import msgspec

from arena.errors import USAGE, RunError
from arena.records.evidence import EVIDENCE
from arena.records.results import Outcome
from arena.records.rundir import Run
from referee.engine.errors import nearest, plain_number
from referee.engine.notation import place_text, place_word

MOST_LISTED: Final = 10
MOST_LINES: Final = 12  # of what a bot wrote


def tell_why(run: Run, bot: str, game: str | None) -> Iterator[str]:
    """Yield the faults of the bot line by line: a list of them, or all about those in one game.

    `game`: BOUT/ROTATION/GAME, or the number of a game of the plan from 1. RunError when there is no such bot or game.
    """
    names = [one.name for one in run.config.bots]
    if bot not in names:
        raise RunError(
            f"{run.folder} has no bot {bot!r}{nearest(bot, names)}; it has {', '.join(names)}", exit_status=USAGE
        )
    bundles = list(_bundles(run.folder / EVIDENCE / bot))
    if game is None:
        yield from _overview(run, bot, bundles)
        return
    wanted = _game_of(run, game)
    found = [(path, data) for path, data in bundles if _name(data) == wanted]
    yield from _one_game(run, bot, wanted, found)


def _bundles(folder: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Yield the bundles of a bot, those of the first matches first."""
    for path in sorted(folder.glob("*.json"), key=lambda path: (_leading_number(path.name), path.name)):
        try:
            data: dict[str, Any] = json.loads(path.read_bytes())
        except (OSError, ValueError):
            continue  # unfinished when the arena was killed
        yield path, data


def _leading_number(name: str) -> int:
    return int(name.partition("-")[0]) if name.partition("-")[0].isdecimal() else 0


def _name(data: dict[str, Any]) -> str:
    return f"{data['bout']}/{data['rotation']}/{data['game']}"


def _game_of(run: Run, text: str) -> str:
    number = plain_number(text)
    if number is None:
        return text
    if not 1 <= number <= run.plan.total_games:
        raise RunError(f"there is no game {text}: the plan has {run.plan.total_games}, from 1", exit_status=USAGE)
    for bout in run.plan.all_bouts():
        games = run.plan.games_of(bout)
        if number - 1 in games:
            rotation, game = divmod(number - 1 - games.start, run.plan.games)
            return f"{bout.id}/{rotation}/{game}"
    raise AssertionError("the plan has gaps")


def _outcomes(run: Run, bot: str) -> Iterator[Outcome]:
    """Yield the games that are in the journal and have the bot."""
    decoder = msgspec.json.Decoder(Outcome)
    with run.journal_path.open("rb") as journal:
        for ordinal in range(run.plan.total_games):
            if run.index.offset(ordinal) >= 0:
                outcome = decoder.decode(run.entry_at(journal, ordinal).record)
                if bot in outcome.seats:
                    yield outcome


def _overview(run: Run, bot: str, bundles: Sequence[tuple[Path, dict[str, Any]]]) -> Iterator[str]:
    games = forfeits = 0
    kinds: Counter[str] = Counter()
    for outcome in _outcomes(run, bot):
        games += 1
        forfeits += any(outcome.seats[seat] == bot for seat in outcome.forfeits)
        kinds.update(fault.fault for fault in outcome.faults if outcome.seats[fault.seat] == bot)
    told = ", ".join(f"{count} {kind}" for kind, count in kinds.most_common()) or "no faults"
    yield f"{bot}: {games} games finished, {forfeits} forfeited; {told}"
    if not bundles:
        if kinds:
            yield f"no evidence is kept: there is nothing in {run.folder / EVIDENCE / bot}"
        return
    shown: Counter[str] = Counter(data["fault"] for _, data in bundles)
    yield f"evidence of {', '.join(f'{count} {kind}' for kind, count in shown.most_common())}; the first of each kind:"
    seen: set[str] = set()
    for path, data in bundles:
        if data["fault"] not in seen:
            seen.add(data["fault"])
            yield ""
            yield from _bundle(path, data)
    games_shown = list(dict.fromkeys(_name(data) for _, data in bundles if data["game"] is not None))
    if games_shown:
        yield ""
        yield "`arena why RUN BOT GAME` tells all about one of these games:"
        yield from (f"  {name}" for name in games_shown[:MOST_LISTED])
        if len(games_shown) > MOST_LISTED:
            yield f"  and {len(games_shown) - MOST_LISTED} more"


def _one_game(run: Run, bot: str, wanted: str, found: Sequence[tuple[Path, dict[str, Any]]]) -> Iterator[str]:
    outcome = next((one for one in _outcomes(run, bot) if f"{one.bout}/{one.rotation}/{one.game}" == wanted), None)
    if outcome is None and not found:
        raise RunError(f"{run.folder}: {bot} has finished no game {wanted} there", exit_status=USAGE)
    yield wanted
    if outcome is None:
        yield "  it is not finished"
    else:
        mine = [seat for seat, name in enumerate(outcome.seats) if name == bot]
        side = outcome.side_of(mine[0])
        how = "won" if outcome.won(side) == 1 else "drew" if outcome.won(side) else "lost"
        scores = " ".join(f"{outcome.seats[one]} {score}" for one, score in enumerate(outcome.scores))
        gone = [seat for seat in mine if seat in outcome.forfeits]
        yield f"  {bot} {how}{', it forfeited the game' if gone else ''}; scores by side: {scores}"
        faults = [fault for fault in outcome.faults if fault.seat in mine]
        for fault in faults:
            yield f"  seat {fault.seat}, {place_text(fault.deal, fault.index)}: {fault.fault}: {fault.detail}"
        if not faults:
            yield "  it made no fault: the cards and its play decided"
    for path, data in found:
        yield ""
        yield from _bundle(path, data)


def _bundle(path: Path, data: dict[str, Any]) -> Iterator[str]:
    """Yield one bundle."""
    where = "no game"
    if data["game"] is not None:
        where = f"{_name(data)}, {place_text(data['deal'], data['decision'])}"
    cost = ", which forfeits the game" if data.get("forfeits") else ""
    yield f"{data['fault']} at {where} (seat {data['seat']}){cost}: {data['detail']}"
    sent, came, time = data.get("sent"), data.get("came"), data.get("time")
    if sent:
        yield f"  was sent: {sent['ask'].removeprefix('ASK_').lower()}, turn {data['turn']}; legal: {sent['legal']}"
        known = {key: _short(value) for key, value in sent["known"].items()}
        yield f"  knew: {', '.join(f'{key} {text}' for key, text in known.items() if text.strip())}"
    if came:
        said = came.get("unreadable") or "; ".join(choice["answer"] for choice in came.get("choices", ()))
        yield f"  came back: {came['bytes']} bytes: {said}"
    elif data["game"] is not None:
        yield "  came back: nothing"
    if time:
        yield f"  time: {_times(time)}"
        if looks := time.get("looks"):
            yield f"  its threads: {_looks(looks)}"
    if process := data.get("process"):
        yield from _process(process)
    if data.get("reproduce"):
        yield f"  the same question again: {_command(data)}"
    yield f"  all of it: {path}"


def _command(data: dict[str, Any]) -> str:
    """Return the command of the bundle. Its last word is made anew: older bundles count it from 0."""
    *words, _ = shlex.split(data["reproduce"])
    return shlex.join([*words, place_word(data["deal"], data["decision"])])


def _short(value: object) -> str:
    return " ".join(map(str, value)) if isinstance(value, list) else str(value)


def _times(time: dict[str, Any]) -> str:
    limit = f"limit {time['move_limit_ms']} ms" if time["move_limit_ms"] else "no limit for a move"
    if time["bank_ms"]:
        limit += f", bank {time['bank_ms']} + {time['increment_ms']} ms, left {time.get('bank_left_ms', 0)} ms"
    spared = [
        f"{time[key]} ms {what}"
        for key, what in (
            ("queued_ms", "in the referee's queues"),
            ("transport_ms", "in transport"),
            ("waited_ms", "waiting for a processor"),
            ("voided_ms", "of host standstill"),
        )
        if time[key]
    ]
    not_billed = f"; in the whole game not billed: {', '.join(spared)}" if spared else ""
    return f"billed {time['billed_ms']} ms ({limit}, grace {time['grace_ms']} ms){not_billed}"


def _looks(looks: Sequence[dict[str, Any]]) -> str:
    """Return what the threads did at the last looks, before the bundle was made."""
    seen = ", ".join(f"{look['threads']} {look['ago_ms']} ms before" for look in looks)
    last = looks[-1]
    return f"{seen}; meanwhile {last['cpu_ms']} ms of processors, {last['waited_ms']} ms of waiting for one"


def _process(process: dict[str, Any]) -> Iterator[str]:
    used = [
        f"{process[key]} {unit}"
        for key, unit in (("cpu_s", "s of processor time"), ("peak_mib", "MiB at most"), ("memory_mib", "MiB"))
        if process.get(key)
    ]
    pid = f" {process['pid']}" if process.get("pid") else ""
    yield f"  process{pid}: {process['state']}{'; ' + ', '.join(used) if used else ''}; command {process['command']}"
    lines = [line for line in process["output_tail"].splitlines() if line.strip()]
    if lines:
        yield f"  the end of what it wrote (log: {process['log']}):"
        yield from (f"    {line[:200]}" for line in lines[-MOST_LINES:])

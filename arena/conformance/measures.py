"""What the bot took, over all trials."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from arena.conformance.report import Measures
from arena.conformance.trial import Seen, Twist


def of(trials: Sequence[Seen]) -> Measures:
    """Return the measures. Starts and answers are those of trials in which the referee did as usual."""
    usual = [seen for seen in trials if seen.trial.twist in (Twist.NONE, Twist.GATHERED)]
    starts = [seen.join_s for seen in usual if seen.joined is not None]
    waits = sorted(1000 * a.seconds / a.choices for seen in usual for a in seen.answers for _ in range(a.choices))
    decided = [seen for seen in trials if seen.answers]
    decisions = sum(answer.choices for seen in decided for answer in seen.answers)
    cpu_s = sum(seen.used.cpu_s for seen in trials)
    return Measures(
        start_ms=round(1000 * median(starts), 1) if starts else None,
        decisions=decisions,
        answer_ms_median=round(waits[len(waits) // 2], 3) if waits else None,
        answer_ms_p99=round(waits[len(waits) * 99 // 100], 3) if waits else None,
        answer_ms_worst=round(waits[-1], 3) if waits else None,
        cpu_ms_a_decision=round(1000 * sum(seen.used.cpu_s for seen in decided) / decisions, 3) if decisions else None,
        cpu_s=round(cpu_s, 2),
        peak_mib=max((seen.used.peak_mib for seen in trials), default=0.0),
        most_threads=max((seen.used.processes for seen in trials), default=0),
        processes_started=len(trials),
        written_bytes=sum(seen.written for seen in trials),
    )

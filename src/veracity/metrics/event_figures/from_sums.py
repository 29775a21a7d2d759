"""Figures that are functions of sums over recordings, for any leading axes of such sums."""

from __future__ import annotations

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.matching.rule import Harmonic
from veracity.statistics.events.event_tally import COLUMNS, SECOND

HOUR = 3600 * SECOND
PER = {
    "false_alarms_per_hour": HOUR,
    "false_alarms_per_day": 24 * HOUR,
    "false_alarms_per_quiet_hour": HOUR,
}
SHARES = ("sensitivity", "precision", "f1")
TIMES = ("time_in_alarm", "time_in_false_alarm")
FROM_SUMS = (*SHARES, *PER, *TIMES)


def from_sums(sums: Floats, key: str, *, harmonic: Harmonic | None = None) -> Floats:
    """The figure of sums (..., columns of a tally); nan where there is nothing to divide by.

    `harmonic` is of rules that sum shares of events instead of counting: it makes F1 of both.

    >>> sums = np.zeros(len(COLUMNS))
    >>> sums[[COLUMNS.index(n) for n in ("true_positives", "missed")]] = 3, 1
    >>> float(from_sums(sums, "sensitivity"))
    0.75
    """
    if harmonic is not None and key == "f1":
        return harmonic(*(from_sums(sums, one, harmonic=harmonic) for one in SHARES[:2]))
    above, below = parts(sums, key, harmonic=harmonic)
    return np.asarray(ratio(above, below))


def parts(sums: Floats, key: str, *, harmonic: Harmonic | None = None) -> tuple[Floats, Floats]:
    """What a figure divides by what; the latter is also the weight of a subject in it."""

    def column(name: str) -> Floats:
        return sums[..., COLUMNS.index(name)]

    if key in PER:
        time = column("duration")
        if key == "false_alarms_per_quiet_hour":
            time = time - column("reference_time")
        return column("false_positives"), time / PER[key]
    if key in TIMES:
        return column(key), column("duration")
    if harmonic is not None:
        name = "precision" if key == "precision" else "recall"
        return column(name), column(f"{name}_n")
    found, false, missed = (column(n) for n in ("true_positives", "false_positives", "missed"))
    if key == "f1":
        return 2 * found, 2 * found + false + missed
    return found, found + (missed if key == "sensitivity" else false)

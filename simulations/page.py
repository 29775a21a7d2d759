"""The page of measured coverage, from what the simulation counted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulations.coverage import Outcome

LOW, HIGH = 0.93, 0.97
HEAD = """# Measured coverage of the default intervals

A 95 % interval should contain the truth in 95 of 100 samples. This page says how often the
default interval (`method="auto"`) of each key did, on {times:,} samples for each row. It was
written by

    make coverage

(`python -m simulations.coverage --times {times} --seed {seed}`).

**Two classes.** Scores are normal with standard deviation 1, those of positives higher; the
population's AUROC is uniform in 0.60 … 0.97, the threshold uniform in the middle half between
the two means. With clusters, the rows of a cluster share a shift with standard deviation 0.7.
**Several classes.** Class shares are Dirichlet(2), the share right of each class is uniform in
0.40 … 0.95, the rest is spread over the other classes at random. Each sample has a population
of its own, so a row is the **mean** coverage over that prior; **minimum** is the lowest of its
four quarters. **none** is the share of samples without an interval (the key was undefined, or
no honest interval exists there): they count neither way. The standard error of a mean is about
{error:.3f}, of a quarter twice that.
"""


def written(outcomes: Sequence[Outcome], times: int, seed: int) -> str:
    """All rows as one table, and those outside 93–97 % as another, with their reasons."""
    inside = [one for one in outcomes if _good(one)]
    outside = [one for one in outcomes if not _good(one)]
    error = (0.95 * 0.05 / max(times, 1)) ** 0.5
    shown = len(inside), len(outcomes)
    parts = [
        HEAD.format(times=times, seed=seed, error=error),
        f"**{shown[0]} of {shown[1]} rows have a mean coverage within 93–97 %.** The others:\n",
        _table(outside, reasons=True) if outside else "none.",
        "\n## All rows\n",
        _table(outcomes, reasons=False),
    ]
    return "\n".join(parts) + "\n"


def coverage(one: Outcome) -> float:
    """Mean over the prior."""
    return sum(one.held) / sum(one.found) if sum(one.found) else float("nan")


def minimum(one: Outcome) -> float:
    """Lowest of the quarters of the prior."""
    return min((h / f for h, f in zip(one.held, one.found, strict=True) if f), default=float("nan"))


def _good(one: Outcome) -> bool:
    return LOW <= coverage(one) <= HIGH


def _table(outcomes: Sequence[Outcome], *, reasons: bool) -> str:
    head = ["key", "n", "positives", "clusters", "classes", "mean", "minimum", "none", "width"]
    head += ["method", *(["why"] if reasons else [])]
    rows = ["| " + " | ".join(head) + " |", "|" + "--|" * len(head)]
    for one in outcomes:
        s = one.setting
        cells = [
            f"`{one.key}`",
            f"{s.n:,}",
            f"{s.prevalence:.0%}" if s.classes == 2 else "",
            "" if s.clusters is None else str(s.clusters),
            str(s.classes),
            f"{coverage(one):.3f}",
            f"{minimum(one):.3f}",
            f"{1 - sum(one.found) / one.drawn:.1%}" if one.drawn else "",
            f"{one.width:.3f}",
            ", ".join(name for name, _ in one.methods[:2]),
        ]
        rows.append("| " + " | ".join([*cells, *([why(one)] if reasons else [])]) + " |")
    return "\n".join(rows)


def why(one: Outcome) -> str:
    """The reason for a coverage that is not within the limits."""
    s = one.setting
    high = coverage(one) > HIGH
    rare = s.n * min(s.prevalence, 1 - s.prevalence) if s.classes == 2 else s.n / s.classes
    if s.clusters is not None and s.clusters <= 10:
        return "few clusters: their variance is hardly known" + (", t is wide" if high else "")
    if high and rare < 10:
        return "few cases in a class: counts are coarse, the interval errs on the wide side"
    if rare < 10:
        return "fewer than ten cases in a class"
    if high:
        return "conservative"
    return "the normal approximation is not good enough here"

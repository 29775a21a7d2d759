"""The page of measured coverage, from what the simulation counted."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simulations.coverage import Outcome, Setting

LOW, HIGH = 0.93, 0.97
FEW_EFFECTIVE = 40
HEAD = """# Measured coverage of the default intervals

A 95% interval should contain the truth in 95 of 100 samples. This page says how often the
default interval (`method="auto"`) of each key did, on {times:,} samples for each row. It was
written by

    make coverage

(`python -m simulations.coverage --times {times} --seed {seed}`; where the default method
redraws, with {redraws} redraws instead of 2,000).

**Two classes.** Scores are normal with standard deviation 1, those of positives higher; the
population's AUROC is uniform in 0.60 … 0.97, the threshold uniform in the middle half between
the two means. With clusters, the rows of a cluster share a shift with standard deviation 0.7;
*uneven* clusters differ in size as exponential numbers do, and most hold nearly one class only.
**Weights** are log-normal; the column gives the standard deviation of their logarithm (1.0: a
tenth of the rows weighs 13 times as much as another tenth, or more).
The column **sample** names what else differs: *sd* is the standard deviation of the positives'
scores, *silent* the share of positives whose scores are those of negatives (the AUROC of the
prior is that of the others). *Controls × 20*: a fifth of the rows are positives of weight 1, the
others negatives of weight 20, which makes the prevalence that the row says. *A tenth × 10*: any
row weighs ten with a chance of a tenth.
*Verified 1:10*: below the threshold one row in ten is taken and weighs ten. *At 1%*: measured as
the row says, and carried to a prevalence of 1% (`at_prevalence`).
**Several classes.** Class shares are Dirichlet(2), the share right of each class is uniform in
0.40 … 0.95, the rest is spread over the other classes at random. Each sample has a population
of its own, so a row is the **mean** coverage over that prior; **minimum** is the lowest of its
four quarters; **too high** and **too low** are the shares of intervals that lie above and below
the truth. **none** is the share of samples without an interval (the key was undefined, or no
honest interval exists there): they count neither way, so that a row with many of them is about
the luckier samples. The standard error of a mean is about {error:.3f}, of a quarter twice that.
"""
# why a default interval can miss its level, by key; known from the method, not from this page
REASONS = {
    "partial_auroc": "few rows lie in the part of the curve that is read, and the variance is "
    "estimated from these",
    "average_precision": "it hangs on the few highest scores; their variance is underestimated "
    "in small samples and few clusters",
    "precision_at_recall": "the cut jumps between the scores of few positives: redraws of them "
    "are too alike, and the test of the recall is wide",
    "tpr_at_fpr": "the cut jumps between the scores of few negatives; redraws are lumpy, and "
    "their percentiles wide; so is the test of the rate where fewer than two are left",
    "recall_at_precision(0.7)": "the place of the cut and the recall there are both uncertain; "
    "the test turned round is wide where few are called",
    "g_mean": "a class without a hit makes it 0, and the interval is held open down to 0",
    "eer": "two rates meet at one of few scores; redraws are lumpy",
    "dor": "one more or less miss moves it by a factor; intervals on the log scale are wide",
    "lr_plus": "few false positives; the log scale is skewed",
    "auroc": "few cases: the outer ends of two intervals, one of which is wide where positives "
    "spread less than negatives",
}
DESIGNS = {
    "controls": "the class totals that the design fixes are taken to vary; and false positive "
    "rates below 1 in 240 are unknown, which average precision allows for",
    "verified": "few positives below the threshold are taken and carry most of the weight; where "
    "none is, nothing in the sample tells of them",
    "tenth": "a tenth of the rows carries half of the weight: its variance is hardly known",
}
AT_USE = "the interval allows for false positive rates that the negatives cannot show"
WIDE = {
    "auroc",
    "dor",
    "tpr_at_fpr",
    "recall_at_precision(0.7)",
    "g_mean",
}  # whose reason explains wide intervals only
SMALL = {
    "accuracy",
    "recall",
    "specificity",
    "precision",
    "npv",
    "f1",
    "mcc",
    "kappa",
    "balanced_accuracy",
    "informedness",
    "macro_f1",
    "weighted_f1",
    "macro_recall",
}


def written(outcomes: Sequence[Outcome], times: int, seed: int, redraws: int) -> str:
    """Rows that are off with their reasons, rows on the edge, and all rows."""
    off = [one for one in outcomes if is_off(one)]
    inside = sum(LOW <= coverage(one) <= HIGH for one in outcomes)
    none = sum(math.isnan(coverage(one)) for one in outcomes)
    edge = len(outcomes) - len(off) - inside - none
    error = (0.95 * 0.05 / max(times, 1)) ** 0.5
    parts = [
        HEAD.format(times=times, seed=seed, redraws=redraws, error=error),
        f"**{inside} of {len(outcomes)} rows have a mean coverage within 93–97%**, {edge} "
        f"are outside by less than two standard errors of the simulation, {none} have no figure "
        "in any sample. The others, with the reason:\n",
        _table(off, reasons=True) if off else "none.",
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


def is_off(one: Outcome) -> bool:
    """Whether the mean is outside 93–97% by more than the simulation can err."""
    share = coverage(one)
    if math.isnan(share):
        return False  # no figure in any sample
    error = (max(share * (1 - share), 0.02) / max(sum(one.found), 1)) ** 0.5
    return not LOW - 2 * error <= share <= HIGH + 2 * error


def _table(outcomes: Sequence[Outcome], *, reasons: bool) -> str:
    head = ["key", "n", "positives", "sample", "clusters", "weights", "classes"]
    head += ["mean", "minimum"]
    head += ["too high", "too low", "none", "width", "method", *(["why"] if reasons else [])]
    rows = ["| " + " | ".join(head) + " |", "|" + "--|" * len(head)]
    for one in outcomes:
        s, found = one.setting, max(sum(one.found), 1)
        cells = [
            f"`{one.key}`",
            f"{s.n:,}",
            f"{s.prevalence:.2%}".replace(".00%", "%") if s.classes == 2 else "",
            sample_words(s),
            "" if s.clusters is None else f"{s.clusters}{' uneven' if s.uneven else ''}",
            f"{s.weights:.1f}" if s.weights else "",
            str(s.classes),
            f"{coverage(one):.3f}",
            f"{minimum(one):.3f}",
            f"{one.below / found:.3f}",
            f"{one.above / found:.3f}",
            f"{1 - sum(one.found) / one.drawn:.1%}" if one.drawn else "",
            f"{one.width:.3f}",
            ", ".join(name for name, _ in one.methods[:2]),
        ]
        rows.append("| " + " | ".join([*cells, *([why(one)] if reasons else [])]) + " |")
    return "\n".join(rows)


def sample_words(setting: Setting) -> str:
    """What of the sample has no column of its own."""
    designs = {"controls": "controls × 20", "tenth": "a tenth × 10", "verified": "verified 1:10"}
    said = [designs[setting.design]] if setting.design else []
    if setting.of_positives != 1:
        said.append(f"sd {setting.of_positives:g}")
    if setting.silent:
        said.append(f"{setting.silent:.0%} silent")
    if setting.use is not None:
        said.append(f"at {setting.use:.0%}")
    return ", ".join(said)


def why(one: Outcome) -> str:
    """The reason for a coverage that is off; empty where none is known."""
    s = one.setting
    rare = s.n * min(s.prevalence, 1 - s.prevalence) if s.classes == 2 else s.n / s.classes
    said = []
    if s.design:
        said.append(DESIGNS[s.design])
    elif s.use is not None and one.key == "average_precision" and coverage(one) > HIGH:
        said.append(AT_USE)
    elif s.uneven:
        said.append("few clusters hold most of a class, so that its variance is hardly known")
    elif s.weights:
        rare /= math.exp(s.weights**2)
        if rare <= FEW_EFFECTIVE:
            said.append("few effective cases in a class, and what they weigh is hardly known")
    elif s.clusters is not None and s.clusters < 30:
        said.append("few clusters: their variance is hardly known")
    if one.key in REASONS and (coverage(one) > HIGH or one.key not in WIDE):
        said.append(REASONS[one.key])
    elif one.key in SMALL and rare <= 30:
        said.append("few cases in a class: counts are coarse")
    return "; ".join(said)

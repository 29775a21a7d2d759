"""The interval on which a gate judges a proportion: exact, so that its errors are what it says.

Wilson's interval has its level on average over the true shares; at one share it can miss it by
far (at a limit of 0.0015 and 100 rows it lies above the limit in 14 samples of 100). A gate
decides at one share, its limit. There the exact interval (Clopper CJ, Pearson ES (1934)
Biometrika 26:404–413) is the two one-sided binomial tests: neither error is above
(1 − level)/2, whatever the limit and the number of rows. With weights it takes the effective
number of trials (Korn EL, Graubard BI (1998) Survey Methodology 24:193–201).
"""

from __future__ import annotations

from dataclasses import replace

from veracity.intervals import proportion_interval
from veracity.metrics import Metric
from veracity.results import Estimate
from veracity.words import joined, say

BY_COUNT = ("wilson", "wilson (effective n)")  # of clusters no number of trials is known


def exact(estimate: Estimate, metric: Metric) -> Estimate:
    """The estimate of a proportion with the exact interval; any other as it is.

    >>> from veracity.metrics import find
    >>> wilson = Estimate(0.01, 0.0018, 0.0545, 0.95, "wilson", 100)
    >>> print(exact(wilson, find("fpr")))
    0.010 [0.00025, 0.054]
    """
    if metric.counted is None or estimate.method not in BY_COUNT or not estimate.n > 0:
        return estimate
    n, counted = estimate.n, estimate.method == "wilson"
    successes = round(estimate.value * n) if counted else estimate.value * n
    low, high = proportion_interval(successes, n, "clopper_pearson", estimate.level)
    bottom, top = metric.bounds
    return replace(
        estimate,
        low=max(float(low) - estimate.bound, bottom),
        high=min(float(high) + estimate.bound, top),
        method=estimate.method.replace("wilson", "clopper_pearson"),
        note=joined([note for note in (estimate.note, say("gate_exact")) if note]),
    )

"""Cost curves: the line of one confusion matrix, whose calls are fixed, with its band."""

from __future__ import annotations

import numpy as np

from veracity.curves.kinds.cost import NORMALISED, PROBABILITY_COST, cost_lines
from veracity.decisions.prevalence.rate_bands import RateSample, on_scale
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.results import Band, Curve
from veracity.statistics import ConfusionMatrix
from veracity.statistics.numerics.quantiles import quantiles
from veracity.words import joined, say

POINTS = 101


def cost_line(matrix: ConfusionMatrix, settings: Settings | None = None) -> Curve:
    """FNR · x + FPR · (1 − x) at every probability cost x, with a pointwise band.

    One operating point of a classifier in the space of Drummond & Holte (2006). The variance
    is x² Var FNR + (1 − x)² Var FPR − 2 x (1 − x) Cov, on the logit scale.

    >>> line = cost_line(ConfusionMatrix([[90, 10], [5, 95]], labels=(0, 1)))
    >>> line.y[[0, 50, 100]].round(3).tolist()
    [0.1, 0.075, 0.05]
    """
    settings = settings or Settings()
    x = np.linspace(0.0, 1.0, POINTS)
    sample = Estimator(matrix, settings).sample
    fnr, fpr = (float(find(key)(matrix)) for key in ("fnr", "fpr"))
    y = cost_lines(fnr, fpr, x)
    rates = RateSample(sample.smoothed or sample)
    variance, freedom = rates.variance(-x, 1 - x)
    middle = cost_lines(1 - rates.rates[0], rates.rates[1], x)
    times = quantiles(settings.confidence_level, freedom)
    low, high = on_scale(middle, np.sqrt(variance), times, (0.0, 1.0))
    return Curve(
        "cost_line",
        {"probability_cost": x, "cost": y, "trivial": np.minimum(x, 1 - x)},
        np.full(POINTS, np.nan),
        {"probability_cost": PROBABILITY_COST, "cost": NORMALISED},
        {"probability_cost": (0.0, 1.0), "cost": (0.0, 0.5)},
        band=Band(np.minimum(low, y), np.maximum(high, y), settings.confidence_level, "delta"),
        note=joined(
            [say("label_shift_curve"), *([say("one_cluster")] if sample.cluster_count == 1 else [])]
        ),
    )

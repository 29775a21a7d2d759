"""The default interval of the ROC area covers, also where the classes spread unlike each other."""

import numpy as np
import pytest
from scipy.special import ndtri

from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.statistics import ScoreTable

TIMES = 600


def coverage(positives, negatives, area, spread, silent, seed):
    """The share of samples whose interval holds the area; `silent` positives are as negatives."""
    draw, truth = np.random.default_rng(seed), np.repeat([1, 0], (positives, negatives))
    distance = ndtri(area) * np.sqrt(1 + spread**2)
    known = (1 - silent) * area + silent / 2
    held = 0
    for _ in range(TIMES):
        loud = draw.random(positives) >= silent
        high = np.where(
            loud, distance + spread * draw.normal(size=positives), draw.normal(size=positives)
        )
        table = ScoreTable.of_rows(truth, np.append(high, draw.normal(size=negatives)))
        found = Estimator(table, Settings()).estimate(find("auroc"))
        held += found.low <= known <= found.high
    return held / TIMES


@pytest.mark.parametrize(
    ("rows", "area", "spread", "silent"),
    [
        ((30, 970), 0.8, 2.0, 0.0),
        ((45, 2000), 0.99, 1.0, 0.3),
        ((15, 150), 0.8, 1.0, 0.0),
        ((15, 15), 0.93, 1.0, 0.0),
    ],
)
def test_few_positives_of_any_spread(rows, area, spread, silent):
    """Newcombe's alone covered 0.87 and 0.84 of the first two, DeLong's 0.91 of the third."""
    # 0.93 less 1.6 standard errors of 600 samples
    assert coverage(*rows, area, spread, silent, seed=3) >= 0.93 - 0.017

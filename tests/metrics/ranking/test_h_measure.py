"""The H-measure with a severity ratio, as the package hmeasure 0.1.6 prints it in its help."""

import numpy as np
import pytest

from veracity.metrics import find
from veracity.statistics import ScoreTable

TRUTH = [1, 1, 0, 1, 1, 0, 1, 1, 1, 0]
SCORES = [
    *(0.84901876, 0.10282827, 0.43752488, 0.46004468, 0.90878931),
    *(0.79177719, 0.5297229, 0.13803906, 0.73166264, 0.22959056),
]


@pytest.mark.parametrize(
    ("ratio", "said"),
    [
        (None, 0.18310946512079307),  # theirs with a negative ratio: Beta(1 + π, 2 − π)
        (7 / 3, 0.18889596344769588),  # their default: positives to negatives
        (0.7, 0.13502616807120948),
        (0.5, 0.10750123502531805),
        (0.1, 0.001212529211507385),
    ],
)
def test_values_of_the_package(ratio, said) -> None:
    table = ScoreTable.of_rows(TRUTH, SCORES, labels=(0, 1))
    given = {} if ratio is None else {"severity_ratio": ratio}
    assert float(find("h_measure").with_values(**given)(table)) == pytest.approx(said, abs=1e-12)


def test_the_beta_of_the_first_paper_is_a_ratio_of_one() -> None:
    """Beta(2, 2), integrated numerically over costs."""
    draw = np.random.default_rng(0)
    truth = draw.integers(0, 2, 50)
    scores = draw.normal(truth, 1)
    cost = (np.arange(20000) + 0.5) / 20000
    density = 6 * cost * (1 - cost)
    cuts = np.r_[np.inf, np.unique(scores)]
    pi = truth.mean()
    rates = [((scores >= t)[truth == 1].mean(), (scores >= t)[truth == 0].mean()) for t in cuts]
    losses = [cost * (1 - pi) * fpr + (1 - cost) * pi * (1 - tpr) for tpr, fpr in rates]
    least = np.min(losses, axis=0)
    trivial = np.minimum(cost * (1 - pi), (1 - cost) * pi)
    said = 1 - (least * density).sum() / (trivial * density).sum()
    table = ScoreTable.of_rows(truth, scores, labels=(0, 1))
    assert float(find("h_measure(1)")(table)) == pytest.approx(said, abs=1e-6)

"""The Murphy diagram: the mean elementary score of probabilities, whatever the costs are."""

from __future__ import annotations

import numpy as np

from veracity.arrays import ratio
from veracity.results.estimate.curve import Curve
from veracity.statistics.scores.score_table import ScoreTable
from veracity.words import Text

THETA = Text("Threshold θ (cost of a false alarm, as a share)", "阈值 θ（误报代价的占比）")
SCORE = Text("Mean elementary score", "平均基本评分")


def murphy(table: ScoreTable) -> Curve:
    """θ · false alarms + (1 − θ) · misses, for each case, when acting where p is above θ.

    Every proper score of a probability is a mixture of these elementary scores: a forecast that
    is below another one at every θ is better under all of them. Twice the area under the curve
    is the Brier score. It jumps at every probability, so that each is there twice. Ehm W, Gneiting
    T, Jordan A, Krüger F (2016) J R Stat Soc B 78(3):505–562.

    >>> curve = murphy(ScoreTable.of_rows([0, 1], [0.25, 0.75]))
    >>> curve["theta"].tolist()
    [0.0, 0.25, 0.25, 0.75, 0.75, 1.0]
    >>> curve["score"].tolist()
    [0.0, 0.125, 0.0, 0.0, 0.125, 0.0]
    """
    scores = table.scores[::-1]  # rising
    theta = np.concatenate([[0.0], np.repeat(scores, 2), [1.0]])
    false = (np.asarray(table.negatives) - table.negative[..., ::-1].cumsum(-1)).clip(0.0)
    missed = table.positive[..., ::-1].cumsum(-1)
    before = np.concatenate([[float(table.negatives)], false])
    after = np.concatenate([[0.0], missed])
    alarms, misses = np.repeat(before, 2), np.repeat(after, 2)
    score = ratio(theta * alarms + (1 - theta) * misses, table.total)
    top = float(np.nanmax(score, initial=0.0))
    return Curve(
        "murphy",
        {"theta": theta, "score": score},
        theta.copy(),
        {"theta": THETA, "score": SCORE},
        {"theta": (0.0, 1.0), "score": (0.0, top or 1.0)},
    )

"""How the labels of each row are ranked by its scores, beside the labels it truly has."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats

CHUNK = 1 << 15


def ranked_values(truth: NDArray[np.bool_], scores: Floats) -> Floats:
    """(rows, 4): average precision, coverage, ranking loss and one-error of each row.

    Labels with equal scores share the worse rank, as scikit-learn has it: in coverage and
    average precision all of them stand above, in the ranking loss a tie is wrong. Of a tie for
    the first rank the one-error is the share of false labels. A row without true labels, or
    with nothing else, has average precision 1 and loss 0.

    >>> ranked_values(np.array([[True, False, False]]), np.array([[0.5, 0.9, 0.1]])).tolist()
    [[0.5, 2.0, 0.5, 1.0]]
    """
    parts = [
        _chunk(truth[start : start + CHUNK], scores[start : start + CHUNK])
        for start in range(0, len(truth), CHUNK)
    ]
    return np.concatenate([np.zeros((0, 4)), *parts])


def _chunk(truth: NDArray[np.bool_], scores: Floats) -> Floats:
    wide = truth.shape[1]
    order = np.argsort(-scores, axis=1, kind="stable")
    falling, true = np.take_along_axis(scores, order, 1), np.take_along_axis(truth, order, 1)
    new = np.ones(falling.shape, bool)  # where a group of equal scores begins
    new[:, 1:] = falling[:, 1:] != falling[:, :-1]
    index = np.arange(wide)
    first = np.maximum.accumulate(np.where(new, index, 0), 1)
    ends = np.where(np.roll(new, -1, 1), index + 1, wide)
    ends[:, -1] = wide
    last = np.minimum.accumulate(ends[:, ::-1], 1)[:, ::-1]  # labels down to the end of the group
    upto = np.cumsum(true, 1)
    found = np.take_along_axis(upto, last - 1, 1)
    above = np.where(first > 0, np.take_along_axis(upto, np.maximum(first - 1, 0), 1), 0)
    number = upto[:, -1]
    usual = (number > 0) & (number < wide)
    with np.errstate(invalid="ignore", divide="ignore"):
        precision = (true * found / last).sum(1) / number
        wrong = (~true * (number[:, None] - above)).sum(1) / (number * (wide - number))
    top = last[:, 0]
    return np.stack(
        [
            np.where(usual, precision, 1.0),
            np.where(true, last, 0).max(1).astype(float),
            np.where(usual, wrong, 0.0),
            1 - np.take_along_axis(upto, (top - 1)[:, None], 1)[:, 0] / top,
        ],
        1,
    )

"""How much each row moves a metric of K columns: its derivative by the weight of every entry.

For most metrics the derivative is found numerically, by moving every cell of a table a little.
K columns of K classes have too many cells for that where classes are many; what is averaged
over classes here has a closed form. A test holds each to the numerical one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from veracity.arrays import Bools, Floats, Ints, ratio
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.row_tables import weight_below
from veracity.statistics.matrix.cells import tallied


def mean_moves(joint: JointScores, loss: Floats) -> Floats:
    """Of the mean of a loss that every entry has, (T,)."""
    total = joint.weight.sum()
    moves: Floats = (loss - (joint.weight * loss).sum() / total) / total
    return moves


def of_truth(joint: JointScores) -> Floats:
    """What the column of the true class says of each entry."""
    return np.asarray(joint.scores[_own_columns(joint)[joint.truth], np.arange(len(joint))])


def squared_losses(joint: JointScores) -> Floats:
    """Σ_k (p_k − y_k)² of each entry."""
    happened = _own_columns(joint)[joint.truth] == np.arange(len(joint.names))[:, None]
    return np.asarray(((joint.scores - happened) ** 2).sum(0))


def ranked_losses(joint: JointScores) -> Floats:
    """The mean over classes of (F_k − O_k)² of each entry, from cumulated probabilities."""
    reached = joint.truth <= np.arange(len(joint.names))[:, None]
    return np.asarray(((joint.scores - reached) ** 2).mean(0))


def class_totals(joint: JointScores) -> Floats:
    """Weight of each true class."""
    return tallied(joint.truth, joint.weight, joint.classes)


def moves_against_rest(joint: JointScores, *, weighted: bool = False) -> Floats:
    """Of the mean of the ROC areas of each class against all others."""
    totals, own = class_totals(joint), _own_columns(joint)
    share = totals if weighted else np.ones(joint.classes)
    share, total = share / share.sum(), float(totals.sum())
    moves, areas = np.zeros(len(joint)), np.empty(joint.classes)
    for k, column in enumerate(own):
        mine = np.flatnonzero(joint.truth == k)
        others = np.flatnonzero(joint.truth != k)
        won, lost, areas[k] = _between(joint, column, mine, others)
        moves[mine] += share[k] * won
        moves[others] += share[k] * lost
    if weighted:  # the shares of the classes move too
        moves += (areas[joint.truth] - share @ areas) / total
    return moves


def moves_against_each(joint: JointScores, *, weighted: bool = False) -> Floats:
    """Of the mean over pairs of classes of Hand and Till's areas, both ways."""
    totals, own, size = class_totals(joint), _own_columns(joint), joint.classes
    share = totals[:, None] + totals if weighted else np.ones((size, size))
    share = np.where(np.eye(size, dtype=bool), 0.0, share)
    whole = float(share.sum())
    moves, areas = np.zeros(len(joint)), np.zeros((size, size))
    for i, column in enumerate(own):
        scores, mine = joint.scores[column], joint.truth == i
        others, weight = ~mine, joint.weight[mine]
        # how far a case of another class is above those of this one does not ask which it is
        above = 1 - weight_below(scores[others], scores[mine], weight) / totals[i]
        truth, own_weight = joint.truth[others], joint.weight[others]
        areas[i] = np.bincount(truth, own_weight * above, size) / totals
        part = share[i] / whole
        moves[others] += part[truth] * (above - areas[i, truth]) / totals[truth]
        areas[i, i] = 0.0
        won = weight_below(scores[mine], scores[others], own_weight * (part / totals)[truth])
        moves[mine] += (won - (part * areas[i]).sum()) / totals[i]
    if weighted:
        both = (areas + areas.T) / 2
        mean = float((share * areas).sum()) / whole
        away = np.where(np.eye(size, dtype=bool), 0.0, both - mean).sum(1)
        moves += 2 * away[joint.truth] / whole
    return moves


def moves_of_precisions(joint: JointScores, *, weighted: bool = False) -> Floats:
    """Of the mean of the average precisions of each class against all others."""
    totals, own = class_totals(joint), _own_columns(joint)
    share = totals if weighted else np.ones(joint.classes)
    share, total = share / share.sum(), float(totals.sum())
    moves, found = np.zeros(len(joint)), np.empty(joint.classes)
    for k, column in enumerate(own):
        of_class, found[k] = _precision(joint.scores[column], joint.truth == k, joint.weight)
        moves += share[k] * of_class
    if weighted:  # the shares of the classes move too
        moves += (found[joint.truth] - share @ found) / total
    return moves


def moves_of_pooled_precision(joint: JointScores) -> Floats:
    """Of the average precision of all columns pooled: a row is in it once for each column."""
    scores, yes, weight = _pooled(joint)
    moves: Floats = _precision(scores, yes, weight)[0].reshape(joint.scores.shape).sum(0)
    return moves


def moves_of_pooled_area(joint: JointScores) -> Floats:
    """Of the ROC area of all columns pooled."""
    scores, yes, weight = _pooled(joint)
    w, v = weight[yes], weight[~yes]
    below = weight_below(scores[yes], scores[~yes], v) / v.sum()
    above = 1 - weight_below(scores[~yes], scores[yes], w) / w.sum()
    area = float((w * below).sum() / w.sum())
    moves = np.empty(len(scores))
    moves[yes], moves[~yes] = (below - area) / w.sum(), (above - area) / v.sum()
    summed: Floats = moves.reshape(joint.scores.shape).sum(0)
    return summed


def moves_of_thresholds(joint: JointScores) -> Floats:
    """Of the mean ROC area over the splits of ordered classes, from cumulated probabilities."""
    moves = np.zeros(len(joint))
    for column, name in enumerate(joint.names):
        reached = joint.truth <= joint.labels.index(name)
        yes, no = np.flatnonzero(reached), np.flatnonzero(~reached)
        won, lost, _ = _between(joint, column, yes, no)
        moves[yes] += won
        moves[no] += lost
    return moves / len(joint.names)


def _pooled(joint: JointScores) -> tuple[Floats, Bools, Floats]:
    """Scores, whether it is the true class, and weights, of every column after the other."""
    happened = _own_columns(joint)[joint.truth] == np.arange(len(joint.names))[:, None]
    weight = np.broadcast_to(joint.weight, joint.scores.shape)
    return joint.scores.ravel(), happened.ravel(), weight.ravel()


def _precision(scores: Floats, yes: Bools, weight: Floats) -> tuple[Floats, float]:
    """The derivatives of the average precision by the weight of every entry, and its value.

    With p positive weight at a threshold, T and F the positives and negatives at or above it, it is
    Σ p T/(T + F)/P.
    """
    _, index = np.unique(-scores, return_inverse=True)
    size = int(index.max()) + 1
    p, q = (np.bincount(index[rows], weight[rows], size) for rows in (yes, ~yes))
    true, false = np.cumsum(p), np.cumsum(q)
    called_positive, positives = true + false, float(true[-1])
    precision = ratio(true, called_positive)
    value = float(np.nansum(p * precision) / positives)
    gained, lost = (p * ratio(part, called_positive**2) for part in (false, true))
    after = (np.cumsum(np.nan_to_num(part)[::-1])[::-1] for part in (gained, lost))
    up, down = after
    moves = np.where(yes, (precision + up)[index] - value, -down[index]) / positives
    return moves, value


def _between(joint: JointScores, column: int, yes: Ints, no: Ints) -> tuple[Floats, Floats, float]:
    """The derivatives of the ROC area by the weight of both groups, in one column, and the area."""
    w, v = joint.weight[yes], joint.weight[no]
    one, other = joint.scores[column, yes], joint.scores[column, no]
    below = weight_below(one, other, v) / v.sum()
    above = 1 - weight_below(other, one, w) / w.sum()
    area = float((w * below).sum() / w.sum())
    return (below - area) / w.sum(), (above - area) / v.sum(), area


def skill_moves(joint: JointScores, loss: Floats) -> Floats:
    """Of one minus the mean loss relative to that of the base rates, ½ Σ π(1 − π)."""
    totals = class_totals(joint)
    total = float(totals.sum())
    rates = totals / total
    slopes = (1 - 2 * rates) / 2
    base, mean = float((rates * (1 - rates)).sum()) / 2, float(joint.weight @ loss) / total
    of_base = (slopes[joint.truth] - rates @ slopes) / total
    moves: Floats = ratio(mean, base**2) * of_base - ratio(mean_moves(joint, loss), base)
    return moves


def log_skill_moves(joint: JointScores, loss: Floats) -> Floats:
    """Of one minus the mean loss relative to the entropy of the base rates."""
    totals = class_totals(joint)
    total = float(totals.sum())
    with np.errstate(divide="ignore"):
        surprise = -np.log(totals / total)
    base = float((totals * np.where(totals > 0, surprise, 0.0)).sum()) / total
    mean = float(joint.weight @ loss) / total
    of_base = (surprise[joint.truth] - base) / total
    moves: Floats = ratio(mean, base**2) * of_base - ratio(mean_moves(joint, loss), base)
    return moves


def _own_columns(joint: JointScores) -> Any:
    """The index of the column that each class has."""
    indices = {name: index for index, name in enumerate(joint.names)}
    return np.array([indices[label] for label in joint.labels])

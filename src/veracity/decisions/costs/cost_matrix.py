"""A matrix of costs: what each call costs for each truth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from veracity.arrays import Floats, ratio
from veracity.errors import quoted, refuse
from veracity.statistics import labels as naming
from veracity.statistics.labels import Label

MOST_PROGRAMMED = 40  # classes for which a linear program decides
MOST_COMPARED = 300  # classes of which each pair is compared
TINY = 1e-12


# K×K, rows truth and columns predictions, or {(truth, predicted): cost}
Costs = ArrayLike | Mapping[tuple[Label, Label], float]


@dataclass(frozen=True, eq=False)
class CostMatrix:
    """`costs[truth, predicted]` in the order of `labels`; utilities are costs with a minus sign."""

    costs: Floats
    labels: tuple[Label, ...]
    pos_label: Label | None
    utility: bool = False

    @property
    def threshold(self) -> float:
        """The probability of the positive class from which on calling it positive is cheapest.

        p* = (c_FP − c_TN)/((c_FP − c_TN) + (c_FN − c_TP)), for calibrated probabilities of two
        classes (Elkan C (2001) Proc. 17th IJCAI, 973–978); with nothing to pay for right calls
        c_FP/(c_FP + c_FN). nan for other K and where one class is never worth calling.
        """
        if len(self.labels) != 2 or self.pos_label is None:
            return float("nan")
        fp, fn, _ = self.as_two
        return float(ratio(fp, fp + fn)) if fp > 0 and fn > 0 else float("nan")

    @property
    def as_two(self) -> tuple[float, float, float]:
        """The regrets of two classes: of a false positive, of a false negative, and their scale.

        Given the truth, only differences within a row count: c_FP − c_TN and c_FN − c_TP.
        These are the `cost_fp` and `cost_fn` to choose a threshold with.
        """
        yes = self.labels.index(self.pos_label)
        c, no = self.costs, 1 - yes
        fp, fn = float(c[no, yes] - c[no, no]), float(c[yes, no] - c[yes, yes])
        return fp, fn, abs(fp) + abs(fn)

    @cached_property
    def never(self) -> tuple[Label, ...]:
        """Labels that are never the single best answer, whatever the probabilities.

        A label is worth answering if some probabilities of the classes make it cheaper than
        every other one: a small linear program for each label. Above 40 classes only labels
        are found of which one other is never dearer, above 300 none.
        """
        indices = range(len(self.labels))
        return tuple(self.labels[k] for k in indices if not self._worth(k))

    def _worth(self, index: int) -> bool:
        if len(self.labels) > MOST_COMPARED:
            return True
        others = np.delete(self.costs, index, 1) - self.costs[:, [index]]  # (K, K − 1)
        scale = max(float(np.abs(self.costs).max()), 1e-300)
        if not len(others.T):
            return True
        if (others <= TINY * scale).all(0).any():
            return False
        if len(self.labels) == 2:
            return True
        if len(self.labels) > MOST_PROGRAMMED:
            return True
        from scipy.optimize import linprog

        size = len(self.labels)
        # the largest margin t with Σ p (other − own) ≥ t for each other label
        found = linprog(
            np.append(np.zeros(size), -1.0),
            A_ub=np.column_stack([-others.T / scale, np.ones(size - 1)]),
            b_ub=np.zeros(size - 1),
            A_eq=np.append(np.ones(size), 0.0)[None],
            b_eq=[1.0],
            bounds=[(0, 1)] * size + [(None, None)],
        )
        return float(found.fun or 0.0) < -1e-9

    def best_call(self, probabilities: ArrayLike) -> Any:
        """The cheapest label for calibrated probabilities (..., K): its index; ties go first."""
        return (np.asarray(probabilities, np.float64) @ self.costs).argmin(-1)


def cost_matrix(
    given: Costs, labels: tuple[Label, ...], pos_label: Label | None, *, utility: bool = False
) -> CostMatrix:
    """Costs from a K×K array (rows truth, columns predictions) or {(truth, predicted): cost}.

    Pairs that a mapping leaves out cost 0. Utilities are what is gained.

    >>> cost_matrix({(1, 0): 25, (0, 1): 1}, (0, 1), 1).threshold
    0.038461538461538464
    """
    size = len(labels)
    if isinstance(given, Mapping):
        costs = _of_pairs(given, labels)
    else:
        try:
            costs = np.array(given, dtype=np.float64)
        except (TypeError, ValueError):
            raise refuse("cost_matrix_numbers", labels=quoted(labels)) from None
        if costs.shape != (size, size):
            raise refuse("cost_matrix_shape", shape=costs.shape, size=size, labels=quoted(labels))
    if not np.isfinite(costs).all():
        raise refuse("cost_matrix_numbers", labels=quoted(labels))
    return CostMatrix(-costs if utility else costs, labels, pos_label, utility)


def _of_pairs(given: Mapping[Any, Any], labels: tuple[Label, ...]) -> Floats:
    costs = np.zeros((len(labels), len(labels)))
    for pair, value in given.items():
        if not (isinstance(pair, tuple) and len(pair) == 2):
            raise refuse("cost_matrix_pair", pair=repr(pair))
        indices = []
        for label in pair:
            name = naming.canonical(label)
            if name not in labels:
                raise refuse("label_unknown", label=repr(label), labels=quoted(labels))
            indices.append(labels.index(name))
        try:
            costs[tuple(indices)] = float(value)
        except (TypeError, ValueError):
            raise refuse("cost_matrix_numbers", labels=quoted(labels)) from None
    return costs

"""The statistic of two models that name labels of the same rows: their sums, moving together."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.statistics.label_sets.label_sets import Bools, Ints, LabelSets
from veracity.statistics.label_sets.row_moments import RowMoments
from veracity.statistics.labels import Label

OfSets = Callable[[Floats, Floats, Floats, int], Floats]


@dataclass(frozen=True, eq=False)
class PairedLabelSets:
    """Cells of every label of the first model, then of the second, and row figures of both.

    `cells` has the labels twice. `agreement` sums, for each figure in turn, its values and the
    rows where it is defined, of the first model and of the second; last the weight of the rows.
    """

    cells: LabelSets
    figures: tuple[str, ...]
    agreement: RowMoments

    @classmethod
    def of_rows(
        cls,
        labels: tuple[Label, ...],
        truth: Bools,
        predicted: tuple[Bools, Bools],
        figures: Mapping[str, OfSets],
        *,
        weight: Floats | None = None,
        cluster: Ints | None = None,
    ) -> PairedLabelSets:
        """From indicator matrices (rows, labels) of the truth and both models."""
        twice = np.concatenate([truth, truth], 1), np.concatenate(predicted, 1)
        cells = LabelSets.of_rows((*labels, *labels), *twice, weight=weight, cluster=cluster)
        true = truth.sum(1).astype(float)
        features = []
        for of_sets in figures.values():
            for called in predicted:
                both, named = (truth & called).sum(1), called.sum(1)
                with np.errstate(invalid="ignore"):
                    value = of_sets(both.astype(float), named.astype(float), true, len(labels))
                known = ~np.isnan(value)
                features += [np.where(known, value, 0.0), known.astype(float)]
        table = np.stack([*features, np.ones(len(truth))], 1)
        weights = np.ones(len(truth)) if weight is None else weight
        return cls(cells, tuple(figures), RowMoments.of_rows(table, weights, cluster))

    def __add__(self, other: PairedLabelSets) -> PairedLabelSets:
        return PairedLabelSets(
            self.cells + other.cells, self.figures, self.agreement + other.agreement
        )

    def difference(self, figure: str) -> tuple[float, float]:
        """The mean of a row figure, first model minus second, and its variance."""
        at = 4 * self.figures.index(figure)
        value, known, other, defined = self.agreement.sums[at : at + 4]
        if not (known > 0 and defined > 0):
            return float("nan"), float("nan")
        gradient = np.zeros(len(self.agreement.sums))
        gradient[at : at + 4] = 1 / known, -value / known**2, -1 / defined, other / defined**2
        return float(value / known - other / defined), self.agreement.variance(gradient)

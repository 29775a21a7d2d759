"""The confusion matrix that people hold: counts, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike

from veracity import statistics
from veracity.arrays import Floats
from veracity.deprecated import Renamed, renamed_attribute
from veracity.engines.reading.category_order import category_order, labels_in_order
from veracity.errors import refuse
from veracity.evaluation.state.keys import computable
from veracity.metrics import find
from veracity.statistics.labels import Label, as_listed

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike
    from veracity.evaluation.single.statistics.posterior import MatrixPosterior
    from veracity.reports.formats.result_table import ResultTable

ROLES = ("negative", "positive")


class CountedMatrix(statistics.ConfusionMatrix):
    r"""A confusion matrix made from labels, counts or rates, and its metrics.

    >>> cm = CountedMatrix([[5, 1], [2, 4]], labels=[0, 1])
    >>> cm.tp, cm.metric("recall")
    (4, 0.6666666666666666)
    >>> cm
    truth \ predicted  0  1
    0                  5  1
    1                  2  4
    (rows are truth, columns are predictions, positive: 1)
    """

    called = renamed_attribute("called", Renamed("predicted", removed_in="0.3.0"))
    units = renamed_attribute("units", Renamed("clusters", removed_in="0.3.0"))

    @classmethod
    def from_labels(
        cls,
        y_true: ColumnLike,
        y_pred: ColumnLike,
        *,
        labels: Iterable[Any] | None = None,
        pos_label: Label | None = None,
        sample_weight: ColumnLike | None = None,
    ) -> Self:
        """Count rows by truth and prediction.

        >>> CountedMatrix.from_labels(["a", "b", "b"], ["a", "b", "a"]).counts.tolist()
        [[1, 0], [1, 1]]
        """
        from veracity.engines.reading.matrices import confusion_matrix
        from veracity.engines.reading.reading_labels import group_sum

        listed = None if labels is None else as_listed(labels)
        order = category_order(None, y_true, y_pred)
        grouped, _ = group_sum(
            None,
            {"y_true": y_true, "y_pred": y_pred},
            weight=sample_weight,
            labels=listed,
            label_keys=("y_true", "y_pred"),
        )
        if listed is None:
            listed = labels_in_order(grouped, order)
        return cls.like(confusion_matrix(grouped, listed=listed, pos_label=pos_label))

    @classmethod
    def from_counts(
        cls,
        *,
        tp: ArrayLike | None = None,
        fp: ArrayLike | None = None,
        fn: ArrayLike | None = None,
        tn: ArrayLike | None = None,
        labels: Iterable[Any] = ROLES,
    ) -> Self:
        """A two-class matrix from its four counts by name; the second label is positive.

        >>> CountedMatrix.from_counts(tp=4, fp=1, fn=2, tn=5).metric("precision")
        0.8
        """
        given = {"tp": tp, "fp": fp, "fn": fn, "tn": tn}
        missing = [name for name, count in given.items() if count is None]
        if missing:
            raise refuse("counts_missing", names=", ".join(missing))
        names = tuple(labels)
        if len(names) != 2:
            raise refuse("labels_do_not_fit", labels=len(names), classes=2)
        parts = np.broadcast_arrays(*(np.asarray(count) for count in (tn, fp, fn, tp)))
        counts = np.stack(parts, -1)
        shape = (*counts.shape[:-1], 2, 2)
        return cls(counts.reshape(shape), labels=names, pos_label=names[1])

    @classmethod
    def from_rates(
        cls,
        *,
        tpr: ArrayLike,
        fpr: ArrayLike,
        prevalence: ArrayLike,
        n: float = 1,
        labels: Iterable[Any] = ROLES,
    ) -> Self:
        """The matrix that these rates give among n cases; counts need not be whole.

        >>> CountedMatrix.from_rates(tpr=0.6, fpr=0.01, prevalence=0.01, n=10_000).tp
        60
        """
        for name, value in {"tpr": tpr, "fpr": fpr, "prevalence": prevalence}.items():
            rate = np.asarray(value, dtype=np.float64)
            if not ((rate >= 0) & (rate <= 1)).all():
                raise refuse("rate_outside", name=name, value=value)
        if not np.all(np.asarray(n) > 0) or not np.isfinite(n).all():
            raise refuse("n_not_positive", value=n)
        positives = np.asarray(prevalence, dtype=np.float64) * n
        negatives = (1 - np.asarray(prevalence, dtype=np.float64)) * n
        hit, false = np.asarray(tpr, dtype=np.float64), np.asarray(fpr, dtype=np.float64)
        return cls.from_counts(
            tp=_near_whole(positives * hit),
            fn=_near_whole(positives * (1 - hit)),
            fp=_near_whole(negatives * false),
            tn=_near_whole(negatives * (1 - false)),
            labels=labels,
        )

    @property
    def tp(self) -> Any:
        """True positives (two classes)."""
        return self._plain_number(super().tp)

    @property
    def fp(self) -> Any:
        """False positives: negatives called positive (two classes)."""
        return self._plain_number(super().fp)

    @property
    def fn(self) -> Any:
        """False negatives: positives called negative (two classes)."""
        return self._plain_number(super().fn)

    @property
    def tn(self) -> Any:
        """True negatives (two classes)."""
        return self._plain_number(super().tn)

    def metric(self, key: str, **values: Any) -> Any:
        """The value of a metric: a float, or an array for leading axes; never an Estimate.

        >>> cm = CountedMatrix.from_counts(tp=4, fp=1, fn=2, tn=5)
        >>> cm.metric("kappa"), cm.metric("fbeta(2)") == cm.metric("fbeta", beta=2)
        (0.5, True)
        """
        value = computable(find(key), self).with_values(**values)(self.plain())
        return value if self.shape else float(value)

    def posterior(
        self, *, prior: str | ArrayLike = "jeffreys", n: int = 10_000, random_state: int = 0
    ) -> MatrixPosterior:
        """Draws of what the matrix may be in truth; any metric of them, with its interval.

        prior: "jeffreys" adds 1/2 to each cell, "uniform" 1; or a number, or a matrix.

        >>> cm = CountedMatrix.from_counts(tp=4, fp=1, fn=2, tn=5)
        >>> print(cm.posterior(n=2000).estimate("recall").n)
        12.0
        """
        from veracity.evaluation.single.statistics.posterior import matrix_posterior

        return matrix_posterior(self, prior, n, random_state)

    def table(self) -> ResultTable:
        """A line for each true class, a column for each prediction; one matrix, not a stack."""
        from veracity.reports.formats.result_tables import matrix_table

        if self.shape:
            raise refuse("table_of_many", shape=self.shape)
        counts = self.counts
        dense = counts.toarray() if hasattr(counts, "toarray") else counts
        return matrix_table(self.labels, dense.tolist())

    def to_pandas(self) -> Any:
        """The table as a pandas DataFrame."""
        return self.table().to_pandas()

    def to_polars(self) -> Any:
        """The table as a polars DataFrame."""
        return self.table().to_polars()

    def pairs(self) -> tuple[Self, ...]:
        """One two-class matrix for each pair of classes, for `aggregate`."""
        return tuple(
            self.one_vs_one(b, a)
            for index, a in enumerate(self.labels)
            for b in self.labels[index + 1 :]
        )

    def by_role(self) -> Self:
        """The same two classes named by their role: negative and positive."""
        if self.positive_index == 0:
            swapped = self.relabelled(self.labels[::-1])
            return swapped.changed(labels=ROLES, pos_label=ROLES[1])
        return self.changed(labels=ROLES, pos_label=ROLES[1])

    def _plain_number(self, cell: float) -> Any:
        if self.shape:
            return cell
        return int(cell) if float(cell).is_integer() else float(cell)


def _near_whole(count: Floats) -> Floats:
    """Whole numbers where only rounding of the rates keeps the counts from it."""
    nearest = np.round(count)
    close = (nearest >= 1) & (np.abs(count - nearest) <= 1e-12 * nearest)
    return np.where(close, nearest, count)[()]

"""Folds apart, their mean with an interval that knows they share rows, all rows pooled."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from veracity.arrays import Floats
from veracity.errors import NotHere, quoted, refuse
from veracity.evaluation.folds.aggregate import Aggregate, Macro, Values
from veracity.evaluation.inputs.from_estimator import words_of_estimator
from veracity.evaluation.single.evaluation import Evaluation
from veracity.intervals.formulas.corrected_t import corrected_mean
from veracity.metrics import Metric, find
from veracity.results import Estimate
from veracity.words import Text, joined, say

if TYPE_CHECKING:
    from veracity.evaluation.folds.nested import NestedFolds
    from veracity.results import Curve
    from veracity.results.gates.verdict import Verdict

METHOD = "nadeau_bengio"
OF_DATA = frozenset(  # the same whatever is predicted
    {
        *("prevalence", "no_information_rate", "entropy_bits"),
        *("murphy_uncertainty", "corp_uncertainty"),
    }
)
BANDS = ("pointwise", "none", None)
Averaged = Literal["vertical", "threshold", "pooled"]


@dataclass(frozen=True)
class Procedure:
    """How the folds came about, as far as it is known.

    `name` is that of the estimator, `fitted_before` says that it came already fitted,
    `fold_is_cluster` that one column was given as both; `splits` tells which rows were tested in
    which fold, `trained_share` which share of all rows a model was trained on, the mean over folds;
    `own_rule` that labels are those of its predict, as it does not call the most probable class.
    """

    name: str = ""
    response: str = ""
    fitted_before: bool = False
    fold_is_cluster: bool = False
    splits: str = ""  # a code of the test rows of all folds
    trained_share: float | None = None
    own_rule: bool = False


@dataclass(frozen=True, eq=False, repr=False)
class FoldMeans(Aggregate):
    """Folds apart, averaged and pooled.

    What is estimated is the performance of the procedure, trained on as many rows as each fold
    leaves; not that of a final model trained on all. `mean[key]` is the headline: the mean over
    folds, with an interval that knows that folds share training rows. `pooled` puts the
    out-of-fold predictions of all folds together.
    """

    training: tuple[float, ...] = ()  # rows that the model of each fold was trained on
    repeats: tuple[Any, ...] = ()  # to which repeat each fold belongs
    whole: Evaluation | None = None  # all out-of-fold predictions
    read_whole: Callable[[], Evaluation] | None = None  # the same where they are yet to be read
    procedure: Procedure = field(default_factory=Procedure)
    nested: NestedFolds | None = None

    def __getstate__(self) -> dict[str, Any]:
        """What is kept in a pickle: all rows are read for it, as the folds are."""
        return super().__getstate__() | {"whole": self._all_rows(), "read_whole": None}

    @cached_property
    def folds(self) -> tuple[Evaluation, ...]:
        """The evaluation of each fold, with the intervals of its own rows."""
        return tuple(
            part.part(part.held, part.rows, settings=self.settings, asked=part.asked)
            for part in self.parts
        )

    @property
    def repeated(self) -> bool:
        """Whether rows were predicted several times."""
        return len(set(self.repeats)) > 1

    @cached_property
    def pooled(self) -> Evaluation:
        """All out-of-fold predictions as one evaluation.

        In repeated cross-validation a row is in it several times: figures without intervals.
        """
        read = self._all_rows()
        whole = super().pooled if read is None else read
        if not self.repeated:
            return whole
        return whole.part(
            whole.held,
            whole.rows,
            groups=whole.groups,
            settings=replace(self.settings, method="none"),
            asked=whole.asked,
            notes_on_rows=(*whole.notes_on_rows, say("cv_pooled_repeats")),
        )

    def _all_rows(self) -> Evaluation | None:
        return self.whole if self.read_whole is None else self.read_whole()

    @property
    def mean(self) -> Macro:
        """The mean over folds by key, with the interval that knows they share rows."""
        return self.macro

    def __getitem__(self, key: str) -> Estimate:
        return self.mean[key]

    @property
    def test_per_training(self) -> float:
        """Test rows for each training row, the mean over folds."""
        each = [p.rows.used / n for p, n in zip(self.parts, self.training, strict=True) if n > 0]
        return float(np.mean(each)) if each else math.nan

    @property
    def training_share(self) -> float:
        """The share of the rows that a fold's model was trained on, the mean over folds."""
        known = self.procedure.trained_share
        return 1 / (1 + self.test_per_training) if known is None else known

    @property
    def estimand(self) -> Text:
        """What the figures are about, in one sentence."""
        share, name = 100 * self.training_share, self.procedure.name or say("cv_model")
        if math.isnan(share):
            return say("cv_estimand_share_unknown", name=name)
        return say("cv_estimand", share=f"{share:.0f}", name=name)

    # numbers

    def _estimated(
        self, combine: Callable[[Values], Floats], metrics: Sequence[Metric]
    ) -> Estimate:
        level = self.settings.confidence_level
        value = float(combine(lambda key: np.array(list(self.each(key).values()))))
        n = float(sum(part.rows.used for part in self.parts))
        bounds = [part[metric.key].bound for metric in metrics for part in self.parts]
        bound = float(sum(bounds)) / len(self.parts)
        if self.nested is not None and len(metrics) == 1 and metrics[0].key not in OF_DATA:
            found = self.nested.estimate(metrics[0], level, n)
            if found is not None:
                return found
        chance = self._chance(metrics)
        why = self._no_interval(value, metrics)
        if why is not None:
            return Estimate(value, math.nan, math.nan, level, "none", n, bound, why, chance)
        values = np.array(list(self.each(metrics[0].key).values()))
        ends = corrected_mean(values, self.test_per_training).ends(level)
        least, most = metrics[0].bounds
        low, high = max(float(ends[0]) - bound, least), min(float(ends[1]) + bound, most)
        note = say("cv_corrected", n=len(self.parts))
        if self.nested is not None:
            note = joined([note, say("cv_not_nested")])
        return Estimate(value, low, high, level, METHOD, n, bound, note, chance)

    def _no_interval(self, value: float, metrics: Sequence[Metric]) -> Text | None:
        each = [np.array(list(self.each(metric.key).values())) for metric in metrics]
        blame = [self.names[i] for i in np.flatnonzero(np.isnan(each).any(0))]
        if blame:
            return say("undefined_for_matrices", names=quoted(blame))
        if not math.isfinite(value):
            return say("mean_undefined")
        if self.settings.method == "none":
            return Text("", "")
        if len(metrics) > 1:
            return say("cv_two_means")
        if metrics[0].key in OF_DATA:
            return say("cv_of_data")
        if len(self.parts) < 2:
            return say("cv_one_fold")
        if math.isnan(self.test_per_training):
            return say("cv_training_unknown")
        if float(np.ptp(each[0])) <= 4 * np.finfo(float).eps * max(1.0, abs(value)):
            return say("cv_no_spread")
        return None

    def check(self, requirements: str | Iterable[str]) -> Verdict:
        """Requirements on means over folds, as `vc.check` judges them: by their intervals."""
        from veracity.gates import judge_figures

        def figure(name: str, level: float) -> tuple[str, Text, Estimate]:
            metric = find(name)
            at = replace(self, settings=replace(self.settings, confidence_level=level))
            return metric.key, metric.display_name, at.mean[metric.key]

        return judge_figures(requirements, self.settings.confidence_level, figure)

    # curves

    def roc(self, average: Averaged = "vertical", band: str | None = "pointwise") -> Curve:
        """The ROC curve of the procedure: averaged over folds, or of the pooled predictions.

        "vertical" averages the true positive rate at each false positive rate, "threshold" both
        rates at each threshold (Fawcett T (2006) Pattern Recognition Letters 27:861–874). The
        pointwise band has the corrected t of the mean over folds.
        """
        return self._curve("roc", average, band)

    def pr(self, average: Averaged = "vertical", band: str | None = "pointwise") -> Curve:
        """The precision-recall curve, averaged in the same ways."""
        return self._curve("pr", average, band)

    def _curve(self, kind: Literal["roc", "pr"], average: str, band: str | None) -> Curve:
        from veracity.evaluation.folds.averaged_curves import averaged_curve

        if any(part.held.scores is None for part in self.parts):
            raise refuse("cv_curves_need_scores", NotHere)
        if band not in BANDS:
            raise refuse("cv_band_unknown", band=repr(band), bands=quoted(BANDS[:2]))
        if average == "pooled":
            whole, drawn = self.pooled, None if band == "none" or self.repeated else band
            return whole.roc(band=drawn) if kind == "roc" else whole.pr(band=drawn)
        curves = [getattr(part, kind)() for part in self.parts]
        level = None if band in (None, "none") else self.settings.confidence_level
        return averaged_curve(curves, average, self.test_per_training, level)

    def _notes(self, pooled: Evaluation | None) -> tuple[Text, ...]:
        scale = pooled is not None and pooled.scores is not None
        notes = self._origin() + ((say("cv_pooled_scores"),) if scale else ())
        return (*notes, say("cv_pooled_repeats")) if self.repeated else notes

    def _origin(self) -> tuple[Text, ...]:
        """Which method of the estimator gave the predictions, where it is known."""
        made = self.procedure
        if not made.response:
            return ()
        return words_of_estimator(made.name, made.response, made.own_rule)

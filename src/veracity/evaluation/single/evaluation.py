"""What `evaluate` gives: every metric of the statistics held, computed on demand."""

from __future__ import annotations

import math
import os
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from veracity import statistics
from veracity.decisions.expected_loss.population import Population, several
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.errors import CannotMerge, NotHere, UnknownName, refuse
from veracity.evaluation.single.calibrated import Calibrated
from veracity.evaluation.single.cautioned import cautions
from veracity.evaluation.single.confusion_matrix import ConfusionMatrix
from veracity.evaluation.single.display import Shown
from veracity.evaluation.single.slices import Slices
from veracity.evaluation.single.thresholds import Thresholds
from veracity.evaluation.single.uses import Uses
from veracity.evaluation.single.verdict import verdict
from veracity.evaluation.state.cutting import acting
from veracity.evaluation.state.held import Held, Scores
from veracity.evaluation.state.keys import available, check, kind_read, read_by
from veracity.evaluation.state.remarks import (
    between_edges,
    noted,
    of_calls,
    of_resolution,
    remarked,
)
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.projecting import can_move
from veracity.results import Estimate
from veracity.results.estimate.caution import Caution
from veracity.statistics import RowAccount
from veracity.statistics.labels import Label
from veracity.words import Text, say

if TYPE_CHECKING:
    from veracity.evaluation.single.plotting import Plots


class Evaluation(Thresholds, Calibrated, Uses, Shown):
    """Every metric with its interval, by key; also by class and by group.

    `asked` are the keys that a user named, `notes` what there is to know of all figures: of
    the grid that scores are in, `said_of_rows` and, at another threshold, `said_of_cut`.
    `population` is the one that figures are projected to, if not that of the rows;
    `chosen_here` says that the threshold was chosen on these very rows.

    >>> ev = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate()
    >>> print(ev["recall"])
    0.667 [0.541, 0.773]
    >>> "mcc" in ev, len(ev.keys()) > 50
    (True, True)
    """

    def __init__(
        self,
        held: Held,
        *,
        rows: RowAccount,
        settings: Settings,
        groups: Mapping[Label, Held] | None = None,
        asked: tuple[str, ...] = (),
        weight_kind: str | None = None,
        threshold: float | None = None,
        min_count: int | None = None,
        said_of_rows: tuple[Text, ...] = (),
        said_of_cut: tuple[Text, ...] = (),
        population: Population | None = None,
        chosen_here: bool = False,
    ) -> None:
        self.held = held
        self.rows = rows
        self.settings = settings
        self.groups = dict(groups or {})
        self.asked = asked
        self.weight_kind = weight_kind
        self.threshold = threshold
        self.min_count = min_count
        self.said_of_rows = said_of_rows
        self.said_of_cut = said_of_cut
        self.population = population
        self.chosen_here = chosen_here
        self._found: dict[str, Estimate] = {}
        self._estimators: dict[Any, Estimator] = {}
        for key in asked:
            self[key]

    def __getstate__(self) -> dict[str, Any]:
        """What is kept in a pickle: everything but redraws, which come back from their seed."""
        return self.__dict__ | {"_estimators": {}}

    # the statistics

    @property
    def confusion(self) -> ConfusionMatrix | None:
        """The confusion matrix; None where only scores are known and no threshold.

        At another prevalence it is the one expected there, of as many rows.
        """
        matrix = self.held.confusion
        if matrix is None or self.population is None:
            return matrix
        return matrix.at_prevalence(self.population.share)

    @property
    def scores(self) -> Scores | None:
        """What ranks: a score table, a certified grid, or several columns; None for labels."""
        return self.held.scores

    @property
    def notes(self) -> tuple[Text, ...]:
        """What there is to know of all figures."""
        said = (*of_resolution(self.held), *self.said_of_rows, *self.said_of_cut)
        if self.population is None:
            return said
        return (*said, say("label_shift", share=self.population.words))

    # numbers

    def __getitem__(self, key: str) -> Estimate:
        metric = find(key)
        if metric.key not in self._found:
            self._found[metric.key] = self._estimated(metric)
        return self._found[metric.key]

    def _estimated(self, metric: Metric) -> Estimate:
        check(metric, self.held)
        held = acting(metric, self.held)
        said = of_calls(metric, self.held, self.threshold, self.population)
        kind: Any = kind_read(metric, held)
        if held is not self.held:
            kind = kind, metric.own_threshold
        if kind not in self._estimators:
            read = read_by(metric, held, self.threshold)
            self._estimators[kind] = Estimator(read, self.settings)
        estimator = self._estimators[kind]
        by_name = metric.key in {find(key).key for key in self.asked}
        if self.population is not None:
            return noted(estimate_at(estimator, metric, self.population), *said)
        estimate = estimator.estimate(metric, by_name=by_name)
        if held.fewest is not None and metric.reads is statistics.ConfusionMatrix:
            estimate = between_edges(estimate, metric, held)
        return noted(remarked(estimate, metric, held), *said)

    def __contains__(self, key: object) -> bool:
        try:
            metric = find(str(key))
            check(metric, self.held)
        except (NotHere, UnknownName, ValueError):
            return False
        return self.population is None or can_move(metric)

    def keys(self) -> tuple[str, ...]:
        """The keys that can be computed here, parameters at their defaults."""
        keys = available(self.held)
        return keys if self.population is None else tuple(k for k in keys if can_move(find(k)))

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    @property
    def by_class(self) -> Slices[Evaluation]:
        """The evaluation of each class against the rest, by label."""
        return Slices("class", self.held.labels, self._of_class)

    @property
    def by_group(self) -> Slices[Evaluation]:
        """The evaluation of each group of rows, by the value of the group."""
        return Slices("group", tuple(self.groups), self._of_group)

    def _of_class(self, label: Label) -> Evaluation:
        held, where, said = self.held.one_vs_rest(label), self.population, self.said_of_cut
        other = label != self.held.pos_label
        if where is not None and several(where):
            # the mixture of the others changes too: rows are weighted to the shares instead
            held = self.held.one_vs_rest(label, where.share)
            said, where = (*said, say("label_shift_weighted", share=where.words)), None
        elif where is not None and other:
            where = where.turned()
        return self.part(
            held,
            self.rows,
            threshold=self._turned() if other and self.threshold is not None else self.threshold,
            population=where,
            said_of_cut=said,
        )

    def _turned(self) -> float | None:
        """The threshold of the other class, whose score is 1 − p (or −s): above it, not at it."""
        if self.threshold is None:
            return None
        whole = 0.0 if self.held.probabilities is None else 1.0
        return math.nextafter(whole - self.threshold, math.inf)

    def _of_group(self, value: Label) -> Evaluation:
        held = self.groups[value]
        return self.part(held, RowAccount(held.rows, held.rows))

    def part(self, held: Held, rows: RowAccount, **changed: Any) -> Evaluation:
        """An evaluation of other statistics, with everything else as it is here."""
        return Evaluation(
            held,
            **{
                "rows": rows,
                "settings": self.settings,
                "weight_kind": self.weight_kind,
                "threshold": self.threshold,
                "min_count": self.min_count,
                "population": self.population,
                "chosen_here": self.chosen_here,
                **changed,
            },
        )

    @property
    def verdict(self) -> Text:
        """One plain sentence: better than guessing or not, how sure."""
        return verdict(self)

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """What could make these figures lie, with the user's own numbers, gravest first."""
        return cautions(self)

    @property
    def plot(self) -> Plots:
        """Pictures by name: `ev.plot.roc(ax=None)` and one for each; matplotlib axes."""
        from veracity.evaluation.single.plotting import Plots

        return Plots(self)

    # merging and keeping

    def __add__(self, other: Evaluation) -> Evaluation:
        if not isinstance(other, Evaluation):
            return NotImplemented
        for name in ("weight_kind", "threshold", "population"):
            mine, yours = getattr(self, name), getattr(other, name)
            if mine != yours:
                raise refuse("merge_settings", CannotMerge, name=name, mine=mine, yours=yours)
        if bool(self.groups) != bool(other.groups):
            raise refuse("merge_one_has_groups", CannotMerge)
        whole = self.held + other.held
        groups = dict(self.groups)
        for value, held in other.groups.items():
            groups[value] = groups[value] + held if value in groups else held
        return self.part(
            whole,
            self.rows + other.rows,
            groups={value: held.relabelled(whole.labels) for value, held in groups.items()},
            asked=self.asked,
            min_count=max(self.min_count or 0, other.min_count or 0) or None,
            said_of_rows=tuple(dict.fromkeys((*self.said_of_rows, *other.said_of_rows))),
            said_of_cut=tuple(dict.fromkeys((*self.said_of_cut, *other.said_of_cut))),
            chosen_here=self.chosen_here or other.chosen_here,
        )

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        bits: int | None = None,
        min_count: int | None = None,
        ids: str = "number",
    ) -> None:
        """Keep the statistics (never the rows) in one file that `load` reads.

        An exact table of scores that are all different is the rows themselves: `bits` puts
        them into certified cells that hold about 1/2^bits of them each (none wider than an
        eighth of a power of two). `min_count` joins cells of scores with fewer rows of a class
        with their neighbours, and empties such cells of a matrix of labels. `ids="number"`
        replaces cluster ids by numbers that equal those of no other file, `ids="keep"` keeps
        them.
        """
        from veracity.evaluation.single.saving import save

        if self.population is not None:
            raise refuse("save_at_prevalence")
        save(self, path, bits=bits, min_count=min_count, ids=ids)


def of_matrix(
    matrix: ConfusionMatrix,
    *,
    metrics: Any = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
) -> Evaluation:
    """The evaluation of one matrix, whatever it was counted from."""
    if matrix.shape:
        raise refuse("evaluate_leading_axes", shape=matrix.shape)
    if not matrix.total > 0:
        raise refuse("matrix_empty")
    n = rows_behind(matrix)
    return Evaluation(
        Held(n, matrix),
        rows=RowAccount(n, n),
        settings=Settings(confidence_level, method, n_resamples, random_state),
        asked=asked_keys(metrics),
        weight_kind="importance" if matrix.weighted else None,
    )


def of_scores(
    table: statistics.ScoreTable,
    *,
    metrics: Any = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
) -> Evaluation:
    """The evaluation of one table of scores, whatever it was counted from."""
    if table.shape:
        raise refuse("evaluate_leading_axes", shape=table.shape)
    if not table.total > 0:
        raise refuse("matrix_empty")
    n = rows_behind(table)
    return Evaluation(
        Held(n, scores=table),
        rows=RowAccount(n, n),
        settings=Settings(confidence_level, method, n_resamples, random_state),
        asked=asked_keys(metrics),
        weight_kind="importance" if table.weighted else None,
    )


def rows_behind(statistic: Any) -> int:
    """How many rows a statistic was counted from; with weights, as many as tell as much."""
    return round(float(statistic.effective_total))


def asked_keys(metrics: Any) -> tuple[str, ...]:
    """The keys a user named, in canonical spelling."""
    if metrics is None:
        return ()
    names = (metrics,) if isinstance(metrics, str) else tuple(metrics)
    return tuple(dict.fromkeys(find(name).key for name in names))

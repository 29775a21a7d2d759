"""What `aggregate` gives: means over the parts, all rows pooled, and how far the parts differ."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, reduce
from operator import add
from typing import TYPE_CHECKING, Any

import numpy as np

from veracity import statistics
from veracity.arrays import Floats, ratio
from veracity.errors import CannotMerge, quoted
from veracity.evaluation.single.evaluation import ConfusionMatrix, Evaluation
from veracity.evaluation.single.provenance import made_from
from veracity.evaluation.state.reported_keys import MOST_LINES, headline
from veracity.intervals import Settings, percentiles
from veracity.intervals.resampled.bootstrap import resampled_values
from veracity.intervals.sample.sample import Sample
from veracity.memo import remember, without_memo
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.reading import kind_read, read_by
from veracity.reports.formats.report_files import written_as
from veracity.reports.formats.reported import Reported
from veracity.reports.outline.aggregate import outline_of_aggregate
from veracity.reports.outline.aggregate import text as as_text
from veracity.results import Estimate
from veracity.results.page.parts_together import AggregateLine, AggregateProfile, Spread
from veracity.results.page.provenance import Provenance
from veracity.statistics import RowAccount
from veracity.statistics.held import Held
from veracity.words import Language, Text, current, joined, say

if TYPE_CHECKING:
    from veracity.reports.formats.result_table import ResultTable

Values = Callable[[str], Floats]


@dataclass(frozen=True, eq=False, repr=False)
class Aggregate(Reported):
    """All rows pooled (= micro), means over the parts (= macro), and their spread, by key.

    The parts are evaluations; a confusion matrix stands for its evaluation.
    """

    parts: Sequence[Evaluation]
    names: tuple[Any, ...]
    settings: Settings
    share_cases: bool = False
    pairs: statistics.ConfusionMatrix | None = None  # all pairs of one matrix, cases as clusters

    def __getstate__(self) -> dict[str, Any]:
        """What is kept in a pickle: everything but resamples, which come back from their seed."""
        return without_memo(self)

    @property
    def matrices(self) -> tuple[ConfusionMatrix, ...]:
        """The confusion matrix of every part that has one."""
        return tuple(part.confusion for part in self.parts if part.confusion is not None)

    @cached_property
    def pooled(self) -> Evaluation:
        """The evaluation of all rows together: micro over the parts.

        Parts that must not be added (other thresholds, other kinds of weights) say so here;
        their means are there all the same.
        """
        whole = reduce(add, self.parts)
        if self.pairs is not None and self._cases is not None:
            return whole.part(
                Held(self._cases, self.pairs),
                RowAccount(self._cases, self._cases),
                settings=self.settings,
                notes_on_rows=(*whole.notes_on_rows, self._cases_noted()),
                notes_on_threshold=whole.notes_on_threshold,
            )
        settings = replace(self.settings, method="none") if self.share_cases else self.settings
        return whole.part(
            whole.held,
            whole.rows,
            groups=whole.groups,
            settings=settings,
            notes_on_rows=whole.notes_on_rows,
            notes_on_threshold=whole.notes_on_threshold,
        )

    @property
    def macro(self) -> Macro:
        """The mean of a metric over the parts, each counting the same, by key."""
        return Macro(self)

    def keys(self) -> tuple[str, ...]:
        """The keys that can be computed of every part, parameters at their defaults."""
        others = [set(part.keys()) for part in self.parts[1:]]
        return tuple(k for k in self.parts[0] if all(k in keys for keys in others))

    @cached_property
    def f1_of_macro(self) -> Estimate:
        """F1 of macro precision and macro recall: not the mean of the F1s."""
        return self._estimated(
            lambda of: _harmonic(_mean(of("precision")), _mean(of("recall"))),
            (find("precision"), find("recall")),
        )

    def each(self, key: str) -> dict[Any, float]:
        """The metric of every part, by name."""
        return dict(zip(self.names, (part[key].value for part in self.parts), strict=True))

    @property
    def spread(self) -> Spreads:
        """How far the parts differ by key; never a standard error."""
        return Spreads(self)

    # numbers

    def _estimated(
        self, combine: Callable[[Values], Floats], metrics: Sequence[Metric]
    ) -> Estimate:
        value = float(combine(lambda key: np.array(list(self.each(key).values()))))
        n = float(sum(_effective(part.held) for part in self.parts))
        bounds = [part[metric.key].bound for metric in metrics for part in self.parts]
        bound = float(sum(bounds)) / len(self.parts) * (2 if len(metrics) > 1 else 1)
        level = self.settings.confidence_level
        why, chance = self._no_interval(value, metrics), self._chance(metrics)
        if why is None:
            with np.errstate(all="ignore"):
                found = percentiles(combine(self._resampled), level)
            if found.found and not found.no_width:
                low, high = metrics[0].bounds
                low, high = max(found.low - bound, low), min(found.high + bound, high)
                note = say("matrices_independent")
                return Estimate(value, low, high, level, "percentile", n, bound, note, chance)
            why = say("redraws_no_width")
            if not found.found:
                limit = 100 * (1 - level) / 2
                why = say("resamples_undefined", share=found.undefined, limit=limit)
        return Estimate(value, math.nan, math.nan, level, "none", n, bound, why, chance)

    def _chance(self, metrics: Sequence[Metric]) -> float | None:
        """The mean over the parts of the chance level, where it stands beside the value."""
        chances = [part[metric.key].chance for metric in metrics for part in self.parts]
        known = [one for one in chances if one is not None]
        return sum(known) / len(known) if known else None

    def _no_interval(self, value: float, metrics: Sequence[Metric]) -> Text | None:
        """Why there can be none, if so."""
        blame = [
            name
            for name, part in zip(self.names, self.parts, strict=True)
            if any(math.isnan(part[metric.key].value) for metric in metrics)
        ]
        if blame:
            return say("undefined_for_matrices", names=quoted(blame))
        if math.isnan(value):
            return say("mean_undefined")
        for metric in metrics:
            if metric.no_interval is not None:
                return metric.no_interval.sentence()
        if self.share_cases:
            return say("pairs_share_cases")
        if self.settings.method == "none":
            return Text("", "")
        if any(part.population is not None for part in self.parts):
            return say("aggregate_projected")
        indices = range(len(self.parts))
        samples = [self._sample(index, metric) for metric in metrics for index in indices]
        return None if all(one.resamplable for one in samples) else say("columns_not_joint")

    def _resampled(self, key: str) -> Floats:
        """The metric of every resample of every part, (resamples, parts)."""
        metric, columns = find(key), []
        for index, part in enumerate(self.parts):
            value = part[key].value
            columns.append(resampled_values(self._sample(index, metric), metric, value)[1])
        times = min(len(drawn) for drawn in columns)
        return np.stack([drawn[:times] for drawn in columns], -1)

    def _sample(self, index: int, metric: Metric) -> Sample:
        """What a metric reads of one part, with its resamples, which several metrics share."""
        held = self.parts[index].held
        kind = index, kind_read(metric, held)
        settings = replace(self.settings, random_state=self.settings.random_state + index)
        return remember(self, kind, lambda: Sample(read_by(metric, held), settings))

    # what people read

    def profile(self, metrics: Iterable[str] | None = None) -> AggregateProfile:
        """Everything that a page or a table shows; without `metrics` the headline figures."""
        first, there = self.parts[0], set(self.keys())
        usual = first.asked[:MOST_LINES] or headline(first.held)
        keys = [k for k in usual if k in there] if metrics is None else list(metrics)
        pooled: Evaluation | None = None
        notes: tuple[Text, ...] = ()
        try:
            pooled = self.pooled
        except CannotMerge as error:
            notes = (joined([say("aggregate_not_pooled"), error.text]),)
        notes += self._notes(pooled)
        asked = self.settings
        return AggregateProfile(
            self.names,
            tuple(part.rows.used for part in self.parts),
            tuple(self._line(find(key), pooled) for key in keys),
            asked.confidence_level,
            notes,
            (
                ("confidence_level", asked.confidence_level),
                ("method", asked.method),
                ("n_resamples", asked.n_resamples),
                ("random_state", asked.random_state),
            ),
            cases=self._cases,
        )

    def _notes(self, pooled: Evaluation | None) -> tuple[Text, ...]:
        """What there is to know of all figures."""
        if pooled is not None and pooled.scores is not None and len(self.parts) > 1:
            return (say("aggregate_pooled_scores"),)
        return (self._cases_noted(),) if self.share_cases else ()

    @property
    def _cases(self) -> int | None:
        """How many cases the pairs are of, where they are known."""
        clusters = None if self.pairs is None else self.pairs.clusters
        return None if clusters is None else len(clusters)

    def _cases_noted(self) -> Text:
        if self.pairs is None:
            return say("pairs_share_rows")
        return say("pairs_pooled", n=int(self.pairs.total), cases=self._cases)

    @property
    def provenance(self) -> Provenance:
        """Versions, seed, data fingerprints and command: what every report ends with."""
        codes = {str(n): part.fingerprint for n, part in zip(self.names, self.parts, strict=True)}
        return made_from(codes, self.parts[0].covers, self.settings.random_state)

    def _line(self, metric: Metric, pooled: Evaluation | None) -> AggregateLine:
        key = metric.key
        whole = None if pooled is None or key not in pooled else pooled[key]
        values = tuple(self.each(key).values())
        return AggregateLine(
            key, metric.display_name, self.macro[key], whole, self.spread(key), values
        )

    def text(self, lang: str | None = None) -> str:
        """The headline figures: mean over the parts, pooled, and how far the parts differ."""
        return as_text(self.profile(), current(lang))

    def table(self, metrics: Iterable[str] | None = None) -> ResultTable:
        """One line for each metric; without `metrics` the headline figures."""
        from veracity.reports.formats.result_tables import aggregate_table

        return aggregate_table(self.profile(metrics))

    def to_pandas(self, metrics: Iterable[str] | None = None) -> Any:
        """The table as a pandas DataFrame."""
        return self.table(metrics).to_pandas()

    def to_polars(self, metrics: Iterable[str] | None = None) -> Any:
        """The table as a polars DataFrame."""
        return self.table(metrics).to_polars()

    def to_dict(self) -> dict[str, Any]:
        """Everything that is displayed, as plain values under stable keys."""
        return self._documented().to_dict()

    def _documented(self) -> AggregateProfile:
        return replace(self.profile(), provenance=self.provenance)

    def _reported(self, ending: str, language: Language) -> str:
        return self._written(self._documented(), ending, language)

    def _written(self, profile: AggregateProfile, ending: str, language: Language) -> str:
        if ending == ".json":
            return self.to_json()
        if ending == ".html":
            from veracity.reports.page.aggregate import html

            return html(profile, language)
        return written_as(ending, outline_of_aggregate(profile), language)


class Macro(Mapping[str, Estimate]):
    """Means over parts by key; any key that every part has, listed or not."""

    def __init__(self, of: Aggregate) -> None:
        self.of = of

    def __getitem__(self, key: str) -> Estimate:
        metric = find(key)
        return self.of._estimated(lambda of: _mean(of(metric.key)), (metric,))

    def __contains__(self, key: object) -> bool:
        return all(key in part for part in self.of.parts)

    def __iter__(self) -> Iterator[str]:
        return iter(self.of.keys())

    def __len__(self) -> int:
        return len(self.of.keys())


class Spreads(Mapping[str, Spread]):
    """Smallest, largest and standard deviation over the parts by key; `spread(key)` is the same."""

    def __init__(self, of: Aggregate) -> None:
        self.of = of

    def __getitem__(self, key: str) -> Spread:
        values = np.array(list(self.of.each(key).values()))
        known = values[~np.isnan(values)]
        if not len(known):
            return Spread(math.nan, math.nan, math.nan, math.nan, len(values), len(values))
        sd = float(known.std(ddof=1)) if len(known) > 1 and np.isfinite(known).all() else math.nan
        ends = float(known.min()), float(known.max())
        return Spread(float(known.mean()), sd, *ends, len(values), len(values) - len(known))

    __call__ = __getitem__

    def __iter__(self) -> Iterator[str]:
        return iter(self.of.keys())

    def __len__(self) -> int:
        return len(self.of.keys())


def _effective(held: Held) -> float:
    """Rows, or with weights as many as tell as much."""
    some = held.some
    return float(getattr(some, "columns", some).effective_total)


def _mean(values: Floats) -> Floats:
    with np.errstate(invalid="ignore"):  # ∞ − ∞ is nan, like 0/0
        return np.asarray(values.mean(-1))


def _harmonic(one: Floats, other: Floats) -> Floats:
    return ratio(2 * one * other, one + other)

"""The record of one metric: everything there is to know about it, in one place."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.parameters import (
    Parameter,
    canonical_values,
    shown_values,
    written_values,
)
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

Of = Callable[..., Any]
Cell = Literal["TP", "FP", "FN", "TN"]
ALL_CELLS: tuple[Cell, ...] = ("TP", "FP", "FN", "TN")


@dataclass(frozen=True, slots=True)
class Case:
    """A condition on a statistic, in words and as a function of it."""

    words: Text
    holds: Of


@dataclass(frozen=True, slots=True)
class Limit:
    """A value given where the formula has none, with the reason."""

    case: Case
    value: float


@dataclass(frozen=True, slots=True)
class Chance:
    """What predictions that know nothing of the truth score, in words and as a function."""

    words: Text
    value: Of


@dataclass(frozen=True, slots=True)
class Identity:
    """A statement `metric = right side`, the right side made of other metrics; it is a test.

    `right` is given a function from a key to that metric's value, and the parameter values.
    """

    formula: str
    right: Of


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric:
    """One metric as a frozen record; calling it computes it for any leading axes.

    `moves` says which metric this one becomes when the matrix is transposed or the classes
    are swapped; `identities` are equations with other metrics. Both are executed as tests,
    as are range, direction, chance, limit, undefined cases, cells used and prevalence.
    `scale_free` is False where n itself counts, not only the shares. `restate` gives the
    fields that other parameter values change: a correction removes infinite cases.

    `per_case` says that it is a mean over all rows of a value that each cell has, as a cost is.
    `acts_at` names the parameter that is a probability from which on somebody acts: where there
    are probabilities it reads the calls at that threshold, else it prices the calls it is given.

    For scores: `rises` says that it can only rise (fall, where lower is better) when a positive
    moves up, ties or not, so that the extreme orders of a grid hold it between them; `bracket`
    gives the least and greatest value on a grid where that is not so. `quantile` says that it
    reads the scores at a cut that moves with the sample, so that its spread comes from redraws;
    `ties_shared` computes those, whose scores are pooled or tied: a cut goes through them.
    `crosses` gives the precision at which it is read, as the deepest cut that has it: the
    interval then comes from the test of that precision at every cut. `at_fpr` and `at_tpr` give
    the false positive rate or the recall at which it is read: where that is a matter of one or two
    cases, its interval comes from such a test too.
    `of_auroc` is (a, b) where it is a + b · AUROC, whose intervals it then has. `evenly_between`
    gives what it would be with the positives evenly between the negatives around them: its
    interval reaches down to there where a negative weighs more than a positive.

    For probabilities: `proper` says whether the true probability is the only best answer, on
    average ("strictly"), or another may score as well or better ("no"); None where a metric is
    no score of single answers. `also_reads` names other statistics that `compute` takes.
    `by_entry` is the derivative of a metric of K columns by the weight of each row in closed form.
    `of_share` is the function of the share of positives that it is, rising up to 1/2 and falling
    from there: its interval is what that function makes of the share's. `through` is another
    metric and a function of its value (and of the statistic and the parameters) that can only
    rise with it: its interval is what that function makes of the other's, though `no_interval`
    says why redraws and linearisation give none. `remark` gives what there
    is to say of a plain value, as a tuple of sentences: bins that are empty.
    """

    key: str
    names: Text
    question: Text
    formula: str
    compute: Of
    range: tuple[float, float] | Callable[..., tuple[float, float]]
    better: Literal["higher", "lower", "neither"]
    chance: Chance
    moves_with_prevalence: bool
    misleads_when: Text
    undefined_when: tuple[Case, ...]
    references: tuple[str, ...]
    aliases: tuple[str, ...] = ()
    reads: type = ConfusionMatrix
    also_reads: tuple[type, ...] = ()
    classes: Literal["two", "any"] = "two"
    uses: tuple[Cell, ...] = ALL_CELLS
    infinite_when: tuple[Case, ...] = ()
    limit: Limit | None = None
    scale_free: bool = True
    successes: Of | None = None
    trials: Of | None = None
    per_case: bool = False
    acts_at: str | None = None
    no_interval: Text | None = None
    rises: bool = False
    bracket: Of | None = None
    quantile: bool = False
    ties_shared: Of | None = None
    crosses: Callable[..., float] | None = None
    seen: Callable[[Any], Any] | None = None
    at_fpr: Callable[..., float] | None = None
    at_tpr: Callable[..., float] | None = None
    of_auroc: tuple[float, float] | None = None
    evenly_between: Of | None = None
    of_share: Of | None = None
    through: tuple[Metric, Of] | None = None
    by_entry: Of | None = None
    remark: Of | None = None
    proper: Literal["strictly", "no"] | None = None
    moves: Mapping[str, str] = field(default_factory=dict)
    identities: tuple[Identity, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    restate: Callable[..., Mapping[str, Any]] | None = None
    examples: tuple[str, ...] = ()
    average: Literal["macro", "micro", "weighted"] | None = None
    of: Metric | None = None

    def __call__(self, statistic: Any) -> Floats:
        """The value, or values for leading axes, with the limit where the record gives one."""
        value: Floats = self.compute(statistic, **self.values)
        if self.limit is None:
            return value
        return np.where(self.limit.case.holds(statistic), self.limit.value, value)[()]

    def of_redraws(self, statistic: Any) -> Floats:
        """The value of redraws, whose ties share a cut evenly where the record says how."""
        if self.ties_shared is None:
            return self(statistic)
        shared: Floats = self.ties_shared(statistic, **self.values)
        return shared

    def at_chance(self, statistic: Any) -> Floats:
        """The number behind `chance`: this metric, had predictions known nothing."""
        return self(statistic.by_chance())

    @property
    def bounds(self) -> tuple[float, float]:
        """The range, with the parameters it was given."""
        return self.range if isinstance(self.range, tuple) else self.range(**self.values)

    @property
    def own_threshold(self) -> float | None:
        """The probability from which on it acts, whatever the threshold of others."""
        if self.acts_at is None:
            return None
        defaults = {parameter.name: parameter.default for parameter in self.parameters}
        return float(self.values.get(self.acts_at, defaults[self.acts_at]))

    @property
    def symmetric(self) -> bool:
        """Whether it needs no positive class: it reads any K, or swapping the classes keeps it."""
        return self.classes == "any" or self.moves.get("classes_swapped") == self.base_key

    @property
    def base_key(self) -> str:
        """The key without parameters."""
        return self.key.partition("(")[0]

    @property
    def shown(self) -> Text:
        """The names as pages show them: with the parameters, also those at their default."""
        values = shown_values(self.parameters, self.values)
        if not values:
            return self.names
        return Text(f"{self.names.en} ({values})", f"{self.names.zh}（{values}）")

    def with_values(self, **values: Any) -> Metric:
        """The same metric at other parameter values; its key says them, defaults left out."""
        if not values:
            return self
        complete = canonical_values(self.key, self.parameters, {**self.values, **values})
        every = {p.name: p.default for p in self.parameters} | complete
        return replace(
            self,
            key=self.base_key + written_values(self.parameters, complete),
            values=complete,
            **(self.restate(**every) if self.restate else {}),
        )

    def reasons(self, statistic: Any) -> tuple[Text, ...]:
        """Why the value of one table is undefined, infinite or a limit; empty where it is plain."""
        cases = (*self.undefined_when, *self.infinite_when)
        if self.limit:
            cases = (*cases, self.limit.case)
        return tuple(case.words for case in cases if np.all(case.holds(statistic)))


def proportion(*, successes: Of, trials: Of, **facts: Any) -> Metric:
    """A metric that counts successes among trials: range, value and exact intervals follow."""
    return Metric(
        range=(0.0, 1.0),
        compute=lambda c: ratio(successes(c), trials(c)),
        successes=successes,
        trials=trials,
        **facts,
    )

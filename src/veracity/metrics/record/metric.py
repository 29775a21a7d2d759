"""The record of one metric: everything there is to know about it, in one value."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.metrics.record.interval_facts import (
    MeanPerCase,
    MovingThreshold,
    NoInterval,
    Of,
    OfArea,
    OfShare,
    Proportion,
    Smooth,
)
from veracity.parameters import (
    Parameter,
    canonical_values,
    display_values,
    written_values,
)
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

if TYPE_CHECKING:  # a record of which nothing is known reads anything
    from typing_extensions import TypeVar as DefaultTypeVar

    S = DefaultTypeVar("S", default=Any)
else:
    S = TypeVar("S")
Read = TypeVar("Read", contravariant=True)
Fact = TypeVar("Fact")
_MATRIX: Any = ConfusionMatrix  # what is read unless a record says otherwise
Cell = Literal["TP", "FP", "FN", "TN"]
ALL_CELLS: tuple[Cell, ...] = ("TP", "FP", "FN", "TN")


class Compute(Protocol[Read]):
    """A pure function of a statistic and the parameters: any leading axes in, the same out."""

    def __call__(self, statistic: Read, /, *args: Any, **values: Any) -> Floats:
        """The value, or values for leading axes."""


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
    """What predictions that know nothing of the truth score, in words and as a function.

    `beside`: a value cannot be read without it, so that it stands beside every one.
    """

    words: Text
    value: Of
    beside: bool = False


@dataclass(frozen=True, slots=True)
class Identity:
    """A statement `metric = right side`, the right side made of other metrics; it is a test.

    `right` is given a function from a key to that metric's value, and the parameter values.
    """

    formula: str
    right: Of


@dataclass(frozen=True, slots=True)
class Through:
    """An interval fact: it is a function of another metric that can only rise, or fall, with it.

    The function takes the value of the other, the statistic and the parameters. Its interval is
    what it makes of the other's, though `why` says why resamples and linearisation give none.
    At `pole` it jumps between the infinities: around it the interval falls into two pieces.
    """

    metric: Metric
    function: Of
    why: Text
    pole: float | None = None


IntervalFacts = (
    Proportion | MeanPerCase | OfArea | OfShare | Through | MovingThreshold | Smooth | NoInterval
)


SMOOTH = Smooth()


@dataclass(frozen=True, slots=True)
class ClassAverage:
    """Which average over classes a metric is, and of which metric."""

    how: Literal["macro", "micro", "weighted"]
    of: Metric


@dataclass(frozen=True, slots=True, kw_only=True)
class Metric(Generic[S]):
    """One metric as a frozen record; calling it computes it for any leading axes.

    `moves` says which metric this one becomes when the matrix is transposed or the classes
    are swapped; `identities` are equations with other metrics. Both are executed as tests,
    as are range, direction, chance, limit, undefined cases, cells used and prevalence.
    `scale_free` is False where n itself counts, not only the shares. `restate` gives the
    fields that other parameter values change: a correction removes infinite cases.

    `interval` says where its interval comes from (`interval_facts`). `acts_at` names the parameter
    that is a probability from which on somebody acts: where there are probabilities it reads the
    predictions at that threshold, else it prices those it is given. `also_reads` names other
    statistics that `compute` takes. `average` says of which metric it is an average over classes.

    For scores: `on_grid` is "rises" where it can only rise (fall, where lower is better) when a
    positive moves up, ties or not, so that the extreme orders of a grid hold it between them; or
    a function that gives its least and greatest value on a grid. None: a grid does not bound it.

    For probabilities: `proper` says whether the true probability is the only best answer, on
    average ("strictly"), or another may score as well or better ("no"); None where a metric is
    no score of single answers. `remark` gives what there is to say of a plain value, as a tuple
    of sentences: bins that are empty.
    """

    key: str
    names: Text
    question: Text
    formula: str
    compute: Compute[S]
    chance: Chance
    misleads_when: Text
    undefined_when: tuple[Case, ...]
    references: tuple[str, ...]
    moves_with_prevalence: bool = True
    range: tuple[float, float] | Callable[..., tuple[float, float]] = (0.0, 1.0)
    better: Literal["higher", "lower", "neither"] = "higher"
    aliases: tuple[str, ...] = ()
    reads: type[S] = _MATRIX
    also_reads: tuple[type, ...] = ()
    classes: Literal["two", "any"] = "two"
    uses: tuple[Cell, ...] = ALL_CELLS
    infinite_when: tuple[Case, ...] = ()
    limit: Limit | None = None
    scale_free: bool = True
    acts_at: str | None = None
    interval: IntervalFacts = SMOOTH
    on_grid: Literal["rises"] | Of | None = None
    remark: Of | None = None
    proper: Literal["strictly", "no"] | None = None
    moves: Mapping[str, str] = field(default_factory=dict)
    identities: tuple[Identity, ...] = ()
    parameters: tuple[Parameter, ...] = ()
    values: Mapping[str, Any] = field(default_factory=dict)
    restate: Callable[..., Mapping[str, Any]] | None = None
    examples: tuple[str, ...] = ()
    average: ClassAverage | None = None

    def __call__(self, statistic: S) -> Floats:
        """The value, or values for leading axes, with the limit where the record gives one."""
        value: Floats = self.compute(statistic, **self.values)
        if self.limit is None:
            return value
        return np.where(self.limit.case.holds(statistic), self.limit.value, value)[()]

    def of_resamples(self, statistic: S) -> Floats:
        """The value of resamples, whose ties share a threshold where the record says how."""
        if self.moving is None or self.moving.ties_shared is None:
            return self(statistic)
        shared: Floats = self.moving.ties_shared(statistic, **self.values)
        return shared

    def at_chance(self, statistic: S) -> Floats:
        """The number behind `chance`: this metric, had predictions known nothing."""
        known: Any = statistic
        return self(known.by_chance())

    # what its interval comes from

    def fact(self, kind: type[Fact]) -> Fact | None:
        """What the record says of its interval, if it is of this kind."""
        return self.interval if isinstance(self.interval, kind) else None

    @property
    def counted(self) -> Proportion | None:
        """Its successes and trials, where it is a proportion."""
        return self.fact(Proportion)

    @property
    def moving(self) -> MovingThreshold | None:
        """How it is read, where its threshold moves with the sample."""
        return self.fact(MovingThreshold)

    def reads_alike(self, statistic: S) -> bool:
        """Whether what it reads of the scores is all of one class, where the record knows."""
        moving = self.moving
        alike = None if moving is None else moving.alike
        return alike is not None and alike(statistic, **self.values)

    @property
    def at_threshold(self) -> bool:
        """Whether it is read at a threshold that moves with the sample, or up to one."""
        smooth = self.fact(Smooth)
        return self.moving is not None or (smooth is not None and smooth.part)

    @property
    def area(self) -> OfArea | None:
        """The line of the ROC area that it is, where it is one."""
        return self.fact(OfArea)

    @property
    def through(self) -> Through | None:
        """The metric that it rises with, and how, where there is one."""
        return self.fact(Through)

    @property
    def no_interval(self) -> Text | None:
        """Why resamples and linearisation give no interval; None where they do."""
        return self.interval.why if isinstance(self.interval, (NoInterval, Through)) else None

    @property
    def per_case(self) -> bool:
        """Whether it is a mean over all rows of a value that each cell has."""
        return self.counted.per_case if self.counted else isinstance(self.interval, MeanPerCase)

    # what a grid tells of it

    @property
    def rises(self) -> bool:
        """Whether it can only rise, or only fall, when a positive moves up."""
        return self.on_grid == "rises"

    @property
    def bracket(self) -> Of | None:
        """The function that gives its least and greatest value on a grid."""
        return self.on_grid if callable(self.on_grid) else None

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
    def display_name(self) -> Text:
        """The names as pages show them: with the parameters, also those at their default."""
        values = display_values(self.parameters, self.values)
        if not values:
            return self.names
        return Text(f"{self.names.en} ({values})", f"{self.names.zh}（{values}）")

    def with_values(self, **values: Any) -> Metric[S]:
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

    def reasons(self, statistic: S) -> tuple[Text, ...]:
        """Why the value of one table is undefined, infinite or a limit; empty where it is plain."""
        cases = (*self.undefined_when, *self.infinite_when)
        if self.limit:
            cases = (*cases, self.limit.case)
        return tuple(case.words for case in cases if np.all(case.holds(statistic)))


def proportion(
    *,
    successes: Callable[[ConfusionMatrix], Floats],
    trials: Callable[[ConfusionMatrix], Floats],
    per_case: bool = False,
    **facts: Any,
) -> Metric[ConfusionMatrix]:
    """A metric that counts successes among trials: range, value and exact intervals follow."""
    return Metric(
        compute=lambda c: ratio(successes(c), trials(c)),
        interval=Proportion(successes, trials, per_case),
        **facts,
    )

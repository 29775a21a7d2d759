"""What the checks look at: statistics of one evaluation, estimates of them, what may be missing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np

from veracity.arrays import Floats, ratio
from veracity.cautions.record.caution_record import Need
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix, RowAccount, ScoreTable
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.labels import Label
from veracity.statistics.statistic import Statistic
from veracity.words import Text

Value = TypeVar("Value")
Scores = ScoreTable | ScoreGrid | JointScores | ScoreColumns


@dataclass(frozen=True, eq=False)
class Facts:
    """What is known of one evaluation.

    `estimate` gives the estimate of a key (kept by whoever gives it), `has` whether there is
    one. `asked` are the keys that a person named, `displayed` those that a page would show.
    `chosen_here` says that the threshold was chosen on these very rows, `deployment_prevalence`
    how common positives are where the classifier will be used, as the user states it, or each
    of K classes. `groups` holds the facts of each group of rows.
    """

    rows: RowAccount
    estimate: Callable[[str], Estimate]
    has: Callable[[str], bool]
    confusion: ConfusionMatrix | None = None
    scores: Scores | None = None
    probabilities: Scores | None = None
    groups: Mapping[Label, Facts] = field(default_factory=dict)
    asked: tuple[str, ...] = ()
    displayed: tuple[str, ...] = ()
    threshold: float | None = None
    chosen_here: bool = False
    deployment_prevalence: float | Mapping[Label, float] | None = None

    @property
    def some(self) -> Statistic:
        """Whichever statistic there is; all know labels, totals and clusters."""
        some = self.confusion if self.confusion is not None else self.scores
        assert some is not None
        return some

    @property
    def labels(self) -> tuple[Label, ...]:
        """The classes."""
        return self.some.labels

    @property
    def positive(self) -> int | None:
        """The index of the positive one of two classes; None where there is none."""
        if len(self.labels) != 2 or self.some.pos_label is None:
            return None
        return self.labels.index(self.some.pos_label)

    @property
    def two_by_two(self) -> ConfusionMatrix | None:
        """The counts, where there are two classes and one is known to be positive."""
        return self.confusion if self.positive is not None else None

    @property
    def column(self) -> ScoreTable | ScoreGrid | None:
        """The one column of scores that ranks; None for labels and for K columns."""
        return None if self.scores is None or self.scores.several_columns else self.scores

    @property
    def probability(self) -> ScoreTable | ScoreGrid | None:
        """The one column of probabilities of the positive class."""
        table = self.probabilities
        return None if table is None or table.several_columns else table

    @property
    def class_weight(self) -> Floats:
        """Weight of each true class, (K,)."""
        return np.asarray(self.some.class_totals)

    @property
    def class_rows(self) -> Floats:
        """Rows of each true class; with weights, as many as tell as much (Kish 1965)."""
        return np.asarray(self.some.effective_class_totals)

    @property
    def prevalence(self) -> float:
        """Share of the positive class; nan where none is known."""
        if self.positive is None:
            return float("nan")
        weight = self.class_weight
        return float(ratio(weight[self.positive], weight.sum()))

    @property
    def cluster_sizes(self) -> Floats | None:
        """Weight of each cluster; None where rows stand for themselves."""
        return self.some.cluster_sizes

    @property
    def class_clusters(self) -> Floats | None:
        """How many clusters hold rows of each true class, (K,); None without clusters."""
        return self.some.class_clusters

    def found(self, key: str) -> Estimate | None:
        """The estimate of a key, where there is one with a finite value and an interval."""
        if not self.has(key):
            return None
        estimate = self.estimate(key)
        known = np.isfinite([estimate.value, estimate.low, estimate.high]).all()
        return estimate if known else None


def needs_figure(key: str) -> Need[Facts]:
    """A figure with an interval."""
    why = Text(f"{key} has no interval here", f"此处 {key} 没有区间")
    return Need(why, lambda facts: facts.found(key) is not None)


COUNTS = Need[Facts](
    Text("nothing is called: no labels, no threshold", "没有判定：既无标签也无阈值"),
    lambda facts: facts.confusion is not None,
)
TWO_CLASSES = Need[Facts](
    Text("there are not two classes of which one is positive", "并非有正类的二分类"),
    lambda facts: facts.positive is not None,
)
SEVERAL_OCCUR = Need[Facts](
    Text("only one true class occurs", "真实标签只有一个类别"),
    lambda facts: bool((facts.class_weight > 0).sum() > 1),
)
MANY_CLASSES = Need[Facts](
    Text("there are fewer than three classes", "类别不足三个"),
    lambda facts: len(facts.labels) > 2,
)
SCORES = Need[Facts](
    Text("no scores were given", "没有给出分数"), lambda facts: facts.scores is not None
)
ONE_COLUMN = Need[Facts](
    Text("there is no single column of scores", "不是单独一列分数"),
    lambda facts: facts.column is not None,
)
NO_PROBABILITIES = Need[Facts](
    Text("the scores are probabilities", "分数就是概率"),
    lambda facts: facts.probabilities is None,
)
CLUSTERS = Need[Facts](
    Text("no clusters were given", "没有给出簇"), lambda facts: facts.cluster_sizes is not None
)
GROUPS = Need[Facts](
    Text("there are not two groups", "没有两个以上的分组"), lambda facts: len(facts.groups) > 1
)
THRESHOLD = Need[Facts](
    Text("there is no threshold", "没有阈值"), lambda facts: facts.threshold is not None
)

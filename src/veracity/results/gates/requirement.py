"""One requirement, judged: what was asked, what was found, and whether that is enough."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from veracity.results.estimate.estimate import Estimate
from veracity.statistics.labels import Label
from veracity.words import Text

State = Literal["pass", "fail", "not_enough_data"]


@dataclass(frozen=True, slots=True)
class Requirement:
    """A requirement and its state, judged on the whole interval of the estimate.

    `estimate` is that of the metric, or of the difference to a baseline. `more_rows` is how
    many more rows like these would decide if the value stayed as it is; None where the state is
    known or no number of rows can be expected to decide; `more_clusters` is the same in whole
    clusters, where rows belong to clusters. `sentence` says all of it.
    """

    text: Text
    scope: str  # "all", "class" or "group"
    of: Label | None
    key: str
    sign: str
    bound: float
    estimate: Estimate
    state: State
    sentence: Text
    more_rows: int | None = None
    against: str = "number"  # or "baseline"
    more_clusters: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "requirement": self.text.en,
            "scope": self.scope,
            "of": self.of,
            "key": self.key,
            "against": self.against,
            "sign": self.sign,
            "bound": self.bound,
            "estimate": self.estimate.to_dict(),
            "state": self.state,
            "more_rows": self.more_rows,
            "more_clusters": self.more_clusters,
            "sentence": self.sentence.en,
        }

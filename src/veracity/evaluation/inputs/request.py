"""What a user asked for, checked once; and what was found for it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from veracity.errors import refuse, spelled
from veracity.evaluation.inputs.score_arguments import ScoreArguments
from veracity.evaluation.state.held import Held
from veracity.statistics import RowAccount
from veracity.statistics.labels import Label
from veracity.words import Text


def threshold_number(given: float) -> float:
    """A threshold as a number; one beyond all floats is refused as one that is none."""
    try:
        at = float(given)
    except (TypeError, ValueError, OverflowError):
        at = math.nan
    if math.isnan(at):
        raise refuse("threshold_nan", given=spelled(given))
    return at


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """The columns (or, with `data`, their names) and how they are to be read."""

    y_true: Any
    y_pred: Any = None
    score: ScoreArguments | None = None
    proba: ScoreArguments | None = None
    data: Any = None
    labels: tuple[Any, ...] | None = None
    pos_label: Any = None
    threshold: float | None = None
    sample_weight: Any = None
    weight_kind: str = "importance"
    cluster: Any = None
    groups: Mapping[str, Any] = field(default_factory=dict)
    resolution: str | int = "auto"
    on_invalid: str = "raise"
    edges: tuple[float, ...] = ()  # probabilities at which a figure asked for acts

    @property
    def scored(self) -> bool:
        """Whether scores or probabilities were given."""
        return self.score is not None or self.proba is not None

    @property
    def classes_named(self) -> bool:
        """Whether all classes were named: by `labels`, or by the columns that stand for them."""
        given = (one for one in (self.score, self.proba) if one is not None)
        return self.labels is not None or any(one.names is not None for one in given)


@dataclass(frozen=True, slots=True)
class ReadStatistics:
    """The statistics of all rows and of each group, and the account of the rows."""

    held: Held
    groups: Mapping[Label, Held]
    rows: RowAccount
    threshold: float | None = None
    notes: tuple[Text, ...] = ()

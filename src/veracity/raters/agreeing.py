"""The front door of agreement: ratings to one coefficient, or to all of them in a table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

from veracity.errors import refuse
from veracity.intervals import Settings
from veracity.metrics.rater_figures.figures import FIGURES, find_rater_figure
from veracity.metrics.rater_figures.levels import LEVELS
from veracity.raters.estimating import AgreementMethod, estimated
from veracity.raters.inputs import read_ratings
from veracity.results import Estimate

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike, Source
    from veracity.reports.formats.result_table import ResultTable

Measure = Literal[
    "krippendorff_alpha",
    "fleiss_kappa",
    "conger_kappa",
    "randolph_kappa",
    "gwet_ac1",
    "gwet_ac2",
]
Level = Literal["nominal", "ordinal", "interval", "ratio"]
Method = Literal["auto", "delta", "fieller", "percentile", "none"]


@overload
def agreement(
    ratings: object = None,
    *,
    data: Source | None = None,
    unit: str | None = None,
    rater: str | None = None,
    rating: str | Sequence[str] | None = None,
    measure: Measure = "krippendorff_alpha",
    level: Level = "nominal",
    labels: Iterable[Any] | None = None,
    cluster: ColumnLike | str | None = None,
    confidence_level: float = 0.95,
    method: Method = "auto",
    random_state: int = 0,
) -> Estimate: ...


@overload
def agreement(
    ratings: object = None,
    *,
    data: Source | None = None,
    unit: str | None = None,
    rater: str | None = None,
    rating: str | Sequence[str] | None = None,
    measure: Literal["all"],
    level: Level = "nominal",
    labels: Iterable[Any] | None = None,
    cluster: ColumnLike | str | None = None,
    confidence_level: float = 0.95,
    method: Method = "auto",
    random_state: int = 0,
) -> ResultTable: ...


def agreement(
    ratings: object = None,
    *,
    data: Source | None = None,
    unit: str | None = None,
    rater: str | None = None,
    rating: str | Sequence[str] | None = None,
    measure: str = "krippendorff_alpha",
    level: str = "nominal",
    labels: Iterable[Any] | None = None,
    cluster: ColumnLike | str | None = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    random_state: int = 0,
) -> Estimate | ResultTable:
    """Say how far several raters of the same units agree beyond chance.

    ratings: units × raters (rows are units; None or nan where a rater gave no rating), or a
    mapping from rater to column, or a frame with a column for each rater.
    data, unit, rater, rating: a path or frame with one rating in a row; or `rating` as a list of
    columns, one for each rater. Without `rater` raters are anonymous.
    measure: krippendorff_alpha, fleiss_kappa, conger_kappa, randolph_kappa, gwet_ac1, gwet_ac2,
    or "all" for a table of them.
    level: what ratings are: "nominal" names, "ordinal" ranks, "interval" or "ratio" numbers.
    labels: all categories, in their order; also those that nobody used.
    cluster: units that belong together (patients), one for each unit, or a column of `data`.
    method: "auto" chooses "delta" (linearised, with t) or, where one category has nearly all
    ratings, "fieller"; "percentile" resamples units; "none".

    >>> ratings = [[1, 1, 1], [2, 2, 1], [3, 3, 3], [2, 2, 2], [1, 1, 2], [3, 3, 3]]
    >>> print(agreement(ratings, measure="fleiss_kappa"))
    0.667 [-0.169, 0.945]
    """
    asked: dict[str, Any] = {
        "data": data,
        "unit": unit,
        "rater": rater,
        "rating": rating,
        "labels": labels,
        "cluster": cluster,
    }
    if measure == "all":
        return agreement_rows(
            ratings,
            measure,
            level=level,
            confidence_level=confidence_level,
            method=method,
            random_state=random_state,
            **asked,
        )
    figure, how = find_rater_figure(measure), _how(level, confidence_level, method, random_state)
    return estimated(read_ratings(ratings, **asked), figure, level, how)


def agreement_rows(
    ratings: object,
    measure: str,
    *,
    level: str = "nominal",
    confidence_level: float = 0.95,
    method: str = "auto",
    random_state: int = 0,
    **asked: Any,
) -> ResultTable:
    """A table of one coefficient, or of all; the arguments are those of `agreement`."""
    from veracity.raters.agreement_table import agreement_table

    how = _how(level, confidence_level, method, random_state)
    figures = list(FIGURES.values()) if measure == "all" else [find_rater_figure(measure)]
    patterns = read_ratings(ratings, **asked)
    found = {
        figure: estimated(
            patterns, figure, "nominal" if figure.nominal and measure == "all" else level, how
        )
        for figure in figures
    }
    return agreement_table(found, level)


def _how(level: str, confidence_level: float, method: str, random_state: int) -> AgreementMethod:
    if level not in LEVELS:
        raise refuse("level_unknown", level=repr(level), levels=", ".join(LEVELS))
    confidence = Settings(confidence_level, "auto", 100, random_state).confidence_level
    return AgreementMethod(confidence, method, random_state)

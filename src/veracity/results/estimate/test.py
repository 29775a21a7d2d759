"""The outcome of a test: its statistic, its degrees of freedom, its p-value, its name."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.estimate.figures import figure
from veracity.words import Text
from veracity.words.messages import report_words


@dataclass(frozen=True, slots=True)
class Test:
    """A test: `df` is None where the statistic has no such number; a p of nan has a note.

    >>> print(Test(4.0, 1.0, 0.0463, "mcnemar"))
    asymptotic McNemar test: p = 0.046
    """

    statistic: float
    df: float | None
    p_value: float
    name: str = "none"
    note: Text = NO_NOTE

    @property
    def title(self) -> Text:
        """The name of the test in words."""
        # with degrees of freedom the variance is that between clusters
        of_clusters = {} if self.df is None else report_words("tests_of_clusters")
        titles = report_words("tests") | of_clusters
        return titles.get(self.name, Text(self.name, self.name))

    def __str__(self) -> str:
        return f"{self.title}: {p_words(self.p_value)}"

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "name": self.name,
            "statistic": self.statistic,
            "df": self.df,
            "p_value": self.p_value,
            "note": str(self.note),
        }


Test.__test__ = False  # type: ignore[attr-defined]  # its name is not for pytest


def p_words(p: float) -> str:
    """A p-value as papers print it.

    >>> p_words(0.04546), p_words(0.00002), p_words(1.0)
    ('p = 0.045', 'p < 0.001', 'p = 1.000')
    """
    if math.isnan(p):
        return f"p = {figure(p)}"
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"

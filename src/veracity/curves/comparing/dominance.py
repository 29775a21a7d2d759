"""Does one curve lie above the other everywhere, or do they cross? Decided, not eyeballed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from veracity.curves.comparing.lead import Lead, lead_between, lead_of_steps
from veracity.curves.making.coordinates import Swept, missing_classes, one
from veracity.errors import refuse
from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.estimate.figures import figure
from veracity.words import Text, joined, say

Space = Literal["roc", "pr", "pr_step"]
Relation = Literal["first", "second", "equal", "cross", "undefined"]
SPACES: dict[str, Text] = {
    "roc": Text("ROC", "ROC"),
    "pr": Text("PR", "PR"),
    "pr_step": Text("PR step", "PR 阶梯"),
}


@dataclass(frozen=True, slots=True)
class Dominance:
    """Which of two curves dominates the other, if one does; else where they cross.

    `relation` is "first" or "second" (that curve is nowhere below and somewhere above),
    "equal", "cross" or "undefined"; `crossings` are (FPR, TPR) or (recall, precision), in
    the order of falling thresholds. `exact` is False where weights are no whole numbers: then
    a difference below 1e-12 of the axis counts as none.
    """

    first: str
    second: str
    space: Space
    relation: Relation
    crossings: tuple[tuple[float, float], ...] = ()
    exact: bool = True
    note: Text = NO_NOTE

    @property
    def winner(self) -> str | None:
        """The name of the curve that dominates the other."""
        return {"first": self.first, "second": self.second}.get(self.relation)

    @property
    def text(self) -> Text:
        """The finding as a sentence."""
        names = {"first": self.first, "second": self.second, "curve": SPACES[self.space]}
        if self.relation == "undefined":
            return joined([say("dominance_undefined", **names), self.note])
        if self.relation == "equal":
            return say("dominance_equal", **names)
        if self.relation == "cross":
            points = [f"({figure(x)}, {figure(y)})" for x, y in self.crossings[:3]]
            more = [f"… (+{len(self.crossings) - 3})"] if len(self.crossings) > 3 else []
            return say("dominance_cross", **names, points=", ".join(points + more))
        inner = self.second if self.relation == "first" else self.first
        return say("dominance_shown", outer=self.winner, inner=inner, curve=names["curve"])

    def __str__(self) -> str:
        return str(self.text)


def dominance(
    first: Swept, second: Swept, *, space: Space = "roc", names: tuple[str, str] = ("A", "B")
) -> Dominance:
    """Whether the curve of one table dominates that of the other.

    In `roc` points are joined by straight lines, in `pr` by the hyperbolas that belong to
    them, in `pr_step` by steps. Counts that are whole numbers are compared as integers, so
    the answer is exact. On the same cases one curve dominates another in ROC exactly if it does in
    PR: Davis J, Goadrich M (2006) ICML, 233–240, theorem 3.2. It is a statement about this
    sample; whether it holds beyond it takes a test.

    >>> from veracity.statistics.scores.score_table import ScoreTable
    >>> a = ScoreTable.of_rows([1, 1, 0, 0], [4, 3, 2, 1])
    >>> b = ScoreTable.of_rows([1, 0, 1, 0], [4, 3, 2, 1])
    >>> print(dominance(a, b))
    A dominates B in this sample: its ROC curve is nowhere below that of B. The intervals of the \
differences show whether this exceeds chance.
    """
    if space not in SPACES:
        raise refuse("space_unknown", space=repr(space), spaces=", ".join(SPACES))
    needed: tuple[Literal["positives", "negatives"], ...] = ("positives", "negatives")
    for table in (one(first), one(second)):
        absent = missing_classes(table, *needed[: 2 if space == "roc" else 1])
        if absent:
            return Dominance(*names, space, "undefined", note=absent)
    lead = (
        lead_of_steps(first, second) if space == "pr_step" else lead_between(first, second, space)
    )
    return Dominance(*names, space, _relation(lead), lead.changes, lead.exact)


def dominances(
    tables: Mapping[str, Swept], *, space: Space = "roc"
) -> dict[tuple[str, str], Dominance]:
    """Every pair of several models, by their names."""
    return {
        pair: dominance(tables[pair[0]], tables[pair[1]], space=space, names=pair)
        for pair in combinations(tables, 2)
    }


def _relation(lead: Lead) -> Relation:
    if lead.first and lead.second:
        return "cross"
    if lead.first or lead.second:
        return "first" if lead.first else "second"
    return "equal"

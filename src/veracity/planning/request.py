"""The arguments of `vc.plan`, checked."""

from __future__ import annotations

import math
from dataclasses import dataclass, fields
from typing import Any

from veracity.errors import refuse
from veracity.planning.goal import Kind

SHARES = ("prevalence", "tpr", "fpr", "disagreement", "icc")
INSIDE = ("confidence_level", "power")  # neither 0 nor 1
OF_TWO_MODELS = ("disagreement", "correlation", "continuity", "paired")
# What says nothing about a goal: refused, as it would be ignored.
STRANGERS: dict[Kind, tuple[str, ...]] = {
    "width": ("misses", *OF_TWO_MODELS),
    "bound": OF_TWO_MODELS,
    "difference": ("misses",),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanRequest:
    """The arguments of `plan`, each of them a number that can be meant."""

    metric: str
    expected: float | None = None
    width: float | None = None
    bound: float | None = None
    misses: int | None = None
    difference: float | None = None
    power: float | None = None
    prevalence: float | None = None
    tpr: float | None = None
    fpr: float | None = None
    pilot: Any = None
    confidence_level: float = 0.95
    method: str = "auto"
    paired: bool = True
    disagreement: float | None = None
    correlation: float | None = None
    continuity: bool = False
    cluster_size: float | None = None
    icc: float | None = None
    proportions: tuple[float, ...] | None = None

    def __post_init__(self) -> None:
        for name in (*SHARES, *INSIDE, "expected", "width", "bound", "difference", "correlation"):
            _number(name, getattr(self, name))
        for name in SHARES:
            _between(name, getattr(self, name), 0, 1)
        for name in INSIDE:
            value = getattr(self, name)
            if value is not None and not 0 < value < 1:
                raise refuse("plan_not_inside", name=name, value=repr(value))
        _between("correlation", self.correlation, -1, 1)
        if self.prevalence in (0, 1):
            raise refuse("plan_not_inside", name="prevalence", value=repr(self.prevalence))
        if self.width is not None and not self.width > 0:
            raise refuse("plan_width", width=repr(self.width))
        if self.difference == 0:
            raise refuse("plan_difference_zero")
        every = ("width", "bound", "difference", "proportions")
        goals = [n for n in every if getattr(self, n) is not None]
        if len(goals) != 1:
            raise refuse("plan_one_goal", given=", ".join(goals) or "—")
        if self.proportions is not None:
            _several(self.proportions)
        if self.power is not None and self.width is not None:
            raise refuse("plan_power_with_width")
        self.without(*STRANGERS[self.kind])
        if (self.cluster_size is None) != (self.icc is None):
            raise refuse("plan_clusters")
        if self.cluster_size is not None and not 1 <= self.cluster_size < math.inf:
            raise refuse("plan_cluster_size", size=repr(self.cluster_size))
        if self.misses is not None and not (isinstance(self.misses, int) and self.misses >= 0):
            raise refuse("plan_misses", misses=repr(self.misses))

    def without(self, *names: str) -> None:
        """Refuse arguments that say nothing here."""
        defaults = {one.name: one.default for one in fields(self)}
        for name in names:
            if getattr(self, name) is not defaults[name]:
                raise refuse("plan_says_nothing", name=name, key=self.metric)

    @property
    def kind(self) -> Kind:
        """Which of the three goals is asked for."""
        if self.width is not None:
            return "width"
        return "bound" if self.bound is not None else "difference"

    @property
    def required_power(self) -> float:
        """The power asked for, or the usual 0.8."""
        return 0.8 if self.power is None else self.power

    @property
    def design_effect(self) -> float:
        """By how much clusters inflate a variance: 1 + (m − 1)·ICC (Kish L (1965) p. 162)."""
        if self.cluster_size is None or self.icc is None:
            return 1.0
        return 1 + (self.cluster_size - 1) * self.icc


def _number(name: str, value: float | None) -> None:
    if value is None:
        return
    try:
        known = math.isfinite(value) and not isinstance(value, bool)
    except TypeError:
        known = False
    if not known:
        raise refuse("plan_not_a_number", name=name, value=repr(value))


def _several(shares: tuple[float, ...]) -> None:
    """At least two shares, not all alike, each between 0 and 1."""
    for share in shares:
        _number("proportions", share)
        _between("proportions", share, 0, 1)
    if len(shares) < 2 or len(set(shares)) < 2:
        raise refuse("plan_shares_alike", n=len(shares))


def _between(name: str, value: float | None, low: float, high: float) -> None:
    if value is not None and not low <= value <= high:
        raise refuse("plan_outside", name=name, value=repr(value), low=low, high=high)

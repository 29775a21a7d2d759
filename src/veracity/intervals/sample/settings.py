"""How uncertainty is to be found: level, method, number of resamples, seed."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from numbers import Real
from operator import index
from typing import Any

from veracity.errors import refuse, spelled
from veracity.intervals.formulas.proportion import PROPORTION_METHODS
from veracity.intervals.formulas.roc_area import AREA_METHODS
from veracity.resampling.noise import Noise, noise_of

METHODS = (
    "auto",
    *PROPORTION_METHODS,
    *AREA_METHODS,
    "delta",
    "jackknife",
    "percentile",
    "basic",
    "poisson",
    "bca",
    "studentised",
    "stratified",
    "bayes",
    "none",
)


@dataclass(frozen=True)
class Settings:
    """Checked once, used for every estimate, recorded in every output."""

    confidence_level: float = 0.95
    method: str = "auto"
    n_resamples: int = 2000
    random_state: int = 0

    def __post_init__(self) -> None:
        level = self.confidence_level
        if not (type(level) is float or isinstance(level, Real)) or not 0 < level < 1:
            raise refuse("level_outside", level=spelled(level))
        if self.method not in METHODS:
            raise refuse("method_unknown", method=spelled(self.method), methods=", ".join(METHODS))
        if not _natural(self.n_resamples) or self.n_resamples < 100:
            raise refuse("resamples_too_few", n=spelled(self.n_resamples))
        if not _natural(self.random_state):
            raise refuse("seed_not_whole", seed=spelled(self.random_state))
        if type(level) is not float:  # plain numbers, which every file can hold
            object.__setattr__(self, "confidence_level", float(level))
        if type(self.n_resamples) is not int:
            object.__setattr__(self, "n_resamples", int(self.n_resamples))
        if type(self.random_state) is not int:
            object.__setattr__(self, "random_state", int(self.random_state))

    @cached_property
    def noise(self) -> Noise:
        """Random numbers that all estimates with these settings share."""
        return noise_of(self.random_state)


def _natural(value: Any) -> bool:
    if type(value) is int:
        return value >= 0
    try:
        return not isinstance(value, bool) and index(value) >= 0
    except TypeError:
        return False

"""Isotonic regression (pool adjacent violators) as pure functions of a table."""

from veracity.isotonic.corp import Decomposition, corp
from veracity.isotonic.fit import IsotonicFit, isotonic_fit, isotonic_values
from veracity.isotonic.steps import IsotonicSteps, isotonic_steps

__all__ = [
    "Decomposition",
    "IsotonicFit",
    "IsotonicSteps",
    "corp",
    "isotonic_fit",
    "isotonic_steps",
    "isotonic_values",
]

"""On which tables a record is tried, and when two numbers are the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.metrics import tables
from veracity.metrics import Metric
from veracity.statistics import ConfusionMatrix

Broken = Iterator[str]
HUGE = 1e12


def every(metric: Metric) -> tuple[ConfusionMatrix, ...]:
    if metric.classes == "two":
        return tables.of_two_classes()
    more = (*tables.of_two_classes(), *tables.of_many_classes(), tables.one_class())
    # tables of one class against the rest, added up: 10^12 times 10^12 is not exact
    return tuple(c for c in more if c is not tables.extreme()) if metric.average else more


def same(left: Any, right: Any, error: float = 1e-9) -> Any:
    """Equal to rounding; nan equals nan; where 1/0 was to be, rounding may leave a huge number."""
    close = np.isclose(left, right, rtol=error, atol=error / 10, equal_nan=True)
    return close | ((np.abs(left) > HUGE) & (np.abs(right) > HUGE))


def shown(c: ConfusionMatrix, where: Any) -> str:
    return str(c.cells.array()[where][0].tolist())

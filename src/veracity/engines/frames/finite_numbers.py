"""Which numbers of a lazy table are finite, also where its engine has no word for infinity."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import narwhals as nw
import numpy as np

LARGEST = float(np.finfo(np.float64).max)


def finite(x: nw.Expr, frame: nw.LazyFrame[Any]) -> nw.Expr:
    """Whether a number is neither infinite nor NaN; null where it is missing.

    Engines are asked for it by name: some answer comparisons from statistics that leave NaN out.
    A database that Ibis knows no such name of (SQLite) keeps NaN as a missing value, so that
    there a comparison is right.
    """
    return x.is_finite() if _has_infinity(frame.to_native()) else x.abs() <= LARGEST


def _has_infinity(native: object) -> bool:
    """Whether the engine of a table can be asked what is infinite."""
    if not type(native).__module__.startswith("ibis."):
        return True
    table: Any = native
    operations = import_module("ibis.expr.operations")
    return bool(table.get_backend().has_operation(operations.IsInf))

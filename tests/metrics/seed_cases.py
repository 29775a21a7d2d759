"""The worked examples of tests/data/seed_cases.json, read with their exact values."""

from __future__ import annotations

import json
import math
import re
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from tests.metrics import tables
from veracity.evaluation import ConfusionMatrix

FILE = Path(__file__).parents[1] / "data" / "seed_cases.json"
CASES: dict[str, dict[str, Any]] = {
    c["id"]: c for c in json.loads(FILE.read_text("utf-8"))["cases"]
}
KEYS = {"for": "false_omission_rate", "f2": "fbeta(2)", "f0.5": "fbeta(0.5)"}


def exact(entry: dict[str, Any]) -> float:
    """The value of an entry from its exact form: a fraction, a/sqrt(b), or 0/0 for undefined."""
    text = entry["exact"]
    if text == "0/0":
        return math.nan
    quotient = re.fullmatch(r"\((.+)\)/sqrt\((.+)\)", text)
    if quotient is None:
        return float(Fraction(text))
    up, under = (Fraction(part) for part in quotient.groups())
    down = (Decimal(under.numerator) / Decimal(under.denominator)).sqrt()
    return float(Decimal(up.numerator) / Decimal(up.denominator) / down)


def expected(case: str) -> dict[str, Any]:
    entries = CASES[case]["expected"]
    return {
        name: [exact(e) for e in entry]
        if isinstance(entry, list) and "exact" in entry[0]
        else entry
        for name, entry in entries.items()
    }


def assert_is(seen: Any, entry: Any, digits: float = 1e-15) -> None:
    said = exact(entry) if isinstance(entry, dict) else entry
    np.testing.assert_allclose(seen, said, rtol=digits, atol=1e-16, equal_nan=True)


def counts_of(case: str) -> dict[str, int]:
    """tp, fp, fn, tn of a case: printed, or from its labels, its rates or its words."""
    inputs = CASES[case]["inputs"]
    if "tp" in inputs:
        return {name: inputs[name] for name in ("tp", "fp", "fn", "tn")}
    if "y" in inputs:
        c = ConfusionMatrix.from_labels(inputs["y"], inputs["yhat"])
        return {"tp": c.tp, "fp": c.fp, "fn": c.fn, "tn": c.tn}
    if inputs.get("predict") == "always negative":
        return {"tp": 0, "fp": 0, "fn": 1, "tn": 199}
    share, hit, quiet = (Fraction(inputs[name]) for name in ("prevalence", "TPR", "TNR"))
    n = 10_000
    whole = {
        "tp": n * share * hit,
        "fp": n * (1 - share) * (1 - quiet),
        "fn": n * share * (1 - hit),
        "tn": n * (1 - share) * quiet,
    }
    assert all(value.denominator == 1 for value in whole.values())
    return {name: int(value) for name, value in whole.items()}


def stacked(counts: list[list[float]]) -> Any:
    """Matrices [tp, fp, fn, tn] on one leading axis."""
    return tables.matrix([[[tn, fp], [fn, tp]] for tp, fp, fn, tn in counts])

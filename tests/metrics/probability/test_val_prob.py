"""Nagelkerke's R² and the indexes D, U and Q are those of rms `val.prob` (R)."""

import json
from pathlib import Path

import numpy as np
import pytest

from veracity.metrics import find
from veracity.statistics.scores.probability_table import ProbabilityTable

SAID = json.loads((Path(__file__).parents[2] / "data" / "val_prob.json").read_text("utf-8"))


def table_of(y, p) -> ProbabilityTable:
    return ProbabilityTable.of_rows(y, p)


@pytest.mark.parametrize("sample", SAID["samples"], ids=lambda s: f"n={len(s['y'])}")
def test_val_prob(sample) -> None:
    table = table_of(sample["y"], sample["p"])
    for key, theirs in sample["values"].items():
        assert float(find(key)(table)) == pytest.approx(theirs, abs=1e-9), key
    assert SAID["rms"] == "6.5.0"


def test_log_loss_skill_by_hand() -> None:
    """1 − mean(−ln p of what happened)/ln 2 for two of each class."""
    table = table_of([1, 1, 0, 0], [0.8, 0.6, 0.4, 0.1])
    loss = -np.log([0.8, 0.6, 0.6, 0.9]).mean()
    assert float(find("log_loss_skill")(table)) == pytest.approx(1 - loss / np.log(2), abs=1e-14)
    assert find("mcfadden r2").key == "log_loss_skill"


def test_base_rates_have_no_skill_and_certainties_all_or_none() -> None:
    even = table_of([1, 0, 0, 0], [0.25] * 4)
    sure, wrong = table_of([1, 0], [1.0, 0.0]), table_of([1, 0], [0.0, 0.5])
    for key in ("log_loss_skill", "nagelkerke_r2"):
        assert float(find(key)(even)) == pytest.approx(0.0, abs=1e-15)
        assert float(find(key)(sure)) == 1.0
        assert float(find(key)(wrong)) == -np.inf
        assert find(key).reasons(wrong)


def test_a_line_that_cannot_be_fitted_leaves_u_and_q_undefined() -> None:
    apart = table_of([1, 1, 0, 0], [0.9, 0.7, 0.4, 0.2])
    for key in ("unreliability_u", "quality_q"):
        assert np.isnan(float(find(key)(apart)))
        assert "separates" in find(key).reasons(apart)[0]

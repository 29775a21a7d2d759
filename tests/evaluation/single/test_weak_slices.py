"""Weak slices: found where they are, and hardly ever where they are not."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError


def simulated(random, worse=0.0, n=600, scores=False):
    groups = {
        "site": random.integers(0, 4, n),
        "sex": random.choice(["f", "m"], n),
        "age": random.integers(0, 5, n),
    }
    y = random.integers(0, 2, n)
    bad = (groups["site"] == 1) & (groups["sex"] == "f")
    if scores:
        return vc.evaluate(y, y_score=random.normal(y * np.where(bad, 0.0, 1.5), 1), group=groups)
    right = random.random(n) < 0.85 - worse * bad
    return vc.evaluate(y, np.where(right, y, 1 - y), group=groups)


def test_a_weak_pair_is_found() -> None:
    found = simulated(np.random.default_rng(0), 0.5).weak_slices()
    first = found.found[0]
    assert first.where == (("site", 1), ("sex", "f"))
    assert first.value.value < first.rest.value
    assert first.difference.high < 0
    assert "site = 1, sex = f" in found.text()
    assert "切片" in found.text("zh")
    assert found.to_dict()[0]["weak"] in (True, False)
    assert found.tried == 4 + 2 + 5 + 8 + 20 + 10  # values and pairs of values, all large enough


def test_scores_and_chosen_columns() -> None:
    ev = simulated(np.random.default_rng(1), n=2000, scores=True)
    found = ev.weak_slices(["site", "sex"], metric="auroc")
    assert found.found[0].name == "site = 1, sex = f"
    assert found.tried == 4 + 2 + 8
    assert all("age" not in one.name for one in found.tested)
    assert not ev.weak_slices("age", metric="auroc").found


def test_hardly_ever_without_signal() -> None:
    random = np.random.default_rng(2)
    some = sum(bool(simulated(random, n=300).weak_slices()) for _ in range(60))
    assert some <= 60 * 0.05 + 3 * math.sqrt(60 * 0.05 * 0.95)


def test_none_found_is_said() -> None:
    found = simulated(np.random.default_rng(3)).weak_slices()
    assert len(found) == 0
    assert not found
    assert found.text().startswith("No weak slice found")
    assert found.text("zh").startswith("未发现")
    tiny = vc.evaluate([0, 1, 0, 1], [0, 1, 1, 1], group=["a", "a", "b", "b"]).weak_slices()
    assert tiny.tried == 0
    assert not tiny.found


def test_lower_is_better() -> None:
    found = simulated(np.random.default_rng(0), 0.5).weak_slices(metric="error_rate")
    assert found.found[0].where == (("site", 1), ("sex", "f"))
    assert found.found[0].difference.low > 0


@pytest.mark.parametrize(
    ("given", "asked", "words"),
    [
        ({}, {}, "group"),
        ({"group": [1, 1, 2, 2], "cluster": [1, 2, 3, 4]}, {}, "stand alone"),
        ({"group": [1, 1, 2, 2], "sample_weight": [1, 2, 1, 2]}, {}, "stand alone"),
        ({"group": {"a": [1, 1, 2, 2]}}, {"columns": ["b"]}, "not among"),
        ({"group": [1, 1, 2, 2]}, {"metric": "prevalence"}, "better"),
    ],
)
def test_what_is_refused(given, asked, words) -> None:
    ev = vc.evaluate([0, 1, 0, 1], [0, 1, 1, 1], **given)
    with pytest.raises(VeracityError) as refused:
        ev.weak_slices(**asked)
    assert words in str(refused.value)

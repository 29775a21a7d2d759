"""What earlier versions saved is loaded with the same numbers, for as long as it says it is."""

import json
import math
from collections.abc import Collection
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import veracity as vc
from tests.saved.make_saved_files import HERE, evaluations, maps, numbers_of
from veracity.metrics import find
from veracity.statistics import ConfusionMatrix

FILES = sorted(HERE.glob("*/*.veracity"))

# Figures that a later version gives otherwise on purpose: pattern of the key, what moved
# ("value" or "interval"), the version that changed it and why.
ACTS = "0.2.0: net benefit acts at its own threshold, not at that of the evaluation"
SURE = "0.2.0: right and wrong are those of the calls at the threshold of the evaluation"
HEAVY = "0.2.0: where a negative weighs more than a positive the interval reaches further down"
TRIALS = "0.2.0: weighted trials count by what rows of their true class weigh"
IMAGE = "0.2.0: 1 / informedness has the image of the interval of informedness"
CHANGED: tuple[tuple[str, str, str], ...] = (
    ("average_precision", "interval", HEAVY),
    ("precision", "interval", TRIALS),
    ("fdr", "interval", TRIALS),
    ("jaccard", "interval", TRIALS),
    ("predicted_positive_rate", "interval", TRIALS),
    ("net_benefit", "value", ACTS),
    ("net_benefit", "interval", ACTS),
    ("standardised_net_benefit", "value", ACTS),
    ("standardised_net_benefit", "interval", ACTS),
    ("number_needed_to_diagnose", "interval", IMAGE),
    ("aurc", "value", SURE),
    ("aurc", "interval", SURE),
    ("accuracy_at_coverage", "value", SURE),
    ("accuracy_at_coverage", "interval", SURE),
)


# Files whose emptied cells hide rows. 0.2.0: intervals hold wherever these rows lie, or are none
# where no bound is known; before, they spoke of the rows shown as if there were no others.
EMPTIED = ("labels_small_cells",)

STEP = 0.12  # of the width: how far other draws may move an end
POOLED = 0.01  # of the width. 0.2.0 pools scores to 192 buckets for derivatives; before, to 256


def named(path: Path) -> str:
    return f"{path.parent.name} {path.stem}"


def same(old: Any, new: Any) -> bool:
    if isinstance(old, float) and isinstance(new, (int, float)):
        return math.isclose(old, new, rel_tol=1e-7, abs_tol=1e-9)
    return bool(old == new)


def moved(key: str, what: str) -> bool:
    return any(key == known and what == part for known, part, _ in CHANGED)


def redrawn(old: list[Any], new: list[Any]) -> bool:
    """Say whether ends differ by no more than other draws make them (0.2.0 draws otherwise).

    The 2.5 % quantile of 2,000 draws has a standard error of about 0.015 of the width; figures
    that can only move in steps (precision among the first 20) move by one step.
    """
    finite = [x for x in (*old, *new) if isinstance(x, float)]
    if len(finite) == 4:
        return max(abs(a - b) for a, b in zip(old, new, strict=True)) <= STEP * np.ptp(finite)
    pairs = zip(old, new, strict=True)
    return all(a == b or math.isclose(a, b, rel_tol=0.05) for a, b in pairs)


def repooled(old: list[Any], new: list[Any]) -> bool:
    """Say whether ends differ by no more than other buckets make them."""
    return max(abs(a - b) for a, b in zip(old, new, strict=True)) <= POOLED * (old[1] - old[0])


def differing(
    old: dict[str, list[Any]],
    new: dict[str, list[Any]],
    drawn: Collection[str] = (),
    pooled: Collection[str] = (),
) -> list[str]:
    """Return the figures that are not as they were, and are not said to have changed.

    The ends of those that are `drawn` at random may be those of other draws, the ends of those
    that come from `pooled` scores may be those of other buckets.
    """
    found = [f"{key} is gone" for key in old if key not in new]
    for key in old.keys() & new.keys():
        if not same(old[key][0], new[key][0]) and not moved(key, "value"):
            found.append(f"{key}: {old[key][0]} was its value, now {new[key][0]}")
        ends, now = old[key][1:], new[key][1:]
        if key in drawn and None not in ends and None not in now and redrawn(ends, now):
            continue
        if key in pooled and None not in ends and None not in now and repooled(ends, now):
            continue
        if not all(map(same, ends, now)) and not moved(key, "interval"):
            found.append(f"{key}: {old[key][1:]} was its interval, now {new[key][1:]}")
    return found


def allows_for_hidden_rows(old: list[Any], new: list[Any]) -> bool:
    """Say whether an interval is withheld, or holds all that it held without the hidden rows."""
    return new == [None, None] or (new[0] <= old[0] and new[1] >= old[1])


def drawn_in(ev: Any) -> set[str]:
    """Return the keys whose interval is of random draws."""
    return {key for key in ev if ev[key].method in ("percentile", "bayes")}


def pooled_in(ev: Any) -> set[str]:
    """Return the keys whose interval comes from the derivatives of pooled scores."""
    of_scores = {key for key in ev if find(key).reads is not ConfusionMatrix}
    return {key for key in of_scores if ev[key].method.startswith("delta")}


@pytest.fixture(scope="module")
def written() -> dict[str, dict[str, Any]]:
    folders = {path.parent for path in FILES}
    return {f.name: json.loads((f / "numbers.json").read_text("utf-8")) for f in folders}


def test_every_kind_is_there() -> None:
    names = set(evaluations()) | set(maps())
    assert {path.stem for path in FILES if path.parent.name == "0.1.0"} == names
    assert len(names) >= 35


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_saved_file_gives_the_same_numbers(path: Path, written: dict[str, Any]) -> None:
    loaded = vc.load(path)
    old, new = written[path.parent.name][path.stem], numbers_of(loaded)
    if "transform" in old:
        assert np.allclose(new["transform"], old["transform"], rtol=1e-9, atol=1e-12)
        return
    assert (new["rows"], new["threshold"]) == (old["rows"], old["threshold"])
    if path.stem in EMPTIED:
        ends = {key: (old["figures"][key][1:], new["figures"][key][1:]) for key in old["figures"]}
        assert all(allows_for_hidden_rows(*both) for both in ends.values() if both[0] != both[1])
        new["figures"] |= {
            key: [new["figures"][key][0], *before] for key, (before, _) in ends.items()
        }
    assert differing(old["figures"], new["figures"], drawn_in(loaded), pooled_in(loaded)) == []
    assert set(new["groups"]) == set(old["groups"])
    parts = {str(name): part for name, part in loaded.by_group.items()}
    for name, figures in old["groups"].items():
        kinds = drawn_in(parts[name]), pooled_in(parts[name])
        assert differing(figures, new["groups"][name], *kinds) == [], name


@pytest.mark.parametrize("path", FILES, ids=named)
def test_a_saved_file_is_saved_again(path: Path, tmp_path: Path) -> None:
    loaded = vc.load(path)
    loaded.save(tmp_path / "again", **({} if "map" in path.stem else {"ids": "keep"}))
    again = vc.load(tmp_path / "again")
    if isinstance(loaded, vc.Evaluation):
        assert again.held == loaded.held
        assert again.to_json() == loaded.to_json()
    else:
        assert numbers_of(again) == numbers_of(loaded)


def test_a_changed_figure_is_found() -> None:
    old = {"auroc": [0.8, 0.7, 0.9], "gini": [0.6, None, None]}
    assert differing(old, old) == []
    assert "value" in differing(old, {**old, "auroc": [0.81, 0.7, 0.9]})[0]
    assert "interval" in differing(old, {**old, "auroc": [0.8, 0.7, 0.91]})[0]
    assert differing(old, {"auroc": old["auroc"]}) == ["gini is gone"]
    assert differing(old, {**old, "auroc": [0.8, 0.7, 0.91]}, {"auroc"}) == []
    assert "interval" in differing(old, {**old, "auroc": [0.8, 0.7, 0.93]}, {"auroc"})[0]
    assert "value" in differing(old, {**old, "auroc": [0.81, 0.7, 0.9]}, {"auroc"})[0]

"""Evaluations at different thresholds are different questions: they do not add up."""

from pathlib import Path

import pytest

import veracity as vc
from veracity.errors import CannotMerge

TRUTH, SCORES = [0, 0, 1, 1], [0.1, 0.4, 0.5, 0.9]


def at(threshold: float) -> vc.Evaluation:
    return vc.evaluate(TRUTH, y_proba=SCORES, threshold=threshold)


def test_different_thresholds_are_refused() -> None:
    with pytest.raises(CannotMerge, match=r"threshold is 0\.3 in one and 0\.6 in the other"):
        at(0.3) + at(0.6)


def test_the_threshold_is_kept_shown_and_merged(tmp_path: Path) -> None:
    at(0.3).save(tmp_path / "a")
    whole = vc.load(tmp_path / "a") + at(0.3)
    assert whole.threshold == 0.3
    assert whole.to_dict()["settings"]["threshold"] == 0.3
    assert whole.confusion.counts.tolist() == [[2, 2], [0, 4]]

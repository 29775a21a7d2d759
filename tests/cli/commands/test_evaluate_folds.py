"""`veracity evaluate --fold`: the mean over folds on the terminal, in files and reports."""

import csv
import json
from pathlib import Path

import numpy as np
import pytest

import veracity as vc

RNG = np.random.default_rng(6)
TRUTH = RNG.integers(0, 2, 200)
P = np.clip(0.3 * TRUTH + 0.7 * RNG.random(200), 0, 1).round(3)
FOLD = np.arange(200) % 5


@pytest.fixture
def file(tmp_path: Path) -> str:
    with (tmp_path / "oof.csv").open("w", newline="") as out:
        rows = csv.writer(out)
        rows.writerow(["y", "p", "f", "r"])
        rows.writerows(zip(TRUTH, P, FOLD, FOLD % 2, strict=True))
    return "oof.csv"


def test_means_over_folds_and_files(veracity, file: str, tmp_path: Path) -> None:
    ask = ("evaluate", file, "--true", "y", "--proba", "p", "--fold", "f")
    done = veracity(*ask, "--save", "cv", "--report", "cv.html", "--report", "cv.md")
    assert done.returncode == 0
    expected = vc.evaluate(TRUTH, y_proba=P, fold=FOLD)
    assert str(expected.mean["auroc"]) in done.out
    assert "80%" in done.out
    loaded = vc.load(tmp_path / "cv")
    assert loaded.mean["auroc"].value == pytest.approx(expected.mean["auroc"].value)
    assert "oof.csv" in (tmp_path / "cv.md").read_text("utf-8")
    one = veracity(*ask, "--metric", "auroc")
    assert one.out.strip() == f"auroc {expected.mean['auroc']}"
    every = veracity(*ask, "--all", "--verbose")
    assert len(every.out.splitlines()) > len(done.out.splitlines()) + 50
    found = json.loads(veracity(*ask, "--metric", "mcc", "--format", "json").out)
    assert found["mcc"]["method"] == "nadeau_bengio"
    assert "\\begin{" in veracity(*ask, "--format", "latex").out
    assert veracity(*ask, "--plot", "roc=roc.svg").returncode == 0
    assert (tmp_path / "roc.svg").exists()


def test_repeats(veracity, file: str) -> None:
    ask = ("evaluate", file, "--true", "y", "--proba", "p", "--lang", "zh")
    done = veracity(*ask, "--fold", "repeat=r", "--fold", "fold=f")
    assert done.returncode == 0
    assert "重复交叉验证" in done.out


def test_what_does_not_go_with_folds(veracity, file: str) -> None:
    ask = ("evaluate", file, "--true", "y", "--proba", "p")
    both = veracity(*ask, "--fold", "f", "--at-prevalence", "1%")
    assert both.returncode == 2
    assert "--at-prevalence" in both.err
    wrong = veracity(*ask, "--fold", "f", "--fold", "r")
    assert wrong.returncode == 2
    assert "repeat=COL" in wrong.err

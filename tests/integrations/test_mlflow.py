"""What is logged to MLflow: values, ends of intervals, the page; in a store of files."""

import json
import warnings
from pathlib import Path

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import mlflow

from veracity.integrations.mlflow import log

RNG = np.random.default_rng(3)
TRUTH = RNG.integers(0, 2, 80)
P = np.clip(0.5 * TRUTH + 0.6 * RNG.random(80), 0, 1)


@pytest.fixture(autouse=True)
def store(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.setenv("MLFLOW_ALLOW_FILE_STORE", "true")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mlflow.set_tracking_uri((tmp_path / "runs").as_uri())
    return tmp_path


def logged(ev, prefix: str = ""):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with mlflow.start_run() as run:
            told = log(ev, prefix)
        kept = mlflow.get_run(run.info.run_id)
    assert kept.data.metrics == pytest.approx(told)
    return kept


def artifacts(run) -> Path:
    return Path(
        mlflow.artifacts.download_artifacts(run_id=run.info.run_id, artifact_path="veracity")
    )


def test_values_intervals_and_report(store: Path) -> None:
    ev = vc.evaluate(TRUTH, y_proba=P, metrics=["auroc", "fbeta(2)", "ece"])
    run = logged(ev)
    one = ev["auroc"]
    found = run.data.metrics
    assert (found["auroc"], found["auroc_low"], found["auroc_high"]) == (
        one.value,
        one.low,
        one.high,
    )
    assert found["fbeta_2"] == ev["fbeta(2)"].value
    assert run.data.tags["veracity.cautions"] == ", ".join(c.key for c in ev.cautions)
    folder = artifacts(run)
    assert "<html" in (folder / "report.html").read_text("utf-8")
    assert json.loads((folder / "evaluation.json").read_text("utf-8")) == json.loads(ev.to_json())


def test_what_is_undefined_is_left_out(store: Path) -> None:
    ev = vc.evaluate([0, 1, 1, 0], [0, 0, 0, 0], metrics=["precision", "recall"])
    found = logged(ev, "val_").data.metrics
    assert "val_precision" not in found
    assert found["val_recall"] == 0.0


def test_folds_and_labels(store: Path) -> None:
    cv = vc.evaluate(TRUTH, y_proba=P, fold=np.arange(80) % 4)
    assert logged(cv).data.metrics["auroc"] == cv.mean["auroc"].value
    several = vc.evaluate_multilabel(RNG.integers(0, 2, (40, 3)), RNG.integers(0, 2, (40, 3)))
    assert logged(several).data.metrics["macro_f1_low"] == several["macro_f1"].low


def test_other_things_are_refused() -> None:
    with pytest.raises(VeracityError, match="dict"):
        log({"auroc": 0.7})

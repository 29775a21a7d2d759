"""Write one saved file of every kind with the version at hand, and the numbers that it gives.

    python -m tests.saved.make_saved_files      # from the root of the project

The files go to a folder named after the version, beside ``numbers.json``. A folder is written
once, by its own version, and never again: what later versions read is what people have on disk.
"""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np

import veracity as vc

HERE = Path(__file__).parent
N = 240
PLACES = np.linspace(0.02, 0.98, 41)


def _rows() -> dict[str, Any]:
    """Columns of one sample, drawn once; every file is made of some of them."""
    rng = np.random.default_rng(20261116)
    truth = rng.integers(0, 2, N)
    score = np.round(rng.normal(truth, 1.0), 3)
    proba = np.round(1 / (1 + np.exp(-score)), 4)
    kind = rng.integers(0, 3, N)
    three = rng.dirichlet([1.0, 1.0, 1.0], N)
    three[np.arange(N), kind] += 0.2
    three /= three.sum(1, keepdims=True)
    called = np.where(rng.random(N) < 0.7, kind, rng.integers(0, 3, N))
    return {
        "truth": truth,
        "score": score,
        "proba": proba,
        "kind": kind,
        "three": three,
        "called": called,
        "names": np.array(["rest", "move", "unclear"])[kind],
        "called_names": np.array(["rest", "move", "unclear"])[called],
        "patient": np.array([f"patient {i // 6:02d}" for i in range(N)]),
        "site": np.array(["north", "south", "west"])[rng.integers(0, 3, N)],
        "weight": np.round(rng.uniform(0.2, 3.0, N), 2),
        "copies": rng.integers(1, 4, N),
    }


def evaluations() -> dict[str, tuple[Callable[[], vc.Evaluation], dict[str, Any]]]:
    """Return by name how an evaluation is made and with which options it is saved."""
    c = _rows()
    days = [datetime.date(2026, 1, 1 + int(k)) for k in c["kind"]]
    called_days = [datetime.date(2026, 1, 1 + int(k)) for k in c["called"]]
    two = (c["proba"] >= 0.4).astype(int)
    many = np.arange(N) % 90
    one = vc.evaluate
    return {
        "labels_two_classes": (lambda: one(c["truth"], two), {}),
        "labels_three_names": (lambda: one(c["names"], c["called_names"]), {}),
        "labels_dates": (lambda: one(days, called_days), {}),
        "labels_many_classes": (lambda: one(many, np.where(c["truth"], many, (many + 1) % 90)), {}),
        "labels_weights": (lambda: one(c["truth"], two, sample_weight=c["weight"]), {}),
        "labels_clusters": (lambda: one(c["truth"], two, cluster=c["patient"]), {"ids": "keep"}),
        "labels_clusters_numbered": (lambda: one(c["truth"], two, cluster=c["patient"]), {}),
        "labels_groups": (lambda: one(c["truth"], two, group=c["site"]), {}),
        "labels_small_cells": (lambda: one(c["names"], c["called_names"]), {"min_count": 12}),
        "scores": (lambda: one(c["truth"], y_score=c["score"]), {}),
        "scores_threshold": (lambda: one(c["truth"], y_score=c["score"], threshold=0.25), {}),
        "scores_and_labels": (lambda: one(c["truth"], two, y_score=c["score"]), {}),
        "scores_coarsened": (lambda: one(c["truth"], y_score=c["score"]), {"bits": 6}),
        "probabilities": (lambda: one(c["truth"], y_proba=c["proba"]), {}),
        "probabilities_and_scores": (
            lambda: one(c["truth"], y_score=c["score"], y_proba=c["proba"], threshold=0.3),
            {},
        ),
        "probabilities_coarsened": (
            lambda: one(c["truth"], y_proba=c["proba"]),
            {"bits": 6, "min_count": 5},
        ),
        "probabilities_sampling_weights": (
            lambda: one(
                c["truth"], y_proba=c["proba"], sample_weight=c["weight"], weight_kind="sampling"
            ),
            {},
        ),
        "probabilities_frequencies": (
            lambda: one(
                c["truth"], y_proba=c["proba"], sample_weight=c["copies"], weight_kind="frequency"
            ),
            {},
        ),
        "probabilities_clusters": (
            lambda: one(c["truth"], y_proba=c["proba"], cluster=c["patient"]),
            {"ids": "keep"},
        ),
        "probabilities_groups_clusters_weights": (
            lambda: one(
                c["truth"],
                y_proba=c["proba"],
                group=c["site"],
                cluster=c["patient"],
                sample_weight=c["weight"],
            ),
            {},
        ),
        "grid": (lambda: one(c["truth"], y_proba=c["proba"], resolution=6), {}),
        "grid_scores_clusters": (
            lambda: one(c["truth"], y_score=c["score"], resolution=6, cluster=c["patient"]),
            {},
        ),
        "grid_inside_bucket": (
            lambda: one(c["truth"], y_proba=c["proba"], resolution=4).at(0.44),
            {},
        ),
        "columns": (lambda: one(c["kind"], y_proba=c["three"]), {}),
        "columns_clusters": (lambda: one(c["kind"], y_proba=c["three"], cluster=c["patient"]), {}),
        "columns_of_scores": (lambda: one(c["kind"], y_score=c["three"]), {}),
        "columns_in_grids": (lambda: one(c["kind"], y_proba=c["three"], resolution=6), {}),
        "columns_coarsened": (
            lambda: one(c["kind"], y_proba=c["three"]),
            {"bits": 5, "min_count": 3},
        ),
    }


def maps() -> dict[str, tuple[Callable[[], vc.Recalibration], dict[str, Any]]]:
    """Return by name how a map is fitted and with which options it is saved."""
    c = _rows()
    truth, proba, kind, three = c["truth"], c["proba"], c["kind"], c["three"]
    found: dict[str, tuple[Callable[[], vc.Recalibration], dict[str, Any]]] = {
        f"map_{method}": (lambda method=method: vc.recalibrate(truth, proba, method=method), {})
        for method in ("isotonic", "platt", "beta", "temperature")
    }
    found["map_with_statistics"] = (
        lambda: vc.recalibrate(truth, proba, method="platt", cv=4, cluster=c["patient"]),
        {"statistics": True},
    )
    found["map_columns"] = (lambda: vc.recalibrate(kind, three, method="temperature"), {})
    found["map_columns_isotonic"] = (lambda: vc.recalibrate(kind, three, method="isotonic"), {})
    return found


def numbers_of(loaded: Any) -> dict[str, Any]:
    """Return what a loaded file gives: every figure with its interval, or a map's values."""
    if isinstance(loaded, vc.Recalibration):
        k = len(loaded.labels)
        given = PLACES if k == 2 else _points(k)
        return {"transform": np.asarray(loaded.transform(given)).tolist()}
    groups = {str(name): part for name, part in loaded.by_group.items()}
    return {
        "rows": [loaded.rows.read, loaded.rows.used],
        "threshold": loaded.threshold,
        "figures": _figures(loaded),
        "groups": {name: _figures(part) for name, part in groups.items()},
    }


def _points(k: int) -> Any:
    given = np.random.default_rng(1).dirichlet(np.ones(k), 12)
    return np.round(given, 6) / np.round(given, 6).sum(1, keepdims=True)


def _figures(ev: Any) -> dict[str, list[float | None]]:
    """Return value, low, high of every key; None where there is no number."""

    def number(x: float) -> float | str | None:
        return None if x != x else x if abs(x) != float("inf") else str(x)

    estimates = {key: ev[key] for key in ev}
    return {k: [number(e.value), number(e.low), number(e.high)] for k, e in estimates.items()}


def main() -> None:
    """Write the files and their numbers, read back from the files themselves."""
    folder = HERE / version("veracity")
    if folder.exists():
        sys.exit(f"{folder.name} is written already; a version writes its files once")
    folder.mkdir()
    numbers = {}
    for name, (make, options) in {**evaluations(), **maps()}.items():
        path = folder / f"{name}.veracity"
        make().save(path, **options)
        numbers[name] = numbers_of(vc.load(path))
    lines = [f'"{n}": {json.dumps(of, separators=(",", ":"))}' for n, of in numbers.items()]
    text = "{\n" + ",\n".join(lines) + "\n}\n"
    (folder / "numbers.json").write_text(text, "utf-8")


if __name__ == "__main__":
    main()

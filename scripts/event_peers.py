"""Scenes scored by another package, inside that package's own environment.

`scripts/event_references.py` starts this file with the Python of each environment: scenes come in
as JSON on stdin, values go out as JSON on stdout. It needs numpy and the one package named.
"""

from __future__ import annotations

import contextlib
import json
import math
import sys
import warnings
from collections.abc import Callable, Iterator
from importlib.metadata import version
from typing import Any

import numpy as np

Scene = dict[str, Any]
Found = dict[str, "float | None"]


def counted(tp: float, fp: float, missed: float, **shares: float) -> Found:
    """Counts, and shares as the package itself gives them."""
    counts = {"true_positives": tp, "false_positives": fp, "missed": missed}
    return {key: plain(value) for key, value in {**counts, **shares}.items()}


def plain(value: Any) -> float | None:
    """A number that JSON has; undefined is null."""
    number = float(value)
    return None if math.isnan(number) else number


# -------------------------------------------------------------------------------- timescoring
def timescoring(scene: Scene) -> Iterator[tuple[str, Found]]:
    """Sample and event scoring of SzCORE."""
    from timescoring import scoring
    from timescoring.annotations import Annotation

    def given(side: str, fs: int) -> Annotation:
        events = [tuple(one) for one in scene[side]]
        return Annotation(events, fs, round(scene["duration"] * fs))

    def shown(found: Any) -> Found:
        missed = found.refTrue - found.tp
        shares = {"sensitivity": found.sensitivity, "precision": found.precision, "f1": found.f1}
        return counted(found.tp, found.fp, missed, **shares)

    fine = given("reference", 10), given("detected", 10)
    for fs in (1, 10):
        yield f"samples at {fs}", shown(scoring.SampleScoring(*fine, fs))
    settings = {
        "any_overlap": {},
        "any_overlap(before=0, after=0, merge=0)": {
            "toleranceStart": 0,
            "toleranceEnd": 0,
            "minDurationBetweenEvents": 0,
        },
        "any_overlap(min_overlap=0.3)": {"minOverlap": 0.3},
        "any_overlap(before=5, after=10, split=60, merge=20)": {
            "toleranceStart": 5,
            "toleranceEnd": 10,
            "maxEventDuration": 60,
            "minDurationBetweenEvents": 20,
        },
    }
    for rule, setting in settings.items():
        yield rule, shown(scoring.EventScoring(*fine, scoring.EventScoring.Parameters(**setting)))


# ----------------------------------------------------------------------------------- sed_eval
def sed_eval(scene: Scene) -> Iterator[tuple[str, Found]]:
    """Segments and collars of sound event detection."""
    import dcase_util
    from sed_eval import sound_event

    def given(side: str) -> Any:
        ends = [
            {"event_label": "x", "onset": float(a), "offset": float(b), "filename": "f"}
            for a, b in scene[side]
        ]
        return dcase_util.containers.MetaDataContainer(ends)

    def shown(metric: Any) -> Found:
        one = metric.class_wise["x"]
        told = metric.results_class_wise_metrics()["x"]["f_measure"]
        shares = {"sensitivity": told["recall"], "precision": told["precision"]}
        return counted(one["Ntp"], one["Nfp"], one["Nfn"], **shares, f1=told["f_measure"])

    fine = (0.2,) if scene["duration"] <= 60 else ()
    for seconds in (1.0, 2.5, *fine):
        metric = sound_event.SegmentBasedMetrics(["x"], time_resolution=seconds)
        length = float(scene["duration"])
        metric.evaluate(given("reference"), given("detected"), evaluated_length_seconds=length)
        yield f"segments({seconds:g})", shown(metric)
    for collar, share in ((0.2, 0.5), (2.0, 0.2), (5.0, 0.0)):
        metric = sound_event.EventBasedMetrics(
            ["x"], t_collar=collar, percentage_of_length=share, event_matching_type="optimal"
        )
        metric.evaluate(given("reference"), given("detected"))
        yield f"collar({collar:g}, offset={collar:g}, offset_share={share:g})", shown(metric)
    for collar in (0.2, 5.0):
        metric = sound_event.EventBasedMetrics(["x"], t_collar=collar, evaluate_offset=False)
        metric.evaluate(given("reference"), given("detected"))
        yield f"collar({collar:g})", shown(metric)


# ------------------------------------------------------------------------------ prts and aeon
RANGES: tuple[dict[str, Any], ...] = (
    {},
    {"cardinality": "reciprocal"},
    {"alpha": 0.5},
    {"bias": "front"},
    {"bias": "back"},
    {"bias": "middle"},
    {"alpha": 0.3, "bias": "front", "cardinality": "reciprocal"},
)


def mask_of(scene: Scene, side: str) -> Any:
    """A mask on the grid that all times of the scene lie on."""
    fs = scene["fs"]
    mask = np.zeros(round(scene["duration"] * fs), int)
    for a, b in scene[side]:
        mask[round(a * fs) : round(b * fs)] = 1
    return mask


def spelled(setting: dict[str, Any]) -> str:
    """A setting as a key of the rule."""
    said = ", ".join(f"{name}={value}" for name, value in setting.items())
    return f"range_based({said})" if said else "range_based"


def prts(scene: Scene) -> Iterator[tuple[str, Found]]:
    """Recall and precision of ranges; alpha and bias are those of recall."""
    from prts import ts_precision, ts_recall

    real, pred = mask_of(scene, "reference"), mask_of(scene, "detected")
    if not (real.any() and pred.any()):
        return
    for setting in RANGES:
        full = {"alpha": 0.0, "bias": "flat", "cardinality": "one", **setting}
        flat = {**full, "alpha": 0.0, "bias": "flat"}
        shares = ts_recall(real, pred, **full), ts_precision(real, pred, **flat)
        keys = ("sensitivity", "precision")
        yield spelled(setting), {k: plain(v) for k, v in zip(keys, shares, strict=True)}


def aeon(scene: Scene) -> Iterator[tuple[str, Found]]:
    """The same, of aeon."""
    from aeon.benchmarking.metrics.anomaly_detection import range_precision, range_recall

    real, pred = mask_of(scene, "reference"), mask_of(scene, "detected")
    for setting in RANGES:
        full = {"alpha": 0.0, "bias": "flat", "cardinality": "one", **setting}
        flat = {"bias": "flat", "cardinality": full["cardinality"]}
        shares = range_recall(real, pred, **full), range_precision(real, pred, alpha=0.0, **flat)
        keys = ("sensitivity", "precision")
        yield spelled(setting), {k: plain(v) for k, v in zip(keys, shares, strict=True)}


# ----------------------------------------------------------------------------------- mir_eval
def mir_eval(scene: Scene) -> Iterator[tuple[str, Found]]:
    """Times within a window, one to one."""
    from mir_eval.util import match_events

    real, pred = (np.array([a for a, _ in scene[side]], float) for side in SIDES)
    for window in (1, 5):
        hits = len(match_events(real, pred, float(window))) if len(real) and len(pred) else 0
        yield f"points({window})", counted(hits, len(pred) - hits, len(real) - hits)


# -------------------------------------------------------------------------------- pycocotools
SUMMARY = [
    "ap",
    "ap(0.5)",
    "ap(0.75)",
    "ap_small",
    "ap_medium",
    "ap_large",
    "ar(1)",
    "ar(10)",
    "ar(100)",
    "ar_small",
    "ar_medium",
    "ar_large",
]


def pycocotools(scene: Scene) -> Iterator[tuple[str, Found]]:
    """The twelve numbers of COCO, and AP of each class; -1, its word for undefined, is null."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    truth = COCO()
    truth.dataset = scene["truth"]
    truth.createIndex()
    run = COCOeval(truth, truth.loadRes(scene["detected"]), "bbox")
    run.evaluate()
    run.accumulate()
    run.summarize()
    told = dict(zip(SUMMARY, run.stats.tolist(), strict=True))
    precision = run.eval["precision"]  # thresholds, recalls, classes, areas, most detections
    for k, name in enumerate(run.params.catIds):
        for label, part in ((f"ap of {name}", slice(None)), (f"ap(0.5) of {name}", slice(0, 1))):
            values = precision[part, :, k, 0, -1]
            told[label] = float(values[values > -1].mean()) if (values > -1).any() else -1.0
    yield "coco", {key: None if value == -1 else value for key, value in told.items()}


SIDES = ("reference", "detected")
PEERS: dict[str, Callable[[Scene], Iterator[tuple[str, Found]]]] = {
    one.__name__: one for one in (timescoring, sed_eval, prts, aeon, mir_eval, pycocotools)
}


def main() -> None:
    """Every scene by one package: {scene: {rule: values}}, with the versions."""
    name = sys.argv[1]
    warnings.simplefilter("ignore")
    scenes = json.load(sys.stdin)
    with contextlib.redirect_stdout(sys.stderr):
        values = {scene["name"]: dict(PEERS[name](scene)) for scene in scenes}
    versions = {one: version(one) for one in (name, "numpy")}
    json.dump({"versions": versions, "values": values}, sys.stdout)


if __name__ == "__main__":
    main()

"""Values of pycocotools for scenes of boxes, in an environment of its own.

    python -m venv coco && coco/bin/pip install pycocotools==2.0.10
    coco/bin/python scripts/detection_references.py

writes tests/data/detection_references.json: scenes as COCO holds them (annotations, results),
and what pycocotools says of each: the twelve figures, average precision of each class, overlap and
size, and recall. Scenes have crowds, equal scores, equal overlaps, overlaps that meet a threshold
exactly, areas on the border of two sizes, pictures without boxes, classes without reference, more
detections than count. Their annotations are numbered from 1: pycocotools takes number 0 for "no
match", which is a fault of its own.
"""

from __future__ import annotations

import contextlib
import copy
import io
import json
import platform
from importlib.metadata import version
from pathlib import Path

import numpy as np

OUT = Path(__file__).parents[1] / "tests" / "data" / "detection_references.json"


def scene(seed: int, *, images: int, classes: int, grid: float, most: int, scores: int) -> dict:
    """Random boxes: `grid` rounds their corners, `scores` says how many scores there are."""
    random = np.random.default_rng(seed)
    annotations, results = [], []

    def rounded(values) -> list[float]:
        return [float(one) for one in np.round(np.asarray(values) / grid) * grid]

    for image in range(1, images + 1):
        for category in range(1, classes):  # the last class has no reference
            for _ in range(random.integers(0, most)):
                wide, tall = np.exp(random.uniform(np.log(8), np.log(150), 2))
                box = rounded([*random.uniform(0, 200, 2), max(wide, grid), max(tall, grid)])
                area = box[2] * box[3] * (1.0 if random.random() < 0.5 else 0.7)
                area = 1024.0 if random.random() < 0.05 else area
                annotations.append(
                    {
                        "id": len(annotations) + 1,
                        "image_id": image,
                        "category_id": category,
                        "bbox": box,
                        "area": round(area, 3),
                        "iscrowd": int(random.random() < 0.08),
                    }
                )
                for _ in range(random.integers(0, 4)):
                    near = np.array(box) + random.normal(0, 0.12, 4) * np.array(box)[[2, 3, 2, 3]]
                    near[2:] = np.maximum(near[2:], grid)
                    results.append(_result(random, image, category, rounded(near), scores))
        for _ in range(random.integers(0, 2 * most)):
            box = [*random.uniform(0, 200, 2), *random.uniform(max(5, grid), 150, 2)]
            category = int(random.integers(1, classes + 1))
            results.append(_result(random, image, category, rounded(box), scores))
    random.shuffle(results)
    return {
        "images": images + 2,  # the last two have nothing
        "categories": classes,
        "annotations": annotations,
        "results": results,
    }


def _result(random: np.random.Generator, image: int, category: int, box: list, scores: int) -> dict:
    score = float(random.integers(1, scores)) / scores
    return {"image_id": image, "category_id": category, "bbox": box, "score": score}


def evaluated(given: dict) -> dict:
    """What pycocotools says of a scene."""
    from pycocotools.coco import COCO
    from pycocotools.cocoeval import COCOeval

    with contextlib.redirect_stdout(io.StringIO()):
        reference = COCO()
        reference.dataset = {
            "info": {},
            "images": [{"id": n + 1} for n in range(given["images"])],
            "categories": [
                {"id": n + 1, "name": f"class {n + 1}"} for n in range(given["categories"])
            ],
            "annotations": copy.deepcopy(given["annotations"]),
        }
        reference.createIndex()
        detected = reference.loadRes(copy.deepcopy(given["results"]))
        found = COCOeval(reference, detected, "bbox")
        found.evaluate()
        found.accumulate()
        found.summarize()
    precision = found.eval["precision"][..., -1]  # thresholds, recalls, classes, sizes
    return {
        "stats": found.stats.tolist(),
        "ap": precision.mean(1).tolist(),  # thresholds, classes, sizes; −1 is undefined
        "recall": found.eval["recall"].tolist(),  # thresholds, classes, sizes, most detections
    }


def main() -> None:
    """Make the scenes, evaluate them, write both."""
    kinds = [
        {"images": 12, "classes": 4, "grid": 1e-3, "most": 4, "scores": 10**6},
        {"images": 6, "classes": 3, "grid": 8.0, "most": 5, "scores": 7},
        {"images": 1, "classes": 2, "grid": 16.0, "most": 200, "scores": 20},
    ]
    scenes = [scene(seed, **kind) for seed, kind in enumerate([*kinds, *kinds[1:2] * 3], 1)]
    cases = [{**one, "pycocotools": evaluated(one)} for one in scenes]
    made = {"pycocotools": version("pycocotools"), "numpy": np.__version__}
    made["python"] = platform.python_version()
    OUT.write_text(json.dumps({"made_with": made, "cases": cases}) + "\n", "utf-8")


if __name__ == "__main__":
    main()

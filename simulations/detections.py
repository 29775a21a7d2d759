"""Coverage of the intervals of average precision and recall with pictures as clusters.

    python -m simulations.detections

Pictures differ: some are hard, so that boxes are missed there, scores are low and false alarms
many. The truth is the figure of 40,000 pictures. Of each number of pictures so many samples are
drawn; an interval covers if it holds the truth, and a difference of two detectors on the same
pictures likewise.
"""

from __future__ import annotations

import math

import numpy as np

from veracity.detections.detection_evaluation import DetectionEvaluation
from veracity.detections.estimating import image_spread, mean_of_classes
from veracity.metrics.detection_figures.figures import find_detection_figure
from veracity.statistics.detections.detection_tally import DetectionTally
from veracity.statistics.numerics.quantiles import quantile_of

SAMPLES = 1000
KEYS = ("map_50", "ar(100)")


def pictures(
    random: np.random.Generator, n: int, between: float, classes: int = 2, skill: float = 0.0
) -> tuple[DetectionTally, DetectionTally]:
    """Two detectors on the same n pictures; `between` is how much pictures differ."""
    hard = random.normal(0, between, n)
    there = random.poisson(1.5, (classes, n))
    sides = []
    for better in (skill, 0.0):
        rows = []
        for k in range(classes):
            image = np.repeat(np.arange(n), there[k])
            hit = random.random(len(image)) < 1 / (1 + np.exp(-(1 + better - hard[image])))
            image = image[hit]
            score = random.normal(1.2 - 0.5 * hard[image], 1.0)
            false = np.repeat(np.arange(n), random.poisson(1.5 * np.exp(0.5 * hard)))
            low = random.normal(0, 1, len(false))
            rows.append((np.r_[image, false], np.r_[score, low], np.r_[hit[hit], false < 0]))
        sides.append(_tally(rows, there, n))
    return sides[0], sides[1]


def _tally(rows: list, there: np.ndarray, n: int) -> DetectionTally:
    image, score, right = (np.concatenate([row[i] for row in rows]) for i in range(3))
    kind = np.repeat(np.arange(len(rows)), [len(row[0]) for row in rows])
    reference = [np.repeat(np.arange(n), one) for one in there]
    return DetectionTally(
        tuple(range(len(rows))),
        tuple(range(n)),
        (0.5,),
        ("all",),
        "coco",
        100,
        score,
        np.zeros(len(image), np.int64),
        image,
        kind,
        right.astype(np.int8)[None, None],
        np.concatenate(reference),
        np.repeat(np.arange(len(rows)), [len(one) for one in reference]),
        np.ones((1, int(there.sum())), bool),
    )


def covered(n: int, between: float, ap: str, truth: dict, seed: int) -> dict[str, float]:
    """Shares of samples whose interval holds the truth, and the size of the test."""
    random = np.random.default_rng(seed)
    held: dict[str, list[bool]] = {key: [] for key in (*KEYS, "percentile", "difference")}
    for _ in range(SAMPLES):
        first, second = (
            DetectionEvaluation(one, ap, n_resamples=200, random_state=1)
            for one in pictures(random, n, between)
        )
        for key in KEYS:
            found = first[key]
            held[key].append(found.low <= truth[key] <= found.high)
        draws = [
            mean_of_classes(one.sample.values(find_detection_figure("map_50")))
            for one in (first, second)
        ]
        low, high = np.nanquantile(draws[0][1:], [0.025, 0.975])
        held["percentile"].append(low <= truth["map_50"] <= high)
        gap, k = draws[0] - draws[1], first.informing
        step = quantile_of(0.95, k - 1) * image_spread(gap[1:], k)
        held["difference"].append(abs(gap[0]) <= step)
    return {key: float(np.mean(one)) for key, one in held.items()}


def main() -> None:
    """Print the table of docs/detections.md."""
    print("| pictures | they differ by | ap | map_50 | percentiles | ar | difference |")
    print("|--|--|--|--|--|--|--|")
    for between in (0.5, 1.5):
        for ap in ("coco", "voc_11_points"):
            large, _ = pictures(np.random.default_rng(0), 40_000, between)
            found = DetectionEvaluation(large, ap, n_resamples=0)
            truth = {key: found[key].value for key in KEYS}
            for n in (5, 10, 30, 100):
                got = covered(n, between, ap, truth, n)
                cells = [got[key] for key in ("map_50", "percentile", "ar(100)", "difference")]
                print(
                    "|", n, "|", between, "|", ap, "|", " | ".join(f"{c:.3f}" for c in cells), "|"
                )
    print(f"\n{SAMPLES} samples a row: ± {1.96 * math.sqrt(0.95 * 0.05 / SAMPLES):.3f}")


if __name__ == "__main__":
    main()

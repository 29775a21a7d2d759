"""How often the default intervals contain the truth: `make coverage` writes docs/coverage.md."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simulations.page import is_off, why, written
from simulations.populations import binormal_prior, classes_prior
from veracity.decisions.expected_loss.population import population as place_of_use
from veracity.decisions.prevalence.prevalence import estimate_at
from veracity.files import written_whole
from veracity.intervals import Estimator, Settings
from veracity.metrics import Metric, find
from veracity.metrics.catalogue.projecting import projected
from veracity.results import Estimate
from veracity.statistics import ConfusionMatrix

AREAS = (0.6, 0.97)
OTHERS = "\n## Very many clusters\n"
BINS = 4  # of the prior, for the minimum
RESAMPLES = 400  # where the default method redraws: fewer than the 2,000 of `evaluate`, for time
COUNT_KEYS = (
    "accuracy",
    "recall",
    "specificity",
    "precision",
    "npv",
    "f1",
    "mcc",
    "kappa",
    "balanced_accuracy",
    "informedness",
    "lr_plus",
    "dor",
)
SCORE_KEYS = (
    "auroc",
    "average_precision",
    "partial_auroc",
    "tpr_at_fpr",
    "precision_at_recall",
    "recall_at_precision(0.7)",
    "eer",
)
WEIGHTED_KEYS = (
    "accuracy",
    "recall",
    "precision",
    "npv",
    "f1",
    "mcc",
    "auroc",
    "average_precision",
)
USE_KEYS = ("precision", "npv", "f1", "average_precision")
CLASS_KEYS = ("accuracy", "macro_f1", "weighted_f1", "macro_recall", "g_mean", "mcc", "kappa")


@dataclass(frozen=True)
class Setting:
    """How samples are drawn: rows, prevalence, clusters, weights; or rows and classes.

    `of_positives` is the standard deviation of the positives, `silent` the share of them that
    look like negatives, `design` one with weights, and `use` the prevalence that figures are
    carried to.
    """

    n: int
    prevalence: float = 0.5
    clusters: int | None = None
    between: float = 0.0
    uneven: bool = False
    classes: int = 2
    weights: float = 0.0
    of_positives: float = 1.0
    silent: float = 0.0
    design: str = ""
    use: float | None = None

    @property
    def keys(self) -> tuple[str, ...]:
        """The metrics that are tried there."""
        if self.design or self.use is not None:
            return WEIGHTED_KEYS if self.design else USE_KEYS
        if self.of_positives != 1 or self.silent:
            return SCORE_KEYS
        return (*COUNT_KEYS, *SCORE_KEYS) if self.classes == 2 else CLASS_KEYS


SETTINGS = (
    *(Setting(n, p) for n in (30, 100, 300, 1000) for p in (0.5, 0.1)),
    Setting(1000, 0.02),
    *(Setting(20 * c, 0.3, c, 0.7) for c in (6, 20, 100)),
    *(Setting(20 * c, 0.3, c, 0.7, uneven=True) for c in (12, 40, 100)),
    *(Setting(n, p, weights=w) for n, p in ((100, 0.3), (1000, 0.1)) for w in (0.5, 1.0)),
    *(Setting(n, p, of_positives=s) for n, p in ((1000, 0.03), (100, 0.3)) for s in (2.0, 0.5)),
    *(Setting(n, p, silent=0.3) for n, p in ((2045, 0.022), (100, 0.3))),
    Setting(300, 1 / 81, design="controls"),
    *(Setting(300, 0.2, design=design) for design in ("tenth", "verified")),
    *(Setting(n, 0.5, use=use) for n, use in ((400, 0.01), (400, 0.1), (4000, 0.01))),
    *(Setting(n, classes=k) for k, n in ((3, 100), (3, 1000), (10, 300), (10, 3000), (50, 1000))),
)


@dataclass(frozen=True)
class Outcome:
    """Of one key in one setting: how many intervals there were and contained the truth, by bin."""

    setting: Setting
    key: str
    drawn: int
    found: tuple[int, ...]
    held: tuple[int, ...]
    below: int
    above: int
    width: float
    methods: tuple[tuple[str, int], ...]


def simulated(setting: Setting, times: int, seed: int) -> list[Outcome]:
    """Samples of populations from the prior, each estimated once by the default method."""
    random = np.random.default_rng([seed, *map(ord, repr(setting))])
    records = {key: find(key) for key in setting.keys}
    found = {key: np.zeros(BINS, np.int64) for key in records}
    held = {key: np.zeros(BINS, np.int64) for key in records}
    below, above = dict.fromkeys(records, 0), dict.fromkeys(records, 0)
    widths: dict[str, list[float]] = {key: [] for key in records}
    methods: dict[str, dict[str, int]] = {key: {} for key in records}
    drawn = dict.fromkeys(records, 0)
    for _ in range(times):
        index, pairs = _one(setting, random)
        for reads, (population, sample) in pairs.items():
            estimator = Estimator(sample, Settings(n_resamples=RESAMPLES, random_state=0))
            for key, metric in records.items():
                if metric.reads is not reads:
                    continue
                moved = metric if setting.use is None else projected(metric, setting.use)
                truth = float(moved(population))
                if np.isnan(truth):
                    continue
                drawn[key] += 1
                estimate = _estimated(estimator, metric, setting.use)
                if np.isnan(estimate.low):
                    continue
                found[key][index] += 1
                held[key][index] += estimate.low <= truth <= estimate.high
                below[key] += truth < estimate.low
                above[key] += truth > estimate.high
                widths[key].append(estimate.high - estimate.low)
                methods[key][estimate.method] = methods[key].get(estimate.method, 0) + 1
    return [
        Outcome(
            setting,
            key,
            drawn[key],
            tuple(found[key].tolist()),
            tuple(held[key].tolist()),
            below[key],
            above[key],
            float(np.median(widths[key])) if widths[key] else float("nan"),
            tuple(sorted(methods[key].items(), key=lambda item: -item[1])),
        )
        for key in records
    ]


def _estimated(estimator: Estimator, metric: Metric, use: float | None) -> Estimate:
    """Where it was measured, or at the prevalence of use."""
    if use is None:
        return estimator.estimate(metric)
    return estimate_at(estimator, metric, place_of_use(use))


def _one(setting: Setting, random: np.random.Generator) -> tuple[int, dict[type, Any]]:
    """A population and a sample for each statistic, and the bin of the prior they are from."""
    if setting.classes > 2:
        index = int(random.integers(BINS))
        ends = np.linspace(0.4, 0.95, BINS + 1)[index : index + 2]
        classes = classes_prior(random, setting.classes, (float(ends[0]), float(ends[1])))
        return index, {ConfusionMatrix: (classes.matrix, classes.drawn(random, setting.n))}
    index = int(random.integers(BINS))
    ends = np.linspace(*AREAS, BINS + 1)[index : index + 2]
    population = binormal_prior(
        random,
        setting.prevalence,
        (float(ends[0]), float(ends[1])),
        setting.between,
        setting.of_positives,
        setting.silent,
    )
    if setting.design:
        sample = population.sampled(random, setting.n, setting.design)
    else:
        sample = population.drawn(
            random, setting.n, setting.clusters, setting.uneven, setting.weights
        )
    reads = {find(key).reads for key in setting.keys}
    known = {
        kind: population.matrix if kind is ConfusionMatrix else population.table for kind in reads
    }
    return index, {kind: (known[kind], sample.statistic(kind)) for kind in reads}


def every(times: int, seed: int, processes: int) -> Iterator[Outcome]:
    """All settings, so many at a time."""
    with ProcessPoolExecutor(processes) as pool:
        for outcomes in pool.map(
            simulated, SETTINGS, [times] * len(SETTINGS), [seed] * len(SETTINGS)
        ):
            yield from outcomes


def of_others(page: Path) -> str:
    """The last section of the page, which `simulations.random_groups` measured."""
    before = page.read_text("utf-8") if page.exists() else ""
    _, heading, rest = before.partition(OTHERS)
    return heading + rest


def main() -> int:
    """Simulate, and write the page; fails where a row is off and no reason is known."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=1000, help="samples for each setting")
    parser.add_argument("--seed", type=int, default=1)
    two = min(os.cpu_count() or 1, 2)
    parser.add_argument("--processes", type=int, default=two, help="settings at a time")
    parser.add_argument("--out", default="docs/coverage.md")
    chosen = parser.parse_args()
    outcomes: list[Outcome] = []
    for one in every(chosen.times, chosen.seed, chosen.processes):
        if not outcomes or outcomes[-1].setting != one.setting:
            print(one.setting, flush=True)
        outcomes.append(one)
    page = written(outcomes, chosen.times, chosen.seed, RESAMPLES) + of_others(Path(chosen.out))
    with written_whole(chosen.out) as stream:
        stream.write(page.encode())
    unknown = [one for one in outcomes if is_off(one) and not why(one)]
    for one in unknown:
        print("no reason is known for", one.key, one.setting)
    return int(bool(unknown))


if __name__ == "__main__":
    raise SystemExit(main())

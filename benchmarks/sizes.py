"""Very many classes, labels, groups or columns, and very long labels: each within a limit.

Processor time is measured: it says the same on a machine that does other things too.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

import veracity as vc
from benchmarks.page import Limit

RNG = np.random.default_rng(7)


def _labels(classes: int, rows: int) -> tuple[Any, Any]:
    truth = RNG.integers(0, classes, rows)
    return truth, np.where(RNG.random(rows) < 0.6, truth, RNG.integers(0, classes, rows))


def _timed(make: Callable[[], Any], work: Callable[[Any], Any]) -> Callable[[], float]:
    def once() -> float:
        given = make()
        start = time.process_time()
        work(given)
        return 1000 * (time.process_time() - start)

    return once


def _many_classes(ev: vc.Evaluation) -> str:
    return f"{ev['mcc']} {ev['macro_f1']} {ev}"


@cache
def _grouped_rows() -> tuple[Any, Any, Any]:
    truth = RNG.integers(0, 2, 10**6)
    proba = np.clip(RNG.normal(0.4 + 0.2 * truth, 0.2), 0, 1)
    return truth, proba, RNG.integers(0, 10**5, 10**6)


def _grouped() -> vc.Evaluation:
    truth, proba, group = _grouped_rows()
    return vc.evaluate(truth, y_proba=proba, group=group)


def _columns() -> tuple[Any, Any]:
    truth = np.concatenate([np.arange(1_100), RNG.integers(0, 1_100, 900)])
    return truth, RNG.dirichlet(np.ones(1_100), 2_000)


def _all_different() -> tuple[Any, Any]:
    truth = np.arange(10**6)
    return truth, np.where(RNG.random(10**6) < 0.5, truth, RNG.permutation(truth))


def _long_labels() -> vc.Evaluation:
    one, other = "a" * 20_000, "b" * 20_000
    return vc.evaluate([one, other] * 50, [one, one, other, other] * 25)


CASES: dict[str, Callable[[], Limit]] = {
    "1,000 classes, print": lambda: Limit(
        1_000.0, _timed(lambda: vc.evaluate(*_labels(1_000, 20_000)), str)
    ),
    "10,000 classes, MCC, macro F1 and print": lambda: Limit(
        5_000.0, _timed(lambda: vc.evaluate(*_labels(10_000, 10**6)), _many_classes), rounds=1
    ),
    "10^6 different whole numbers as labels": lambda: Limit(
        10_000.0, _timed(_all_different, lambda rows: vc.evaluate(*rows)), rounds=1
    ),
    "10^6 different whole numbers as labels, print": lambda: Limit(
        60_000.0, _timed(lambda: vc.evaluate(*_all_different()), str), rounds=1
    ),
    "10^5 groups": lambda: Limit(10_000.0, _timed(_grouped_rows, lambda _: _grouped()), rounds=1),
    "10^5 groups, print": lambda: Limit(3_000.0, _timed(_grouped, str), rounds=1),
    "1,100 columns of 2,000 rows, AUROC of all": lambda: Limit(
        10_000.0,
        _timed(_columns, lambda rows: vc.evaluate(rows[0], y_proba=rows[1])["auroc_ovr_macro"]),
        rounds=1,
    ),
    "labels of 20,000 letters, print": lambda: Limit(200.0, _timed(_long_labels, str)),
}

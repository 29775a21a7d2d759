"""The evaluations whose pages are opened, by name; made when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np

import veracity as vc
from veracity.evaluation.single.page.page import page_of
from veracity.results.page.page import Page

SCRIPT = "<script>alert(1)</script>"
IMAGE = '"><img src=x onerror=alert(2)>'
STYLE = "</style></title><svg onload=alert(3)>"
LONG = "x" * 64
RIGHT_TO_LEFT = "שלום עולם"
EMOJI = "🙂👩‍👩‍👧"
HOSTILE = (SCRIPT, IMAGE, STYLE, LONG, RIGHT_TO_LEFT, EMOJI)


def two_classes(n: int = 400, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Truth and probabilities that rank well and are too timid."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < 0.3).astype(int)
    return truth, 1 / (1 + np.exp(-rng.normal(1.5 * truth - 1, 1)))


def probabilities() -> vc.Evaluation:
    truth, p = two_classes()
    return vc.evaluate(truth, y_proba=p, group=np.where(np.arange(400) % 3, "north", "south"))


def elsewhere() -> vc.Evaluation:
    return probabilities().at_prevalence(0.01)


def scores() -> vc.Evaluation:
    truth, p = two_classes(200)
    return vc.evaluate(truth, y_score=np.log(p / (1 - p)))


def infinite_scores() -> vc.Evaluation:
    return vc.evaluate([0, 1, 1, 0, 1], y_score=[-np.inf, 1, 2, 0.5, np.inf])


def weights() -> vc.Evaluation:
    truth, p = two_classes(200)
    return vc.evaluate(
        truth,
        y_proba=p,
        sample_weight=np.random.default_rng(2).random(200),
        cluster=np.arange(200) // 4,
    )


def labels() -> vc.Evaluation:
    truth, p = two_classes(200)
    return vc.evaluate(truth, (p > 0.4).astype(int))


def three_classes() -> vc.Evaluation:
    rng = np.random.default_rng(1)
    p = rng.dirichlet([1, 1, 1], 150)
    return vc.evaluate(np.array([rng.choice(3, p=one) for one in p]), y_proba=p)


def three_rows() -> vc.Evaluation:
    return vc.evaluate([0, 1, 1], y_proba=[0.2, 0.4, 0.9])


def one_class() -> vc.Evaluation:
    return vc.evaluate([1, 1, 1], y_proba=[0.2, 0.5, 0.9], labels=[0, 1])


def hostile_classes() -> vc.Evaluation:
    return _mistaken(np.array(HOSTILE), 300, in_groups=True)


def hostile_pair() -> vc.Evaluation:
    truth, p = two_classes(200)
    return vc.evaluate(np.array([LONG, IMAGE])[truth], y_proba=p, pos_label=IMAGE)


def fifty_classes() -> vc.Evaluation:
    return _mistaken(np.array([f"class {i}" for i in range(49)] + [SCRIPT]), 2000)


def two_hundred_classes() -> vc.Evaluation:
    names = np.array([f"class {i}" for i in range(199)] + [LONG])
    return _mistaken(names, 4000, metrics=["accuracy", "mcc", "macro_f1"])


def _mistaken(
    names: np.ndarray, n: int, *, in_groups: bool = False, metrics: list[str] | None = None
) -> vc.Evaluation:
    """Three labels in ten are drawn anew."""
    rng = np.random.default_rng(3)
    truth = rng.integers(0, len(names), n)
    called = np.where(rng.random(n) < 0.7, truth, rng.integers(0, len(names), n))
    group = names[rng.integers(0, len(names), n)] if in_groups else None
    return vc.evaluate(names[truth], names[called], group=group, metrics=metrics)


MAKERS: dict[str, Callable[[], vc.Evaluation]] = {
    make.__name__: make
    for make in (
        *(probabilities, elsewhere, scores, infinite_scores, weights, labels, three_classes),
        *(three_rows, one_class, hostile_classes, hostile_pair, fifty_classes),
        two_hundred_classes,
    )
}


@cache
def evaluation(name: str) -> vc.Evaluation:
    """The evaluation of this name, made once."""
    return MAKERS[name]()


@cache
def page_data(name: str) -> Page:
    """All that its page shows, made once."""
    return page_of(evaluation(name))

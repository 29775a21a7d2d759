"""Honest evaluations whose scores tie for a good reason: no row is a copy of another.

Leaves of one tree and of many, categories, steps of isotonic maps, rounding, integers, numbers of
32 bits, frequency weights; and the same probabilities without ties. Outcomes are drawn with true
probabilities, scores were fitted on other rows or are those probabilities, coarsened.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

import veracity as vc
from simulations.honest_evaluations import probabilities_of
from veracity.isotonic import isotonic_fit

Random = np.random.Generator
COLUMNS = 8


def _cases(random: Random, n: int, spread: float) -> tuple[Any, Any]:
    """Features, and the log odds that they have."""
    features = random.normal(size=(n, COLUMNS))
    slopes = np.array([1.0, -0.8, 0.6, 0.5, -0.4, 0.3, 0.2, 0.1])
    return features, spread * features @ (slopes / np.sqrt((slopes**2).sum())) - 0.7


def _outcomes(random: Random, odds: Any) -> Any:
    return (random.random(len(odds)) < probabilities_of(odds)).astype(np.int64)


def _leaf(features: Any, columns: Any, ends: Any) -> Any:
    """The leaf of each row of a tree that asks one question for each of these columns."""
    return ((features[:, columns] > ends) << np.arange(len(columns))).sum(1)


def _boosted(random: Random, train: Any, truth: Any, test: Any, trees: int, depth: int) -> Any:
    """Trees one after the other, each fitted to what is left, as boosting does."""
    mean = truth.mean()
    found, fitted = np.full(len(test), mean), np.full(len(train), mean)
    for _ in range(trees):
        columns = random.choice(COLUMNS, depth, replace=False)
        ends = random.normal(size=depth) * 0.7
        mine, yours = _leaf(train, columns, ends), _leaf(test, columns, ends)
        sums = np.bincount(mine, truth - fitted, 1 << depth)
        step = 0.3 * sums / np.maximum(np.bincount(mine, minlength=1 << depth), 1)
        fitted, found = fitted + step[mine], found + step[yours]
    return found


def _isotonic(train: Any, truth: Any, test: Any, *, between: bool) -> Any:
    """An isotonic map: steps, or lines between the ends of its steps."""
    order = np.argsort(train)
    fit = isotonic_fit(truth[order].astype(float), np.ones(len(order)))
    if not between:
        index = np.searchsorted(train[order][fit.first], test, side="right") - 1
        return fit.value[np.maximum(index, 0)]
    ends = np.stack([train[order][fit.first], train[order][fit.last]], 1).reshape(-1)
    return np.interp(test, ends, np.repeat(fit.value, 2))


KINDS = (
    "no ties",
    "leaves of a tree",
    "leaves of 5 trees",
    "leaves of 20 trees",
    "leaves of 60 trees",
    "categories",
    "isotonic steps",
    "isotonic, lines between",
    "mean of 3 isotonic maps",
    "2 digits",
    "3 digits",
    "4 digits",
    "integers",
    "32 bits",
    "frequency weights",
)


def evaluated(random: Random, kind: str) -> vc.Evaluation:
    """One honest evaluation of 60 to 20,000 rows with scores of this kind."""
    n = int(np.exp(random.uniform(np.log(60), np.log(20_000))))
    spread = random.uniform(0.6, 3.5)
    features, odds = _cases(random, n, spread)
    if kind == "categories":
        features = np.round(features[:, :5])
        odds = spread * features @ np.array([0.8, -0.6, 0.5, 0.3, -0.4]) - 0.7
    truth = _outcomes(random, odds)
    if kind == "frequency weights":
        times = random.choice([2, 4, 6], n)
        return vc.evaluate(truth, y_score=odds, sample_weight=times, weight_kind="frequency")
    return vc.evaluate(truth, y_score=_scores(random, kind, features, odds, spread))


def _scores(random: Random, kind: str, features: Any, odds: Any, spread: float) -> Any:
    p = probabilities_of(odds)
    simple: dict[str, Callable[[], Any]] = {
        "no ties": lambda: odds,
        "categories": lambda: p,
        "2 digits": lambda: np.round(p, 2),
        "3 digits": lambda: np.round(p, 3),
        "4 digits": lambda: np.round(p, 4),
        "integers": lambda: np.round(odds * 10),
        "32 bits": lambda: p.astype(np.float32),
    }
    if kind in simple:
        return simple[kind]()
    train, known = _cases(random, 2000, spread)
    truth = _outcomes(random, known)
    if kind.startswith("leaves"):
        trees = 1 if kind.endswith("a tree") else int(kind.split()[2])
        return _boosted(random, train, truth, features, trees, 6 if trees == 1 else 3)
    if kind.startswith("mean"):
        parts = np.array_split(random.permutation(len(known)), 3)
        maps = [_isotonic(known[i], truth[i], odds, between=True) for i in parts]
        return np.mean(maps, 0)
    return _isotonic(known, truth, odds, between=kind.endswith("between"))


def table(times: int, seed: int) -> str:
    """How often ties are taken for copies, as a Markdown table."""
    random = np.random.default_rng([seed, 2])
    lines = ["| scores | `copied_rows` spoke |", "|:--|--:|"]
    for kind in KINDS:
        made = (evaluated(random, kind).cautions for _ in range(times))
        spoke = sum(any(one.key == "copied_rows" for one in said) for said in made)
        lines.append(f"| {kind} | {spoke} of {times} |")
    return "\n".join(lines)

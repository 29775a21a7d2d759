"""The front door of several data sets: models ranked by their scores on each of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import combinations
from typing import Any, Literal, SupportsFloat

import numpy as np

from veracity.arrays import Floats
from veracity.comparisons.significance.correction import adjusted, checked_correction
from veracity.comparisons.significance.ranks import (
    critical_difference,
    friedman,
    iman_davenport,
    nemenyi,
    ranks_of,
    signed_rank,
)
from veracity.errors import quoted, refuse
from veracity.evaluation.comparison.ranking import Ranking
from veracity.intervals import Settings
from veracity.results.comparisons.ranking import RankedPair
from veracity.statistics.labels import Label, canonical, repeated

FOLD = re.compile(r"^\W*(cv|fold|split|repeat|rep|run|seed|折|重复)[\W_]*\d+\b", re.I)
TESTS = {"iman_davenport": iman_davenport, "friedman": friedman}
Scored = tuple[tuple[Label, ...], tuple[Label, ...], Floats]


def rank_models(
    scores: object,
    *,
    better: Literal["higher", "lower"] = "higher",
    test: Literal["iman_davenport", "friedman"] = "iman_davenport",
    posthoc: Literal["wilcoxon", "nemenyi"] = "wilcoxon",
    correction: str = "holm",
    confidence_level: float = 0.95,
) -> Ranking:
    """Rank models over several data sets, and say which differences are shown.

    scores: a mapping from model to its score on each data set (a list in the same order, or a
    mapping from data set to score), or a frame with a row for each data set and a column for
    each model. Folds or repeats of one data set are no data sets: their scores depend on each
    other (`vc.compare(cv_a, cv_b)` has the corrected t test for them).
    better: which end of the score is better.
    test: of all models, Iman and Davenport's F or Friedman's chi-squared.
    posthoc: each pair by Wilcoxon's signed-rank test, adjusted by `correction`; or Nemenyi's
    test of mean ranks, whose verdict on two models depends on the others.

    >>> scores = {"A": [0.9, 0.8, 0.7, 0.95, 0.6, 0.85], "B": [0.8, 0.7, 0.65, 0.9, 0.5, 0.8]}
    >>> found = rank_models(scores)
    >>> found.mean_ranks["A"], found["A", "B"].p_value, found["A", "B"].verdict
    (1.0, 0.03125, 'better')
    """
    for name, value, known in (
        ("better", better, ("higher", "lower")),
        ("test", test, tuple(TESTS)),
        ("posthoc", posthoc, ("wilcoxon", "nemenyi")),
    ):
        if value not in known:
            raise refuse("ranks_option", name=name, value=repr(value), known=", ".join(known))
    checked_correction(correction)
    level = Settings(confidence_level, "auto", 100, 0).confidence_level
    names, data_sets, values = _scored(scores)
    _no_folds(data_sets)
    ranks = ranks_of(values, better)
    n, k = ranks.shape
    mean = ranks.mean(0)
    sign = 1.0 if better == "higher" else -1.0
    pairs = [
        _pair(names, values * sign, mean, a, b, posthoc, n) for a, b in combinations(range(k), 2)
    ]
    how = "none" if posthoc == "nemenyi" else correction  # Nemenyi's allows for all pairs itself
    p_values = adjusted([one.p_value for one in pairs], how)
    decided = tuple(
        _with_verdict(one, float(p), level) for one, p in zip(pairs, p_values, strict=True)
    )
    return Ranking(
        dict(zip(names, mean.tolist(), strict=True)),
        data_sets,
        TESTS[test](ranks),
        decided,
        critical_difference(k, n, level),
        posthoc,
        how,
        better,
        level,
    )


def _pair(
    names: tuple[Label, ...],
    values: Floats,
    mean: Floats,
    a: int,
    b: int,
    posthoc: str,
    n: int,
) -> RankedPair:
    gaps = values[:, a] - values[:, b]
    gap = float(mean[a] - mean[b])
    test = signed_rank(gaps) if posthoc == "wilcoxon" else nemenyi(gap, len(names), n)
    wins, losses = int((gaps > 0).sum()), int((gaps < 0).sum())
    return RankedPair(names[a], names[b], gap, test, wins, n - wins - losses, losses)


def _with_verdict(one: RankedPair, p: float, level: float) -> RankedPair:
    """Better or worse by the test that was made: signed ranks, or mean ranks."""
    if not p < 1 - level:
        return replace(one, p_adjusted=p)
    n = one.wins + one.ties + one.losses
    up = (
        one.test.statistic > n * (n + 1) / 4
        if one.test.name == "wilcoxon"
        else (one.rank_difference < 0)
    )
    return replace(one, p_adjusted=p, verdict="better" if up else "worse")


def _scored(scores: object) -> Scored:
    """Models, data sets and the scores, (data sets, models)."""
    if isinstance(scores, Mapping):
        columns, index = dict(scores), None
    elif hasattr(scores, "columns") and hasattr(scores, "__getitem__"):
        listed_names = list(scores.columns)
        if repeated(listed_names):
            raise refuse("models_same_name", names=quoted(repeated(listed_names)))
        columns = {name: scores[name] for name in listed_names}
        index = getattr(scores, "index", None)
    else:
        raise refuse("ranks_scores", type=type(scores).__name__)
    named = {canonical(name): one for name, one in columns.items()}
    texts = [name for name, one in named.items() if index is not None or not _is_folded(one)]
    listed = None if index is None else [canonical(one) for one in index]
    text = next((name for name in texts if _texts(named[name])), None)
    if text is not None:  # a column of names of data sets
        listed = [canonical(one) for one in named.pop(text)]
    models = tuple(named)
    if len(models) < 2 and text is not None:
        raise refuse("ranks_text_column", name=repr(text), n=len(models))
    if len(models) < 2:
        raise refuse("models_too_few", n=len(models))
    by_name = {name: _by_data_set(name, one, listed) for name, one in named.items()}
    data_sets = tuple(next(iter(by_name.values())))
    for name, one in by_name.items():
        if set(one) != set(data_sets):
            raise refuse("ranks_other_data_sets", name=repr(name), n=len(data_sets))
    if len(data_sets) < 2:
        raise refuse("ranks_one_data_set", n=len(data_sets))
    values = np.array([[by_name[name][one] for name in models] for one in data_sets], np.float64)
    bad = int((~np.isfinite(values)).sum())
    if bad:
        raise refuse("ranks_undefined_scores", n=bad)
    return models, data_sets, values


def _is_folded(one: object) -> bool:
    """Whether a cross-validation was given for a model."""
    return hasattr(one, "folds") and hasattr(one, "pooled")


def _texts(one: object) -> bool:
    return (
        isinstance(one, Iterable)
        and not isinstance(one, Mapping)
        and any(isinstance(value, str) for value in one)
    )


def _by_data_set(name: Label, one: object, listed: list[Label] | None) -> dict[Label, Any]:
    if _is_folded(one):
        raise refuse("ranks_of_folds", names=repr(name))
    if isinstance(one, Mapping):
        return {canonical(key): _number(name, value) for key, value in one.items()}
    if isinstance(one, str) or not isinstance(one, Iterable):
        raise refuse("ranks_values", name=repr(name), type=type(one).__name__)
    if listed is None and hasattr(one, "index") and hasattr(one, "items"):  # a Series
        return {canonical(key): _number(name, value) for key, value in one.items()}
    numbers = [_number(name, value) for value in one]
    names = listed if listed is not None else list(range(1, len(numbers) + 1))
    if len(names) != len(numbers):
        raise refuse("ranks_other_data_sets", name=repr(name), n=len(names))
    if repeated(names):
        raise refuse("ranks_data_set_twice", names=quoted(repeated(names)))
    return dict(zip(names, numbers, strict=True))


def _number(name: Label, value: object) -> float:
    if isinstance(value, str) or not isinstance(value, SupportsFloat):
        raise refuse("ranks_values", name=repr(name), type=type(value).__name__)
    return float(value)


def _no_folds(data_sets: tuple[Label, ...]) -> None:
    """Names like fold 1, fold 2 are parts of one data set, whose scores are not independent."""
    alike = [one for one in data_sets if isinstance(one, str) and FOLD.match(one)]
    if len(alike) == len(data_sets):
        raise refuse("ranks_of_folds", names=quoted(alike))

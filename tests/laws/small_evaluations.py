"""Small random evaluations of every kind, and every question that can be asked of one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np

import veracity as vc
from veracity.evaluation.single.page.page import PICTURES

Question = tuple[str, Callable[[], Any]]
KINDS = ("labels", "score", "proba", "columns", "both")
LABELS = ((0, 1, 2, 3, 4), ("ham", "spam", "eggs", "a|b", "<i>"))
BANDS = (None, "pointwise", "simultaneous", "kolmogorov", "working_hotelling")
PER_HOUR = {"per_hour": 60.0, "minutes_each": 2.0}


def drawn(seed: int) -> dict[str, Any]:
    """Arguments of `evaluate`: 1 to 40 rows, 1 to 5 classes, much at the edge of what there is."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(1, 41)) if rng.random() < 0.7 else int(rng.integers(1, 7))
    kind = KINDS[seed % len(KINDS)]
    k = (
        2
        if kind in ("score", "proba", "both")
        else int(rng.integers(2 if kind == "columns" else 1, 6))
    )
    names = LABELS[int(rng.random() < 0.3)][:k]
    truth = rng.integers(0, k, n)
    if rng.random() < 0.25:  # a class that never occurs, or the only one
        truth = np.minimum(truth, rng.integers(0, k))
    asked: dict[str, Any] = {"y_true": [names[i] for i in truth], "n_resamples": 100}
    if kind != "labels" or rng.random() < 0.5:
        asked["labels"] = names
    if k == 2:
        asked["pos_label"] = names[1]
    asked |= _answers(rng, kind, truth, k, names)
    return asked | _of_rows(rng, n, truth)


def _answers(
    rng: np.random.Generator, kind: str, truth: Any, k: int, names: tuple[Any, ...]
) -> dict[str, Any]:
    n, how = len(truth), rng.choice(["noise", "ties", "perfect", "constant", "edge"])
    if kind == "labels":
        called = np.where(rng.random(n) < 0.6, truth, rng.integers(0, k, n))
        called = {"perfect": truth, "constant": called * 0}.get(str(how), called)
        return {"y_pred": [names[i] for i in called]}
    if kind == "columns":
        table = (
            rng.dirichlet(np.ones(k), n) + 0.5 * np.eye(k)[truth] * (rng.random(n) < 0.6)[:, None]
        )
        if how == "perfect":
            table = np.eye(k)[truth] + 0.01
        elif how == "constant":
            table = np.ones((n, k))
        elif how == "edge":
            table = np.eye(k)[rng.integers(0, k, n)]
        elif how == "ties":
            table = np.round(table * 4) + 1
        table = table / table.sum(axis=1, keepdims=True)
        return {"y_proba": table}
    proba = np.clip(0.3 * truth + 0.7 * rng.random(n), 0, 1)
    proba = {
        "perfect": 0.2 + 0.6 * truth,
        "constant": np.full(n, 0.3),
        "ties": np.round(proba * 4) / 4,
        "edge": np.round(proba),
    }.get(str(how), proba)
    given: dict[str, Any] = {}
    if kind != "score":
        given["y_proba"] = proba
    if kind != "proba":
        score = np.round(rng.normal(size=n) + truth, int(rng.integers(0, 4)))
        given["y_score"] = np.where(rng.random(n) < 0.05, np.inf, score) if how == "edge" else score
    if rng.random() < 0.4:
        given["threshold"] = float(rng.choice([0.0, 0.3, 0.5, 1.0, np.inf]))
    return given


def _of_rows(rng: np.random.Generator, n: int, truth: Any) -> dict[str, Any]:
    more: dict[str, Any] = {}
    how = rng.random()
    if how < 0.25:
        more["sample_weight"] = rng.exponential(size=n) + 0.01
    elif how < 0.35:
        more |= {
            "sample_weight": rng.integers(0, 4, n) + (np.arange(n) == 0),
            "weight_kind": "frequency",
        }
    elif how < 0.45:
        more["sample_weight"] = 10.0 ** rng.integers(-12, 13, n)
    how = rng.random()
    if how < 0.2:
        more["cluster"] = rng.integers(0, max(n // 4, 1), n)
    elif how < 0.3:
        more["cluster"] = truth  # each class in one cluster
    elif how < 0.35:
        more["cluster"] = np.arange(n)
    elif how < 0.4:
        more["cluster"] = np.zeros(n, int)
    elif how < 0.5:  # the rarer class in one cluster
        more["cluster"] = np.where(truth == truth.max(), 0, rng.integers(1, 6, n))
    if rng.random() < 0.25:
        more["group"] = [f"g{i}" for i in rng.integers(0, rng.integers(1, 4), n)]
    return more


def questions(ev: vc.Evaluation) -> Iterator[Question]:
    """All that can be asked of an evaluation, by name; some of it is refused in words."""
    yield from ((f"[{key}]", lambda key=key: figure(ev, key)) for key in ev)
    yield from _curves(ev)
    yield from _uses(ev)
    yield from shown(ev)


def figure(ev: vc.Evaluation, key: str) -> None:
    """One figure: a number with an interval around it, or the reason for none."""
    found = ev[key]
    if np.isnan(found.value):
        assert found.note, f"{key} is undefined without a reason"
        return
    assert np.isnan(found.low) == np.isnan(found.high), found
    assert not np.isnan(found.low) or found.note, f"{key} has no interval and no reason: {found}"
    assert np.isnan(found.low) or found.low <= found.value <= found.high or found.note, (key, found)
    assert str(found)


def _curves(ev: vc.Evaluation) -> Iterator[Question]:
    for band in BANDS:
        yield f"roc {band}", lambda band=band: ev.roc(band=band)
        yield f"pr {band}", lambda band=band: ev.pr(band=band)
    yield "pr interpolated", lambda: ev.pr(interpolated=True)
    for name in ("pr_gain", "det", "hull", "gains", "cost_curve", "risk_coverage", "decision"):
        yield name, getattr(ev, name)
    yield "sweep", lambda: ev.sweep("all")
    for kind in ("corp", "binned", "smooth"):
        for band in (None, "consistency", "confidence"):
            yield (
                f"reliability {kind} {band}",
                lambda kind=kind, band=band: ev.reliability(kind, band=band),
            )
    yield "of_hundred", ev.of_hundred
    yield "against_prevalence", ev.against_prevalence
    yield "alarm_curve", lambda: ev.alarm_curve(**PER_HOUR)
    yield from ((f"plot {name}", lambda name=name: ev.plot.picture(name)) for name in PICTURES)


def _uses(ev: vc.Evaluation) -> Iterator[Question]:
    yield "choose f1", lambda: str(ev.choose(maximize="f1"))
    yield "choose recall", lambda: str(ev.choose(min_recall=0.8, assurance=0.9))
    yield "choose precision", lambda: str(ev.choose(min_precision=0.5, maximize="recall"))
    yield "choose costs", lambda: str(ev.choose(cost_fp=1, cost_fn=5, max_alarms=0.5))
    yield "baselines", lambda: str(ev.baselines())
    yield "cost", lambda: str(ev.cost(1 - np.eye(len(ev.held.labels))))
    yield "alarms", lambda: str(ev.alarms(**PER_HOUR, prevalence=0.01))
    yield "true_prevalence", lambda: str(ev.true_prevalence(flagged=3, of=50))
    yield "quadrant", lambda: ev.quadrant
    yield "calibration_tests", ev.calibration_tests
    yield "cautions", lambda: [str(c) for c in ev.cautions]
    yield "verdict", lambda: str(ev.verdict)
    yield "check", lambda: str(vc.check(ev, [f"{ev.keys()[0]} >= 0.5"]))


def shown(ev: vc.Evaluation) -> Iterator[Question]:
    """Prints, tables and report formats."""
    yield "repr", lambda: repr(ev)
    yield "text zh", lambda: ev.text("zh")
    for name in ("to_dict", "to_json", "to_pandas", "to_polars", "to_markdown", "to_latex"):
        yield name, getattr(ev, name)
    yield "notebook", ev._repr_html_
    for ending in ("html", "md", "tex", "json", "txt"):
        yield f"report {ending}", lambda ending=ending: _reported(ev, ending)
    yield "save", lambda: _kept(ev)


def _reported(ev: Any, ending: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"report.{ending}"
        ev.report(path, "zh" if ending == "md" else None)
        assert path.read_text(encoding="utf-8").strip()


def _kept(ev: vc.Evaluation) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "kept"
        ev.save(path)
        again = vc.load(path)
        assert again.keys() == ev.keys()
        assert repr(again + again)


def compared(seed: int) -> Iterator[Question]:
    """Comparisons of several models on rows like those, and of two evaluations."""
    rng, asked = np.random.default_rng(seed), drawn(seed)
    truth, left_out = asked.pop("y_true"), ("group", "y_proba", "y_score", "y_pred")
    kind = next(name for name in left_out[1:] if name in asked)
    first = np.asarray(asked[kind])
    models = {"A": first, "B": first[rng.permutation(len(first))], "C": first}
    given = {name: value for name, value in asked.items() if name not in left_out}
    some = dict(list(models.items())[: int(rng.integers(2, 4))])
    margin = 0.1 if seed % 3 else None
    made: list[Any] = []

    def compare() -> Any:
        made.append(vc.compare(truth, some, kind=kind, margin=margin, **given))
        return repr(made[0])

    yield "compare", compare
    for name in ("to_dict", "to_pandas", "to_markdown", "to_latex", "text"):
        yield f"compare {name}", lambda name=name: made and getattr(made[0], name)()
    yield "compare cautions", lambda: made and [str(one) for one in made[0].cautions]
    yield "compare dominance", lambda: made and made[0].dominance("roc")
    for ending in ("html", "md", "json"):
        yield f"compare {ending}", lambda ending=ending: made and _reported(made[0], ending)
    ev = vc.evaluate(truth, **asked)
    yield "compare two evaluations", lambda: repr(vc.compare(ev, ev, margin=margin))


def parts(ev: vc.Evaluation) -> Iterator[tuple[str, vc.Evaluation]]:
    """The evaluation, its classes and groups, at another threshold and another prevalence."""
    yield "", ev
    yield from ((f"class {label!r} ", part) for label, part in ev.by_class.items())
    yield from ((f"group {value!r} ", part) for value, part in ev.by_group.items())
    for share in (0.1, 0.0, 1.0):
        with suppress(vc.VeracityError):
            yield f"at prevalence {share} ", ev.at_prevalence(share)
    for how in ({"threshold": 0.4}, {"threshold": np.inf}, {"top": 1}):
        with suppress(vc.VeracityError):
            yield f"at {how} ", ev.at(**how)

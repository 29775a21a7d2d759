"""Evaluations logged to MLflow: figures, the ends of their intervals, and the report."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeAlias

from veracity.errors import MissingPackage, refuse
from veracity.evaluation.folds.aggregate import Aggregate
from veracity.evaluation.label_sets.multilabel import MultilabelEvaluation
from veracity.evaluation.single.evaluation import Evaluation
from veracity.evaluation.state.reported_keys import headline

if TYPE_CHECKING:
    from veracity.results import Estimate

FOLDER = "veracity"
Logged: TypeAlias = Evaluation | Aggregate | MultilabelEvaluation


def log(ev: Logged, prefix: str = "") -> dict[str, float]:
    """Log to the active run of MLflow (one is begun where none is), and give what was logged.

    Of every figure that a summary shows, or of those asked for by `metrics=`: its value by its
    key, the ends of its interval as `KEY_low` and `KEY_high`; what is undefined is left out, and
    the report says why. Brackets of a key become underscores, as MLflow takes none. The page and
    all figures are the artifacts `veracity/report.html` and `veracity/evaluation.json`, in a
    folder named by `prefix` where there is one; the tag `veracity.cautions` names the cautions.
    """
    numbers = {f"{prefix}{name}": value for name, value in numbers_of(figures_of(ev)).items()}
    try:
        import mlflow
    except ImportError as problem:
        raise refuse("integration_package_missing", MissingPackage, package="mlflow") from problem
    mlflow.log_metrics(numbers)
    cautions = ", ".join(one.key for one in getattr(ev, "cautions", ()))
    mlflow.set_tag(f"{prefix}veracity.cautions", cautions)
    inner = re.sub(r"[^\w.-]+", "_", prefix).strip("_.")
    with TemporaryDirectory() as folder:
        ev.report(f"{folder}/report.html")
        content = json.loads(ev.to_json())
        text = json.dumps(content, ensure_ascii=False, indent=1)
        Path(folder, "evaluation.json").write_text(text, "utf-8")
        mlflow.log_artifacts(folder, f"{FOLDER}/{inner}" if inner else FOLDER)
    return numbers


def figures_of(ev: Logged) -> dict[str, Estimate]:
    """The figures asked for, or those that say most; means over folds, averages over labels.

    >>> import veracity as vc
    >>> ev = vc.evaluate([0, 1, 1, 0], [0, 1, 0, 0], metrics=["recall"])
    >>> list(figures_of(ev))
    ['recall']
    """
    if isinstance(ev, Aggregate):
        return {line.key: line.macro for line in ev.profile().lines}
    if isinstance(ev, MultilabelEvaluation):
        return {line.key: line.estimate for line in ev.lines()}
    if isinstance(ev, Evaluation):
        return {key: ev[key] for key in ev.asked or headline(ev.held)}
    raise refuse("mlflow_cannot_log", type=type(ev).__name__)


def numbers_of(figures: Mapping[str, Estimate]) -> dict[str, float]:
    """Values and ends of intervals under names that MLflow takes; nothing that is undefined.

    >>> from veracity.results import Estimate
    >>> numbers_of({"fbeta(2)": Estimate(0.5, 0.25, float("nan"), 0.95, "wilson", 8)})
    {'fbeta_2': 0.5, 'fbeta_2_low': 0.25}
    """
    found: dict[str, float] = {}
    for key, one in figures.items():
        name = re.sub(r"[^\w.-]+", "_", key).strip("_")
        ends = {name: one.value, f"{name}_low": one.low, f"{name}_high": one.high}
        found |= {n: float(value) for n, value in ends.items() if math.isfinite(value)}
    return found

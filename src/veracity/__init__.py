"""veracity evaluates classifiers honestly.

Give it predictions; it says how good they are, how sure that is, and what could mislead.

>>> import veracity as vc
>>> ev = vc.evaluate([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0])
>>> print(ev["recall"])
0.667 [0.208, 0.939]
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veracity import detections, events, metrics
    from veracity.errors import VeracityError
    from veracity.evaluation import (
        Aggregate,
        Comparison,
        ConfusionMatrix,
        CrossValidation,
        Evaluation,
        MultilabelEvaluation,
        ScoreTable,
        Stream,
        aggregate,
        check,
        compare,
        evaluate,
        evaluate_multilabel,
        interval,
        measure,
        rank_models,
    )
    from veracity.examples import examples
    from veracity.loading import load, merge
    from veracity.metrics import advise, explain
    from veracity.planning import Plan, plan
    from veracity.raters.agreeing import agreement
    from veracity.recalibration import Recalibration, recalibrate
    from veracity.results import Estimate
    from veracity.results.page.parts_together import Spread
    from veracity.sklearn.cross_validating import evaluate_cv

    __version__: str

__all__ = [
    "Aggregate",
    "Comparison",
    "ConfusionMatrix",
    "CrossValidation",
    "Estimate",
    "Evaluation",
    "MultilabelEvaluation",
    "Plan",
    "Recalibration",
    "ScoreTable",
    "Spread",
    "Stream",
    "VeracityError",
    "advise",
    "aggregate",
    "agreement",
    "check",
    "compare",
    "detections",
    "evaluate",
    "evaluate_cv",
    "evaluate_multilabel",
    "events",
    "examples",
    "explain",
    "interval",
    "load",
    "measure",
    "merge",
    "metrics",
    "plan",
    "rank_models",
    "recalibrate",
]

# Where each public name lives; nothing is imported before it is asked for, so that the
# command line answers at once.
_HOMES = {
    "VeracityError": "errors",
    "advise": "metrics",
    "explain": "metrics",
    "Estimate": "results",
    "Spread": "results.page.parts_together",
    "Plan": "planning",
    "plan": "planning",
    "agreement": "raters.agreeing",
    "Recalibration": "recalibration",
    "evaluate_cv": "sklearn.cross_validating",
    "load": "loading",
    "merge": "loading",
    "recalibrate": "recalibration",
    **dict.fromkeys(
        (
            "Aggregate",
            "Comparison",
            "ConfusionMatrix",
            "CrossValidation",
            "Evaluation",
            "MultilabelEvaluation",
            "ScoreTable",
            "Stream",
            "aggregate",
            "check",
            "compare",
            "evaluate",
            "evaluate_multilabel",
            "interval",
            "measure",
            "rank_models",
        ),
        "evaluation",
    ),
}


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from importlib.metadata import version

        return version("veracity")
    if name in ("detections", "events", "examples", "metrics"):
        return import_module(f"veracity.{name}")
    if name in _HOMES:
        found = globals()[name] = getattr(import_module(f"veracity.{_HOMES[name]}"), name)
        return found
    raise AttributeError(f"module 'veracity' has no attribute {name!r}")


def __dir__() -> list[str]:
    held = (name for name in globals() if name.startswith("__"))
    return sorted({*held, *__all__, "__version__"})

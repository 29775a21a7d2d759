"""The front door: evaluate, compare, check, aggregate, and the objects people hold."""

from typing import TYPE_CHECKING

from veracity.doors import lazy_door

if TYPE_CHECKING:
    from veracity.evaluation.comparison.comparison import Comparison as Comparison
    from veracity.evaluation.folds.aggregate import Aggregate as Aggregate
    from veracity.evaluation.folds.cross_validation import CrossValidation as CrossValidation
    from veracity.evaluation.front.aggregating import aggregate as aggregate
    from veracity.evaluation.front.checking import check as check
    from veracity.evaluation.front.comparing import compare as compare
    from veracity.evaluation.front.evaluating import evaluate as evaluate
    from veracity.evaluation.front.evaluating import measure as measure
    from veracity.evaluation.front.evaluating_multilabel import (
        evaluate_multilabel as evaluate_multilabel,
    )
    from veracity.evaluation.front.loading import load as load
    from veracity.evaluation.front.merging import merge as merge
    from veracity.evaluation.front.one_proportion import interval as interval
    from veracity.evaluation.front.ranking_models import rank_models as rank_models
    from veracity.evaluation.label_sets.multilabel import (
        MultilabelEvaluation as MultilabelEvaluation,
    )
    from veracity.evaluation.single.evaluation import ConfusionMatrix as ConfusionMatrix
    from veracity.evaluation.single.evaluation import Evaluation as Evaluation
    from veracity.evaluation.single.evaluation import ScoreTable as ScoreTable
    from veracity.evaluation.single.statistics.score_grid import ScoreGrid as ScoreGrid
    from veracity.evaluation.streams.stream import Stream as Stream

__getattr__, __dir__, __all__ = lazy_door(
    __name__,
    {
        "comparison.comparison": ("Comparison",),
        "folds.aggregate": ("Aggregate",),
        "folds.cross_validation": ("CrossValidation",),
        "front.aggregating": ("aggregate",),
        "front.checking": ("check",),
        "front.comparing": ("compare",),
        "front.evaluating": ("evaluate", "measure"),
        "front.evaluating_multilabel": ("evaluate_multilabel",),
        "front.loading": ("load",),
        "front.merging": ("merge",),
        "front.one_proportion": ("interval",),
        "front.ranking_models": ("rank_models",),
        "streams.stream": ("Stream",),
        "label_sets.multilabel": ("MultilabelEvaluation",),
        "single.evaluation": ("ConfusionMatrix", "Evaluation", "ScoreTable"),
        "single.statistics.score_grid": ("ScoreGrid",),
    },
)

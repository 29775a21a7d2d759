"""The front door: evaluate, compare, check, aggregate, and the objects people hold."""

from veracity.evaluation.comparison.comparison import Comparison
from veracity.evaluation.front.aggregate import Aggregate
from veracity.evaluation.front.aggregating import aggregate
from veracity.evaluation.front.checking import check
from veracity.evaluation.front.comparing import compare
from veracity.evaluation.front.evaluating import evaluate, measure
from veracity.evaluation.front.loading import load
from veracity.evaluation.front.one_proportion import interval
from veracity.evaluation.front.stream import Stream
from veracity.evaluation.single.evaluation import ConfusionMatrix, Evaluation, ScoreTable
from veracity.evaluation.single.score_grid import ScoreGrid
from veracity.results.page.parts_together import Spread

__all__ = [
    "Aggregate",
    "Comparison",
    "ConfusionMatrix",
    "Evaluation",
    "ScoreGrid",
    "ScoreTable",
    "Spread",
    "Stream",
    "aggregate",
    "check",
    "compare",
    "evaluate",
    "interval",
    "load",
    "measure",
]

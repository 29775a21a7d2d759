"""The front door: evaluate, compare, check, aggregate, and the objects people hold."""

from veracity.evaluation.aggregating import Aggregate, Spread, aggregate
from veracity.evaluation.checking import check
from veracity.evaluation.comparing import compare
from veracity.evaluation.comparison import Comparison
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.evaluation.evaluating import evaluate, measure
from veracity.evaluation.evaluation import Evaluation
from veracity.evaluation.one_proportion import interval
from veracity.evaluation.saving import load
from veracity.evaluation.score_grid import ScoreGrid
from veracity.evaluation.score_table import ScoreTable
from veracity.evaluation.stream import Stream

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

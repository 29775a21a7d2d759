"""The front door: evaluate, measure, aggregate, and the objects people hold."""

from veracity.evaluation.aggregating import Aggregate, Spread, aggregate
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.evaluation.evaluating import evaluate, measure
from veracity.evaluation.evaluation import Evaluation
from veracity.evaluation.one_proportion import interval
from veracity.evaluation.saving import load

__all__ = [
    "Aggregate",
    "ConfusionMatrix",
    "Evaluation",
    "Spread",
    "aggregate",
    "evaluate",
    "interval",
    "load",
    "measure",
]

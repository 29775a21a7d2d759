"""veracity evaluates classifiers honestly.

Give it predictions; it says how good they are, how sure that is, and what could mislead.

>>> import veracity as vc
>>> ev = vc.evaluate([0, 0, 0, 1, 1, 1], [0, 0, 1, 1, 1, 0])
>>> print(ev["recall"])
0.667 [0.208, 0.939]
"""

from veracity import metrics
from veracity.errors import VeracityError
from veracity.evaluation import (
    Aggregate,
    ConfusionMatrix,
    Evaluation,
    Spread,
    aggregate,
    evaluate,
    load,
    measure,
)
from veracity.metrics import explain
from veracity.results import Estimate

__all__ = [
    "Aggregate",
    "ConfusionMatrix",
    "Estimate",
    "Evaluation",
    "Spread",
    "VeracityError",
    "aggregate",
    "evaluate",
    "explain",
    "load",
    "measure",
    "metrics",
]

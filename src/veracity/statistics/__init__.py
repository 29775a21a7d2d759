"""The mergeable counts: small values that every number is a function of."""

from veracity.statistics.confusion_matrix import ConfusionMatrix
from veracity.statistics.row_account import RowAccount
from veracity.statistics.score_table import ScoreTable
from veracity.statistics.units import Units

__all__ = ["ConfusionMatrix", "RowAccount", "ScoreTable", "Units"]

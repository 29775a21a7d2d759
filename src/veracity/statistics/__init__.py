"""The mergeable counts: small values that every number is a function of."""

from veracity.statistics.clusters.clusters import Clusters
from veracity.statistics.matrix.confusion_matrix import ConfusionMatrix
from veracity.statistics.row_account import RowAccount
from veracity.statistics.scores.score_table import ScoreTable

__all__ = ["Clusters", "ConfusionMatrix", "RowAccount", "ScoreTable"]

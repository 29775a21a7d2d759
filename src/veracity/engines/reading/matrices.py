"""The door for counts: sums by key as confusion matrices, of all rows and of each group."""

from veracity.engines.counting.confusion import by_group, confusion_matrix
from veracity.engines.counting.grouped import Grouped

__all__ = ["Grouped", "by_group", "confusion_matrix"]

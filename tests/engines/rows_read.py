"""Rows asked for in one line: with scores, and summed by key."""

from veracity.engines.reading import reading_labels
from veracity.engines.reading.reading_scores import ReadRequest, read_rows


def scored_rows(data, truth, scores, *, labels=None, **how):
    """Return the rows that a request with these columns reads."""
    listed = None if labels is None else tuple(labels)
    return read_rows(ReadRequest(data=data, truth=truth, scores=scores, labels=listed, **how))


def group_sum(keys, **how):
    """Return the sums of columns in memory by key, and the account of the rows."""
    return reading_labels.group_sum(None, keys, **how)

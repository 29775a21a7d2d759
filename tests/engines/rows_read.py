"""Rows with scores, asked for in one line."""

from veracity.engines.reading.reading_scores import ReadRequest, read_rows


def scored_rows(data, truth, scores, *, labels=None, **how):
    """Return the rows that a request with these columns reads."""
    listed = None if labels is None else tuple(labels)
    return read_rows(ReadRequest(data=data, truth=truth, scores=scores, labels=listed, **how))

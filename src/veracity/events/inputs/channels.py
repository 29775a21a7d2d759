"""Events of several channels as one sequence: what shares time on different channels is one event.

Two events that share time and have no channel in common are one event, seen twice; so are those
that such pairs connect. Events on the same channel stay two: whether overlapping references are
merged is `overlapping=`, and a second detection of one event is a false alarm where a rule counts
one to one. An event on all channels has a channel in common with every other.

So a channel whose events share no time with others changes nothing of them, and events that are
apart in time may be split over channels in any way.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from veracity.events.inputs.kinds import ALL
from veracity.matching.spans import Bools, Ints, Spans, overlapping_pairs

Names = tuple[str, ...]


def one_event(spans: Spans, channels: Sequence[Names]) -> Ints:
    """The group of each event: those of one group are one event.

    >>> from veracity.matching.spans import spans_of
    >>> spans = spans_of([(0, 5), (3, 8), (4, 9), (20, 21)])
    >>> one_event(spans, [("C3",), ("C4",), ("C3",), ("C4",)]).tolist()
    [0, 0, 0, 1]
    >>> one_event(spans, [("C3",), ("C3", "C4"), ("C3",), ("C4",)]).tolist()
    [0, 1, 2, 3]
    """
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    codes = {names: k for k, names in enumerate(dict.fromkeys(channels))}
    code = np.array([codes[names] for names in channels], np.int64)
    i, j = overlapping_pairs(spans, spans)
    kept = (i < j) & (code[i] != code[j])
    i, j = i[kept], j[kept]
    kept = _nothing_in_common(list(codes), code[i], code[j])
    i, j = i[kept], j[kept]
    links = coo_array((np.ones(len(i)), (i, j)), shape=(len(spans), len(spans)))
    return np.asarray(connected_components(links, directed=False)[1], np.int64)


def _nothing_in_common(names: Sequence[Names], first: Ints, second: Ints) -> Bools:
    """Of pairs of codes, whether the channels behind them have none in common."""
    pairs, where = np.unique(first * len(names) + second, return_inverse=True)
    apart = [
        ALL not in one + other and set(one).isdisjoint(other)
        for one, other in ((names[k // len(names)], names[k % len(names)]) for k in pairs.tolist())
    ]
    return np.array(apart, np.bool_)[where]

"""How fine a table may be, so that what is kept of any number of rows has a limit.

Groups, clusters, classes and columns multiply what is counted in every bucket of scores. Where
that would be too much, buckets become wider (each figure states its bound), and whole clusters
are put together at random (`random_groups`).
"""

from __future__ import annotations

from dataclasses import dataclass

from veracity.statistics.clusters.random_groups import GROUPS

MOST_CELLS = 1 << 24  # of all groups together
MOST_ENTRIES = 1 << 23  # (cluster, class, bucket), of all groups together
# of lazy tables: up to so many rows all that is distinct comes home, and never more sums than that
LAZY_ROWS = 1 << 20
LAZY_ENTRIES = 1 << 21
LAZY_TUPLES = 1 << 22  # distinct scores of several models that come home to be compared
DEVICE_ROWS = 1 << 26  # sorted at once on a device: about 1.5 GB beside the input
# what is given up first: buckets, clusters kept apart, and again
_STEPS = ((12, GROUPS), (11, 256), (10, 128), (9, 64), (8, 32), (6, 32), (4, 32))


@dataclass(frozen=True, slots=True)
class Fineness:
    """Bits of the grid of a column, and random groups of clusters (None: clusters as they are)."""

    bits: int
    clusters: int | None = None


def fineness(asked: int, clusters: int | None, times: int, entries: int | None = None) -> Fineness:
    """The most bits up to those asked for, where each bucket is counted so many times.

    `times` are classes, columns and groups; `clusters` come on top of them, None if there are
    none. `entries` is how many may be counted in all, if that is less than usual.

    >>> fineness(18, None, 2), fineness(18, None, 2 * 1000)
    (Fineness(bits=18, clusters=None), Fineness(bits=13, clusters=None))
    >>> fineness(18, 20, 2), fineness(18, 2_000_000, 2)
    (Fineness(bits=17, clusters=None), Fineness(bits=12, clusters=1024))
    >>> fineness(18, 2_000_000, 2 * 20)
    Fineness(bits=10, clusters=128)
    """
    if clusters is None:
        return Fineness(max(min(asked, _bits_within(entries or MOST_CELLS, times)), 4))
    for bits, groups in _STEPS:
        kept = min(clusters, groups)
        most = _bits_within(entries or MOST_ENTRIES, times * kept)
        if most >= min(bits, asked):
            return Fineness(min(most, asked), None if kept == clusters else kept)
    return Fineness(min(4, asked), min(clusters, 32))


def _bits_within(most: int, times: int) -> int:
    return max((most // max(times, 1)).bit_length() - 1, 0)

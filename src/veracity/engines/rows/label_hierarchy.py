"""Labels in a hierarchy: every set of labels extended by all that stand above them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from veracity.engines.rows.indicator_columns import Indicators
from veracity.errors import quoted, refuse
from veracity.statistics.labels import Label, canonical

Parents = Mapping[Label, Label | None]


def ancestors(parents: Parents) -> dict[Label, tuple[Label, ...]]:
    """All labels above each one, nearest first; a cycle is refused with its labels.

    >>> ancestors({"cat": "animal", "dog": "animal"})["cat"]
    ('animal',)
    """
    if not isinstance(parents, Mapping):
        raise refuse("hierarchy_not_mapping", type=type(parents).__name__)
    up = {canonical(c): None if p is None else canonical(p) for c, p in parents.items()}
    found: dict[Label, tuple[Label, ...]] = {}
    for label in dict.fromkeys((*up, *(one for one in up.values() if one is not None))):
        path: dict[Label, None] = {}  # in order, and looked up at once
        above = up.get(label)
        while above is not None:
            if above == label or above in path:
                raise refuse("hierarchy_cycle", labels=quoted([label, *path]))
            path[above] = None
            above = up.get(above)
        found[label] = tuple(path)
    return found


def with_ancestors(given: Indicators, above: Mapping[Label, tuple[Label, ...]]) -> Indicators:
    """The same rows, each label together with all that stand above it.

    Kiritchenko S, Matwin S, Nock R, Famili AF (2006) Canadian AI, LNAI 4013:395–406.
    """
    if given.labels is None:
        raise refuse("hierarchy_needs_names")
    unknown = [one for one in given.labels if one not in above]
    if unknown:
        raise refuse("hierarchy_unknown", labels=quoted(unknown[:5]))
    whole = tuple(above)
    index: dict[Any, int] = {label: i for i, label in enumerate(whole)}
    reach = np.zeros((len(given.labels), len(whole)), np.float32)
    for row, label in enumerate(given.labels):
        reach[row, [index[one] for one in (label, *above[label])]] = 1.0
    return Indicators(given.matrix.astype(np.float32) @ reach > 0, whole)

"""The slow, obviously right engine that the fast one must equal."""

import math
from collections import Counter, defaultdict

from veracity.statistics.labels import canonical, ordered


def by_hand(columns, weight=None):
    """{labels: (rows, Σw, Σw²)} of Python values, one row after the other."""
    rows = Counter()
    weights, squares = defaultdict(list), defaultdict(list)
    for i, key in enumerate(zip(*columns, strict=True)):
        key = tuple(canonical(value) for value in key)
        rows[key] += 1
        w = 1.0 if weight is None else float(weight[i])
        weights[key].append(w)
        squares[key].append(w * w)
    return {k: (rows[k], math.fsum(weights[k]), math.fsum(squares[k])) for k in rows}


def as_dict(grouped):
    """The same form from what the engine gave."""
    keys = zip(
        *(
            [categories[code] for code in codes.tolist()]
            for categories, codes in zip(grouped.categories, grouped.codes, strict=True)
        ),
        strict=True,
    )
    rows = grouped.rows.tolist()
    weight = rows if grouped.weight is None else grouped.weight.tolist()
    squares = weight if grouped.squares is None else grouped.squares.tolist()
    if grouped.weight is None:
        squares = rows
    found = {}
    for key, *sums in zip(keys, rows, weight, squares, strict=True):
        assert key not in found
        found[key] = tuple(sums)
    return found


def same(found, expected):
    """Whether two such dictionaries agree: rows exactly, sums to 1e-12."""
    return found.keys() == expected.keys() and all(
        found[k][0] == expected[k][0]
        and math.isclose(found[k][1], expected[k][1], rel_tol=1e-12)
        and math.isclose(found[k][2], expected[k][2], rel_tol=1e-12)
        for k in found
    )


def assert_right(grouped, columns, weight=None):
    """Everything that must hold of a result for these columns of Python values."""
    assert same(as_dict(grouped), by_hand(columns, weight))
    for categories, column in zip(grouped.categories, columns, strict=True):
        assert categories == ordered(column)
        assert [type(v) for v in categories] == [type(v) for v in ordered(column)]
    in_order = sorted(zip(*(codes.tolist() for codes in grouped.codes), strict=True))
    assert in_order == list(zip(*(codes.tolist() for codes in grouped.codes), strict=True))

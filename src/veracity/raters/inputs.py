"""What ratings may be given as: units by raters, a column a rater, or one rating in a row."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Ints
from veracity.engines.reading.category_order import category_order
from veracity.engines.reading.read_columns import column_names, read_columns, with_labels
from veracity.errors import quoted, refuse
from veracity.statistics.labels import (
    Label,
    canonical,
    checked,
    in_given_order,
    is_null,
    kind,
    ordered,
    repeated,
)
from veracity.statistics.raters.rating_patterns import RatingPatterns

if TYPE_CHECKING:
    from veracity.engines.reading.columns import ColumnLike, Source

Values = Sequence[Any] | NDArray[Any]
Columns = dict[Label, Values]


def read_ratings(
    ratings: object = None,
    *,
    data: Source | None = None,
    unit: str | None = None,
    rater: str | None = None,
    rating: str | Sequence[str] | None = None,
    labels: Iterable[Any] | None = None,
    cluster: ColumnLike | str | None = None,
) -> RatingPatterns:
    """Ratings of any shape as patterns; None and nan are missing ratings.

    >>> read_ratings([[1, 1, None], [2, 1, 2]]).codes.tolist()
    [[0, 0, -1], [1, 0, 1]]
    """
    if (ratings is None) == (data is None):
        raise refuse("ratings_or_data")
    wide = isinstance(rating, Sequence) and not isinstance(rating, str)
    order: Sequence[Label] | None
    labels = None if labels is None else checked(labels)
    if data is not None and not wide:
        if unit is None or rating is None:
            raise refuse("ratings_need_columns", names=_listed(column_names(data)))
        columns, clusters = _long(data, unit, rater, str(rating), cluster, labels)
        order = None if isinstance(data, (str, os.PathLike)) else category_order(data, rating)
    else:
        if rater is not None or (data is None and unit is not None):
            raise refuse("ratings_rater_of_wide")
        columns, clusters, order = _wide(ratings, data, rating if wide else None, cluster, labels)
    return _patterns(columns, clusters, labels, order)


def _listed(names: Sequence[str]) -> str:
    return quoted(names) or "—"


def _wide(
    ratings: object,
    data: object,
    names: Sequence[str] | str | None,
    cluster: object,
    labels: Sequence[Label] | None,
) -> tuple[Columns, Values | None, Sequence[Label] | None]:
    """One column for each rater, from a table or from what was handed over, and their order."""
    if data is not None:
        asked = list(names or ())
        if repeated(asked):
            raise refuse("ratings_column_twice", names=quoted(repeated(asked)))
        more = [cluster] if isinstance(cluster, str) else []
        allowed = None if labels is None else frozenset(labels)
        found = with_labels(data, read_columns(data, [*asked, *more]), asked, allowed)
        of = found[cluster] if isinstance(cluster, str) else _plain(cluster)
        order = None if isinstance(data, (str, os.PathLike)) else category_order(data, *asked)
        return {name: found[name] for name in asked}, of, order
    if isinstance(ratings, Mapping):
        given = dict(ratings)
    elif hasattr(ratings, "columns") and hasattr(ratings, "__getitem__"):
        names_of = getattr(ratings, "column_names", None) or list(ratings.columns)
        given = {name: ratings[name] for name in names_of}
    else:
        return _of_rows(ratings), _plain(cluster), None
    columns: Columns = {canonical(name): _plain(one) for name, one in given.items()}
    return columns, _plain(cluster), category_order(None, *given.values())


def _of_rows(ratings: object) -> Columns:
    """Rows of units, each as long as there are raters."""
    if not isinstance(ratings, Iterable):
        raise refuse("ratings_shape", type=type(ratings).__name__)
    listed = list(ratings)
    if any(isinstance(row, str) or not isinstance(row, Iterable) for row in listed):
        raise refuse("ratings_shape", type=type(listed[0]).__name__)
    rows = [list(row) for row in listed]
    lengths = {len(row) for row in rows}
    if len(lengths) > 1:
        raise refuse("ratings_ragged", lengths=", ".join(map(str, sorted(lengths))))
    return {index + 1: list(one) for index, one in enumerate(zip(*rows, strict=True))}


def _missing(value: object) -> bool:
    """No rating: None, nan, or masked, as text columns of files have it."""
    return value is np.ma.masked or is_null(value)


def _plain(column: object) -> Any:
    """A column of any container as plain values, None where there is none."""
    if column is None:
        return None
    return read_columns({"column": column}, ["column"])["column"]


def _long(
    data: object,
    unit: str,
    rater: str | None,
    rating: str,
    cluster: object,
    labels: Sequence[Label] | None,
) -> tuple[Columns, Values | None]:
    """One rating in a row, pivoted to one column for each rater.

    Without `rater` nobody knows who rated: the first rating of a unit, the second and so on are
    taken for raters, which only Conger's kappa would tell apart.
    """
    if cluster is not None and not isinstance(cluster, str):
        raise refuse("ratings_cluster_name")
    asked = [unit, rating, *([rater] if rater else []), *([cluster] if cluster else [])]
    allowed = None if labels is None else frozenset(labels)
    found = with_labels(data, read_columns(data, list(dict.fromkeys(asked))), [rating], allowed)
    for name in asked:
        if name != rating and any(map(_missing, found[name])):
            n = sum(map(_missing, found[name]))
            raise refuse("ratings_missing_names", column=name, n=n)
    units = [canonical(one) for one in found[unit]]
    if rater is None:
        seen: dict[Label, int] = {}
        who: list[Label] = []
        for one in units:
            seen[one] = seen.get(one, 0) + 1
            who.append(seen[one])
    else:
        who = [canonical(one) for one in found[rater]]
    twice = repeated(list(zip(units, who, strict=True)))
    if twice:
        raise refuse("ratings_twice", n=len(twice), first=quoted(twice[:3]))
    index = {one: i for i, one in enumerate(dict.fromkeys(units))}
    columns: dict[Label, list[Any]] = {one: [None] * len(index) for one in dict.fromkeys(who)}
    groups: list[Any] = [None] * len(index)
    for row, (one, by) in enumerate(zip(units, who, strict=True)):
        columns[by][index[one]] = found[rating][row]
        if cluster is not None:
            mine = canonical(found[str(cluster)][row])
            if groups[index[one]] not in (None, mine):
                raise refuse("ratings_two_clusters", unit=repr(one))
            groups[index[one]] = mine
    return dict(columns), groups if cluster is not None else None


def _patterns(
    columns: Columns,
    clusters: Values | None,
    labels: Sequence[Label] | None,
    order: Sequence[Label] | None,
) -> RatingPatterns:
    lengths = {len(one) for one in columns.values()}
    if len(lengths) > 1:
        raise refuse("ratings_ragged", lengths=", ".join(map(str, sorted(lengths))))
    if not lengths or lengths == {0}:
        raise refuse("ratings_none")
    if clusters is not None and len(clusters) not in lengths:
        raise refuse("ratings_clusters", n=len(clusters), units=lengths.pop())
    plain = [[None if _missing(v) else canonical(v) for v in one] for one in columns.values()]
    found = dict.fromkeys(value for one in plain for value in one if value is not None)
    if len({kind(value) for value in found}) > 1:
        raise refuse("ratings_mixed", found=quoted(tuple(found)))
    if labels is None:
        listed = order is not None
        names = in_given_order(found, order, between=True) if listed else ordered(found)
    else:
        names, listed = tuple(labels), True
        strange = [value for value in found if value not in set(names)]
        if strange:
            raise refuse("ratings_unlisted", found=quoted(strange), labels=quoted(names))
    index = {one: i for i, one in enumerate(names)} | {None: -1}
    codes: Ints = np.array([[index[value] for value in one] for one in plain], np.int64).T
    if clusters is None:
        return RatingPatterns.of_rows(codes, names, tuple(columns), listed=listed)
    if any(map(_missing, clusters)):
        n = sum(map(_missing, clusters))
        raise refuse("ratings_missing_names", column="cluster", n=n)
    ids = list(dict.fromkeys(map(canonical, clusters)))
    at = {one: i for i, one in enumerate(ids)}
    where = np.array([at[canonical(one)] for one in clusters], np.int64)
    return RatingPatterns.of_rows(
        codes, names, tuple(columns), cluster=where, cluster_ids=ids, listed=listed
    )

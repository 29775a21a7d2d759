"""Columns of truth and scores to good rows, and the account of the others."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns.aligned import align_columns
from veracity.engines.columns.column import Column
from veracity.engines.encoding.codes import Codes
from veracity.engines.encoding.encode import encode
from veracity.engines.files.paths import Piece
from veracity.engines.rows.class_columns import in_order, known_labels
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import Keyed, ScoredRows
from veracity.engines.rows.usable_rows import (
    class_index,
    count_codes,
    good_rows,
    has_bad_labels,
    key_column,
    suspected,
    usable_weight,
)
from veracity.engines.validation.bad_rows import bad_weight_codes
from veracity.engines.validation.locating import ArrayLocations
from veracity.engines.validation.mistaken_columns import refuse_sampled
from veracity.engines.validation.rules import validate_sums
from veracity.engines.validation.score_values import ends_of, score_numbers
from veracity.engines.validation.sum_to_one import (
    check_sums,
    divided_by_sum,
    float_size,
    sum_codes,
    sum_name,
    totals,
)
from veracity.errors import refuse
from veracity.statistics import labels as naming

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike


def rows_in_memory(request: ReadRequest[ColumnLike], pieces: Sequence[Piece] = ()) -> ScoredRows:
    """Columns read and validated; bad rows stop the run, or leave it with a count.

    Every column is looked at once; rows are selected only where something is bad. `pieces`
    says which files the rows are from. Rows that weigh nothing are used, and behind no number:
    they are left out here.

    >>> request = ReadRequest(truth=[0, 1, 1], scores={"s": [0.2, 0.4, 0.1]}, predicted=[0, 1, 0])
    >>> rows = rows_in_memory(request)
    >>> rows.confusion().cells.array().tolist(), rows.truth.tolist()
    ([[1.0, 0.0], [1.0, 1.0]], [0, 1, 1])
    """
    request.check()
    given = request.columns_by_name()
    columns, weights = align_columns(given, request.weight, request.weight_name)
    first_score = 1 if request.predicted is None else 2
    first_key = first_score + len(request.scores)
    of_labels, of_scores = columns[:first_score], columns[first_score:first_key]
    refuse_sampled(of_labels, request.allowed)
    weight, bad_weight, some_weigh_nothing = usable_weight(weights, request)
    numbers, ends, suspects = _numbers(request, of_scores)
    sums, rounded = _sums_to_one(request, of_scores, numbers, ends, suspects)
    codes_of_keys = [encode(column) for column in columns[first_key:]]
    codes = [*map(encode, of_labels), *filter(has_bad_labels, codes_of_keys), *suspects]
    if bad_weight is not None:
        codes.append(bad_weight_codes(request.weight_name, bad_weight))
    counts = count_codes(codes)
    grouped, account = validate_sums(
        codes, counts, request, lambda: ArrayLocations([*columns, *sums], pieces)
    )
    found = list(zip(given, grouped.categories[:first_score], strict=False))
    predicted = None if request.predicted is None else found[1]
    known = known_labels(found[0], predicted, request.labels, request.classes)
    good = good_rows(codes, counts, request) if account.dropped else None
    keyed = [key_column(column, good) for column in codes_of_keys]
    index = [
        class_index(column, np.bincount(occurring).nonzero()[0], known)
        for column, occurring in zip(codes[:first_score], counts.codes, strict=False)
    ]
    if good is not None:
        index, numbers = [one[good] for one in index], [column[good] for column in numbers]
        weight = None if weight is None else weight[good]
    clustered = request.cluster is not None
    rows = ScoredRows(
        known,
        naming.chosen_positive(known, request.pos_label),
        index[0],
        dict(zip(request.scores, numbers, strict=True)),
        dict(zip(request.scores, ends, strict=True)) if good is None else {},
        weight,
        request.squares,
        keyed[0] if clustered else None,
        tuple(keyed[clustered:]),
        account,
        None if predicted is None else Keyed(known, index[1]),
        in_order(request.classes, known),
        tuple(rounded),
    )
    if weight is None or not some_weigh_nothing:
        return rows
    if not weight.any():
        raise refuse("weights_all_zero", column=request.weight_name)
    return rows.part(np.flatnonzero(weight))


def _numbers(
    request: ReadRequest[ColumnLike], columns: Sequence[Column]
) -> tuple[list[NDArray[Any]], list[tuple[float, float]], list[Codes]]:
    """The scores as numbers, their lowest and highest, and columns in which something is bad."""
    numbers, ends, suspects = list[NDArray[Any]](), list[tuple[float, float]](), list[Codes]()
    probabilities = request.probabilities
    for name, column in zip(request.scores, columns, strict=True):
        values, text = score_numbers(column)
        numbers.append(values)
        ends.append(ends_of(values))
        suspects += suspected(column, text is not None, *ends[-1], name in probabilities)
    return numbers, ends, suspects


def _sums_to_one(
    request: ReadRequest[ColumnLike],
    columns: Sequence[Column],
    numbers: list[NDArray[Any]],
    ends: list[tuple[float, float]],
    suspects: list[Codes],
) -> tuple[list[Column], list[int]]:
    """Probabilities that were rounded are divided by their sums; rows off one become suspects.

    The sums that are off, to be reported, and the decimals of columns that were rounded.
    """
    sums_off, rounded = list[Column](), list[int]()
    index = {name: i for i, name in enumerate(request.scores)}
    for group in request.sums:
        indices = [index[name] for name in group]
        added = [numbers[i] for i in indices]
        codes, allowed = check_sums(added, [float_size(columns[i]) for i in indices])
        if codes is not None and int(codes.max()) > allowed.level:
            name = sum_name([columns[i].name for i in indices])
            suspects.append(sum_codes(name, codes, allowed))
            sums_off.append(Column(name, totals(added)))
        if allowed.divided and allowed.decimals is not None:
            rounded.append(allowed.decimals)
            for i, divided in zip(indices, divided_by_sum(added, allowed), strict=True):
                numbers[i], ends[i] = divided, ends_of(divided)
    return sums_off, rounded

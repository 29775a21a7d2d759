"""The first of two scans of rows with scores: the keys by which all of them are validated."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from numpy.typing import NDArray

from veracity.engines.counting.grouped import Grouped
from veracity.engines.rows.class_columns import in_order, known_labels
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import Keyed, ScoredRows
from veracity.engines.validation.derived_keys import Key, PositiveWeight
from veracity.engines.validation.sum_to_one import Allowance, SumToOne, sum_name
from veracity.engines.validation.threshold_key import ThresholdKey
from veracity.statistics import labels as naming
from veracity.statistics.clusters.random_groups import group_ids
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount


@dataclass(frozen=True, slots=True)
class ScannedCategories:
    """What the first scan found: classes, the categories of all columns of labels, how many rows.

    `of` holds, for each column of labels in the order of the keys, what its codes stand for;
    `allowed` how far sums may be from one, in the order of these.
    """

    labels: tuple[Label, ...]
    pos_label: Label | None
    of: tuple[tuple[Label, ...], ...]
    account: RowAccount
    rows: int
    allowed: tuple[Allowance, ...] = ()

    @property
    def rounded(self) -> tuple[int, ...]:
        """The decimals of probabilities that are divided by their sums."""
        return tuple(one.decimals for one in self.allowed if one.divided and one.decimals)


def label_keys(request: ReadRequest[str]) -> dict[str, Any]:
    """The columns of labels: truth, predictions, cluster, groups."""
    return {**request.labels_by_name(), **request.keys_by_name()}


def validation_keys(request: ReadRequest[str]) -> dict[str, Key]:
    """Labels, then what else can be wrong with a row.

    The threshold of scores is minus infinity: what ranks is in one group, however it ranks.
    """
    keys: dict[str, Key] = dict(label_keys(request))
    probabilities, name_of_key = request.probabilities, dict[Any, str]()
    for (key, column), name in zip(request.scores.items(), request.scores_by_name(), strict=True):
        keys[name], name_of_key[key] = ThresholdKey(column, -math.inf, key in probabilities), name
    for together in request.sums:
        names = sum_name([name_of_key[name] for name in together])
        keys[names] = SumToOne(tuple(request.scores[name] for name in together))
    if request.weight is not None:
        keys[f"{request.weight_name} > 0"] = PositiveWeight(request.weight)
    return keys


def scanned_categories(
    request: ReadRequest[str], grouped: Grouped, account: RowAccount, allowed: Sequence[Allowance]
) -> ScannedCategories:
    """What the sums of the first scan say."""
    names = list(label_keys(request))
    categories = grouped.categories[: len(names)]
    predicted = None if request.predicted is None else (names[1], categories[1])
    known = known_labels((names[0], categories[0]), predicted, request.labels, request.classes)
    of_labels = 1 if predicted is None else 2
    rows = grouped.rows
    if request.weight is not None:
        rows = rows[grouped.codes[-1] == 1]
    return ScannedCategories(
        known,
        naming.chosen_positive(known, request.pos_label),
        (*[known] * of_labels, *categories[of_labels:]),
        account,
        int(rows.sum()),
        tuple(allowed),
    )


def with_group_names(request: ReadRequest[str], categories: ScannedCategories) -> ScannedCategories:
    """The same, where the labels of clusters are the numbers of random groups."""
    index = 1 if request.predicted is None else 2
    names = group_ids([int(str(label)) for label in categories.of[index]])
    return replace(categories, of=(*categories.of[:index], names, *categories.of[index + 1 :]))


def rows_of(
    request: ReadRequest[str],
    categories: ScannedCategories,
    indices: list[Any],
    scores: Mapping[Any, Any],
    weight: NDArray[Any] | None,
) -> ScoredRows:
    """One piece, from the indices of its labels, its scores and its weights."""
    keyed = [Keyed(own, index) for own, index in zip(categories.of, indices, strict=True)]
    first_key = 1 if request.predicted is None else 2
    keys = keyed[first_key:]
    return ScoredRows(
        categories.labels,
        categories.pos_label,
        indices[0],
        scores,
        {},
        weight,
        request.squares,
        None if request.cluster is None else keys[0],
        tuple(keys[request.cluster is not None :]),
        categories.account,
        None if request.predicted is None else keyed[1],
        in_order(request.classes, categories.labels),
    )

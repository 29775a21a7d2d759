"""The first of two scans of rows with scores: the keys by which all of them are judged."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from veracity.engines.counting.grouped import Grouped
from veracity.engines.rows.class_columns import in_order, known_labels, refuse_other_columns
from veracity.engines.rows.read_request import Wanted
from veracity.engines.rows.scored_rows import Keyed, ScoredRows
from veracity.engines.validation.derived_keys import Key, Weighs
from veracity.engines.validation.rules import Rules, rules
from veracity.engines.validation.sum_to_one import Allowance, SumToOne, sum_name
from veracity.engines.validation.threshold_key import Cut
from veracity.statistics import labels as naming
from veracity.statistics.clusters.random_groups import group_ids
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount


@dataclass(frozen=True, slots=True)
class ScannedCategories:
    """What the first scan found: classes, the levels of all columns of labels, how many rows.

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


def rules_of(wanted: Wanted) -> Rules:
    """What makes a row usable."""
    refuse_other_columns(wanted.labels, wanted.classes)
    shown = wanted.shown
    both = (shown.truth, shown.called)
    return rules(wanted.labels, both, wanted.weight_kind, shown.weight, wanted.on_invalid)


def label_keys(wanted: Wanted) -> dict[str, str]:
    """The columns of labels: truth, predictions, cluster, groups."""
    shown = wanted.shown
    keys = {shown.truth: wanted.truth}
    if wanted.called is not None:
        keys[shown.called] = wanted.called
    if wanted.cluster is not None:
        keys[shown.cluster] = wanted.cluster
    return keys | dict(wanted.groups)


def judging_keys(wanted: Wanted) -> dict[str, Key]:
    """Labels, then what else can be wrong with a row.

    Scores are cut at minus infinity: what ranks is in one group, however it ranks.
    """
    shown = wanted.shown
    keys: dict[str, Key] = dict(label_keys(wanted))
    for name, column in wanted.scores.items():
        keys[shown.scores[name]] = Cut(column, -math.inf, name in wanted.probabilities)
    for together in wanted.sums:
        names = sum_name([shown.scores[name] for name in together])
        keys[names] = SumToOne(tuple(wanted.scores[name] for name in together))
    if wanted.weight is not None:
        keys[f"{shown.weight} > 0"] = Weighs(wanted.weight)
    return keys


def levels_of(
    wanted: Wanted, grouped: Grouped, account: RowAccount, allowed: Sequence[Allowance]
) -> ScannedCategories:
    """What the sums of the first scan say."""
    names = list(label_keys(wanted))
    levels = grouped.levels[: len(names)]
    called = None if wanted.called is None else (names[1], levels[1])
    known = known_labels((names[0], levels[0]), called, wanted.labels, wanted.classes)
    of_labels = 1 if called is None else 2
    rows = grouped.rows
    if wanted.weight is not None:
        rows = rows[grouped.codes[-1] == 1]
    return ScannedCategories(
        known,
        naming.chosen_positive(known, wanted.pos_label),
        (*[known] * of_labels, *levels[of_labels:]),
        account,
        int(rows.sum()),
        tuple(allowed),
    )


def with_group_names(wanted: Wanted, levels: ScannedCategories) -> ScannedCategories:
    """The same, where the labels of clusters are the numbers of random groups."""
    place = 1 if wanted.called is None else 2
    names = group_ids([int(str(label)) for label in levels.of[place]])
    return replace(levels, of=(*levels.of[:place], names, *levels.of[place + 1 :]))


def rows_of(
    wanted: Wanted,
    levels: ScannedCategories,
    places: list[Any],
    scores: Mapping[Any, Any],
    weight: Any,
) -> ScoredRows:
    """One piece, from the places of its labels, its scores and its weights."""
    told = [Keyed(own, place) for own, place in zip(levels.of, places, strict=True)]
    first_key = 1 if wanted.called is None else 2
    keys = told[first_key:]
    return ScoredRows(
        levels.labels,
        levels.pos_label,
        places[0],
        scores,
        {},
        weight,
        wanted.weight_kind != "frequency",
        None if wanted.cluster is None else keys[0],
        tuple(keys[wanted.cluster is not None :]),
        levels.account,
        None if wanted.called is None else told[1],
        in_order(wanted.classes, levels.labels),
    )

"""Columns of truth and scores to good rows, and the account of the others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.engines.columns import Column, read_column, same_index
from veracity.engines.judging import rules
from veracity.engines.score_judging import Keyed, class_places, judged_scores, keyed
from veracity.engines.score_numbers import ends_of
from veracity.engines.score_sums import Rows
from veracity.engines.weights import read_weight
from veracity.errors import refuse
from veracity.statistics import labels as naming
from veracity.statistics.labels import Label
from veracity.statistics.row_account import RowAccount


@dataclass(frozen=True, slots=True)
class ScoredRows:
    """Rows that can be used, with one or several columns of scores.

    `ends` are the lowest and the highest score of a column, where they are known.
    """

    labels: tuple[Label, ...]
    pos_label: Label | None
    place: NDArray[Any]
    scores: Mapping[Any, NDArray[Any]]
    ends: Mapping[Any, tuple[float, float]]
    weight: NDArray[Any] | None
    squares: bool
    cluster: Keyed | None
    groups: tuple[Keyed, ...]
    account: RowAccount

    def rows(self, name: Any) -> Rows:
        """The rows with one of the columns of scores."""
        scores = self.scores[name]
        low, high = self.ends.get(name) or ends_of(scores)
        squares = self.squares and self.weight is not None
        return Rows(
            self.place, len(self.labels), scores, float(low), float(high), self.weight, squares
        )

    def part(self, rows: Any) -> ScoredRows:
        """Only some of the rows."""
        return replace(
            self,
            place=self.place[rows],
            ends={},
            scores={name: column[rows] for name, column in self.scores.items()},
            weight=None if self.weight is None else self.weight[rows],
            cluster=self.cluster and replace(self.cluster, codes=self.cluster.codes[rows]),
            groups=tuple(replace(one, codes=one.codes[rows]) for one in self.groups),
        )

    def one_vs_rest(self, label: Label) -> ScoredRows:
        """One class against all others together: two classes, however many there are.

        A table of K classes and T scores holds K · T numbers; this one holds 2 · T.
        """
        place = self.place == self.labels.index(label)
        names = (f"not {label}", label)
        return replace(self, labels=names, pos_label=label, place=place.view(np.uint8))

    def by_group(self) -> Iterator[tuple[Label, ScoredRows]]:
        """The rows of each combination of the groups, in their order."""
        code = np.zeros(len(self.place), np.int64)
        for group in self.groups:
            code = code * len(group.levels) + group.codes
        order = np.argsort(code, kind="stable")
        found, first = np.unique(code[order], return_index=True)
        for one, rows in zip(found.tolist(), np.split(order, first[1:]), strict=True):
            value, rest = list[Label](), one
            for group in reversed(self.groups):
                rest, level = divmod(rest, len(group.levels))
                value.insert(0, group.levels[level])
            yield (value[0] if len(value) == 1 else tuple(value)), self.part(rows)


def read_scores(
    truth: Any,
    scores: Mapping[Any, Any],
    *,
    probability: bool = False,
    weight: Any = None,
    weight_kind: str = "importance",
    labels: Iterable[Any] | None = None,
    pos_label: Any = None,
    cluster: Any = None,
    groups: Mapping[str, Any] | None = None,
    on_invalid: str = "raise",
    names: Mapping[Any, str] | None = None,
) -> ScoredRows:
    """Columns read and judged; bad rows stop the run, or leave it with a count.

    `scores` maps what a column is ("y_score", or the label whose probability it holds) to the
    column. `names` says how messages call the columns, where not by what they are for. Rows
    that weigh nothing are used, and behind no number: they are left out here.
    """
    called = {"y_true": "y_true", "cluster": "cluster", "sample_weight": "sample_weight"}
    called |= {name: str(name) for name in scores} | dict(names or {})
    listed = None if labels is None else tuple(labels)
    ruled = rules(listed, (called["y_true"],), weight_kind, called["sample_weight"], on_invalid)
    given = {called["y_true"]: truth, **{called[name]: scores[name] for name in scores}}
    keys = {} if cluster is None else {called["cluster"]: cluster}
    columns, weights = _read({**given, **keys, **(groups or {})}, weight, called["sample_weight"])
    first_key = 1 + len(scores)
    judged = judged_scores(
        columns[0], columns[1:first_key], columns[first_key:], weights, probability, ruled
    )
    found = judged.found
    known = naming.completed(found) if listed is None else naming.checked(listed)
    good = judged.good
    told = [keyed(column, good) for column in judged.keys]
    place, numbers, weights = class_places(judged, known), judged.numbers, judged.weight
    if good is not None:
        place, numbers = place[good], tuple(column[good] for column in numbers)
        weights = None if weights is None else weights[good]
    rows = ScoredRows(
        known,
        naming.chosen_positive(known, pos_label),
        place,
        dict(zip(scores, numbers, strict=True)),
        dict(zip(scores, judged.ends, strict=True)) if good is None else {},
        weights,
        ruled.squares,
        told[0] if cluster is not None else None,
        tuple(told[cluster is not None :]),
        judged.account,
    )
    if weights is None or not judged.some_weigh_nothing:
        return rows
    if not weights.any():
        raise refuse("weights_all_zero", column=called["sample_weight"])
    return rows.part(np.flatnonzero(weights))


def _read(
    given: Mapping[str, Any], weight: Any, weight_name: str
) -> tuple[list[Column], NDArray[Any] | None]:
    """The columns and the weights, all of one length."""
    every = [*given.items()] if weight is None else [*given.items(), (weight_name, weight)]
    same_index(every)
    columns = [read_column(name, values) for name, values in given.items()]
    weights = None if weight is None else read_weight(weight, weight_name)
    lengths = [len(column) for column in columns]
    if weights is not None:
        lengths.append(len(weights))
    if min(lengths) != max(lengths):
        named = (f"{name}: {n}" for (name, _), n in zip(every, lengths, strict=True))
        raise refuse("different_lengths", lengths=", ".join(named))
    if not lengths[0]:
        raise refuse("no_rows", columns=", ".join(name for name, _ in every))
    return columns, weights

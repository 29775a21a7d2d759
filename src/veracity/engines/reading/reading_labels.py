"""The one verb of all engines: group these columns, sum the weight; whatever holds the rows."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Any

from veracity.engines.columns.array_likes import is_dataset, is_lazy, is_relation
from veracity.engines.columns.column import library_of, short
from veracity.engines.columns.display_names import display_name
from veracity.engines.counting.few_clusters import with_few_clusters
from veracity.engines.counting.grouped import Grouped
from veracity.engines.reading import in_memory as array_engine
from veracity.engines.rows import size_limits, tables
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.validation.derived_keys import columns_of_key
from veracity.engines.validation.rules import Rules, rules
from veracity.engines.validation.threshold_key import ThresholdKey
from veracity.errors import refuse
from veracity.statistics.labels import Label, completed, ordered
from veracity.statistics.row_account import RowAccount

if TYPE_CHECKING:
    from veracity.engines.columns.given import ColumnLike, Source

__all__ = ["ThresholdKey", "group_sum"]

Keys = Mapping[str, Any]


def group_sum(
    data: Source | None,
    keys: Keys,
    *,
    weight: ColumnLike | None = None,
    weight_kind: str = "importance",
    weight_name: str = "sample_weight",
    labels: Iterable[Any] | None = None,
    label_keys: Collection[str] = (),
    on_invalid: str = "raise",
    engine: str | None = None,
    cluster: str | None = None,
) -> tuple[Grouped, RowAccount]:
    """Rows of `data` summed by the values of the keys, and the account of the rows.

    Without `data` the keys and the weight are columns. With it they are names of columns: of a
    file, a glob or a list of files, of a DuckDB relation, of a data frame, or of a mapping.
    `label_keys` says which keys hold labels (truth comes first): `labels` lists what these may
    hold, and only these are suspected of holding probabilities. With `weight_kind` "frequency",
    n is the sum of the weights, and there are no squares. `cluster` is the key of clusters: very
    many of them in very many rows become random groups.

    >>> grouped, account = group_sum(None, {"y_true": [0, 0, 1, 1], "y_pred": [0, 1, 1, 1]})
    >>> grouped.categories, grouped.rows.tolist(), account.used
    (((0, 1), (0, 1)), [1, 1, 2], 4)
    """
    if data is None or isinstance(data, Mapping):
        taken, own = _columns(data, keys, weight)
        if any(map(library_of, taken.values())):
            request = ReadRequest(
                **_by_role(taken, label_keys),
                weight=own,
                weight_kind=weight_kind,
                weight_name=weight_name,
                labels=None if labels is None else tuple(labels),
                on_invalid=on_invalid,
                engine=engine,
            )
            found = _on_device(request)
            if found is not None:
                return _few_clusters(found, keys, cluster)
    if data is None:
        ruled = rules(labels, label_keys, weight_kind, weight_name, on_invalid)
        return _few_clusters(array_engine.by_rules(keys, weight, ruled), keys, cluster)
    display_names = {name: display_name(name, columns_of_key(key)[0]) for name, key in keys.items()}
    ruled = rules(
        labels,
        [display_names[name] for name in label_keys if name in display_names],
        weight_kind,
        weight_name if weight is None else display_name(weight_name, weight),
        on_invalid,
    )
    named = {display_names[name]: key for name, key in keys.items()}
    own = None if cluster is None else display_names[cluster]
    return _few_clusters(_from(data, named, weight, ruled, own), keys, cluster)


def _few_clusters(
    found: tuple[Grouped, RowAccount], keys: Keys, cluster: str | None
) -> tuple[Grouped, RowAccount]:
    """What engines that do not put clusters together themselves have summed."""
    grouped, account = found
    if cluster is None or account.read <= tables.EXACT_ROWS:
        return found
    return with_few_clusters(grouped, list(keys).index(cluster)), account


def _columns(data: Any, keys: Keys, weight: Any) -> tuple[dict[str, Any], Any]:
    """Keys and weight as columns, also where they are names of a mapping's."""
    if data is None:
        return dict(keys), weight
    given = {name: data.get(key) if isinstance(key, str) else None for name, key in keys.items()}
    return given, None if weight is None else data.get(weight)


def _by_role(keys: Keys, label_keys: Collection[str]) -> dict[str, Any]:
    """Truth, prediction and what else tells rows apart, in their order."""
    (first, truth), *rest = keys.items()
    made: dict[str, Any] = {"truth": truth, "truth_name": first}
    if rest and rest[0][0] in label_keys:
        (name, predicted), *rest = rest
        made |= {"predicted": predicted, "predicted_name": name}
    return {**made, "groups": dict(rest)}


def _on_device(request: ReadRequest[Any]) -> tuple[Grouped, RowAccount] | None:
    """The same of tensors, summed where they lie; None where they are to be brought home."""
    from veracity.engines.tensors.reading import for_device, sums_of_labels

    every = request.every_column()
    if not for_device(every, request.engine) or any(isinstance(k, ThresholdKey) for k in every):
        return None
    return sums_of_labels(request)


def labels_in(request: ReadRequest[ColumnLike]) -> tuple[Label, ...]:
    """The labels of truth and predictions, in order."""
    keys = {"y_true": request.truth}
    if request.predicted is not None:
        keys["y_pred"] = request.predicted
    found, _ = group_sum(
        request.data,
        keys,
        label_keys=tuple(keys),
        on_invalid=request.on_invalid,
        engine=request.engine,
    )
    return completed(ordered([label for level in found.categories for label in level]))


def _from(
    data: Source, keys: Keys, weight: Any, ruled: Rules, cluster: str | None
) -> tuple[Grouped, RowAccount]:
    """The engine that fits what holds the rows."""
    asked = asked_columns(keys, weight)
    many = None if cluster is None else (cluster, tables.EXACT_ROWS)
    if isinstance(data, (str, os.PathLike, list, tuple)):
        from veracity.engines.reading.in_files import from_files

        return from_files(data, keys, weight, asked, ruled, many)
    if is_relation(data) or is_dataset(data):
        from veracity.engines.sql import engine as duckdb_engine
        from veracity.engines.sql.relations import relation_scan

        return duckdb_engine.group_sum(relation_scan(data, asked), keys, weight, ruled, many)
    if is_lazy(data):
        from veracity.engines.frames.lazy import from_lazy

        few = None if cluster is None else (cluster, size_limits.LAZY_ROWS)
        return from_lazy(data, keys, weight, asked, ruled, few)
    from veracity.engines.frames.eager import columns_of

    return array_engine.by_names(columns_of(data, asked), keys, weight, ruled)


def asked_columns(keys: Keys, weight: Any) -> list[str]:
    """Every column that is needed, once."""
    names = [name for key in keys.values() for name in columns_of_key(key)]
    names += [] if weight is None else [weight]
    refuse_no_names(names)
    return list(dict.fromkeys(names))


def refuse_no_names(names: Iterable[Any]) -> None:
    """Columns of a table are named by text."""
    for name in names:
        if not isinstance(name, str):
            raise refuse("column_name_not_text", given=short(name))

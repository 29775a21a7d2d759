"""The door of tensors: whether a request is for a device, and what comes home of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from veracity.engines.columns.column import library_of
from veracity.engines.columns.reading_log import log_reading
from veracity.engines.columns.tensor_library import TensorLibrary, on_device
from veracity.engines.counting.grouped import Grouped
from veracity.engines.out_of_core.planned_cells import SummedScores, planned_cells, summed
from veracity.engines.rows import size_limits
from veracity.engines.rows import tables as limits
from veracity.engines.rows.read_request import ReadRequest
from veracity.engines.rows.scored_rows import ScoredRows
from veracity.engines.rows.tables import checked_resolution
from veracity.engines.tensors.source import TensorSource, sums_of_keys
from veracity.engines.tensors.table import first_tensor, tensor_table
from veracity.statistics.row_account import RowAccount

if TYPE_CHECKING:
    from veracity.engines.out_of_core.planned_cells import CellPlan
    from veracity.engines.out_of_core.scored_chunks import ScoredChunks


def for_device(columns: Sequence[object], engine: str | None) -> bool:
    """Whether these columns are reduced on a device: some lie there, or it was asked for.

    Few rows come home as they are: no sum of them would be smaller.
    """
    tensors: list[Any] = [one for one in columns if library_of(one)]
    if not tensors or engine == "array" or len(tensors[0]) <= size_limits.LAZY_ROWS:
        return False
    return engine == "tensor" or any(map(on_device, tensors))


def sums_of_scores(
    request: ReadRequest[Any], plan: CellPlan, resolution: str | int
) -> SummedScores | ScoredRows | ScoredChunks | None:
    """What is asked of scores, summed on their device; None if the rows must be brought home."""
    with _wide(request):
        table = tensor_table(request)
        if table is None:
            return None
        log_reading(on_device=1)
        source = TensorSource(table, request)
        rows, asked = len(table), checked_resolution(resolution)
        plain = not (plan.by_class or request.groups or request.cluster is not None)
        exact = asked == "exact" or (asked == "auto" and rows <= limits.EXACT_ROWS)
        if asked == "exact" and not plain:
            return None
        if not (plain and exact):
            return planned_cells(source, request, plan)
        grouped, categories = source.validated()
        made = summed(request, plan, grouped, categories)
        found = {
            name: source.exact_table(name, family, categories)
            for name, family in plan.families.items()
        }
        return replace(made, exact=found)


def sums_of_labels(request: ReadRequest[Any]) -> tuple[Grouped, RowAccount] | None:
    """Labels counted on their device; None if the rows must be brought home."""
    with _wide(request):
        table = tensor_table(request)
        if table is None:
            return None
        log_reading(on_device=1)
        names = [*request.labels_by_name(), *request.keys_by_name()]
        return sums_of_keys(table, names, request), table.account


def _wide(request: ReadRequest[Any]) -> Any:
    return TensorLibrary.of(first_tensor(request)).wide_numbers()

"""What `recalibrate` gives: a map, and how good the probabilities are before and after it."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from veracity.arrays import Floats
from veracity.engines.reading.columns import Source, probability_columns
from veracity.engines.reading.map_column import map_column
from veracity.errors import refuse
from veracity.recalibration.fitted_map import FittedMap
from veracity.recalibration.map_storage import save_map
from veracity.recalibration.prior_shift import at_shares, shares_by_class, shift_map
from veracity.recalibration.side_by_side import side_by_side
from veracity.recalibration.transforming import (
    transform_column,
    transform_columns,
    with_columns,
)
from veracity.statistics.statistic import ClassShares
from veracity.words import current


@dataclass(frozen=True, eq=False, repr=False)
class Recalibration(FittedMap):
    """A map of probabilities, fitted to all rows, with the figures before and after it."""

    def text(self, lang: str | None = None, *, verbose: bool = False) -> str:
        """Before and after side by side, a line for each note; `verbose`: notes in full."""
        return side_by_side(self, current(lang), verbose=verbose)

    def __repr__(self) -> str:
        if self.evaluations is None:
            return f"Recalibration({self.method!r}, labels={self.labels!r})"
        return self.text()

    # the map

    @property
    def columns(self) -> int:
        """1 where the map is one of the probability of the positive class, else K."""
        return 1 if len(self.labels) == 2 else len(self.labels)

    def transform(
        self,
        p: Any = None,
        *,
        data: Source | None = None,
        column: object = None,
        out: str | os.PathLike[str] | None = None,
        into: Any = None,
        on_invalid: str = "raise",
    ) -> Any:
        """Calibrated probabilities, in the kind of thing that the others came in.

        p: a number, a list, an array, a series; for K classes an array (n, K), a mapping or a
        frame whose columns are named as the classes. Of two classes both columns may be given.
        data, column: a table and the name of its column (of K classes a list of names in the
        order of the labels); the table comes back with the column `into` more, by default the
        name with "_calibrated" behind it. out: data is the path of a CSV or Parquet file, which
        is written there with the new column, whole or not at all; the number of rows comes
        back. on_invalid: "raise", or "drop": rows without a probability stay, without a value.
        """
        if (p is None) == (data is None):
            raise refuse("transform_one_of")
        if data is not None:
            return self._of_table(data, column, out, into, on_invalid)
        if self.columns > 1:
            return transform_columns(p, self.labels, self._columns, on_invalid)
        if _two_columns(p):
            return transform_columns(p, self.labels, self._pair, on_invalid)
        return transform_column(p, self._one, on_invalid)

    def _of_table(self, data: Any, column: Any, out: Any, into: Any, on_invalid: str) -> Any:
        names = [column] if isinstance(column, str) else list(column or ())
        new = [into] if isinstance(into, str) else list(into or (f"{n}_calibrated" for n in names))
        if len(names) != self.columns or len(new) != self.columns:
            raise refuse("transform_columns", n=self.columns)
        change = self._columns if self.columns > 1 else self._single
        if out is not None:
            return map_column(data, names, change, out, new, on_invalid=on_invalid)

        def read(given: list[Any]) -> list[Floats]:
            return change(probability_columns(names, given, on_invalid=on_invalid))

        return with_columns(data, names, new, read)

    def _one(self, p: Floats) -> Floats:
        for one in self.maps:
            p = one(p)
        return p

    def _single(self, columns: list[Floats]) -> list[Floats]:
        return [self._one(columns[0])]

    def _pair(self, columns: list[Floats]) -> list[Floats]:
        """Both columns of two classes: that of the positive class says everything."""
        yes = self.labels.index(self.pos_label)
        made = self._one(columns[yes])
        return [1 - made, made] if yes else [made, 1 - made]

    def _columns(self, columns: list[Floats]) -> list[Floats]:
        return list(self._one(np.stack(columns)))

    # another prevalence, and keeping

    def at_prevalence(self, share: ClassShares) -> Recalibration:
        """The same for a population where the classes have other shares.

        The odds are multiplied by [share/(1 − share)] / [π/(1 − π)], π being the share of
        positives in the rows of the fit (of K classes each probability by its share over the
        old one, then divided by their sum). `share` is that of the positives, or
        {label: share}. Assumes label shift: within each class the scores stay as they are. The
        figures before and after are projected to the new shares on the same assumption.
        Saerens M, Latinne P, Decaestecker C (2002) Neural Computation 14(1):21–41.
        """
        shares = shares_by_class(share, self.labels, self.pos_label)
        shift = shift_map(self.shares, shares, self.labels, self.pos_label)
        both = self.evaluations and at_shares(*self.evaluations, shares, shift)
        return replace(
            self, maps=(*self.maps, shift), shares=tuple(shares), evaluations=both or None
        )

    def save(self, path: str | os.PathLike[str], *, statistics: bool = False) -> None:
        """Keep the map as data in one file, whole or not at all; `load` reads it.

        With `statistics` the evaluations before and after go along; they hold every distinct
        probability with its truth, which for few ties is the rows themselves.
        """
        save_map(self, path, statistics=statistics)


def _two_columns(p: Any) -> bool:
    if isinstance(p, dict):
        return True
    shape: tuple[int, ...] = getattr(p, "shape", ())
    if len(shape) == 2:
        return bool(shape[1] == 2)
    return isinstance(p, (list, tuple)) and bool(p) and isinstance(p[0], (list, tuple))

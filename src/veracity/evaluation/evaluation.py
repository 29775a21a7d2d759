"""What `evaluate` gives: every metric of the statistics held, computed on demand."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from veracity.errors import CannotMerge, NotHere, UnknownName, refuse
from veracity.evaluation.confusion_matrix import ConfusionMatrix
from veracity.evaluation.keys import CLASS_KEYS, available, computable, headline
from veracity.evaluation.provenance import provenance
from veracity.evaluation.slices import Slices
from veracity.evaluation.verdict import verdict
from veracity.files import written_whole
from veracity.intervals import Estimator, Settings
from veracity.metrics import find
from veracity.reports import documents, tables, texts
from veracity.results import Estimate, Line, Profile
from veracity.statistics import RowAccount
from veracity.statistics.labels import Label
from veracity.words import Text, current

MOST_LINES = 12


class Evaluation:
    """Every metric with its interval, by key; also by class and by group.

    >>> ev = ConfusionMatrix.from_counts(tp=40, fp=10, fn=20, tn=50).evaluate()
    >>> print(ev["recall"])
    0.667 [0.541, 0.773]
    >>> "mcc" in ev, len(ev.keys()) > 50
    (True, True)
    """

    def __init__(
        self,
        confusion: ConfusionMatrix,
        *,
        rows: RowAccount,
        settings: Settings,
        groups: Mapping[Label, ConfusionMatrix] | None = None,
        group_rows: Mapping[Label, int] | None = None,
        asked: tuple[str, ...] = (),
        weight_kind: str | None = None,
        threshold: float | None = None,
        min_count: int | None = None,
    ) -> None:
        self.confusion = confusion
        self.rows = rows
        self.settings = settings
        self.groups = dict(groups or {})
        self.group_rows = dict(group_rows or {})
        self.asked = asked
        self.weight_kind = weight_kind
        self.threshold = threshold
        self.min_count = min_count
        self._found: dict[str, Estimate] = {}
        for key in asked:
            self[key]

    # numbers

    def __getitem__(self, key: str) -> Estimate:
        metric = computable(find(key), self.confusion)
        if metric.key not in self._found:
            asked = metric.key in {find(k).key for k in self.asked}
            self._found[metric.key] = self._estimator.estimate(metric, by_name=asked)
        return self._found[metric.key]

    def __contains__(self, key: object) -> bool:
        try:
            computable(find(str(key)), self.confusion)
        except (NotHere, UnknownName, ValueError):
            return False
        return True

    def keys(self) -> tuple[str, ...]:
        """The keys that can be computed here, parameters at their defaults."""
        return available(self.confusion)

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __len__(self) -> int:
        return len(self.keys())

    @cached_property
    def _estimator(self) -> Estimator:
        return Estimator(self.confusion.plain(), self.settings)

    @property
    def by_class(self) -> Slices[Evaluation]:
        """The evaluation of each class against the rest, by label."""
        return Slices("class", self.confusion.labels, self._of_class)

    @property
    def by_group(self) -> Slices[Evaluation]:
        """The evaluation of each group of rows, by the value of the group."""
        return Slices("group", tuple(self.groups), self._of_group)

    def _of_class(self, label: Label) -> Evaluation:
        return self._part(self.confusion.one_vs_rest(label), self.rows)

    def _of_group(self, value: Label) -> Evaluation:
        matrix = self.groups[value]
        n = self.group_rows.get(value, rows_behind(matrix))
        return self._part(matrix, RowAccount(n, n))

    def _part(self, matrix: ConfusionMatrix, rows: RowAccount) -> Evaluation:
        return Evaluation(
            matrix,
            rows=rows,
            settings=self.settings,
            weight_kind=self.weight_kind,
            threshold=self.threshold,
            min_count=self.min_count,
        )

    @property
    def verdict(self) -> Text:
        """One plain sentence: better than guessing or not, how sure."""
        parts = (self[key] for key in ("mcc", "accuracy", "no_information_rate"))
        return verdict(self.confusion, *parts)

    # merging and keeping

    def __add__(self, other: Evaluation) -> Evaluation:
        if not isinstance(other, Evaluation):
            return NotImplemented
        for name in ("weight_kind", "threshold"):
            mine, yours = getattr(self, name), getattr(other, name)
            if mine != yours:
                raise refuse("merge_settings", CannotMerge, name=name, mine=mine, yours=yours)
        if bool(self.groups) != bool(other.groups):
            raise refuse("merge_one_has_groups", CannotMerge)
        whole = self.confusion + other.confusion
        groups, group_rows = dict(self.groups), dict(self.group_rows)
        for value, matrix in other.groups.items():
            groups[value] = groups[value] + matrix if value in groups else matrix
        for value, n in other.group_rows.items():
            group_rows[value] = group_rows.get(value, 0) + n
        return Evaluation(
            whole,
            rows=self.rows + other.rows,
            settings=self.settings,
            groups={value: matrix.relabelled(whole.labels) for value, matrix in groups.items()},
            group_rows=group_rows,
            asked=self.asked,
            weight_kind=self.weight_kind,
            threshold=self.threshold,
            min_count=max(self.min_count or 0, other.min_count or 0) or None,
        )

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        bits: int | None = None,
        min_count: int | None = None,
        ids: str = "number",
    ) -> None:
        """Keep the statistics (never the rows) in one file that `load` reads.

        `min_count` empties cells below it; `ids="number"` replaces cluster ids by numbers
        that equal those of no other file, `ids="keep"` keeps them.
        """
        from veracity.evaluation.saving import save

        save(self, path, bits=bits, min_count=min_count, ids=ids)

    # showing

    def profile(self, *, short: bool = False) -> Profile:
        """Everything that a page or a table shows, as one frozen value; `short`: no parts."""
        first = self.asked[:MOST_LINES] or headline(self.confusion)
        return Profile(
            verdict=self.verdict,
            headline=tuple(self._line("all", None, self, key) for key in first),
            lines=() if short else tuple(self._lines()),
            labels=self.confusion.labels,
            pos_label=self.confusion.pos_label,
            counts=self.confusion.counts,
            rows=self.rows,
            settings=provenance(self),
        )

    def _lines(self) -> Iterator[Line]:
        shown = self.asked or self.keys()
        for key in shown:
            yield self._line("all", None, self, key)
        if self.confusion.classes > 2:
            for label, part in self.by_class.items():
                for key in CLASS_KEYS:
                    yield self._line("class", label, part, key)
        for value, part in self.by_group.items():
            for key in shown:
                yield self._line("group", value, part, key)

    @staticmethod
    def _line(scope: str, of: Label | None, part: Evaluation, key: str) -> Line:
        metric = find(key)
        return Line(scope, of, metric.key, metric.names, metric.better, part[key])

    def __repr__(self) -> str:
        return self.text()

    def text(self, lang: str | None = None) -> str:
        """The headline figures with their intervals, as plain text."""
        return texts.text(self.profile(short=True), current(lang))

    def _repr_html_(self) -> str:
        return documents.html(self.profile(short=True), current())

    def report(self, path: str | os.PathLike[str], lang: str | None = None) -> None:
        """Write a report, whole or not at all; .md, .tex, .json or .txt by its ending."""
        writers: dict[str, Callable[[], str]] = {
            ".md": lambda: self.to_markdown(lang),
            ".tex": lambda: self.to_latex(lang),
            ".json": self.to_json,
            ".txt": lambda: self.text(lang) + "\n",
        }
        ending = Path(path).suffix.casefold()
        if ending not in writers:
            raise refuse("report_ending", path=os.fspath(path))
        content = writers[ending]()
        with written_whole(path) as stream:
            stream.write(content.encode())

    def to_dict(self) -> dict[str, Any]:
        """Everything as plain values under stable keys."""
        return tables.as_dict(self.profile())

    def to_json(self, *, indent: int | None = 2) -> str:
        """The same as JSON; undefined numbers are null, infinite ones are text."""
        return tables.as_json(self.profile(), indent)

    def to_pandas(self) -> Any:
        """One row for each figure, as a pandas DataFrame."""
        import pandas as pd

        return pd.DataFrame(tables.rows(self.profile()))

    def to_polars(self) -> Any:
        """One row for each figure, as a polars DataFrame."""
        import polars as pl

        return pl.DataFrame(tables.rows(self.profile()), infer_schema_length=None)

    def to_markdown(self, lang: str | None = None) -> str:
        """Verdict, figures and matrix as Markdown."""
        return documents.markdown(self.profile(), current(lang))

    def to_latex(self, lang: str | None = None) -> str:
        """Figures as a LaTeX table."""
        return documents.latex(self.profile(), current(lang))


def of_matrix(
    matrix: ConfusionMatrix,
    *,
    metrics: Any = None,
    confidence_level: float = 0.95,
    method: str = "auto",
    n_resamples: int = 2000,
    random_state: int = 0,
) -> Evaluation:
    """The evaluation of one matrix, whatever it was counted from."""
    if matrix.shape:
        raise refuse("evaluate_leading_axes", shape=matrix.shape)
    if not matrix.total > 0:
        raise refuse("matrix_empty")
    n = rows_behind(matrix)
    return Evaluation(
        matrix,
        rows=RowAccount(n, n),
        settings=Settings(confidence_level, method, n_resamples, random_state),
        asked=asked_keys(metrics),
        weight_kind="importance" if matrix.weighted else None,
    )


def rows_behind(matrix: ConfusionMatrix) -> int:
    """How many rows a matrix was counted from; with weights, as many as tell as much."""
    return round(float(matrix.effective_total))


def asked_keys(metrics: Any) -> tuple[str, ...]:
    """The keys a user named, in canonical spelling."""
    if metrics is None:
        return ()
    names = (metrics,) if isinstance(metrics, str) else tuple(metrics)
    return tuple(dict.fromkeys(find(name).key for name in names))

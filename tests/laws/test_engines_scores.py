"""Rows with scores are the same rows, whatever holds them: one data set, every container."""

import math
from collections import Counter

import narwhals as nw
import numpy as np
import pytest

from tests.engines import containers
from tests.engines.one_table import ROWS, table
from tests.engines.rows_read import scored_rows
from tests.laws.test_engines import SITE, _finds
from veracity.engines.out_of_core import second_pass as scored_pieces
from veracity.engines.rows.tables import reduce_column
from veracity.statistics.labels import ordered
from veracity.statistics.scores.score_table import ScoreTable

ORDER = ["null_label", "null_score", "score_outside", "sum_not_one", "bad_weight"]


def _table():
    """The data set of all engines, with probabilities of three classes and odd scores."""
    draw = np.random.default_rng(5)
    shares = draw.integers(0, 65, (ROWS, 2))
    first = shares.min(1) / 64
    second = abs(shares[:, 0] - shares[:, 1]) / 64
    last = 1 - first - second
    last[::50] = last[::50] / 2 + 0.01  # these do not add up to one
    odd = draw.choice([-0.0, 0.0, 5e-324, -5e-324, 1e308, -1e308, 0.1 + 0.2, 3.0], ROWS)
    columns = {
        "p cat": ("float", [None if i % 71 == 0 else p for i, p in enumerate(first.tolist())]),
        "p dog": ("float", second.tolist()),
        "p fox": ("float", last.tolist()),
        "animal": ("text", draw.choice(["fox", "cat", "dog"], ROWS).tolist()),
        "animal called": ("text", draw.choice(["cat", "dog"], ROWS).tolist()),
        "odd": ("float", odd.tolist()),
    }
    return {**table(), **columns}


TABLE = _table()


class Plan:
    """What is asked by name, and the same by hand."""

    def __init__(self, truth, scores, *, proba=False, weight=None, kind="importance", **keys):
        self.truth, self.scores, self.proba = truth, scores, proba
        self.weight, self.kind, self.keys = weight, kind, keys
        self.together = proba and len(scores) > 1

    def ask(self, data, **options):
        return scored_rows(
            data,
            self.truth,
            self.scores,
            predicted=self.keys.get("called"),
            cluster=self.keys.get("cluster"),
            groups={f"group {name}": name for name in self.keys.get("groups", ())},
            probability=self.proba,
            weight=self.weight,
            weight_kind=self.kind,
            on_invalid="drop",
            **options,
        )

    @property
    def label_columns(self):
        keys = [self.keys.get("called"), self.keys.get("cluster"), *self.keys.get("groups", ())]
        return [self.truth, *(key for key in keys if key is not None)]

    def by_hand(self):
        """The good rows as (labels, scores, weight), and how many of the others there are."""
        rows, refused = [], Counter()
        for i in range(ROWS):
            labels = tuple(TABLE[name][1][i] for name in self.label_columns)
            scores = tuple(TABLE[name][1][i] for name in self.scores.values())
            weight = 1.0 if self.weight is None else TABLE[self.weight][1][i]
            reason = self._reason(labels, scores, weight)
            if reason is not None:
                refused[reason] += 1
            elif weight > 0:
                rows.append((labels, scores, weight))
        return rows, refused

    def _reason(self, labels, scores, weight):
        found = ["null_label"] if None in labels else []
        if None in scores:
            found.append("null_score")
        elif self.proba and not all(0 <= s <= 1 for s in scores):
            found.append("score_outside")
        elif self.together and abs(sum(scores) - 1) > 1e-6:
            found.append("sum_not_one")
        if weight is None or weight < 0:
            found.append("bad_weight")
        return min(found, key=ORDER.index, default=None)


ANIMALS = {"cat": "p cat", "dog": "p dog", "fox": "p fox"}
PLANS = {
    "one score": Plan("bool", {"y_score": "logit"}),
    "one probability": Plan("bool", {"y_proba": "score"}, proba=True),
    "short": Plan("bool", {"y_proba": "short score"}, proba=True, cluster="patient"),
    "odd scores": Plan("bool", {"y_score": "odd"}, weight="weight"),
    "whole numbers": Plan("bool", {"y_score": "times"}, called="bool called"),
    "booleans": Plan("times", {"y_score": "bool"}),
    "text labels": Plan("text", {"y_score": "odd"}, called="text called", groups=("animal",)),
    "float labels": Plan("float", {"y_score": "odd"}, called="float called"),
    "large labels": Plan("int", {"y_score": "odd"}, called="int called", cluster="int"),
    "two scores": Plan("bool", {"a": "score", "b": "logit"}, weight="times", kind="frequency"),
    "everything": Plan(
        "bool",
        {"y_score": "logit"},
        called="bool called",
        weight="weight",
        cluster="patient",
        groups=(SITE, "animal"),
    ),
    "three classes": Plan("animal", ANIMALS, proba=True, called="animal called", weight="weight"),
}


# Containers that differ from one of the others in how they are read, and not in what rows become.
ALIKE = (
    *(containers.arrays, containers.pandas_plain, containers.pandas_arrow, containers.polars_eager),
    *(containers.csv_windows, containers.tsv_file, containers.pipe_file, containers.csv_gz),
    *(containers.json_array, containers.parquet_of_duckdb, containers.feather_file),
    *(containers.arrow_parts, containers.enum_relation, containers.polars_categorical),
)
DIFFERENT = [build for build in containers.EVERY if build not in ALIKE]
FOR_ALL = ("everything", "three classes")


def _stored(request, tmp_path_factory):
    return request.param(TABLE, tmp_path_factory.mktemp(request.param.__name__)), request.param


@pytest.fixture(scope="module", params=containers.EVERY, ids=lambda build: build.__name__)
def stored(request, tmp_path_factory):
    """The data set in one container, and which."""
    return _stored(request, tmp_path_factory)


@pytest.fixture(scope="module", params=DIFFERENT, ids=lambda build: build.__name__)
def held(request, tmp_path_factory):
    """The same without containers that are like others."""
    return _stored(request, tmp_path_factory)


def refused_as_text(plan, data):
    """A boolean in a CSV is text, which is no score: said, and never guessed."""
    with pytest.raises(ValueError, match="a score that is not a number"):
        plan.ask(data)


def _rows(piece):
    """A piece as rows of Python values."""
    keyed = [k for k in (piece.predicted, piece.cluster, *piece.groups) if k is not None]
    labels = [[piece.labels[i] for i in piece.truth.tolist()]]
    labels += [[one.categories[i] for i in one.codes.tolist()] for one in keyed]
    scores = [column.astype(float).tolist() for column in piece.scores.values()]
    count = len(piece.truth)
    weight = [1.0] * count if piece.weight is None else piece.weight.astype(float).tolist()
    found = zip(zip(*labels, strict=True), zip(*scores, strict=True), weight, strict=True)
    return list(found)


@pytest.mark.parametrize("name", FOR_ALL)
def test_every_engine_gives_the_good_rows(stored, name):
    _check(*stored, PLANS[name])


@pytest.mark.parametrize("name", [name for name in PLANS if name not in FOR_ALL])
def test_every_kind_of_label_and_score(held, name):
    _check(*held, PLANS[name])


def _check(data, build, plan):
    if SITE in plan.keys.get("groups", ()) and not _finds(data, SITE):
        pytest.skip("this narwhals does not quote the names of columns on DuckDB")
    if "bool" in plan.scores.values() and build in (containers.csv_file, containers.csv_parts):
        refused_as_text(plan, data)
        return
    rows, refused = plan.by_hand()
    scored = plan.ask(data)
    assert scored.account.read == ROWS
    assert dict(scored.account.refused) == refused
    assert len(scored) == len(rows)
    pieces = list(scored.pieces())
    found = [row for piece in pieces for row in _rows(piece)]
    if build in (containers.other_lazy, containers.polars_lazy):  # counted, in no order
        found, rows = sorted(found), sorted(rows)
    assert found == rows
    for piece in pieces:
        assert (piece.labels, piece.account) == (scored.labels, scored.account)
    _check_statistics(plan, pieces[0].joined(pieces[1:]), rows)


def _check_statistics(plan, whole, rows):
    """The table of every column, bit for bit, and the matrix."""
    truth = [labels[0] for labels, _, _ in rows]
    weight = None if plan.weight is None else [w for _, _, w in rows]
    if len(whole.labels) == 2:
        for i, name in enumerate(plan.scores):
            scores = [s[i] for _, s, _ in rows]
            made = reduce_column(whole, name)
            expected = ScoreTable.of_rows(truth, scores, weight)
            assert np.array_equal(made.scores, expected.scores)
            assert np.allclose(made.weight, expected.weight, rtol=1e-12, atol=0)
            if weight is None:
                assert np.array_equal(made.weight, expected.weight)
    if whole.predicted is not None:
        called = [labels[1] for labels, _, _ in rows]
        names = ordered([*truth, *called])
        pairs = list(zip(truth, called, [w for _, _, w in rows], strict=True))
        cells = whole.confusion().cells.array()
        for i, true in enumerate(whole.labels):
            for j, guess in enumerate(whole.labels):
                held = math.fsum(w for t, c, w in pairs if (t, c) == (true, guess))
                assert cells[i, j] == pytest.approx(held, rel=1e-12)
        assert set(names) <= set(whole.labels)


def test_small_pieces_are_the_same_rows(stored, monkeypatch):
    """Pieces share their categories, and can be read twice, also when one reading was given up."""
    data, build = stored
    plan = PLANS["everything"]
    if not _finds(data, SITE):
        plan = PLANS["three classes"]
    whole = [row for piece in plan.ask(data).pieces() for row in _rows(piece)]
    monkeypatch.setattr(scored_pieces, "PIECE", 97)
    scored = plan.ask(data)
    begun = scored.pieces()
    first = next(begun)
    pieces = list(scored.pieces())
    assert [row for piece in pieces for row in _rows(piece)] == whole
    assert _rows(first) == _rows(pieces[0])
    for piece in pieces:
        assert piece.groups == () or piece.groups[0].categories == first.groups[0].categories
        assert piece.predicted.categories == first.labels
    in_memory = containers.IN_MEMORY[:8]
    if build not in (*in_memory, containers.arrow_table, *containers.TYPED_FILES[3:]):
        assert len(pieces) > 3
        assert max(len(piece.truth) for piece in pieces) <= 97


def test_refusals_are_the_same(stored):
    """Where rows have an order all say the same, but for the file a row is in."""
    data, _ = stored
    with pytest.raises(ValueError, match="p cat") as caught:
        scored_rows(data, "animal", ANIMALS, probability=True)
    text = caught.value.text.en
    assert f"in {sum(v is None for v in TABLE['p cat'][1])} rows" in text
    off = [
        i
        for i in range(ROWS)
        if TABLE["p cat"][1][i] is not None
        and abs(sum(TABLE[name][1][i] for name in ANIMALS.values()) - 1) > 1e-6
    ]
    assert f"do not add up to 1 in {len(off)} rows" in text
    if isinstance(data, nw.LazyFrame):
        return
    assert str(off[0]) in text
    i = off[0]
    total = round(sum(TABLE[name][1][i] for name in ANIMALS.values()), 9)
    assert repr(total) in text

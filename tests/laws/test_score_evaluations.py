"""Evaluations of scores: parts are the whole, the order of rows is nothing, engines agree."""

from functools import reduce
from operator import add

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.feather
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.statistics.score_rows import ANY, UNIT, Scored, scored
from veracity.evaluation import Evaluation, evaluate, load

FEW = settings(max_examples=50)
ROLES = st.sampled_from(["y_score", "y_proba"])


def evaluated(rows: Scored, role: str, **more) -> Evaluation:
    return evaluate(
        rows.truth,
        **{role: rows.scores},
        sample_weight=rows.weight,
        labels=(0, 1),
        method="none",
        **more,
    )


def drawn(data, role: str, **more) -> Scored:
    return data.draw(scored(ANY if role == "y_score" else UNIT, **more))


@given(st.data(), ROLES)
@FEW
def test_parts_are_the_whole_bit_for_bit_in_any_order(data, role):
    rows = drawn(data, role, weighted=False)
    part = np.array(data.draw(st.lists(st.integers(0, 3), min_size=len(rows), max_size=len(rows))))
    group, cluster = part % 2, part
    whole = evaluated(rows, role, group=group, cluster=cluster)
    parts = [
        evaluated(rows.part(part == k), role, group=group[part == k], cluster=cluster[part == k])
        for k in np.unique(part)
    ]
    merged = reduce(add, data.draw(st.permutations(parts)))
    assert merged.scores == whole.scores
    assert merged.confusion == whole.confusion
    assert merged.rows == whole.rows
    for value in whole.by_group:
        assert merged.groups[value].scores == whole.groups[value].scores
    assert repr(merged["auroc"]) == repr(whole["auroc"])


@given(st.data(), ROLES, st.integers(4, 10))
@FEW
def test_grids_of_parts_hold_what_the_whole_has(data, role, bits):
    rows = drawn(data, role, least=4)
    first = np.arange(len(rows)) < data.draw(st.integers(1, len(rows) - 1))
    one, other = (evaluated(rows.part(k), role, resolution=bits) for k in (first, ~first))
    exact = evaluated(rows, role, resolution="exact")
    for merged in (one + other, other + one, one + evaluated(rows.part(~first), role)):
        area = merged["auroc"]
        assert abs(area.value - exact["auroc"].value) <= area.bound + 1e-12
        assert merged.scores.total == pytest.approx(exact.scores.total, rel=1e-12)
    assert (one + other).scores == (other + one).scores or rows.weight is not None


@given(st.data(), ROLES, st.sampled_from(["exact", 6]))
@FEW
def test_what_is_saved_comes_back(tmp_path_factory, data, role, resolution):
    rows = drawn(data, role)
    ev = evaluated(rows, role, resolution=resolution, group=np.arange(len(rows)) % 2)
    path = tmp_path_factory.mktemp("kept") / "ev"
    ev.save(path)
    again = load(path)
    assert again.held == ev.held
    assert again.groups == ev.groups
    mine, yours = (one["average_precision"].value for one in (again, ev))
    assert mine == pytest.approx(yours, rel=1e-12)  # sums in another layout of memory


@given(st.data(), ROLES, st.sampled_from(["exact", 6]), st.randoms())
@FEW
def test_the_order_of_rows_is_nothing(data, role, resolution, random):
    rows = drawn(data, role, weighted=False)
    order = list(range(len(rows)))
    random.shuffle(order)
    ev, mixed = (
        evaluated(one, role, resolution=resolution) for one in (rows, rows.part(np.array(order)))
    )
    assert mixed.held == ev.held
    assert repr(mixed["auroc"]) == repr(ev["auroc"])


@given(st.data(), ROLES)
@FEW
def test_groups_add_up_to_the_whole(data, role):
    rows = drawn(data, role, weighted=False, least=4)
    group = np.arange(len(rows)) % 3
    ev = evaluated(rows, role, group=group)
    assert reduce(add, ev.groups.values()) == ev.held


@given(st.data(), ROLES, st.sampled_from(["exact", 8]))
@FEW
def test_weights_have_no_scale(data, role, resolution):
    """By powers of two, so that no digit changes."""
    rows = drawn(data, role, weighted=True)
    scaled = Scored(rows.truth, rows.scores, rows.weight * 2.0 ** data.draw(st.integers(-8, 8)))
    one, other = (evaluated(r, role, resolution=resolution) for r in (rows, scaled))
    for key in ("auroc", "average_precision", "max_f1", "eer", "tpr_at_fpr"):
        assert repr(one[key]) == repr(other[key])


@given(st.data())
@FEW
def test_only_the_order_of_scores_ranks(data):
    rows = drawn(data, "y_score")
    ranks = np.unique(rows.scores, return_inverse=True)[1].reshape(-1)
    one, other = (
        evaluated(r, "y_score") for r in (rows, Scored(rows.truth, ranks * 3.0 - 7, rows.weight))
    )
    for key in ("auroc", "average_precision", "ks", "h_measure", "auprg"):
        assert one[key].value == pytest.approx(other[key].value, abs=1e-12, nan_ok=True)


@given(st.data())
@FEW
def test_exchanging_the_classes_keeps_the_area(data):
    rows = drawn(data, "y_score")
    ev = evaluated(rows, "y_score")
    turned = Scored(1 - rows.truth, 0.0 - rows.scores, rows.weight)
    area = evaluated(turned, "y_score")["auroc"].value
    assert ev["auroc"].value == pytest.approx(area, abs=1e-12)
    assert ev.by_class[0]["auroc"].value == pytest.approx(area, abs=1e-12)


# engines: one table, every container

RNG = np.random.default_rng(12)
N = 500
P = RNG.dirichlet([1, 1, 1], N)
TABLE = pd.DataFrame(
    {
        "truth": RNG.integers(0, 2, N),
        "class": RNG.choice(["a", "b", "c"], N),
        "score": np.round(RNG.normal(size=N), 2),
        "p": np.round(RNG.random(N), 3),
        "w": RNG.integers(1, 5, N) / 4,
        "site": RNG.choice(["north", "south"], N),
        "patient": RNG.integers(0, 60, N),
        **{f"p_{k}": P[:, k] for k in range(3)},
    }
)


def csv(folder):
    TABLE.to_csv(folder / "t.csv", index=False)
    return str(folder / "t.csv")


def parquet(folder):
    TABLE.to_parquet(folder / "t.parquet")
    return str(folder / "t.parquet")


def jsonl(folder):
    pl.from_pandas(TABLE).write_ndjson(folder / "t.jsonl")
    return str(folder / "t.jsonl")


def arrow_file(folder):
    pyarrow.feather.write_feather(pa.Table.from_pandas(TABLE), str(folder / "t.arrow"))
    return str(folder / "t.arrow")


def relation(folder):
    import duckdb

    return duckdb.from_arrow(pa.Table.from_pandas(TABLE))


def lazy(folder):
    return pl.from_pandas(TABLE).lazy()


STORES = {
    "pandas": lambda folder: TABLE,
    "polars": lambda folder: pl.from_pandas(TABLE),
    "arrow": lambda folder: pa.Table.from_pandas(TABLE),
    "lazy polars": lazy,
    "csv": csv,
    "parquet": parquet,
    "json lines": jsonl,
    "arrow file": arrow_file,
    "relation": relation,
}
ASKED = {
    "score": {"y_true": "truth", "y_score": "score", "threshold": 0.25},
    "probability": {"y_true": "truth", "y_proba": "p", "group": "site", "cluster": "patient"},
    "both": {"y_true": "truth", "y_score": "score", "y_proba": "p", "sample_weight": "w"},
    "grid": {"y_true": "truth", "y_proba": "p", "resolution": 6, "threshold": 0.3},
    "columns": {"y_true": "class", "y_proba": ["p_0", "p_1", "p_2"], "cluster": "patient"},
    "named": {"y_true": "class", "y_score": {"c": "p_2", "a": "p_0", "b": "p_1"}},
}


def as_arrays(asked):
    """The same question with the columns themselves."""

    def column(name):
        return TABLE[name].to_numpy()

    given = {}
    for key, name in asked.items():
        if key in ("threshold", "resolution"):
            given[key] = name
        elif isinstance(name, list):
            given[key] = np.column_stack([column(one) for one in name])
        elif isinstance(name, dict):
            given[key] = {label: column(one) for label, one in name.items()}
        else:
            given[key] = column(name)
    return given


@pytest.mark.parametrize("question", ASKED)
@pytest.mark.parametrize("store", STORES)
def test_every_engine_gives_the_same(store: str, question: str, tmp_path) -> None:
    asked = ASKED[question]
    ours = evaluate(**asked, data=STORES[store](tmp_path))
    arrays = evaluate(**as_arrays(asked))
    assert ours.scores == arrays.scores
    assert ours.confusion == arrays.confusion
    assert ours.rows == arrays.rows
    assert list(ours.by_group) == list(arrays.by_group)
    for key in ("auroc", "average_precision", "auroc_ovr_macro"):
        if key in arrays:
            assert repr(ours[key]) == repr(arrays[key])
    for value in arrays.by_group:
        assert ours.groups[value].scores == arrays.groups[value].scores

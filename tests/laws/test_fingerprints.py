"""The same rows have the same fingerprint, from whatever they are read and in whatever order."""

import duckdb
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import veracity as vc

N = 400
RNG = np.random.default_rng(11)
ROWS = pd.DataFrame(
    {
        "y": RNG.integers(0, 2, N),
        "called": RNG.choice(["cat", "dog", "fox"], N),
        "animal": RNG.choice(["cat", "dog", "fox"], N),
        "p": np.round(RNG.random(N), 3),
        "s": RNG.normal(size=N),
        "w": RNG.random(N) + 0.1,
        "times": RNG.integers(1, 4, N),
        "patient": RNG.integers(0, 30, N),
        "site": RNG.choice(["A", "B"], N),
    }
)
SHARES = RNG.dirichlet([1, 1, 1], N)
for _index, _name in enumerate(("cat", "dog", "fox")):
    ROWS[f"p_{_name}"] = SHARES[:, _index]

REQUESTS = {
    "labels": {"y_true": "animal", "y_pred": "called"},
    "probabilities": {"y_true": "y", "y_proba": "p"},
    "scores": {"y_true": "y", "y_score": "s", "threshold": 0.25},
    "both": {"y_true": "y", "y_score": "s", "y_proba": "p"},
    "weights": {"y_true": "y", "y_proba": "p", "sample_weight": "w"},
    "weighted labels": {"y_true": "animal", "y_pred": "called", "sample_weight": "w"},
    "frequencies": {
        "y_true": "y",
        "y_proba": "p",
        "sample_weight": "times",
        "weight_kind": "frequency",
    },
    "clusters, groups": {"y_true": "y", "y_proba": "p", "cluster": "patient", "group": "site"},
    "all": {
        "y_true": "y",
        "y_proba": "p",
        "cluster": "patient",
        "group": "site",
        "sample_weight": "w",
    },
    "three classes": {"y_true": "animal", "y_proba": ["p_cat", "p_dog", "p_fox"]},
    "grid": {"y_true": "y", "y_score": "s", "resolution": 6},
}


def evaluated(data, request):
    labels = {"labels": ["cat", "dog", "fox"]} if isinstance(request.get("y_proba"), list) else {}
    return vc.evaluate(data=data, **labels, **request)


def from_columns(request, rows):
    """The same request with the columns themselves in place of their names."""
    values = {}
    for name, column in request.items():
        if isinstance(column, list):
            values[name] = rows[column].to_numpy()
            values["labels"] = ["cat", "dog", "fox"]
        else:
            named = isinstance(column, str) and column in rows
            values[name] = rows[column].to_numpy() if named else column
    return vc.evaluate(**values)


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    folder = tmp_path_factory.mktemp("rows")
    ROWS.to_csv(folder / "rows.csv", index=False)
    pq.write_table(pa.Table.from_pandas(ROWS), folder / "rows.parquet", row_group_size=64)
    for index in range(3):
        ROWS.iloc[index::3].to_csv(folder / f"part-{index}.csv", index=False)
    return {
        "csv": str(folder / "rows.csv"),
        "parquet": str(folder / "rows.parquet"),
        "parts in another order": str(folder / "part-*.csv"),
        "pandas": ROWS,
        "polars": pl.from_pandas(ROWS),
        "arrow": pa.Table.from_pandas(ROWS),
        "duckdb": duckdb.from_df(ROWS),
    }


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_from_arrays_files_and_frames(stored, request_):
    expected = from_columns(request_, ROWS).fingerprint
    found = {name: evaluated(data, request_).fingerprint for name, data in stored.items()}
    assert found == dict.fromkeys(stored, expected)


@pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS)
def test_the_order_of_rows_does_not_matter_and_one_row_less_does(request_):
    expected = from_columns(request_, ROWS).fingerprint
    mixed = ROWS.sample(frac=1, random_state=3)
    assert from_columns(request_, mixed).fingerprint == expected
    assert from_columns(request_, ROWS.iloc[1:]).fingerprint != expected


def test_all_requests_have_their_own():
    codes = [from_columns(request, ROWS).fingerprint for request in REQUESTS.values()]
    assert len(set(codes)) == len(codes)


def test_another_threshold_or_prevalence_is_the_same_data():
    ev = vc.evaluate(ROWS["y"], y_proba=ROWS["p"])
    assert ev.at(0.3).fingerprint == ev.fingerprint
    assert ev.at_prevalence(0.01).fingerprint == ev.fingerprint
    assert vc.evaluate(ROWS["y"], y_proba=ROWS["p"], threshold=0.9).fingerprint == ev.fingerprint


def test_labels_that_are_equal_are_the_same_data():
    as_bool = vc.evaluate(ROWS["y"].astype(bool), ROWS["y"].astype(bool))
    as_float = vc.evaluate(ROWS["y"].astype(float), ROWS["y"].astype(float))
    assert as_bool.fingerprint == as_float.fingerprint
    as_text = vc.evaluate(ROWS["y"].astype(str), ROWS["y"].astype(str))
    assert as_text.fingerprint != as_bool.fingerprint


def test_frequencies_are_rows():
    counted = vc.evaluate(
        ROWS["y"], y_proba=ROWS["p"], sample_weight=ROWS["times"], weight_kind="frequency"
    )
    spread = ROWS.loc[ROWS.index.repeat(ROWS["times"])]
    assert vc.evaluate(spread["y"], y_proba=spread["p"]).fingerprint == counted.fingerprint


def test_saved_and_merged_statistics_keep_it(tmp_path):
    request = REQUESTS["clusters, groups"]
    whole = from_columns(request, ROWS)
    whole.save(tmp_path / "whole")
    assert vc.load(tmp_path / "whole").fingerprint == whole.fingerprint
    halves = [from_columns(request, ROWS[ROWS["patient"] % 2 == side]) for side in (0, 1)]
    assert (halves[0] + halves[1]).fingerprint == whole.fingerprint


def test_a_stream_has_that_of_its_rows():
    stream = vc.Stream()
    for part in np.array_split(np.arange(N), 7):
        stream.update(ROWS["y"].to_numpy()[part], y_proba=ROWS["p"].to_numpy()[part])
    whole = vc.evaluate(ROWS["y"], y_proba=ROWS["p"])
    assert stream.compute().fingerprint == whole.fingerprint


@pytest.mark.parametrize("kind", ["y_proba", "y_score", "y_pred"])
def test_models_on_the_same_rows(stored, kind):
    names = {"y_proba": ("p", "p_cat"), "y_score": ("s", "p"), "y_pred": ("called", "animal")}
    first, second = names[kind]
    truth = "animal" if kind == "y_pred" else "y"
    models = {"A": ROWS[first].to_numpy(), "B": ROWS[second].to_numpy()}
    options = {"kind": kind, "metrics": "accuracy" if kind == "y_pred" else "auroc"}
    own = vc.compare(ROWS[truth].to_numpy(), models, **options).provenance
    turned = dict(reversed(models.items()))
    other = vc.compare(ROWS[truth].to_numpy(), turned, **options).provenance
    assert own.fingerprints == other.fingerprints
    for name in ("csv", "parquet"):
        named = {"A": first, "B": second}
        read = vc.compare(truth, named, data=stored[name], **options).provenance
        assert read.fingerprints == own.fingerprints

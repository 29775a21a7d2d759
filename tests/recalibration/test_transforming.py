"""What goes in comes out in kind: numbers, lists, arrays, series, frames, files."""

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from tests.recalibration.rows import P, Y
from veracity.errors import InputError, InvalidRows
from veracity.recalibration import recalibrate

FOUND = recalibrate(Y, P, method="platt")
SLOPE, C = FOUND.maps[0].a, FOUND.maps[0].c
GIVEN = [0.1, 0.5, 0.9]
EXPECTED = [1 / (1 + np.exp(-(SLOPE * np.log(p / (1 - p)) + C))) for p in GIVEN]


def three():
    random = np.random.default_rng(0)
    p = random.dirichlet([1, 1, 1], 100)
    y = np.array([random.choice(3, p=row) for row in p])
    return recalibrate(np.array(["a", "b", "c"])[y], p, method="temperature"), p


def test_a_number_a_list_and_a_tuple():
    assert FOUND.transform(0.1) == pytest.approx(EXPECTED[0])
    assert FOUND.transform(GIVEN) == pytest.approx(EXPECTED)
    assert isinstance(FOUND.transform(GIVEN), list)
    assert isinstance(FOUND.transform(tuple(GIVEN)), tuple)


def test_arrays_keep_their_shape():
    made = FOUND.transform(np.array(GIVEN, np.float32).reshape(3, 1))
    assert made.shape == (3, 1)
    assert made.ravel() == pytest.approx(EXPECTED, abs=1e-6)


def test_series_keep_name_and_index():
    made = FOUND.transform(pd.Series(GIVEN, index=[7, 8, 9], name="risk"))
    assert (made.name, made.index.tolist()) == ("risk", [7, 8, 9])
    assert made.tolist() == pytest.approx(EXPECTED)
    polars = FOUND.transform(pl.Series("risk", GIVEN))
    assert (type(polars), polars.name) == (pl.Series, "risk")
    assert polars.to_list() == pytest.approx(EXPECTED)
    assert FOUND.transform(pa.array(GIVEN)).to_pylist() == pytest.approx(EXPECTED)


def test_both_columns_of_two_classes():
    both = np.column_stack([1 - np.array(GIVEN), GIVEN])
    made = FOUND.transform(both)
    assert made[:, 1] == pytest.approx(EXPECTED)
    assert made.sum(1) == pytest.approx(np.ones(3))
    turned = recalibrate(Y, 1 - P, method="platt", pos_label=0)
    assert turned.transform(both)[:, 1] == pytest.approx(EXPECTED)


def test_tables_come_back_with_one_more_column():
    columns = {"id": [1, 2, 3], "risk": GIVEN}
    for table in (columns, pd.DataFrame(columns), pl.DataFrame(columns), pa.table(columns)):
        made = FOUND.transform(data=table, column="risk", into="q")
        assert type(made) is type(table)
        assert list(made["q"]) == pytest.approx(EXPECTED) or made["q"].to_pylist() == (
            pytest.approx(EXPECTED)
        )
        assert len(columns) == 2
    named = FOUND.transform(data=pd.DataFrame(columns), column="risk")
    assert list(named) == ["id", "risk", "risk_calibrated"]


def test_a_column_that_is_there_is_never_overwritten():
    columns = {"id": [7, 8, 9], "risk": GIVEN}
    for table in (columns, pd.DataFrame(columns), pl.DataFrame(columns), pa.table(columns)):
        with pytest.raises(InputError, match="'id'"):
            FOUND.transform(data=table, column="risk", into="id")


def test_a_frame_of_one_column_stays_a_frame():
    for kind in (pd.DataFrame, pl.DataFrame):
        made = FOUND.transform(kind({"risk": GIVEN}))
        assert isinstance(made, kind)
        assert made["risk"].to_list() == pytest.approx(EXPECTED)
    with pytest.raises(InputError, match="id, risk, more"):
        FOUND.transform(pd.DataFrame({"id": [1.0], "risk": [0.5], "more": [0.1]}))


def test_columns_of_three_classes():
    found, p = three()
    made = found.transform(p)
    assert made.shape == p.shape
    assert made.sum(1) == pytest.approx(np.ones(100))
    frame = pd.DataFrame(p, columns=["a", "b", "c"])[["c", "a", "b"]].assign(id=range(100))
    again = found.transform(frame)
    assert list(again) == ["c", "a", "b", "id"]
    assert again[["a", "b", "c"]].to_numpy() == pytest.approx(made)
    assert found.transform({"a": p[:, 0], "b": p[:, 1], "c": p[:, 2]})["b"] == pytest.approx(
        made[:, 1]
    )
    polars = found.transform(pl.from_pandas(frame))
    assert polars["c"].to_numpy() == pytest.approx(made[:, 2])


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ([50.0, 80.0], "percentages"),
        (
            [0.2, -0.1],
            r"must lie between 0 and 1; 1 row is outside, e\.g\. -0\.1; the first is row 1",
        ),
        ([0.2, None], "no value .* in 1 row"),
        ([0.2, "x"], "not a number"),
    ],
)
def test_bad_rows_stop_or_stay_without_a_value(given, match):
    with pytest.raises(InvalidRows, match=match):
        FOUND.transform(given)
    made = FOUND.transform(given, on_invalid="drop")
    assert len(made) == 2
    assert np.isnan(made[1])


def test_rows_that_do_not_add_up():
    found, p = three()
    bad = p.copy()
    bad[4] *= 0.9
    with pytest.raises(InvalidRows, match=r"do not add up to 1 in 1 row, e.g. 0\.9"):
        found.transform(bad)
    made = found.transform(bad, on_invalid="drop")
    assert np.isnan(made[4]).all()
    assert made[5:] == pytest.approx(found.transform(p)[5:])


def test_refusals():
    found, p = three()
    with pytest.raises(InputError, match="Shape"):
        found.transform(p[:, :2])
    with pytest.raises(InputError, match="No column for class 'c'"):
        found.transform({"a": p[:, 0], "b": p[:, 1]})
    with pytest.raises(InputError, match="Give probabilities"):
        found.transform()
    with pytest.raises(InputError, match="3 columns"):
        found.transform(data={"a": p[:, 0]}, column="a")
    with pytest.raises(InputError, match="on_invalid"):
        FOUND.transform(0.5, on_invalid="ignore")
    with pytest.raises(InputError, match="must be a path"):
        FOUND.transform(data={"p": [0.5]}, column="p", out="x.csv")


def test_files(tmp_path):
    frame = pd.DataFrame({"id": [1, 2, 3], "risk": GIVEN})
    frame.to_csv(tmp_path / "in.csv", index=False)
    out = tmp_path / "out.csv"
    assert FOUND.transform(data=tmp_path / "in.csv", column="risk", out=out) == 3
    made = pd.read_csv(out)
    assert list(made) == ["id", "risk", "risk_calibrated"]
    assert made.risk_calibrated.tolist() == pytest.approx(EXPECTED, abs=1e-15)


def test_files_of_three_classes(tmp_path):
    found, p = three()
    frame = pd.DataFrame(p, columns=["pa", "pb", "pc"])
    frame.to_parquet(tmp_path / "in.parquet")
    out = tmp_path / "out.parquet"
    found.transform(data=tmp_path / "in.parquet", column=["pa", "pb", "pc"], out=out)
    made = pd.read_parquet(out)[["pa_calibrated", "pb_calibrated", "pc_calibrated"]]
    assert made.to_numpy() == pytest.approx(found.transform(p), abs=1e-15)

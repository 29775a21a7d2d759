"""One row for each figure, as pandas and polars frames."""

import math
import sys

import pytest

import veracity as vc
from veracity.evaluation import evaluate

COLUMNS = ["scope", "of", "key", "name"]
COLUMNS += ["value", "low", "high", "level", "method", "n", "bound", "note", "chance"]


@pytest.fixture(scope="module")
def ev():
    truth, called = list("aaabbbcccc"), list("aabbbcccca")
    return evaluate(truth, called, group=[1] * 5 + [2] * 5, n_resamples=100)


def test_pandas(ev):
    frame = ev.to_pandas()
    assert list(frame.columns) == COLUMNS
    whole = frame[frame.scope == "all"].set_index("key")
    assert list(whole.index) == list(ev.keys())
    assert whole.loc["mcc", "value"] == ev["mcc"].value
    assert set(frame[frame.scope == "class"]["of"]) == {"a", "b", "c"}
    assert set(frame[frame.scope == "group"]["of"]) == {"1", "2"}
    assert frame["value"].dtype == "float64"


def test_polars(ev):
    frame = ev.to_polars()
    assert frame.columns == COLUMNS
    assert frame.height == len(ev.to_pandas())
    assert str(frame.schema["value"]) == "Float64"
    for mine, yours in zip(frame["low"].to_list(), ev.to_pandas()["low"], strict=True):
        assert mine == yours or (math.isnan(mine) and math.isnan(yours))


def test_undefined_values_are_nan_with_their_note(ev):
    frame = evaluate([0, 0, 1], [0, 0, 0]).to_pandas().set_index("key")
    assert math.isnan(frame.loc["precision", "value"])
    assert "Nothing was called positive" in frame.loc["precision", "note"]


def test_asked_metrics_alone():
    frame = evaluate([0, 1, 1], [0, 1, 0], metrics=["recall"]).to_pandas()
    assert frame["key"].tolist() == ["recall"]
    assert frame["name"].tolist() == ["Recall"]


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_without_the_package_it_says_what_to_install(ev, monkeypatch, package):
    monkeypatch.setitem(sys.modules, package, None)  # as if it were not installed
    cmp = vc.compare([0, 1, 0, 1], {"A": [0, 1, 0, 1], "B": [0, 1, 1, 1]}, kind="y_pred")
    for held in (ev, cmp):
        with pytest.raises(vc.VeracityError, match=f"pip install {package}") as caught:
            getattr(held, f"to_{package}")()
        assert isinstance(caught.value, ImportError)

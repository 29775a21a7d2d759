"""Rows with the answers of several models become the same statistics from every source."""

import numpy as np
import pandas as pd
import pytest

from veracity.engines.reading.paired import models as paired_models
from veracity.engines.reading.reading_scores import ReadRequest
from veracity.errors import InputError, InvalidRows

ROWS = {
    "t": ["x", "y", "y", "x", "y", "x"],
    "a": ["x", "y", "x", "x", "y", "z"],
    "b": ["y", "y", "y", "x", "x", "z"],
    "w": [1.0, 2.0, 0.5, 1.0, 3.0, 1.5],
    "g": ["p", "p", "q", "q", "r", "r"],
}


def paired_table(data, truth, models, **how):
    return paired_models.paired_table(ReadRequest(data=data, truth=truth, **how), models)


def joint_scores(data, truth, models, **how):
    request = ReadRequest(data=data, truth=truth, scores=models, **how)
    return paired_models.joint_scores(request)


def test_labels_from_columns_frames_and_files(tmp_path) -> None:
    path = tmp_path / "rows.csv"
    pd.DataFrame(ROWS).to_csv(path, index=False)
    columns = {"A": ROWS["a"], "B": ROWS["b"]}
    whole, account = paired_table(None, ROWS["t"], columns, weight=ROWS["w"], cluster=ROWS["g"])
    assert whole.labels == ("x", "y", "z")
    assert whole.cluster_labels == ("p", "q", "r")
    assert whole.total == 9.0
    assert account.used == 6
    names = {"A": "a", "B": "b"}
    for data in (ROWS, pd.DataFrame(ROWS), str(path)):
        other, _ = paired_table(data, "t", names, weight="w", cluster="g")
        assert other == whole


def test_scores_from_columns_frames_and_files(tmp_path) -> None:
    random = np.random.default_rng(0)
    rows = {"y": random.integers(0, 2, 50), "a": random.random(50), "b": random.random(50)}
    path = tmp_path / "rows.csv"
    pd.DataFrame(rows).to_csv(path, index=False)
    columns = {"A": rows["a"], "B": rows["b"]}
    whole, account = joint_scores(None, rows["y"], columns, probability=True)
    assert account.used == len(whole) == 50
    for data in (rows, pd.DataFrame(rows), str(path)):
        other, _ = joint_scores(data, "y", {"A": "a", "B": "b"}, probability=True)
        assert other == whole


def test_bad_rows_and_labels() -> None:
    with pytest.raises(InvalidRows, match="model B"):
        paired_table(None, [0, 1], {"A": [0, 1], "B": [0, None]})
    table, account = paired_table(None, [0, 1], {"A": [0, 1], "B": [0, None]}, on_invalid="drop")
    assert (table.total, account.used) == (1.0, 1)
    with pytest.raises(InputError, match="text"):
        paired_table(None, [0, 1], {"A": [0, 1], "B": ["0", "1"]})
    with pytest.raises(InvalidRows, match="model A"):
        joint_scores(None, [0, 1], {"A": [0.5, 1.5], "B": [0.1, 0.2]}, probability=True)
    with pytest.raises(InputError, match="'a', 'b', 'c'"):
        joint_scores(None, list("abc"), {"A": [1, 2, 3], "B": [1, 2, 3]}, probability=False)


def test_a_lazy_table_brings_no_more_tuples_home_than_said(monkeypatch):
    import polars as pl

    import veracity as vc
    from veracity.engines.rows import size_limits
    from veracity.errors import VeracityError

    i = np.arange(200)
    rows = pl.DataFrame({"y": i % 2, "a": (i * 37 % 101) / 100, "b": (i * 53 % 97) / 100})
    models = {"A": "a", "B": "b"}
    found = vc.compare("y", models, data=rows.lazy(), kind="y_score")
    exact = vc.compare("y", models, data=rows, kind="y_score")
    assert found["A", "B", "auroc"].difference == exact["A", "B", "auroc"].difference
    monkeypatch.setattr(size_limits, "LAZY_TUPLES", 100)
    with pytest.raises(VeracityError, match="more than 100 distinct combinations"):
        vc.compare("y", models, data=rows.lazy(), kind="y_score")
    assert vc.compare("y", models, data=rows.with_columns(a=0.5, b=0.25).lazy(), kind="y_score")

"""Two scans by DuckDB: few labels are known by their hashes, and others are refused."""

import duckdb
import numpy as np
import pyarrow as pa
import pytest

import veracity as vc
from veracity.engines.out_of_core import of_sql
from veracity.errors import VeracityError

ROWS = 600
SCORES = (np.arange(ROWS) * 37) % 101 / 100


def _relation(labels):
    connection = duckdb.connect()
    connection.register("given", {"y": np.array(labels), "p": SCORES})
    connection.execute("CREATE TABLE t AS SELECT nullif(y::VARCHAR, 'none') AS y, p FROM given")
    return connection, connection.sql("FROM t")


@pytest.mark.parametrize("kinds", [2, 3, 4, 9])
def test_labels_by_their_hashes(kinds):
    """The first two kinds are classes, the third is missing, the others are no classes."""
    names = ["no", "yes", "none", *(f"other {i}" for i in range(kinds - 3))][:kinds]
    labels = [names[i % kinds] for i in range(ROWS)]
    _connection, relation = _relation(labels)  # older versions close what nobody holds
    asked = {"labels": ["no", "yes"], "pos_label": "yes", "on_invalid": "drop"}
    found = vc.evaluate("y", y_score="p", threshold=0.5, data=relation, **asked)
    used = [
        (label == "yes", p) for label, p in zip(labels, SCORES, strict=True) if label in names[:2]
    ]
    assert (found.rows.read, found.rows.used) == (ROWS, len(used))
    cells = [sum(yes == y and (p >= 0.5) == c for yes, p in used) for y in (0, 1) for c in (0, 1)]
    assert found.confusion.counts.reshape(-1).tolist() == cells


def test_missing_labels_beside_bad_weights():
    columns = {"y": [1, None, 0, 0], "p": [0.9, 0.2, 0.1, 0.3], "w": [1.0, -1.0, np.nan, None]}
    relation = duckdb.from_arrow(pa.table(columns))
    with pytest.raises(VeracityError) as caught:
        vc.evaluate("y", y_proba="p", sample_weight="w", data=relation)
    assert '(column "y") has no value (null, NaN or NaT) in 1 row' in str(caught.value)
    assert '(column "w") is negative, NaN or infinite in 3 rows' in str(caught.value)


@pytest.mark.parametrize("kinds", [2, 4])
def test_a_label_that_comes_between_two_scans_is_refused(kinds, monkeypatch):
    connection, relation = _relation([f"{i % kinds}" for i in range(ROWS)])
    validated = of_sql._validated

    def changing(*given):
        found = validated(*given)
        connection.execute("UPDATE t SET y = 'new' WHERE p = 0.5")
        return found

    monkeypatch.setattr(of_sql, "_validated", changing)
    columns = {f"{i}": "p" for i in range(kinds)}
    asked = {"y_score": "p", "pos_label": "1"} if kinds == 2 else {"y_score": columns}
    with pytest.raises(VeracityError, match="did it change"):
        vc.evaluate("y", data=relation, **asked)


@pytest.mark.parametrize("role", ["y_true", "cluster", "group"])
def test_labels_that_are_nan(role):
    """NaN is equal to none, and yet DuckDB gives all of them one hash."""
    labels = np.where(np.arange(ROWS) % 5 == 0, np.nan, np.arange(ROWS) % 2)
    columns = {"y": np.arange(ROWS) % 3 % 2, "p": SCORES, "own": labels}
    asked = {"y_true": "y", "y_proba": "p", "on_invalid": "drop", role: "own"}
    found = vc.evaluate(data=duckdb.from_arrow(pa.table(columns)), **asked)
    assert found.rows == vc.evaluate(data=columns, **asked).rows
    assert found.rows.refused == {"null_label": ROWS // 5}

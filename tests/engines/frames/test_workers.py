"""Workers that are lost while a lazy table is read: told once, and the answer is the same."""

import polars as pl

import veracity as vc
from veracity.engines.frames import lazy_table

ROWS = pl.DataFrame({"y": [0, 1] * 50, "p": [i / 100 for i in range(100)]})


def test_a_lost_worker_is_said(monkeypatch):
    known = iter([{"a", "b"}, {"b", "c"}])
    monkeypatch.setattr(lazy_table, "workers_of", lambda table: frozenset(next(known, {"b", "c"})))
    found = vc.evaluate("y", y_proba="p", data=ROWS.lazy())
    assert [str(note) for note in found.notes] == [
        "The cluster lost 1 worker while rows were read. Their work was redone: all rows "
        "are counted."
    ]
    assert found["auroc"] == vc.evaluate("y", y_proba="p", data=ROWS)["auroc"]


def test_nothing_is_said_where_nobody_is_lost():
    assert vc.evaluate("y", y_proba="p", data=ROWS.lazy()).notes == ()

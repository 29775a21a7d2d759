"""Running sums of a table: the same whether rows stand apart or not."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.memo import remember
from veracity.statistics import ScoreTable
from veracity.statistics.scores.pooling import balanced_starts, pooled_table, starts_of
from veracity.statistics.scores.steps import filled


def rows(n=400, share=0.2, seed=0):
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < share).astype(int)
    return truth, rng.normal(size=n) + truth


@pytest.mark.parametrize("share", [0.1, 0.5, 0.9])
def test_rows_that_stand_apart(share):
    truth, scores = rows(share=share)
    table = ScoreTable.of_rows(truth, scores)
    order = np.argsort(-scores)
    assert table.apart
    assert table.tp.tolist() == [0.0, *np.cumsum(truth[order])]
    assert table.fp.tolist() == [0.0, *np.cumsum(1 - truth[order])]
    assert table.steps.tp.tolist() == list(range(1, truth.sum() + 1))
    assert (table.steps.fp == np.cumsum(1 - truth[order])[truth[order] == 1]).all()
    assert (table.positives, table.negatives) == (truth.sum(), (1 - truth).sum())


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 12)), min_size=1, max_size=30))
def test_sums_at_places_are_those_of_the_sweep(entries):
    truth, scores = zip(*entries, strict=True)
    table = ScoreTable.of_rows(truth, scores)
    fallen = sorted(set(scores), reverse=True)
    tp = [sum(t for t, s in entries if s >= cut) for cut in fallen]
    fp = [sum(1 - t for t, s in entries if s >= cut) for cut in fallen]
    index = np.arange(len(fallen) + 1)
    assert table.apart == (len(fallen) == len(entries))
    found = table.reached(index)
    assert (found[0].tolist(), found[1].tolist()) == ([0, *tp], [0, *fp])
    assert (table.tp.tolist(), table.fp.tolist()) == ([0, *tp], [0, *fp])
    many = replace(table, weight=np.stack([table.weight, 2 * table.weight]))
    each = many.reached_by_each(np.array([len(fallen), 0]))
    assert (each[0].tolist(), each[1].tolist()) == ([tp[-1], 0], [fp[-1], 0])


def test_what_is_no_row_does_not_stand_apart():
    truth, scores = rows(50)
    table = ScoreTable.of_rows(truth, scores)
    assert not replace(table, weight=table.weight / 2).apart
    assert not replace(table, weight=np.abs(table.weight - 0.25)).apart
    assert not replace(table, squares=table.weight).apart
    assert not replace(table, weight=table.weight[None]).apart


def test_starts_by_search_are_those_by_sums():
    truth, scores = rows(5000, 0.1)
    for values in (scores, np.round(scores, 2)):
        for weight in (None, np.arange(5000) % 3 + 0.5):
            table = ScoreTable.of_rows(truth, values, weight)
            held = [np.flatnonzero(one) for one in table.weight]
            ends = [end for one in held for end in (one[0], one[-1] + 1) if end < len(table)]
            found, balanced = starts_of(table, 50), balanced_starts(table.weight, 50)
            assert set(ends) <= set(found)
            assert set(balanced) <= {start + by for start in found for by in (-1, 0, 1)}
            assert len(found) <= len(balanced) + len(ends)


def test_pooled_rows_that_stand_apart():
    truth, scores = rows(300)
    table = ScoreTable.of_rows(truth, scores)
    first = np.array([0, 7, 100, 250])
    pooled = pooled_table(table, first)
    assert (pooled.weight == np.add.reduceat(table.weight, first, axis=-1)).all()


def test_made_once():
    table = ScoreTable.of_rows([0, 1], [0.5, 0.2])
    made = []
    for _ in range(2):
        remember(table, "something", lambda: made.append(1))
    assert made == [1]


def test_filled_without_steps():
    assert filled(np.zeros(0, np.int64), np.zeros(0), 3).tolist() == [0, 0, 0, 0]

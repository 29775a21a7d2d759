"""Curves of a grid: exact at the edges of cells, and between them within the bound they state."""

import numpy as np
import pytest

import veracity as vc
from veracity.decisions.costs.alarm_curves import alarms_against_threshold
from veracity.decisions.costs.net_benefit import decision
from veracity.decisions.expected_loss.threshold_counts import counts_at_thresholds
from veracity.statistics.grid.building import gridded
from veracity.statistics.scores.score_table import ScoreTable


def rows():
    draw = np.random.default_rng(2)
    truth = (draw.random(3000) < 0.2).astype(int)
    return truth, 1 / (1 + np.exp(-draw.normal(1.5 * truth - 1.4, 1)))


@pytest.fixture(scope="module")
def both():
    table = ScoreTable.of_rows(*rows())
    return table, gridded(table, 6, "unit")


@pytest.mark.parametrize("prevalence", [None, 0.01])
def test_decision_lies_within_its_bound(both, prevalence) -> None:
    table, grid = both
    exact, coarse = (decision(one, prevalence=prevalence, per=100) for one in both)
    off = np.abs(exact.y - coarse.y)
    assert 0 < off.max() <= coarse.bound
    assert exact.bound == 0
    assert (coarse.band.low <= exact.y).all()
    assert (coarse.band.high >= exact.y).all()
    assert f"{len(grid)} grid cells" in coarse.note
    assert "off by at most" in coarse.note
    assert "cells" not in exact.note
    assert len(table) > len(grid)


@pytest.mark.parametrize("prevalence", [None, 0.01])
def test_alarms_lie_within_their_bound(both, prevalence) -> None:
    exact, coarse = (
        alarms_against_threshold(one, [0.11, 0.2, 0.77], per_hour=60, prevalence=prevalence)
        for one in both
    )
    assert (np.abs(exact["alarms"] - coarse["alarms"]) <= coarse.bound).all()
    assert coarse.bound > 0


def test_each_threshold_has_its_own_bound(both) -> None:
    """TP and FP may each be anything from the fewest to the most: the corners of that box."""
    table, grid = both
    thresholds, cells = [0.2, 0.55], (3.0, -2.0, 0.5, 1.0)
    found = counts_at_thresholds(grid, thresholds).linear(cells)
    for index, threshold in enumerate(thresholds):
        few, most = grid.counts_at(threshold)
        n, tp, fp, fn, tn = float(table.total), *cells
        values = [
            (tp * a + fn * (most.tp + most.fn - a) + fp * b + tn * (most.fp + most.tn - b)) / n
            for a in (few.tp, most.tp)
            for b in (few.fp, most.fp)
        ]
        assert found.value[index] == pytest.approx(values[-1])
        assert found.bound[index] == pytest.approx(max(abs(v - values[-1]) for v in values))


def test_at_the_edges_nothing_is_off(both) -> None:
    _, grid = both
    curve = alarms_against_threshold(grid, per_hour=60)
    assert curve.bound == 0
    assert "where counts are exact" in curve.note


def test_through_the_front_door() -> None:
    truth, p = rows()
    ev = vc.evaluate(truth, y_proba=p, resolution=6)
    here, exact = ev.decision([0.2]), ev.at(0.2)
    assert here.y[0] == pytest.approx(exact["net_benefit(0.2)"].value, abs=here.bound)
    for curve in (here, ev.alarm_curve([0.3], per_day=5), ev.cost_curve()):
        assert "grid cells" in curve.note
    assert ev.decision(thresholds=[0.2]).note.zh.count("网格") == 1

"""The recall at a precision: its interval is the test of that precision, turned round."""

import numpy as np
import pytest

from veracity.intervals import Estimator, Settings
from veracity.intervals.closed_form.at_precision import NAME
from veracity.intervals.formulas.proportion import proportion_interval
from veracity.intervals.sample.sample import Sample
from veracity.metrics import find
from veracity.metrics.catalogue.projecting import projected
from veracity.statistics import ScoreTable
from veracity.statistics.clusters.clusters import Clusters


def rows(number, seed=0, prevalence=0.3, apart=1.5):
    random = np.random.default_rng(seed)
    truth = (random.random(number) < prevalence).astype(np.int64)
    return truth, random.normal(size=number) + apart * truth


def estimate(table, key="recall_at_precision(0.7)", **settings):
    return Estimator(table, Settings(**settings)).estimate(find(key))


def by_hand(truth, score, p, level):
    """Wilson's interval of the precision after each row, and of the recall, put together."""
    order = np.argsort(-score)
    tp = np.cumsum(truth[order])
    called, recall = np.arange(1, len(tp) + 1), tp / tp[-1]
    low, high = proportion_interval(tp, called, "wilson", level)
    value = recall[np.flatnonzero(tp / called >= p)[-1]]
    sure, may = (recall[end >= p].max(initial=0.0) for end in (low, high))
    own = proportion_interval(value * tp[-1], tp[-1], "wilson", level)
    alike = np.sqrt((1 - p) * (1 - value))
    ends = []
    for cut, end, way in ((value - sure, value - own[0], -1), (may - value, own[1] - value, 1)):
        ends.append(value + way * np.sqrt(cut**2 + end**2 + 2 * alike * cut * end))
    return value, max(ends[0], 0.0), min(ends[1], 1.0)


@pytest.mark.parametrize("level", [0.8, 0.95])
@pytest.mark.parametrize(("p", "seed"), [(0.5, 1), (0.7, 2), (0.85, 3)])
def test_the_ends_are_where_wilson_intervals_of_the_precision_leave_it(p, seed, level):
    truth, score = rows(400, seed)
    found = estimate(
        ScoreTable.of_rows(truth, score), f"recall_at_precision({p})", confidence_level=level
    )
    value, low, high = by_hand(truth, score, p, level)
    assert found.method == NAME
    assert found.value == pytest.approx(value, abs=1e-12)
    row = 1.5 / truth.sum()  # between two rows the line is followed
    assert found.low == pytest.approx(low, abs=row)
    assert found.high == pytest.approx(high, abs=row)


def test_pooled_scores_have_the_interval_of_all():
    truth, score = rows(20_000, 4)
    found = estimate(ScoreTable.of_rows(truth, score))
    _, low, high = by_hand(truth, score, 0.7, 0.95)
    assert found.low == pytest.approx(low, abs=0.05 * (high - low))
    assert found.high == pytest.approx(high, abs=0.05 * (high - low))


def test_a_lucky_top_proves_nothing():
    """Three positives ahead of the rest: a precision of 0.9 may be had nowhere, or far down."""
    truth = np.array([1, 1, 1] + [0, 0, 1, 0] * 10)
    found = estimate(
        ScoreTable.of_rows(truth, np.arange(len(truth), 0, -1.0)), "recall_at_precision"
    )
    assert found.low == 0.0
    assert found.high > 2 * found.value


def test_weights_that_are_all_alike_change_nothing():
    truth, score = rows(300, 5)
    plain = estimate(ScoreTable.of_rows(truth, score))
    heavy = estimate(ScoreTable.of_rows(truth, score, np.full(300, 2.5)))
    assert (heavy.low, heavy.high) == pytest.approx((plain.low, plain.high), rel=1e-9)


def clustered(truth, score, cluster):
    table = ScoreTable.of_rows(truth, score)
    index = np.searchsorted(-table.scores, -score)
    cell = truth * len(table) + index
    ids = tuple(range(int(cluster.max()) + 1))
    clusters = Clusters.of_entries(ids, cluster, cell, np.ones(len(truth)), None)
    return ScoreTable(table.scores, table.weight, (0, 1), 1, None, clusters)


def test_clusters_of_single_rows_are_rows():
    truth, score = rows(400, 6)
    plain = estimate(ScoreTable.of_rows(truth, score))
    found = estimate(clustered(truth, score, np.arange(400)))
    assert found.method == f"{NAME} (clusters)"
    assert found.low == pytest.approx(plain.low, abs=0.1 * (plain.high - plain.low))
    assert found.high == pytest.approx(plain.high, abs=0.1 * (plain.high - plain.low))


def test_copies_of_rows_in_clusters_bring_no_certainty():
    truth, score = rows(150, 7)
    once = estimate(ScoreTable.of_rows(truth, score))
    eight = [np.repeat(part, 8) for part in (truth, score, np.arange(150))]
    copied = estimate(clustered(*eight))
    assert copied.value == pytest.approx(once.value)
    assert copied.high - copied.low == pytest.approx(once.high - once.low, rel=0.15)


@pytest.mark.parametrize("share", [0.1, 0.6])
def test_another_prevalence_is_a_weight_for_each_class(share):
    truth, score = rows(500, 8)
    plain = ScoreTable.of_rows(truth, score)
    weight = np.where(truth == 1, share / truth.sum(), (1 - share) / (500 - truth.sum()))
    heavy = estimate(ScoreTable.of_rows(truth, score, 500 * weight))
    moved = projected(find("recall_at_precision(0.7)"), share)
    found = Estimator(plain, Settings()).estimate(moved)
    assert found.method == NAME
    ends = heavy.value, heavy.low, heavy.high
    assert (found.value, found.low, found.high) == pytest.approx(ends, rel=1e-9)


@pytest.mark.parametrize("key", ["break_even_point", "precision_at_recall(0.5)"])
def test_redraws_at_another_prevalence_are_of_that_prevalence(key):
    """They were read at the prevalence of the rows."""
    truth, score = rows(3000, 9)
    moved = projected(find(key), 0.05)
    table = ScoreTable.of_rows(truth, score)
    drawn = Sample(table, Settings()).resamples_at_threshold.values(moved.of_resamples)
    there, here = float(moved.of_resamples(table)), float(find(key).of_resamples(table))
    assert np.nanmedian(drawn) == pytest.approx(there, abs=0.05)
    assert there < here - 0.2  # it does move

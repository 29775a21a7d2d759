"""Venkatraman's test of two ROC curves and the rank-sum test against R."""

import json
import math
from pathlib import Path

import numpy as np
import pytest

import veracity as vc
from veracity.comparisons.significance.venkatraman import venkatraman, venkatraman_unpaired
from veracity.errors import VeracityError

# aSAH of the R package pROC: outcome Poor, s100b and ndka of 113 patients
DATA = json.loads((Path(__file__).parents[2] / "data" / "asah.json").read_text("utf-8"))
OUTCOME, S100B, NDKA = (np.array(DATA[name], float) for name in ("outcome", "s100b", "ndka"))
STEP = np.arange(1, 114) * 1e-6  # no ties: pROC breaks them in the order of the rows
A, B = S100B + STEP, NDKA + STEP


def test_paired_as_in_proc() -> None:
    cmp = vc.compare(
        OUTCOME,
        {"s100b": A, "ndka": B},
        kind="y_score",
        metrics=["auroc"],
        test="venkatraman",
        n_resamples=4000,
    )
    test = cmp["s100b", "ndka", "auroc"].test
    assert test.statistic == 692  # pROC 1.18.0, roc.test(method="venkatraman"), p = 0.2066
    assert test.p_value == pytest.approx(0.2066, abs=0.07)  # both are known to a tenth
    assert "curves" in test.note.en
    assert "Venkatraman" in cmp.to_markdown()


def test_unpaired_as_in_proc() -> None:
    first, second = (vc.evaluate(OUTCOME, y_score=one) for one in (A, B))
    test = vc.compare(first, second, metrics=["auroc"], test="venkatraman")["A", "B", "auroc"].test
    # pROC 1.18.0 leaves out the piece before the first rank: 0.0541154; p = 0.17
    assert test.statistic == pytest.approx(0.0541154, abs=2e-4)
    assert test.p_value == pytest.approx(0.17, abs=0.06)


def test_unpaired_exchanges_follow_the_seed() -> None:
    first, second = (vc.evaluate(OUTCOME, y_score=one) for one in (A, B))

    def p(seed: int) -> float:
        cmp = vc.compare(first, second, metrics=["auroc"], test="venkatraman", random_state=seed)
        return float(cmp["A", "B", "auroc"].test.p_value)

    assert p(1) == p(1)
    assert len({p(seed) for seed in (0, 1, 2)}) > 1


def test_a_difference_that_the_area_does_not_see() -> None:
    random = np.random.default_rng(1)
    case = np.arange(400) < 200
    wide = random.normal(np.where(case, 1.0, 0.0), np.where(case, 3.0, 0.3))
    plain = random.normal(np.where(case, 0.46, 0.0), 1.0)
    assert venkatraman(case, wide, plain, 500, 0).p_value < 0.01
    assert venkatraman_unpaired((case, wide), (case, plain), 500, 0).p_value < 0.01


def test_it_keeps_its_level() -> None:
    random = np.random.default_rng(5)
    rejected = np.zeros(2)
    for seed in range(120):
        case, more = np.arange(60) < 25, np.arange(90) < 30
        shared = random.normal(case, 1)
        one, other = (shared + random.normal(0, 1, 60) for _ in range(2))
        rejected[0] += venkatraman(case, one, other, 200, seed).p_value < 0.05
        sides = (case, random.normal(case, 1)), (more, 5 + 3 * random.normal(more, 1))
        rejected[1] += venkatraman_unpaired(*sides, 200, seed).p_value < 0.05
    assert (rejected <= 120 * 0.05 + 3 * math.sqrt(120 * 0.05 * 0.95)).all()


def test_where_it_does_not_fit() -> None:
    models = {"a": A, "b": B}
    for given in ({"metrics": ["average_precision"]}, {"cluster": [k // 2 for k in range(113)]}):
        asked = {"metrics": ["auroc"], **given}
        with pytest.raises(VeracityError, match="does not fit"):
            vc.compare(OUTCOME, models, kind="y_score", test="venkatraman", **asked)


def test_rank_sum_as_in_r() -> None:
    # R 4.2.2, wilcox.test: W and p, with ties and without
    found = vc.evaluate(OUTCOME, y_score=A).rank_sum_test()
    assert (found.statistic, found.p_value) == (2151, pytest.approx(5.63143558177e-05))
    found = vc.evaluate(OUTCOME, y_score=S100B).rank_sum_test()
    assert (found.statistic, found.p_value) == (2159, pytest.approx(4.50920257633e-05))
    area = vc.measure("auroc", OUTCOME, y_score=S100B).value
    assert found.statistic == pytest.approx(area * OUTCOME.sum() * (1 - OUTCOME).sum())


def test_rank_sum_where_there_is_no_p() -> None:
    clustered = vc.evaluate([0, 1, 0, 1], y_score=[1, 2, 3, 4], cluster=[0, 0, 1, 1])
    assert math.isnan(clustered.rank_sum_test().p_value)
    assert "clustered" in clustered.rank_sum_test().note.en
    flat = vc.evaluate([0, 1, 0, 1], y_score=[1, 1, 1, 1]).rank_sum_test()
    assert flat.p_value == 1
    one = vc.evaluate([1, 1], y_score=[1, 2], labels=[0, 1]).rank_sum_test()
    assert math.isnan(one.p_value)
    with pytest.raises(VeracityError):
        vc.evaluate([0, 1], [0, 1]).rank_sum_test()

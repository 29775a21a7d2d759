"""What an evaluation hands out of itself: baselines in every JSON, small and without leaks."""

import json
import math
import time
from fractions import Fraction

import numpy as np
import pytest

from veracity.errors import NotHere
from veracity.evaluation import ConfusionMatrix, evaluate, load

RARE = ConfusionMatrix.from_counts(tp=4, fp=5, fn=6, tn=985)
USUAL = ["accuracy", "balanced_accuracy", "mcc", "f1"]


def test_the_shape_of_baselines():
    found = RARE.evaluate().to_dict()["baselines"]
    assert list(found) == ["estimates", "rivals", "tests", "paradox", "note"]
    assert list(found["estimates"]) == USUAL
    assert list(found["rivals"]) == ["always_negative", "always_positive", "coin", "best_constant"]
    for name, rival in found["rivals"].items():
        assert list(rival) == ["name", "title", "values", "standing", "test"]
        assert rival["name"] == name
        assert list(rival["values"]) == list(rival["standing"]) == USUAL
        assert list(rival["test"]) == ["name", "statistic", "df", "p_value", "note"]
    assert list(found["tests"]) == ["no_information_rate", "mcc", "kappa"]
    assert found["paradox"].startswith("Accuracy paradox")


def test_the_values_are_exact():
    found = RARE.evaluate().to_dict()["baselines"]["rivals"]
    share = Fraction(1, 100)
    assert found["always_negative"]["values"] == {
        "accuracy": 0.99,
        "balanced_accuracy": 0.5,
        "mcc": 0.0,
        "f1": 0.0,
    }
    assert found["always_positive"]["values"]["f1"] == pytest.approx(float(2 * share / (1 + share)))
    assert found["coin"]["values"]["accuracy"] == pytest.approx(float(1 - 2 * share * (1 - share)))
    assert found["always_negative"]["test"]["name"] == "mcnemar_exact"
    assert found["always_negative"]["standing"]["accuracy"] == "cannot_tell"
    assert found["coin"]["test"]["name"] == "binomial"


def test_what_was_asked_for_is_compared_too():
    ev = RARE.evaluate(metrics=["fbeta(2)", "recall"])
    found = ev.to_dict()["baselines"]
    assert list(found["estimates"]) == [*USUAL, "fbeta(2)", "recall"]
    # (1 + 4)·π / (4 + π) with precision π and recall 1: 5π/(4π + 1) at π = 1/100
    expected = Fraction(5, 100) / (Fraction(4, 100) + 1)
    assert found["rivals"]["always_positive"]["values"]["fbeta(2)"] == pytest.approx(
        float(expected)
    )
    scored = evaluate([0, 1, 1, 0], y_proba=[0.1, 0.8, 0.3, 0.4], metrics=["auroc", "recall"])
    assert list(scored.to_dict()["baselines"]["estimates"]) == [*USUAL, "recall"]


def test_the_estimates_are_those_of_the_evaluation():
    ev = RARE.evaluate(method="percentile", n_resamples=200)
    assert all(ev.baselines(USUAL).estimates[key] is ev[key] for key in USUAL)


def test_undefined_is_null_in_json(tmp_path):
    ev = evaluate([0, 0, 0], [0, 1, 0], labels=[0, 1], pos_label=1)
    assert math.isnan(ev.to_dict()["baselines"]["rivals"]["always_negative"]["values"]["f1"])
    ev.report(tmp_path / "out.json")
    written = json.loads((tmp_path / "out.json").read_text("utf-8"))["baselines"]
    for told in (json.loads(ev.to_json())["baselines"], written):
        assert told["rivals"]["always_negative"]["values"]["f1"] is None
        assert told["rivals"]["always_negative"]["values"]["accuracy"] == 1.0


def test_many_classes_do_not_make_it_large():
    truth = np.arange(50).repeat(3)
    ev = evaluate(truth, np.roll(truth, 1), metrics="accuracy")
    found = ev.to_dict()["baselines"]
    assert list(found["rivals"]) == ["always 0", "coin", "best_constant"]
    assert list(found["estimates"]) == ["accuracy", "mcc"]
    assert found["rivals"]["coin"]["values"]["accuracy"] == pytest.approx(1 / 50)


def test_suppressed_cells_stay_suppressed(tmp_path):
    """Baselines of shared counts are those of the counts that are shown, and of no others."""
    matrix = ConfusionMatrix([[50, 2, 8], [3, 40, 9], [7, 1, 30]], labels="abc")
    matrix.evaluate().save(tmp_path / "kept", min_count=5)
    shared = load(tmp_path / "kept")
    counts = np.asarray(shared.confusion.counts)
    kept = counts > 0
    assert (counts[kept] == np.asarray(matrix.counts)[kept]).all()
    assert not kept[np.asarray(matrix.counts) < 5].any()
    shown = ConfusionMatrix(counts, labels="abc")
    found, own = (e.to_dict()["baselines"]["rivals"] for e in (shared, shown.evaluate()))
    assert set(found) == set(own)
    for name, rival in found.items():  # hidden rows may lie anywhere: shares alone have intervals
        unknown = {one for key, one in rival["standing"].items() if key != "accuracy"}
        assert unknown == {"cannot_tell"}
        assert rival["test"] is None or np.isnan(rival["test"]["p_value"])
        assert rival["values"] == own[name]["values"]
    share = counts[0].sum() / counts.sum()
    assert found["always a"]["values"]["accuracy"] == pytest.approx(share, rel=1e-15)


def test_a_group_without_any_count_left_still_prints(tmp_path):
    truth, called = [1, 0] * 20 + [1, 0], [1, 0] * 20 + [0, 1]
    evaluate(truth, called, group=["x"] * 40 + ["y"] * 2).save(tmp_path / "kept", min_count=5)
    part = load(tmp_path / "kept").by_group["y"]
    assert part.confusion.total == 0
    assert part.profile(short=True).baselines is None
    assert "against guessing" not in part.text("en")


def test_a_key_that_is_not_there_is_refused_with_advice():
    ev = evaluate(["no", "yes", "yes"], ["no", "yes", "no"])
    with pytest.raises(NotHere, match="pos_label"):
        ev.baselines(["f1"])
    assert [*ev.baselines(["mcc"]).rivals] == ["always no", "always yes", "coin", "best_constant"]


def test_better_is_judged_at_the_level_of_the_evaluation():
    """9 rows against 1: p = 22/1024 = 0.0215."""
    matrix = ConfusionMatrix.from_counts(tp=9, fp=1, fn=5, tn=85)
    told = {
        level: matrix.evaluate(confidence_level=level).baselines(["mcc"])["always_negative"]
        for level in (0.95, 0.99)
    }
    assert told[0.95].test.p_value == pytest.approx(22 / 1024)
    assert told[0.95].standing["accuracy"] == "better"
    assert told[0.99].standing["accuracy"] == "cannot_tell"


def test_it_costs_next_to_nothing():
    """Half a millisecond on a quiet machine; a busy one is given twenty."""
    ev = RARE.evaluate()
    ev.text()
    took = []
    for _ in range(10):
        begun = time.perf_counter()
        ev.baselines(USUAL, short=True)
        took.append(time.perf_counter() - begun)
    assert min(took) < 0.02

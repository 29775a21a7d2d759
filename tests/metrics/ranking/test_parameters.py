"""Parameters of ranking metrics: what they mean, what is refused, how they are shown."""

import numpy as np
import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import evaluate, measure
from veracity.metrics import find, search, table
from veracity.metrics.catalogue.finding import nearest

RNG = np.random.default_rng(1)
TRUTH = RNG.integers(0, 2, 200)
SCORES = RNG.normal(TRUTH, 1.0)
WEIGHT = RNG.uniform(0.5, 2.0, 200)


@pytest.mark.parametrize("name", ["precision_at_k", "recall_at_k", "lift"])
def test_a_number_of_rows_means_nothing_with_weights(name):
    """Weights times 10 would change the value, and they have no scale."""
    told = measure(f"{name}(5)", TRUTH, y_score=SCORES, sample_weight=WEIGHT)
    assert np.isnan(told.value)
    assert "share below 1" in told.note
    shares = [
        measure(f"{name}(0.1)", TRUTH, y_score=SCORES, sample_weight=WEIGHT * scale).value
        for scale in (1, 8)
    ]
    assert shares[0] == pytest.approx(shares[1], rel=1e-12)
    grid = evaluate(TRUTH, y_score=SCORES, sample_weight=WEIGHT, resolution=6)[f"{name}(5)"]
    assert np.isnan(grid.value)
    assert "share below 1" in grid.note


def test_frequencies_are_rows():
    twice = measure(
        "precision_at_k(4)",
        [1, 0, 0],
        y_score=[3, 2, 1],
        sample_weight=[3, 2, 5],
        weight_kind="frequency",
    )
    assert twice.value == 3 / 4


def test_k_is_whole_from_one_on():
    assert measure("precision_at_k(1)", TRUTH, y_score=SCORES).value in (0.0, 1.0)
    for key in ("precision_at_k(2.5)", "recall_at_k(1.5)", "lift(7.25)"):
        refused(lambda key=key: find(key), "whole number", "share below 1")
    refused(lambda: find("ndcg(2.5)"), "whole number of at least 0")
    refused(lambda: find("top_k_accuracy(1.5)"), "whole number of at least 1")


def test_partial_areas_up_to_the_whole():
    whole = measure("auroc", TRUTH, y_score=SCORES).value
    for key in ("partial_auroc(max_fpr=1)", "partial_auroc(min_tpr=0)"):
        assert measure(key, TRUTH, y_score=SCORES).value == pytest.approx(whole, rel=1e-12)
    refused(lambda: find("partial_auroc(max_fpr=0.2, min_tpr=0.8)"), "max_fpr or min_tpr")
    refused(lambda: find("partial_auroc(0.1, min_tpr=0.8)"), "max_fpr or min_tpr")
    refused(lambda: find("partial_auroc(0)"), "above 0 and at most 1")
    refused(lambda: find("partial_auroc(min_tpr=1)"), "at least 0 and below 1")


def test_yes_may_be_true():
    metric = find("partial_auroc")
    assert metric.with_values(standardised=True).key == "partial_auroc(standardised=yes)"
    assert find("partial_auroc(standardised=True)").key == "partial_auroc(standardised=yes)"
    assert metric.with_values(standardised=False).key == "partial_auroc"
    refused(lambda: metric.with_values(standardised="maybe"), "one of no, yes")


def test_parameters_are_shown_with_the_name():
    shown = {
        "precision_at_k(5)": "Precision at k (k = 5)",
        "precision_at_k": "Precision at k (k = 10)",
        "tpr_at_fpr": "Recall at a false positive rate (f = 0.1)",
        "partial_auroc": "Partial area under the ROC curve (max_fpr = 0.1)",
        "partial_auroc(min_tpr=0.8, standardised=yes)": (
            "Partial area under the ROC curve (min_tpr = 0.8, standardised = yes)"
        ),
        "ndcg": "Normalised discounted cumulative gain",
        "ndcg(3)": "Normalised discounted cumulative gain (k = 3)",
        "auroc": "Area under the ROC curve",
        "macro_fbeta(2)": "Macro F-beta score (beta = 2)",
    }
    for key, name in shown.items():
        assert find(key).display_name.en == name
    assert find("precision_at_k(5)").display_name.zh == "前 k 个的查准率（k = 5）"


def test_every_page_tells_two_cuts_apart():
    keys = ["precision_at_k(5)", "precision_at_k(50)", "tpr_at_fpr"]
    ev = evaluate(TRUTH, y_score=SCORES, metrics=keys)
    for page in (str(ev), ev.to_markdown(), ev.to_latex(), ev._repr_html_()):
        for words in ("k (k = 5)", "k (k = 50)", "(f = 0.1)"):
            assert words in page


def test_a_far_name_is_no_suggestion():
    assert nearest("foo") == ()
    assert nearest("recal")[0] == "recall"
    assert nearest("f2")[:1] in ((), ("f1",))
    assert search("agreement")


def test_the_table_leaves_out_what_has_no_default():
    row = next(one for one in table() if one["key"] == "partial_auroc")
    assert row["parameters"] == "max_fpr=0.1, min_tpr, standardised=no, min_fpr=0"


def test_a_backward_ranking_saves_nothing_at_all():
    for seed in range(20):
        rng = np.random.default_rng(seed)
        truth = (rng.random(150) < 0.3).astype(int)
        value = measure("h_measure", truth, y_score=-np.arange(150) - 1000 * truth).value
        assert value == 0.0

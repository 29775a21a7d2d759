"""recalibrate: the same figures as from rows, honest ones with folds, and what it says."""

import numpy as np
import pandas as pd
import pytest
from sklearn.isotonic import IsotonicRegression
from sklearn.metrics import brier_score_loss, log_loss, roc_auc_score

import veracity as vc
from tests.recalibration.rows import P, W, Y, overconfident
from veracity.errors import InputError, InvalidRows
from veracity.evaluation.front.evaluating import evaluate
from veracity.recalibration import recalibrate
from veracity.recalibration.side_by_side import figures, mean_log_loss


def values(ev):
    return {key: estimate.value for key, estimate in figures(ev).items()}


def test_the_seed_cases_exactly():
    """s000.isotonic_changes_auroc: AUROC 3/4 → 7/8, Brier 9/40 → 1/8; of sample 1 → 1/2."""
    found = recalibrate([0, 1, 0, 1], [0.1, 0.3, 0.6, 0.8])
    before, after = values(found.before), values(found.after)
    assert (before["auroc"], after["auroc"]) == (0.75, 0.875)
    assert before["brier"] == pytest.approx(9 / 40, abs=1e-15)
    assert after["brier"] == pytest.approx(1 / 8, abs=1e-15)
    assert roc_auc_score([0, 1], found.transform([0.3, 0.6])) == 0.5


@pytest.mark.parametrize("method", ["isotonic", "platt", "platt_smoothed", "beta", "temperature"])
@pytest.mark.parametrize("weighted", [False, True])
def test_figures_are_those_of_the_rows(method, weighted):
    w = W if weighted else None
    found = recalibrate(Y, P, method=method, sample_weight=w)
    after = np.array(found.transform(P))
    got = values(found.after)
    assert got["brier"] == pytest.approx(brier_score_loss(Y, after, sample_weight=w), abs=1e-12)
    assert got["auroc"] == pytest.approx(roc_auc_score(Y, after, sample_weight=w), abs=1e-12)
    if method != "isotonic":
        assert got["log_loss"] == pytest.approx(log_loss(Y, after, sample_weight=w), abs=1e-12)
    again = evaluate(Y, y_proba=after, sample_weight=w)
    assert found.after.confusion.counts == pytest.approx(again.confusion.counts)


def test_clusters_go_along():
    y, p, cluster = overconfident()
    found = recalibrate(y, p, method="platt", cluster=cluster)
    again = evaluate(y, y_proba=found.transform(p), cluster=cluster)
    assert found.after["auroc"] == again["auroc"]
    assert found.after.held.clusters == 100


def test_cross_fitting_with_a_column_of_folds_is_the_loop_over_rows():
    y, p, _ = overconfident(300, 2)
    fold = np.random.default_rng(0).integers(0, 4, 300)
    made = np.empty(300)
    for k in range(4):
        peer = IsotonicRegression(out_of_bounds="clip").fit(p[fold != k], y[fold != k])
        made[fold == k] = peer.predict(p[fold == k])
    found = recalibrate(y, p, cv=fold)
    assert found.folds == 4
    got = values(found.after)
    assert got["brier"] == pytest.approx(brier_score_loss(y, made), abs=1e-12)
    assert got["auroc"] == pytest.approx(roc_auc_score(y, made.round(12)), abs=1e-9)


def test_cross_fitting_with_a_column_of_a_file():
    path = vc.examples()["infections"]
    found = recalibrate("infection", "p_logistic", data=path, method="platt", cv="fold")
    frame = pd.read_csv(path)
    rows = recalibrate(frame.infection, frame.p_logistic, method="platt", cv=frame.fold)
    assert found.folds == 10
    assert mean_log_loss(found.after.held.probabilities) == pytest.approx(
        mean_log_loss(rows.after.held.probabilities), abs=1e-12
    )


def test_honest_figures_are_worse_than_flattering_ones():
    """Probabilities that know nothing: in sample isotonic finds something, out of sample not."""
    random = np.random.default_rng(0)
    y, p = random.integers(0, 2, 300), random.random(300)
    base = 0.25
    flattering = values(recalibrate(y, p).after)["brier"]
    honest = values(recalibrate(y, p, cv=10).after)["brier"]
    assert flattering < base - 0.002
    assert honest > flattering + 0.003


def test_the_map_that_is_kept_is_of_all_rows():
    assert recalibrate(Y, P, method="beta", cv=3).maps == recalibrate(Y, P, method="beta").maps


def test_folds_keep_clusters_together():
    """Ten copies of each row: without clusters the folds have seen each other's rows."""
    random = np.random.default_rng(1)
    y, p = np.repeat(random.integers(0, 2, 60), 10), np.repeat(random.random(60), 10)
    cluster = np.repeat(np.arange(60), 10)
    leaking = values(recalibrate(y, p, cv=5).after)["brier"]
    honest = values(recalibrate(y, p, cv=5, cluster=cluster).after)["brier"]
    assert honest > leaking + 0.02


def test_equal_seeds_give_equal_figures():
    y, p, _ = overconfident(200, 4)
    one, same, other = (
        mean_log_loss(
            recalibrate(y, p, method="platt", cv=5, random_state=seed).after.held.probabilities
        )
        for seed in (1, 1, 2)
    )
    assert one == same != other


def test_columns_of_k_classes_are_those_of_the_rows():
    random = np.random.default_rng(0)
    p = random.dirichlet([1, 1, 1], 200)
    y = np.array([random.choice(3, p=row) for row in np.sqrt(p) / np.sqrt(p).sum(1)[:, None]])
    found = recalibrate(y, p, method="temperature", cv=4)
    again = evaluate(y, y_proba=found.transform(p))
    whole = recalibrate(y, p, method="temperature")
    assert whole.after["accuracy"] == again["accuracy"]
    assert whole.after["top_k_accuracy(2)"].value == again["top_k_accuracy(2)"].value
    assert whole.after["auroc_ovr_macro"].value == pytest.approx(again["auroc_ovr_macro"].value)
    assert values(whole.after)["log_loss"] == pytest.approx(log_loss(y, found.transform(p)))
    assert found.maps[0].slope == pytest.approx(0.5, abs=0.2)


def test_text_labels():
    names = np.where(Y == 1, "sick", "well")
    found = recalibrate(names, P, method="platt", pos_label="sick")
    assert found.maps == recalibrate(Y, P, method="platt").maps


@pytest.mark.parametrize(
    ("given", "match"),
    [
        ([10.0, 20.0, 30.0, 80.0], "percentages"),
        ([0.1, 0.2, 1.3, 0.4], "must lie between 0 and 1"),
        ([0.1, np.nan, 0.3, 0.4], "no value"),
    ],
)
def test_what_is_no_probability_is_refused(given, match):
    with pytest.raises(InvalidRows, match=match):
        recalibrate([0, 1, 0, 1], given)


def test_columns_that_do_not_add_up_are_refused():
    with pytest.raises(InvalidRows, match="do not add up to 1"):
        recalibrate([0, 1, 2], np.full((3, 3), 0.3))


def test_refusals():
    with pytest.raises(InputError, match="No method 'spline'"):
        recalibrate(Y, P, method="spline")
    with pytest.raises(InputError, match="needs y_proba"):
        recalibrate(Y, None)
    with pytest.raises(InputError, match="must be a whole number"):
        recalibrate(Y, P, cv=1)
    with pytest.raises(InputError, match="both classes"):
        recalibrate(Y, P, cv=np.where(Y == 1, "a", "b"))


def test_dropped_rows_are_counted():
    found = recalibrate([0, 1, 0, 1, 1], [0.1, 0.3, 0.6, 0.8, None], on_invalid="drop")
    assert (found.before.rows.read, found.after.rows.used) == (5, 4)

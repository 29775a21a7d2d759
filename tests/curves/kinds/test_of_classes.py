"""Curves of K classes: their areas are the averages of the catalogue, as scikit-learn has them."""

import numpy as np
import pytest
from sklearn import metrics as sk

import veracity as vc
from veracity.errors import NotHere


def drawn(seed=0, n=80):
    draw = np.random.default_rng(seed)
    truth = np.r_[0, 1, 2, draw.choice(3, n - 3, p=[0.6, 0.3, 0.1])]
    z = draw.normal(size=(n, 3))
    z[np.arange(n), truth] += 1
    return truth, np.round(z, 1)


@pytest.mark.parametrize("seed", range(3))
def test_areas_are_the_averages(seed) -> None:
    truth, scores = drawn(seed)
    ev = vc.evaluate(truth, y_score=scores, method="none")
    for average, key in (("macro", "auroc_ovr_macro"), ("micro", "micro_auroc")):
        curve = ev.roc(average=average)
        assert np.trapezoid(curve["tpr"], curve["fpr"]) == pytest.approx(ev[key].value, abs=1e-12)
    for average in ("macro", "micro"):
        curve = ev.pr(average=average)
        gained = np.diff(curve["recall"], prepend=0.0)
        area = np.nansum(gained * curve["precision"])
        said = ev[f"{average}_average_precision"].value
        assert area == pytest.approx(said, abs=1e-12)


def test_micro_is_scikit_learn_of_the_indicator_matrix() -> None:
    truth, scores = drawn()
    fpr, tpr, _ = sk.roc_curve(np.eye(3)[truth].ravel(), scores.ravel(), drop_intermediate=False)
    curve = vc.evaluate(truth, y_score=scores, method="none").roc(average="micro")
    assert curve["fpr"] == pytest.approx(fpr)
    assert curve["tpr"] == pytest.approx(tpr)


def test_one_column_has_no_average() -> None:
    with pytest.raises(NotHere, match="average='macro'"):
        vc.evaluate([0, 1, 1], y_score=[0.1, 0.3, 0.2]).roc(average="macro")


def test_on_grids_the_mean_says_so_and_pooling_is_refused() -> None:
    random = np.random.default_rng(4)
    share = random.dirichlet(np.ones(3), 400)
    truth = np.argmax(share + random.normal(0, 0.2, share.shape), 1)
    ev = vc.evaluate(truth, y_proba=share, labels=[0, 1, 2], resolution=6, method="none")
    for make in (ev.roc, ev.pr):
        assert "grid cells" in make(average="macro").note
        with pytest.raises(NotHere, match='resolution="exact'):
            make(average="micro")

"""Posterior draws of a matrix: shares are Beta, whatever the other cells do."""

import math

import numpy as np
import pytest
from scipy.stats import beta

import veracity as vc
from veracity.errors import VeracityError

CM = vc.ConfusionMatrix.from_counts(tp=41, fp=5, fn=4, tn=50)


@pytest.mark.parametrize(("prior", "each"), [("jeffreys", 0.5), ("uniform", 1.0), (2, 2.0)])
def test_proportions_are_beta(prior, each) -> None:
    found = CM.posterior(prior=prior, n=40_000)
    for key, yes, no, cells in (
        ("recall", 41, 4, 1),
        ("precision", 41, 5, 1),
        ("accuracy", 91, 9, 2),
    ):
        exact = beta(yes + cells * each, no + cells * each)
        one = found.estimate(key)
        assert one.value == pytest.approx(exact.mean(), abs=2e-3)
        assert (one.low, one.high) == pytest.approx(exact.ppf([0.025, 0.975]), abs=4e-3)
        assert found.probability(key, above=0.85) == pytest.approx(exact.sf(0.85), abs=0.01)
    assert found.estimate("recall", 0.5).low > found.estimate("recall").low


def test_any_metric_any_number_of_classes() -> None:
    cm = vc.ConfusionMatrix([[20, 3, 1], [2, 15, 4], [0, 5, 18]], labels=["a", "b", "c"])
    found = cm.posterior(n=500, random_state=3)
    assert found.metric("kappa").shape == (500,)
    assert found.metric("macro_f1").shape == (500,)
    assert found.matrices.labels == ("a", "b", "c")
    assert found.matrices.total == pytest.approx(np.full(500, 68.0))
    again = cm.posterior(n=500, random_state=3).metric("kappa")
    assert (again == found.metric("kappa")).all()


def test_undefined_draws_are_said() -> None:
    cm = vc.ConfusionMatrix.from_counts(tp=0, fp=0, fn=3, tn=5)
    found = cm.posterior(prior=0, n=100).estimate("precision")
    assert math.isnan(found.value)
    assert "Undefined" in found.note.en
    assert not math.isnan(cm.posterior(n=100).estimate("precision").value)


@pytest.mark.parametrize("given", [{"prior": "flat"}, {"prior": -1}, {"prior": [1, 2]}, {"n": 0}])
def test_what_is_refused(given) -> None:
    with pytest.raises(VeracityError):
        CM.posterior(**given)


def test_weights_and_clusters_are_refused() -> None:
    ev = vc.evaluate([0, 1, 1, 0], [0, 1, 0, 0], cluster=[1, 1, 2, 2])
    with pytest.raises(VeracityError, match="clusters"):
        ev.confusion.posterior()
    with pytest.raises(VeracityError):
        CM.posterior(n=10).probability("recall")

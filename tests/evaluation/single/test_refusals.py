"""What cannot be answered is refused in words, with what is wrong as its subject."""

import numpy as np
import pytest

import veracity as vc
from veracity.errors import InputError, NotHere


@pytest.fixture(scope="module")
def grouped():
    random = np.random.default_rng(0)
    y = random.integers(0, 2, 200)
    return vc.evaluate(y, y_proba=random.random(200), group={"sex": ["f", "m"] * 100})


@pytest.mark.parametrize("key", ["ece", "h_measure", "mce", "max_f1", "ks", "cramers_v"])
def test_slices_of_a_metric_without_interval(grouped, key):
    with pytest.raises(NotHere, match="no interval"):
        grouped.weak_slices(metric=key)


@pytest.mark.parametrize("columns", [3, []])
def test_slices_of_no_column(grouped, columns):
    with pytest.raises(InputError, match="at least one group column"):
        grouped.weak_slices(columns)


def test_an_average_that_is_none():
    random = np.random.default_rng(0)
    ev = vc.evaluate([0, 1, 2] * 10, y_proba=random.dirichlet([1, 1, 1], 30))
    for curve in (ev.roc, ev.pr, ev.plot.roc):
        with pytest.raises(InputError, match="'foo'"):
            curve(average="foo")


def test_posteriors():
    three = vc.ConfusionMatrix([[4, 1, 1], [1, 4, 1], [1, 1, 4]])
    with pytest.raises(InputError, match="3 × 3, not 2 × 2"):
        three.posterior(prior=[[1, 1], [1, 1]])
    with pytest.raises(InputError, match="prior must be"):
        three.posterior(prior=[["x"]])
    with pytest.raises(InputError, match="as a number"):
        three.posterior(n=50).probability("kappa", above="x")


def test_a_figure_of_many_classes_names_that_of_two(grouped):
    with pytest.raises(NotHere, match="Use average_precision,"):
        grouped["macro_average_precision"]
    with pytest.raises(NotHere, match="Use auroc,"):
        grouped["auroc_ovr_macro"]


def test_models_to_rank():
    import pandas as pd

    with pytest.raises(InputError, match="'A' holds text"):
        vc.rank_models({"A": ["a", "b"], "B": [1, 2]})
    with pytest.raises(InputError, match="share a name: 'a'"):
        vc.rank_models(pd.DataFrame([[1, 2], [3, 4]], columns=["a", "a"]))

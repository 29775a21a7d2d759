"""Whatever the counts and scores, cautions are found or not, and never an error."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.cautions.samples import probable, scored
from veracity.cautions.catalogue.finding import cautions_of
from veracity.cautions.record.from_statistics import facts_of
from veracity.statistics import ConfusionMatrix

cells = st.integers(2, 4).flatmap(
    lambda k: st.lists(st.lists(st.integers(0, 60), min_size=k, max_size=k), min_size=k, max_size=k)
)
rows = st.lists(
    st.tuples(st.integers(0, 1), st.sampled_from([0.0, 1e-4, 0.3, 0.5, 0.9, 1.0])), min_size=1
)


def told(facts):
    found = cautions_of(facts)
    assert len({caution.key for caution in found}) == len(found)
    for caution in found:
        assert caution.text("en")
        assert "nan" not in caution.text("en")
    return found


@settings(max_examples=60, deadline=None)
@given(cells)
def test_any_matrix(counts):
    array = np.array(counts)
    if not array.sum():
        return
    keys = ("precision", "npv", "f1", "macro_f1", "micro_f1", "mcc")
    matrix = ConfusionMatrix(array, labels=range(len(array)))
    told(facts_of(confusion=matrix, asked=keys, deployment_prevalence=0.2))


@settings(max_examples=40, deadline=None)
@given(rows)
def test_any_probabilities(given_rows):
    truth, p = (np.array(part) for part in zip(*given_rows, strict=True))
    told(probable(truth, p, asked=("ece", "auroc"), chosen_here=True, deployment_prevalence=0.2))
    told(scored(truth, 100 * p, threshold=0.5))

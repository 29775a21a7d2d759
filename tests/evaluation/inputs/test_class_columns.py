"""`compare` of models that give a probability for each class."""

import numpy as np
import pandas as pd
import pytest

from veracity.errors import InputError, NotHere
from veracity.evaluation.front.comparing import compare

KEYS = ["accuracy", "macro_f1", "mcc"]
FEW = {"n_resamples": 200}


@pytest.fixture
def three():
    random = np.random.default_rng(3)
    truth = random.integers(0, 3, 200)
    right = np.eye(3)[truth]
    a, b = ((1 - x) * random.dirichlet([1, 1, 1], 200) + x * right for x in (0.4, 0.2))
    return truth, a, b


def test_they_are_compared_by_the_class_with_the_largest(three) -> None:
    truth, a, b = three
    found = compare(truth, {"A": a, "B": b}, metrics=KEYS, **FEW)
    labels = compare(
        truth, {"A": a.argmax(1), "B": b.argmax(1)}, kind="y_pred", metrics=KEYS, **FEW
    )
    assert [one.difference for one in found] == [one.difference for one in labels]
    assert [one.p_value for one in found] == [one.p_value for one in labels]
    value = found["A", "B", "accuracy"].difference.value
    assert value == pytest.approx((a.argmax(1) == truth).mean() - (b.argmax(1) == truth).mean())


def test_names_mappings_weights_and_clusters(three) -> None:
    truth, a, b = three
    frame = pd.DataFrame(np.c_[a, b], columns=["a0", "a1", "a2", "b0", "b1", "b2"])
    frame["t"], frame["w"], frame["c"] = truth, 1.0 + np.arange(200) % 3, np.arange(200) % 20
    more = {"data": frame, "metrics": KEYS, "sample_weight": "w", "cluster": "c", **FEW}
    listed = compare("t", {"A": ["a0", "a1", "a2"], "B": ["b0", "b1", "b2"]}, **more)
    named = {2: "a2", 0: "a0", 1: "a1"}, {0: "b0", 1: "b1", 2: "b2"}
    mapped = compare("t", dict(zip("AB", named, strict=True)), **more)
    frame["A"], frame["B"] = a.argmax(1), b.argmax(1)
    labels = compare("t", {"A": "A", "B": "B"}, kind="y_pred", **more)
    for found in (listed, mapped):
        for one, other in zip(found, labels, strict=True):
            assert one.difference.value == pytest.approx(other.difference.value, rel=1e-12)
            assert one.difference.low == pytest.approx(other.difference.low, rel=1e-9)


def test_two_columns_are_the_positive_one(three) -> None:
    random = np.random.default_rng(1)
    truth = random.integers(0, 2, 100)
    a, b = random.random(100), random.random(100)
    one = compare(truth, {"A": a, "B": b}, metrics=["auroc", "accuracy"], **FEW)
    two = compare(
        truth,
        {"A": np.c_[1 - a, a], "B": np.c_[1 - b, b]},
        metrics=["auroc", "accuracy"],
        **FEW,
    )
    assert [x.difference for x in one] == [x.difference for x in two]


def test_what_does_not_fit_is_refused(three) -> None:
    truth, a, b = three
    with pytest.raises(InputError, match="same number of columns"):
        compare(truth, {"A": a, "B": b[:, 0]})
    with pytest.raises(NotHere, match="auroc is defined for two classes; here are 3"):
        compare(truth, {"A": a, "B": b}, metrics="auroc")
    with pytest.raises(InputError, match=r"model B.* do not add up to 1 in 1 row, .* row 199"):
        compare(truth, {"A": a, "B": np.vstack([b[:-1], 0.5 * b[-1:]])})
    with pytest.raises(InputError, match="threshold"):
        compare(truth, {"A": a, "B": b}, threshold=0.4)

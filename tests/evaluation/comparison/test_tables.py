"""The tables of a comparison: rows of each model, names of groups, margins, what p tests."""

import numpy as np
import pytest

import veracity as vc
from veracity.errors import InputError


def scored(n, seed, **more):
    random = np.random.default_rng(seed)
    y = random.integers(0, 2, n)
    return vc.evaluate(y, y_proba=np.clip(0.3 * y + 0.7 * random.random(n), 0, 1), **more)


def test_each_of_two_evaluations_has_its_own_rows():
    assert vc.compare(scored(100, 0), scored(200, 1)).models.to_dict()["n"] == [100, 200]
    groups = scored(300, 2, group=["a"] * 120 + ["b"] * 180).by_group
    assert vc.compare(groups["b"], groups["a"]).models.to_dict()["n"] == [180, 120]


def test_groups_of_two_columns_have_one_name_everywhere():
    columns = {"sex": ["f", "m"] * 100, "site": ["s1"] * 100 + ["s2"] * 100}
    ev = scored(200, 3, group=columns)
    compared = vc.compare(ev.by_group["f", "s1"], ev.by_group["f", "s2"])
    for text in (str(compared), compared.text("zh"), str(compared.verdict)):
        assert "f · s1" in text
        assert "('f'" not in text
    assert compared.table().to_dict()["first"][0] == "f · s1"
    sure = vc.evaluate([1] * 200, [1] * 100 + [0] * 100, labels=[0, 1], group=columns)
    gap = sure.by_group.gap("recall")
    assert "f · s1" in gap.text("en")
    assert "f · s1" in gap.text("zh")
    assert str(gap) == gap.text()


def test_a_margin_for_what_is_not_compared_is_refused():
    for asked in (None, ["auroc"]):
        with pytest.raises(InputError, match="brier"):
            vc.compare(scored(50, 0), scored(60, 1), margin={"brier": 0.01}, metrics=asked)
    random = np.random.default_rng(0)
    models = {"A": random.random(40), "B": random.random(40)}
    with pytest.raises(InputError, match="brier"):
        vc.compare([0, 1] * 20, models, kind="y_proba", margin={"brier": 0.01})


def test_the_table_says_that_venkatraman_tests_curves():
    random = np.random.default_rng(0)
    models = {"A": random.random(40), "B": random.random(40)}
    asked = {"kind": "y_score", "metrics": ["auroc"], "n_resamples": 100}
    found = vc.compare([0, 1] * 20, models, test="venkatraman", **asked)
    assert "not whether the areas do" in str(found)
    assert "而非面积是否不同" in found.text("zh")
    assert "Venkatraman" not in str(vc.compare([0, 1] * 20, models, **asked))

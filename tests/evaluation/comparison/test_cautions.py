"""`cmp.cautions`: what could make a comparison lie, through the public interface."""

import numpy as np
import pytest

import veracity as vc

RNG = np.random.default_rng(5)


def site(n, share, seed):
    """An honest evaluation of rows with this share of positives."""
    rng = np.random.default_rng(seed)
    truth = (rng.random(n) < share).astype(int)
    return truth, 1 / (1 + np.exp(-rng.normal(2 * truth - 1, 1)))


def evaluated(n, share, seed, **options):
    truth, p = site(n, share, seed)
    return vc.evaluate(truth, y_proba=p, **options)


def keys(cmp):
    return [one.key for one in cmp.cautions]


HERE, THERE = evaluated(800, 0.5, 1), evaluated(900, 0.1, 2)
ALIKE = evaluated(900, 0.5, 3)


def test_pr_curves_compared_at_different_prevalences():
    cmp = vc.compare(HERE, THERE)
    assert "compared_at_different_prevalences" in keys(cmp)
    (one,) = [c for c in cmp.cautions if c.key == "compared_at_different_prevalences"]
    share = HERE.confusion.counts[1].sum() / 800
    assert f"{share:.1%}" in one.message
    assert "average_precision" in one.message
    assert f"! {one.text('en')}" in cmp.text("en", verbose=True)
    assert f"! {one.text('zh')}" in cmp.text("zh", verbose=True)


def test_equal_prevalences_and_ranking_alone_say_nothing():
    assert keys(vc.compare(HERE, ALIKE)) == []
    assert keys(vc.compare(HERE, THERE, metrics=["auroc", "recall", "specificity"])) == []


def test_at_one_prevalence_the_caution_is_answered():
    there = vc.compare(HERE.at_prevalence(0.1), THERE.at_prevalence(0.1), metrics="precision")
    assert keys(there) == []
    assert (
        there["A", "B", "precision"].values[0].value == HERE.at_prevalence(0.1)["precision"].value
    )
    assert "At prevalence 0.1" in there.note


def test_the_same_rows_compared_as_if_they_were_others():
    truth, p = site(300, 0.4, 4)
    other = np.clip(p + RNG.normal(scale=0.05, size=300), 0, 1)
    two = vc.evaluate(truth, y_proba=p), vc.evaluate(truth, y_proba=other)
    assert keys(vc.compare(*two, metrics="auroc")) == ["compared_as_if_unpaired"]
    assert keys(vc.compare(truth, {"A": p, "B": other}, metrics="auroc")) == []


def test_thresholds_that_differ_or_were_chosen_here():
    moved = ALIKE.at(0.3)
    assert keys(vc.compare(HERE, moved, metrics="mcc")) == ["compared_at_different_thresholds"]
    assert keys(vc.compare(HERE, moved, metrics="auroc")) == []
    chosen = ALIKE.at(ALIKE.choose(maximize="f1"))
    assert "compared_threshold_chosen_here" in keys(vc.compare(HERE, chosen, metrics="mcc"))


def test_clusters_on_one_side():
    grouped = evaluated(900, 0.5, 6, cluster=np.arange(900) // 5)
    assert keys(vc.compare(HERE, grouped, metrics="auroc")) == ["clusters_on_one_side"]
    both = evaluated(800, 0.5, 7, cluster=np.arange(800) // 5)
    assert keys(vc.compare(both, grouped, metrics="auroc")) == []


def test_what_the_rows_give_reason_for_is_said_of_each_side_by_name():
    few = evaluated(60, 0.25, 8)
    cmp = vc.compare(HERE, few, metrics="auroc")
    (one,) = cmp.cautions
    assert one.key == "few_of_a_class"
    assert one.message.startswith("B: Class 1 has only ")
    assert one.message.zh.startswith("B：类别 1 ")


def test_models_on_the_same_few_rows():
    truth, p = site(60, 0.25, 8)
    for kind, models in (
        ("y_proba", {"A": p, "B": p[::-1]}),
        ("y_score", {"A": p, "B": p[::-1]}),
        ("y_pred", {"A": p > 0.5, "B": p > 0.4}),
    ):
        cmp = vc.compare(truth, models, kind=kind)
        assert "few_of_a_class" in keys(cmp), kind
    enough, q = site(400, 0.4, 9)
    assert keys(vc.compare(enough, {"A": q, "B": np.clip(q + 0.001, 0, 1)})) == []


def test_dropped_rows_are_said_once():
    truth, p = site(400, 0.4, 9)
    truth = [None if i < 3 else int(t) for i, t in enumerate(truth)]
    cmp = vc.compare(truth, {"A": p, "B": p * 0.99}, metrics="auroc", on_invalid="drop")
    assert keys(cmp) == ["rows_dropped"]


def test_tests_without_a_correction():
    truth, p = site(400, 0.4, 9)
    models = {"A": p, "B": np.clip(p + 0.001, 0, 1)}
    assert keys(vc.compare(truth, models, correction="none")) == ["tests_not_corrected"]
    assert keys(vc.compare(truth, models)) == []


def test_one_threshold_that_means_two_things():
    truth, p = site(600, 0.4, 10)
    cmp = vc.compare(truth, {"A": p, "squeezed": p**4})
    assert keys(cmp) == ["called_unequally_often"]
    assert keys(vc.compare(truth, {"A": p, "squeezed": p**4}, metrics="auroc")) == []


def test_three_classes_have_cautions_too():
    rng = np.random.default_rng(0)
    shares = rng.dirichlet([1, 1, 1], 300)
    truth = np.array([rng.choice(3, p=row) for row in shares])
    models = {"A": shares, "B": shares[:, [0, 2, 1]]}
    assert keys(vc.compare(truth, models, metrics="accuracy")) == []
    few = vc.compare(truth[:40], {name: p[:40] for name, p in models.items()}, metrics="accuracy")
    assert "few_of_a_class" in keys(few)


def test_they_are_plain_values_in_json():
    told = vc.compare(HERE, THERE).to_dict()["cautions"]
    assert told[0]["key"] == "compared_at_different_prevalences"
    assert told[0]["evidence"]["p_value"] < 1e-10


@pytest.mark.parametrize("seed", range(8))
def test_honest_comparisons_are_silent_above_a_note(seed):
    """Both sides from one population, and two models on the same rows."""
    one, other = (evaluated(500, 0.4, 100 + 2 * seed + side) for side in (0, 1))
    truth, p = site(500, 0.4, 200 + seed)
    paired = vc.compare(truth, {"A": p, "B": 1 / (1 + np.exp(-RNG.normal(2 * truth - 1, 1)))})
    for cmp in (vc.compare(one, other), paired):
        assert [c.key for c in cmp.cautions if c.rank > 0] == []

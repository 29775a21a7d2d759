"""Cautions as people meet them: on evaluations, cut, moved, merged, saved and printed."""

import numpy as np
import pytest

import veracity as vc

RANDOM = np.random.default_rng(0)
ODDS = 1.5 * RANDOM.normal(size=1000)
P = 1 / (1 + np.exp(-ODDS))
Y = (RANDOM.random(1000) < P).astype(int)


def keys(ev):
    return [caution.key for caution in ev.cautions]


@pytest.fixture(scope="module")
def halves():
    return tuple(vc.evaluate(Y[i::2], y_proba=P[i::2]) for i in (0, 1))


def test_a_threshold_chosen_on_these_rows(halves):
    here, _ = halves
    choice = here.choose(maximize="f1")
    assert "threshold_chosen_here" in keys(here.at(choice))
    assert "threshold_chosen_here" not in keys(here.at(choice).at(0.5))


def test_a_threshold_chosen_on_other_rows_is_the_right_way(halves):
    here, there = halves
    choice = here.choose(maximize="f1")
    assert "threshold_chosen_here" not in keys(there.at(choice))


@pytest.mark.parametrize("aim", [{"maximize": "mcc"}, {"min_recall": 0.9}, {"cost_fn": 5}])
def test_whatever_it_was_chosen_for(halves, aim):
    here, there = halves
    aim = {"cost_fp": 1, **aim} if "cost_fn" in aim else aim
    choice = here.choose(**aim)
    assert here.at(choice).chosen_here
    assert not there.at(choice).chosen_here


def test_the_choice_is_remembered_in_files_and_sums(halves, tmp_path):
    here, there = halves
    chosen = here.at(here.choose(maximize="f1"))
    chosen.save(tmp_path / "chosen")
    assert "threshold_chosen_here" in keys(vc.load(tmp_path / "chosen"))
    other = there.at(chosen.threshold)
    for both in (chosen + other, other + chosen):
        assert "threshold_chosen_here" in keys(both)


def test_a_weighted_and_a_coarse_choice(halves):
    weight = np.random.default_rng(1).random(500)
    here = vc.evaluate(Y[::2], y_proba=P[::2], sample_weight=weight)
    assert here.at(here.choose(maximize="f1")).chosen_here
    coarse = vc.evaluate(Y, y_proba=P, resolution=8)
    assert coarse.at(coarse.choose(maximize="f1")).chosen_here


def test_at_another_prevalence_groups_are_still_looked_at():
    part = np.arange(1000) % 2
    p = np.where(part == 1, np.random.default_rng(2).permutation(P), P)
    ev = vc.evaluate(Y, y_proba=p, group=part)
    assert "group_disparity" in keys(ev)
    moved = keys(ev.at_prevalence(0.05))
    assert {"group_disparity", "prevalence_differs"} <= set(moved)


def test_what_was_asked_for_is_known_at_another_prevalence():
    ev = vc.evaluate(Y, (P > 0.5).astype(int), metrics=["micro_f1", "accuracy"])
    assert "micro_is_accuracy" in keys(ev)
    assert "micro_is_accuracy" in keys(ev.at_prevalence(0.5))


def test_shares_of_several_classes():
    cells = [[30, 5, 2], [4, 40, 3], [2, 1, 33]]
    ev = vc.ConfusionMatrix(cells, labels="abc").evaluate()
    assert keys(ev) == []
    assert keys(ev.at_prevalence({"a": 0.9, "b": 0.05, "c": 0.05})) == ["prevalence_differs"]


def test_without_intervals_what_is_serious_is_told_all_the_same():
    ev = vc.evaluate(Y, y_proba=1 - P, method="none")
    assert keys(ev) == ["ranks_backwards"]
    assert np.isnan(ev["auroc"].low)  # the figures stay as they were asked for


def test_print_and_documents_say_them():
    ev = vc.evaluate(Y, y_proba=1 - P)
    (one,) = ev.cautions
    assert f"! {one.text('en')}" in ev.text("en", verbose=True)
    assert f"! {one.line('en')}" in str(ev).splitlines()
    assert ev.to_dict()["cautions"][0]["key"] == "ranks_backwards"

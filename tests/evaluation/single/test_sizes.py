"""Very many groups, labels or columns and very long labels: the work grows no faster than they."""

import numpy as np
import pytest

import veracity as vc
from veracity.engines.counting import confusion
from veracity.engines.reading import reducing
from veracity.evaluation.single.figures import part_lines
from veracity.evaluation.single.slices import Slices
from veracity.evaluation.state import keys, remarks, reported_keys
from veracity.reports.tables import guessing
from veracity.words import layout

RNG = np.random.default_rng(6)


def test_a_long_label_is_measured_a_few_times_and_not_once_for_each_of_its_letters(monkeypatch):
    """20,000 letters were cut off one by one, the whole measured each time."""
    seen = []

    def counted(sign):
        seen.append(sign)
        return 1

    monkeypatch.setattr(layout, "_columns", counted)
    long = "é" * 5_000
    assert guessing.clipped(long, 22) == "é" * 21 + "…"
    assert len(seen) <= 4 * len(long)


@pytest.mark.parametrize(
    ("given", "columns", "wanted"),
    [
        ("abc", 3, "abc"),
        ("abcd", 3, "ab…"),
        ("中文字", 5, "中文…"),
        ("中文字", 4, "中…"),
        ("ee\N{COMBINING ACUTE ACCENT}ee", 3, "ee\N{COMBINING ACUTE ACCENT}…"),
        ("中文", 2, "…"),
    ],
)
def test_clipped_to_what_a_terminal_shows(given, columns, wanted):
    assert guessing.clipped(given, columns) == wanted


def test_labels_of_20000_letters_print():
    a, b = "a" * 20_000, "b" * 20_000
    said = str(vc.evaluate([a, b] * 20, [a, a, b, b] * 10))
    assert a[:15] in said


def test_more_columns_than_a_dense_matrix_has_classes():
    """2,049 columns without names: a raw ValueError from the search for another order of them."""
    classes = 2_049
    truth = np.arange(classes)
    proba = np.full((classes, classes), 0.5 / (classes - 1))
    np.fill_diagonal(proba, 0.5)
    ev = vc.evaluate(truth, y_proba=proba)
    assert ev["accuracy"].value == 1
    assert ev["top_k_accuracy"].value == 1


def test_the_best_order_of_columns_is_looked_for_up_to_a_limit(monkeypatch):
    truth = RNG.integers(0, 3, 300)
    proba = np.full((300, 3), 0.1)
    proba[np.arange(300), (truth + 1) % 3] = 0.8
    swapped = vc.evaluate(truth, y_proba=proba)
    monkeypatch.setattr(remarks, "MOST_ORDERED", 2)
    assert len(vc.evaluate(truth, y_proba=proba).notes) == len(swapped.notes) - 1


GROUPS = RNG.integers(0, 40, 400)
TRUTH, PROBA = RNG.integers(0, 2, 400), RNG.random(400).round(2)


@pytest.mark.parametrize("positive", [0, 1])
@pytest.mark.parametrize("more", [{}, {"cluster": RNG.integers(0, 90, 400)}])
def test_groups_have_their_own_counts_whichever_way_they_are_counted(positive, more, monkeypatch):
    settings = {"y_proba": PROBA, "group": GROUPS, "pos_label": positive, **more}
    fast = vc.evaluate(TRUTH, **settings)
    monkeypatch.setattr(reducing, "FEW_ROWS", 0)
    slow = vc.evaluate(TRUTH, **settings)
    for value in range(40):
        own = value == GROUPS
        reached = PROBA[own] >= 0.5
        hits = int(((TRUTH[own] == positive) & reached).sum())
        for ev in (fast, slow):
            matrix = ev.by_group[value].confusion
            assert matrix.tp == hits
            assert matrix.fp == int(reached.sum()) - hits
            assert matrix.total == own.sum()
        assert fast.by_group[value].confusion == slow.by_group[value].confusion


def test_groups_of_labels_are_split_once_and_not_searched_for_each(monkeypatch):
    called = PROBA >= 0.5
    sorts = []
    argsort = np.argsort
    monkeypatch.setattr(
        confusion.np, "argsort", lambda *a, **k: sorts.append(1) or argsort(*a, **k)
    )
    ev = vc.evaluate(TRUTH, called, group=GROUPS)
    monkeypatch.undo()
    assert len(sorts) < 20  # 40 groups
    for value in range(40):
        own = value == GROUPS
        assert ev.by_group[value].confusion.tp == int((TRUTH[own] & called[own]).sum())
    assert tuple(ev.by_group) == tuple(range(40))


def test_a_slice_is_found_by_its_name_and_not_by_looking_at_all():
    class Name(int):
        compared = 0

        def __eq__(self, other):
            Name.compared += 1
            return int(self) == other

        __hash__ = int.__hash__

    parts = Slices("group", tuple(map(Name, range(500))), lambda name: name, part_lines)
    assert [parts[n] for n in range(500)] == list(range(500))
    assert Name.compared < 3_000  # looking at all would be 125,000
    with pytest.raises(KeyError, match="No group"):
        parts["x"]


def test_the_headline_of_a_group_is_not_asked_for_again(monkeypatch):
    ev = vc.evaluate(TRUTH, y_proba=PROBA, group=GROUPS)
    asked = []
    why_not = keys.why_not
    for module in (keys, reported_keys):
        monkeypatch.setattr(module, "why_not", lambda *a: asked.append(1) or why_not(*a))
    said = str(ev)
    assert len(asked) < 2_000  # forty groups of two hundred keys would be 8,000
    assert len(said) < 8_000

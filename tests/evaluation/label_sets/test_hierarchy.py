"""Labels in a hierarchy: hierarchical precision, recall and F1 by hand."""

import pytest

import veracity as vc
from veracity.errors import InputError

PARENTS = {"cat": "pet", "dog": "pet", "pet": "animal", "cow": "animal", "animal": None}


def test_single_labels_by_hand():
    """cat as dog shares pet and animal (2 of 3), cow as cow is 2 of 2, dog as cow shares animal.

    Both: 2 + 2 + 1 = 5. Predicted: 3 + 2 + 2 = 7. True: 3 + 2 + 3 = 8.
    """
    ev = vc.evaluate_multilabel(["cat", "cow", "dog"], ["dog", "cow", "cow"], hierarchy=PARENTS)
    assert ev["hierarchical_precision"].value == pytest.approx(5 / 7)
    assert ev["hierarchical_recall"].value == pytest.approx(5 / 8)
    assert ev["hierarchical_f1"].value == pytest.approx(10 / 15)
    assert ev["subset_accuracy"].value == pytest.approx(1 / 3)
    assert "hierarchical_f1" in ev.keys()  # noqa: SIM118


def test_sets_matrices_and_numbers():
    sets = vc.evaluate_multilabel([{"cat", "cow"}], [{"cat"}], hierarchy=PARENTS)
    assert sets["hierarchical_recall"].value == pytest.approx(3 / 4)
    matrix = vc.evaluate_multilabel(
        [[1, 0, 1]], [[1, 0, 0]], labels=["cat", "dog", "cow"], hierarchy=PARENTS
    )
    assert matrix["hierarchical_recall"] == sets["hierarchical_recall"]
    numbers = vc.evaluate_multilabel([11, 12], [12, 12], hierarchy={11: 1, 12: 1})
    assert numbers["hierarchical_precision"].value == pytest.approx(3 / 4)


def test_saved_files_keep_it(tmp_path):
    ev = vc.evaluate_multilabel(["cat", "cow"], ["dog", "cow"], hierarchy=PARENTS)
    ev.save(tmp_path / "h")
    again = vc.load(tmp_path / "h")
    assert again["hierarchical_f1"].value == pytest.approx(ev["hierarchical_f1"].value)


@pytest.mark.parametrize(
    ("parents", "words"),
    [
        ({"cat": "pet", "pet": "cat"}, "cycle"),
        ({"cat": "cat"}, "cycle"),
        ({"dog": "pet"}, "lacks 'cat'"),
    ],
)
def test_hierarchies_that_cannot_be(parents, words):
    with pytest.raises(InputError, match=words):
        vc.evaluate_multilabel(["cat"], ["cat"], hierarchy=parents)


def test_scores_and_nameless_columns_are_refused():
    with pytest.raises(InputError, match="names"):
        vc.evaluate_multilabel([[1, 0]], [[1, 0]], hierarchy=PARENTS)
    with pytest.raises(InputError, match="scores"):
        vc.evaluate_multilabel(["cat"], y_score=[[1.0]], hierarchy=PARENTS)
    plain = vc.evaluate_multilabel([{"cat"}], [{"cat"}])
    with pytest.raises(KeyError, match="hierarchical"):
        plain["hierarchical_f1"]

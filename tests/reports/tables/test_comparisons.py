"""A printed comparison: narrow, in order, and every note says what it is about."""

import numpy as np
import pytest

import veracity as vc
from veracity.words.layout import width


@pytest.fixture(scope="module")
def compared():
    """Three models, of which one is much worse."""
    random = np.random.default_rng(1)
    truth = random.integers(0, 2, 300)
    common = random.normal(size=300)
    models = {
        name: 1 / (1 + np.exp(-(share * common + random.normal(size=300) + apart * (truth - 0.5))))
        for name, share, apart in (("A", 1, 2), ("B", 1, 1.5), ("C", 0, 0.5))
    }
    return vc.compare(truth, models, metrics=["auroc", "accuracy", "mcc", "log_loss"], margin=0.05)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_the_table_fits_eighty_columns(compared, lang):
    """Prose is broken by the terminal; a table that is broken cannot be read."""
    verdicts, table, *_ = compared.text(lang, verbose=True).split("\n\n")
    assert max(map(width, table.splitlines())) <= 80
    assert len(verdicts.splitlines()) == len(compared) == 12
    assert len(table.splitlines()) == 1 + 4 + 12


def test_each_metric_and_its_test_stand_above_their_rows(compared):
    table = compared.text("en", verbose=True).split("\n\n")[1].splitlines()
    place = table.index("Accuracy · McNemar test, mid-p")
    assert [line.split("  ")[1] for line in table[place + 1 : place + 4]] == [
        "A − B",
        "A − C",
        "B − C",
    ]
    row = compared["A", "B", "accuracy"]
    assert str(row.difference) in table[place + 1]


def test_a_note_names_its_models(compared):
    notes = [
        line for line in compared.text("en", verbose=True).splitlines() if "Ratio of the" in line
    ]
    assert [note[:9] for note in notes] == ["· A − B: ", "· A − C: ", "· B − C: "]
    chinese = [
        line
        for line in compared.text("zh", verbose=True).splitlines()
        if line.startswith("· A − B：")
    ]
    assert len(chinese) == 1


def test_a_note_about_all_of_them_names_none():
    truth = [0, 1] * 20
    answers = {"A": truth, "B": [0, 1, 1, 0] * 10}
    said = vc.compare(truth, answers, kind="y_pred", metrics="accuracy").text("en", verbose=True)
    assert "· A − B" not in said


def test_a_model_is_not_compared_with_itself(compared):
    with pytest.raises(KeyError, match="cannot be compared with itself"):
        compared["A", "A", "auroc"]

"""What `print(ev)` shows: a screen, whatever the rows hold."""

import numpy as np
import pytest

import veracity as vc
from veracity.results.estimate.caution import Caution
from veracity.words import Text
from veracity.words.layout import width

RNG = np.random.default_rng(3)
TRUTH = RNG.integers(0, 2, 400)
P = np.clip(0.5 + 0.3 * (TRUTH - 0.5) + RNG.normal(0, 0.2, 400), 0.001, 0.999)
SITE = RNG.choice([f"site {i}" for i in range(12)], 400)
PATIENT = RNG.integers(0, 80, 400)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    "given",
    [
        {"y_proba": P},
        {"y_score": P},
        {"y_score": P, "threshold": 0.5},
        {"y_pred": P > 0.5},
        {"y_proba": P, "group": SITE, "cluster": PATIENT},
        {"y_proba": np.full(400, 0.2), "group": SITE},
        {"y_pred": np.zeros(400, int), "group": SITE},
    ],
)
def test_two_classes_fit_a_screen(given: dict[str, object], lang: str) -> None:
    ev = vc.evaluate(TRUTH.astype(bool) if "y_pred" in given else TRUTH, **given)
    text = ev.text(lang)
    assert len(text.splitlines()) <= 28
    figures = text.split("\n\n")[1].splitlines()
    assert 2 <= len(figures) <= 13
    assert all("[" in line or str(ev.rows.used) for line in figures)


def test_every_figure_has_its_interval_or_the_reason_for_none() -> None:
    ev = vc.evaluate([0, 0, 1], [0, 0, 0])
    lines = str(ev).splitlines()
    assert next(line for line in lines if line.startswith("Precision")).split()[1:] == [
        "undefined",
        "0",
    ]
    assert any("Precision: Nothing was called positive (TP + FP = 0)." in line for line in lines)


def test_notes_on_methods_are_for_those_who_ask() -> None:
    ev = vc.evaluate(TRUTH, y_proba=P, cluster=PATIENT)
    assert "degrees of freedom" not in ev.text("en")
    assert "degrees of freedom" in ev.text("en", verbose=True)


def test_every_key_is_there_when_all_is_asked_for() -> None:
    ev = vc.evaluate(TRUTH, P > 0.5, group=SITE)
    text = ev.text("en", every=True)
    lines = [one for one in text.split("\n\n")[1].splitlines()[1:] if not one.startswith("·")]
    assert len(lines) == len(ev.keys())
    assert all(site in text for site in ev.by_group)


def test_classes_stand_beside_each_other_worst_first() -> None:
    matrix = vc.ConfusionMatrix([[9, 1, 0], [0, 50, 0], [30, 0, 20]], labels="abc")
    text = str(matrix.evaluate())
    rows = [line.split()[0] for line in text.splitlines() if line[:2] in ("a ", "b ", "c ")]
    # F1: a 18/49 and few rows, b 100/101, c 40/70 with an upper end above that of a
    assert rows == ["a", "c", "b"]
    assert "Most common confusion: 30 of 50 rows of c called a." in text


def test_a_caution_takes_one_line() -> None:
    said = Text(
        "In 3 groups ('St. A', \"B's. C\") few rows of 'Mt. D. E' lie. Look. There.",
        "有 3 个分组（'甲'）行数少。请看。",
    )
    one = Caution("small_groups", "warning", said, Text("Do.", "做。"))
    assert one.line("en") == "warning: In 3 groups few rows of 'Mt. D. E' lie. [small_groups]"
    assert one.line("zh") == "警告：有 3 个分组行数少。 [small_groups]"


def test_grave_cautions_are_never_left_out() -> None:
    ev = vc.evaluate(TRUTH, y_proba=1 - P)
    for caution in ev.cautions:
        assert caution.severity == "note" or f"[{caution.key}]" in str(ev)
    assert any(caution.severity != "note" for caution in ev.cautions)


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_two_models_fit_a_terminal_of_80_columns(lang: str) -> None:
    cmp = vc.compare(TRUTH, {"logistic": P, "boosting": P**2})
    models, differences, *_ = cmp.text(lang).split("\n\n")
    assert max(map(width, [*models.splitlines(), *differences.splitlines()[:-1]])) <= 80
    assert models.split("\n")[0].split()[1:] == ["logistic", "boosting"]
    assert "logistic − boosting" in differences.split("\n")[0]
    for one in cmp.contrasts:
        assert str(one.difference) in differences
        for at, low, high in (value.figures for value in one.values):
            assert f"{at} [{low}, {high}]" in models


def test_models_first_then_differences() -> None:
    cmp = vc.compare(TRUTH, {"A": P, "B": 1 - P}, metrics=["auroc", "mcc"])
    models, differences, *_ = cmp.text("en").split("\n\n")
    assert [line.split()[0] for line in models.splitlines()[1:3]] == ["A", "B"]
    assert str(cmp["A", "B", "auroc"].values[0]) in models
    row = next(line for line in differences.splitlines() if "Area under" in line)
    assert str(cmp["A", "B", "auroc"].difference) in row
    assert row.endswith("better")

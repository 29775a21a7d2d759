"""The classifier beside rules that look at nothing: values by fractions, the same in every form."""

import re
import xml.etree.ElementTree as ET
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from tests.reports.formats.test_documents import tables
from veracity.evaluation import ConfusionMatrix, evaluate
from veracity.reports.formats import documents
from veracity.reports.tables.guessing import (
    WIDEST,
    clipped,
    displayed_rivals,
    guessing_note,
    guessing_table,
    guessing_words,
)
from veracity.results import figure
from veracity.words.layout import width

RARE = ConfusionMatrix.from_counts(tp=4, fp=5, fn=6, tn=985).evaluate()  # 990 : 10
COMMON = ConfusionMatrix.from_counts(tp=60, fp=10, fn=10, tn=20).evaluate()
THREE = ConfusionMatrix([[20, 2, 1], [3, 30, 2], [1, 4, 12]], labels="abc").evaluate()
RULES = {"always negative": 0, "always positive": 1}


def block(ev, lang="en"):
    """The lines of the small table in the text, and the note below it."""
    head = {"en": "against guessing", "zh": "与猜测相比"}[lang]
    part = next(part for part in ev.text(lang, verbose=True).split("\n\n") if part.startswith(head))
    *lines, note = part.splitlines()
    return lines, note


def cells(lines):
    return [re.split(r" {2,}", line.strip()) for line in lines]


def constant(share, positive):
    """Accuracy, balanced accuracy, MCC and F1 of one answer for all, as fractions."""
    if positive:
        return share, Fraction(1, 2), Fraction(0), 2 * share / (1 + share)
    return 1 - share, Fraction(1, 2), Fraction(0), Fraction(0)


def mcnemar(one, other):
    """Two-sided exact p by doubling, as a fraction."""
    n, least = one + other, min(one, other)
    return min(Fraction(2 * sum(comb(n, k) for k in range(least + 1)), 2**n), Fraction(1))


def test_the_values_of_990_to_10_by_hand():
    """π = 1/100: always negative 0.99, always positive 0.01 and F1 2π/(1 + π), coin π² + (1−π)²."""
    (head, *rows), note = block(RARE)
    share = Fraction(1, 100)
    assert cells([head])[0] == [
        *("against guessing", "accuracy", "balanced", "MCC", "F1", "accuracy is", "p")
    ]
    told = {row[0]: row[1:] for row in cells(rows)}
    assert [*told] == [
        *("this classifier", "always negative", "always positive"),
        *("coin with class shares", "best constant"),
    ]
    f1 = Fraction(8, 8 + 5 + 6)
    balanced = (Fraction(4, 10) + Fraction(985, 990)) / 2
    own = [figure(float(value)) for value in (Fraction(989, 1000), balanced)]
    assert told["this classifier"] == [*own, str(RARE["mcc"]).split()[0], figure(float(f1))]
    for name, positive in RULES.items():
        values = [figure(float(value)) for value in constant(share, positive)]
        assert told[name][:4] == values
    # a coin has precision π and recall π, so F1 π
    coin = (share**2 + (1 - share) ** 2, Fraction(1, 2), Fraction(0), share)
    assert told["coin with class shares"][:4] == [figure(float(value)) for value in coin]
    best = (Fraction(99, 100), Fraction(1, 2), Fraction(0), 2 * share / (1 + share))
    assert told["best constant"][:4] == [figure(float(value)) for value in best]
    # always negative is right where it is not on the 5 false alarms, the classifier on 4 hits
    assert mcnemar(4, 5) == 1
    assert told["always negative"][4:] == ["cannot tell", "1.000"]
    assert mcnemar(985, 6) < Fraction(1, 1000)
    assert told["always positive"][4:] == ["higher", "<0.001"]
    assert "exact McNemar test; coin: exact binomial test" in note
    assert "95% level" in note
    assert "Best constant" not in note  # it has a row


def test_where_one_constant_is_best_in_all_it_has_no_row_of_its_own():
    lines, note = block(COMMON)
    assert [row[0] for row in cells(lines)[1:]] == [
        *("this classifier", "always negative", "always positive", "coin with class shares"),
    ]
    assert note.endswith("Best constant: always positive.")
    share = Fraction(70, 100)
    values = [figure(float(value)) for value in constant(share, positive=True)]
    assert cells(lines)[3][1:5] == values
    # 20 negatives found against 10 positives missed
    assert cells(lines)[3][5:] == ["cannot tell", f"{float(mcnemar(20, 10)):.3f}"]


def test_an_undefined_value_is_not_equal_to_a_defined_one():
    """All rows negative: F1 of always negative is 0/0, of always positive 0."""
    ev = evaluate([0, 0, 0, 0], [0, 1, 0, 0], labels=[0, 1], pos_label=1)
    lines, note = block(ev)
    told = {row[0]: row[1:] for row in cells(lines)[1:]}
    assert told["always negative"][3] == "—"
    assert told["always positive"][3] == "0.000"
    assert told["best constant"][3] == "0.000"
    assert "Best constant" not in note
    # the coin is the constant here, and is tested as one: 1 row decides
    assert told["coin with class shares"][4:] == told["always negative"][4:]
    assert told["always negative"][4:] == ["cannot tell", "1.000"]


def test_of_three_classes_the_commonest_stands_for_the_constants():
    lines, note = block(THREE)
    told = {row[0]: row[1:] for row in cells(lines)}
    assert told.pop("against guessing")[3] == "macro F1"
    assert [*told] == ["this classifier", "always b", "coin with class shares"]
    shares = [Fraction(n, 75) for n in (23, 35, 17)]
    values = (shares[1], Fraction(1, 3), Fraction(0), 2 * shares[1] / (1 + shares[1]) / 3)
    assert told["always b"][:4] == [figure(float(value)) for value in values]
    # precision and recall of the coin are π in each class
    coin = (sum(s**2 for s in shares), Fraction(1, 3), Fraction(0), sum(shares) / 3)
    assert told["coin with class shares"][:4] == [figure(float(value)) for value in coin]
    assert note.endswith("Best constant: always b.")


def test_of_fifty_classes_it_stays_small():
    truth = np.repeat(np.arange(50), 4)
    truth[-1] = 7  # the commonest
    ev = evaluate(truth, np.roll(truth, 2), metrics=["accuracy", "mcc"])
    lines, _ = block(ev)
    assert [row[0] for row in cells(lines)[1:]] == [
        *("this classifier", "always 7", "coin with class shares")
    ]
    assert cells(lines)[2][1] == figure(float(Fraction(5, 200)))
    assert cells(lines)[0][1:3] == ["accuracy", "MCC"]  # what costs no further interval


def test_two_classes_of_which_none_is_positive():
    ev = evaluate(["no", "yes", "yes", "no", "no"], ["no", "yes", "no", "no", "no"])
    lines, _ = block(ev)
    assert [row[0] for row in cells(lines)[1:]] == [
        *("this classifier", "always no", "coin with class shares")
    ]
    assert "macro F1" in lines[0]
    assert cells(lines)[2][1] == "0.600"


def test_weights_are_in_values_and_test():
    """Weights 3 and 1 by truth: always negative has 1/4; the test is no longer exact."""
    truth, called = [1, 1, 0, 0] * 5, [1, 1, 0, 1] * 5
    weight = [3.0, 3.0, 1.0, 1.0] * 5
    ev = evaluate(truth, called, sample_weight=weight)
    lines, note = block(ev)
    told = {row[0]: row[1:] for row in cells(lines)[1:]}
    assert told["always negative"][0] == "0.250"
    assert told["always positive"][:4] == ["0.750", "0.500", "0.000", figure(6 / 7)]
    assert told["this classifier"][0] == figure(7 / 8)
    assert "linearised difference, z test" in note
    assert "McNemar" not in note


def test_at_another_prevalence_it_is_that_of_there():
    """Recall 19/20, specificity 9/10; of 1 % positive: accuracy (0.01·19/20 + 0.99·9/10)."""
    ev = ConfusionMatrix.from_counts(tp=190, fn=10, fp=20, tn=180).evaluate().at_prevalence(0.01)
    lines, note = block(ev)
    told = {row[0]: row[1:] for row in cells(lines)[1:]}
    share = Fraction(1, 100)
    own = share * Fraction(19, 20) + (1 - share) * Fraction(9, 10)
    assert told["this classifier"][0] == figure(float(own))
    for name, positive in RULES.items():
        values = [figure(float(value)) for value in constant(share, positive)]
        assert told[name][:4] == values
    assert told["always negative"][4] == "lower"
    assert told["always positive"][4] == "higher"
    assert "z test" in note


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize("ev", [RARE, COMMON, THREE])
def test_columns_line_up_within_eighty(ev, lang):
    lines, _ = block(ev, lang)
    head = lines[0]
    assert all(width(line) <= 80 for line in lines)
    assert len({width(line) for line in [head, *lines[2:]]}) == 1
    # the figures of the third column end where its heading ends
    end = width(head[: head.index("MCC") + 3])
    for line in lines[1:]:
        ends = {width(line[: match.end()]) for match in re.finditer(r"\S+", line)}
        assert end in ends


def test_in_chinese():
    lines, note = block(RARE, "zh")
    assert cells(lines)[0] == [
        *("与猜测相比", "总体准确率", "平衡准确率", "MCC", "F1", "准确率相比", "p")
    ]
    assert [line.split()[0] for line in lines[1:]] == [
        *("该分类器", "总判为负", "总判为正", "按类别比例抛硬币", "最佳常数")
    ]
    assert lines[2].split()[1:] == ["0.990", "0.500", "0.000", "0.000", "无法判断", "1.000"]
    assert "McNemar 精确检验" in note
    assert "精确二项检验" in note
    assert "better" not in "".join(lines) + note


@pytest.mark.parametrize("ev", [RARE, COMMON, THREE, RARE.at_prevalence(0.2)])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_every_form_holds_the_same_table(ev, lang):
    base = ev.profile().baselines
    expected = guessing_table(base).within(lang)
    assert cells(block(ev, lang)[0]) == [[c for c in row if c] for row in expected]
    markdown = tables(ev.to_markdown(lang))[1]
    found = [[cell.replace("\\", "") for cell in row] for row in (markdown[0], *markdown[2:])]
    assert found == expected
    latex = ev.to_latex(lang).split("\n\n")[1]
    rows = [line.removesuffix(r" \\") for line in latex.splitlines() if line.endswith(r" \\")]
    assert [
        [cell.strip().replace(r"\textless{}", "<") for cell in row.split(" & ")] for row in rows
    ] == [[cell.strip() for cell in row] for row in expected]
    root = ET.fromstring(documents.html(ev.profile(short=True), lang))
    table = root.findall(".//table")[1]
    assert [[cell.text or "" for cell in row] for row in table.iter("tr")] == expected


def test_documents_also_say_the_tests_and_the_paradox():
    words = guessing_words(RARE.profile().baselines)
    assert [words[0]] == [guessing_note(RARE.profile().baselines)]
    assert "binomial test against the no-information rate, one-sided, p = 0.697" in words[1]
    assert words[2].startswith("Accuracy paradox: always predicting 'negative'")
    text = RARE.to_markdown("en").replace("\\", "")
    comments = [line[2:] for line in RARE.to_latex("en").splitlines() if line.startswith("% ")]
    for one in words:
        assert str(one) in text
        assert str(one) in comments


def test_there_is_none_where_there_is_nothing_to_guess():
    scores = evaluate([0, 1, 1, 0], y_score=[0.1, 0.8, 0.3, 0.4])
    alone = evaluate(["a", "a"], ["a", "a"])
    for ev in (scores, alone):
        assert ev.profile().baselines is None
        assert "against guessing" not in ev.text("en", verbose=True)
        assert "guessing?" not in ev.to_markdown("en")
        assert ev.to_latex("en").count(r"\begin{tabular}") == 1
        assert ev.to_dict()["baselines"] is None


def test_a_threshold_inside_a_cell_is_judged_by_the_interval():
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 2, 4000)
    proba = np.clip(rng.normal(0.3 + 0.4 * truth, 0.2), 0, 1)
    ev = evaluate(truth, y_proba=proba, resolution=4).at(0.4567)
    assert ev["accuracy"].bound > 0
    base = ev.profile(short=True).baselines
    assert {rival.test.name for rival in base.rivals.values()} == {"none"}
    assert base["always_negative"].standing["accuracy"] == "better"
    assert ev["accuracy"].low > base["always_negative"].values["accuracy"]
    lines, note = block(ev)
    assert note.startswith("Accuracy compared with the rule's by 95% interval")
    assert cells(lines)[2][-1] == "—"


def test_groups_and_classes_have_theirs():
    truth, called = [1, 0, 0, 0, 1, 1, 1, 0], [1, 0, 0, 1, 1, 1, 0, 0]
    ev = evaluate(truth, called, group=list("xxxxyyyy"))
    shares = {"x": "0.750", "y": "0.250"}
    for name, share in shares.items():
        assert cells(block(ev.by_group[name])[0])[2][:2] == ["always negative", share]
    assert cells(block(THREE.by_class["c"])[0])[2][1] == figure(float(Fraction(58, 75)))


@pytest.mark.parametrize("label", ["x" * 300, "很长的类别名称" * 20, "e\u0301" * 100])
def test_a_long_label_does_not_widen_the_table(label):
    ev = evaluate([label, label, "b"], [label, "b", "b"])
    lines, _ = block(ev)
    assert all(width(line) <= 80 for line in lines)
    assert "…" in lines[2]
    assert width(clipped(f"always {label}", WIDEST)) <= WIDEST


def test_of_classes_in_thousands_there_is_no_coin():
    size = 2100
    matrix = ConfusionMatrix.from_labels(np.arange(size), np.arange(size))
    base = matrix.evaluate(metrics="accuracy", method="none").baselines(["accuracy"], short=True)
    assert [rival.name for rival in displayed_rivals(base)] == ["always 0"]
    assert "coin" not in guessing_note(base)


def test_without_skill_no_row_says_better():
    """Rare calls beat a coin in accuracy whatever they know: the table must not call it better."""
    higher = skilled = 0
    for seed in range(20):
        random = np.random.default_rng(seed)
        truth = (random.random(300) < 0.2).astype(int)
        called = (random.random(300) < 0.05).astype(int)
        ev = evaluate(truth, called, labels=[0, 1])
        (_, *rows), note = block(ev)
        told = {row[0]: row[-2] for row in cells(rows)[1:]}
        assert "better" not in told.values()
        assert "not skill" in note
        higher += told["coin with class shares"] == "higher"
        skilled += ev["mcc"].low > 0
    assert higher > 15
    assert skilled <= 3

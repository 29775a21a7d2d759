"""Contrasts and comparisons as values: margins, verdicts, mirrored pairs, sentences."""

import math
from dataclasses import replace

import pytest
from scipy import stats

from veracity.errors import NotHere
from veracity.results import Comparison, Contrast, Estimate, Superiority, Test
from veracity.results.comparisons.margins import margin_tests, outcome, standard_errors
from veracity.words.messages import report_words

HALF = 1.959963984540054  # half-width in standard errors


def difference(value=0.1, error=0.05, level=0.95) -> Estimate:
    return Estimate(value, value - HALF * error, value + HALF * error, level, "delta", 100)


def contrast(found=None, key="accuracy", verdict="better", p=0.0455, **more) -> Contrast:
    return Contrast(
        "A",
        "B",
        key,
        (
            Estimate(0.9, 0.8, 0.95, 0.95, "wilson", 100),
            Estimate(0.8, 0.7, 0.9, 0.95, "wilson", 100),
        ),
        difference() if found is None else found,
        Test(2.0, None, p, "delta"),
        Superiority(0.98, 0.0, 0.02, 0.0, 2000),
        p,
        verdict,
        **more,
    )


def test_standard_errors_by_the_width_of_the_interval() -> None:
    assert standard_errors(difference(), 0.0, None) == pytest.approx(2.0)
    assert standard_errors(difference(), 0.2, None) == pytest.approx(-2.0)
    assert standard_errors(difference(), 0.1, None) == 0.0


def test_two_one_sided_tests_are_those_of_a_z_test() -> None:
    tests = margin_tests(difference(0.01, 0.02), 0.05, "higher", None)
    assert tests["non_inferiority"].p_value == pytest.approx(stats.norm.sf(0.06 / 0.02))
    assert tests["equivalence"].p_value == pytest.approx(stats.norm.sf(0.04 / 0.02))
    lower = margin_tests(difference(0.01, 0.02), 0.05, "lower", None)
    assert lower["non_inferiority"].p_value == pytest.approx(stats.norm.sf(0.04 / 0.02))


def test_t_where_there_are_degrees_of_freedom() -> None:
    t = stats.t.ppf(0.975, 5)
    found = Estimate(0.1, 0.1 - t * 0.05, 0.1 + t * 0.05, 0.95, "delta", 6)
    tests = margin_tests(found, 0.02, "higher", 5)
    assert tests["non_inferiority"].p_value == pytest.approx(stats.t.sf(0.12 / 0.05, 5))


@pytest.mark.parametrize(
    ("value", "error", "p", "margin", "better", "expected"),
    [
        (0.1, 0.02, 0.001, None, "higher", "better"),
        (0.1, 0.02, 0.001, None, "lower", "worse"),
        (-0.1, 0.02, 0.001, None, "higher", "worse"),
        (-0.1, 0.02, 0.001, None, "lower", "better"),
        (0.1, 0.02, 0.001, None, "neither", "cannot_tell"),
        (0.1, 0.02, 0.06, None, "higher", "cannot_tell"),  # adjusted p decides
        (0.1, 0.06, 0.01, None, "higher", "cannot_tell"),  # never against the interval
        (0.01, 0.01, 0.3, 0.05, "higher", "equivalent"),
        (0.03, 0.005, 0.001, 0.05, "higher", "equivalent"),  # a difference too small to matter
        (0.03, 0.03, 0.3, 0.05, "higher", "non_inferior"),
        (0.03, 0.03, 0.3, 0.05, "lower", "cannot_tell"),
        (-0.03, 0.03, 0.3, 0.05, "lower", "non_inferior"),
        (-0.03, 0.03, 0.3, 0.05, "higher", "cannot_tell"),
        (0.1, 0.03, 0.001, 0.05, "higher", "better"),
    ],
)
def test_verdicts(value, error, p, margin, better, expected) -> None:
    assert outcome(difference(value, error), p, margin, better) == expected


def test_without_an_interval_the_test_decides() -> None:
    bare = Estimate(0.1, math.nan, math.nan, 0.95, "none", 100)
    assert outcome(bare, 0.001, None, "higher") == "better"
    assert outcome(bare, 0.001, 0.2, "higher") == "better"
    assert outcome(bare, math.nan, 0.2, "higher") == "cannot_tell"


def test_mirrored() -> None:
    turned = contrast().mirrored()
    assert (turned.first, turned.second, turned.verdict) == ("B", "A", "worse")
    assert turned.difference.value == -0.1
    assert turned.difference.low == pytest.approx(-0.1 - HALF * 0.05)
    assert turned.test.statistic == -2.0
    assert turned.superiority.better == 0.02
    assert turned.mirrored().difference == contrast().difference


def test_non_inferior_one_way_is_not_so_the_other() -> None:
    found = difference(0.03, 0.03)
    tests = margin_tests(found, 0.05, "higher", None)
    one = contrast(found, verdict="non_inferior", p=0.3, margin=0.05, **tests)
    assert one.mirrored().verdict == "cannot_tell"
    assert one.mirrored().non_inferiority.p_value == pytest.approx(stats.norm.sf(0.02 / 0.03))


def test_sentences() -> None:
    assert contrast().sentence == (
        "Accuracy was 0.900 for A and 0.800 for B: a difference of 0.100 "
        "(95% CI 0.002 to 0.198; linearised difference, z test, p = 0.045)."
    )
    assert "差值 0.100（95% 置信区间 0.002 至 0.198" in contrast().sentence.zh
    assert contrast().plain == "Accuracy: A is better than B."
    assert contrast(verdict="worse").plain.zh == "总体准确率：A 劣于 B。"
    bare = contrast(Estimate(0.1, math.nan, math.nan, 0.95, "none", 100))
    assert "CI" not in bare.sentence


def test_a_sentence_names_the_chance_level_where_a_value_needs_it() -> None:
    values = tuple(Estimate(x, 0.1, 0.9, 0.95, "delta", 100, chance=0.25) for x in (0.6, 0.5))
    same = replace(contrast(key="average_precision"), values=values)
    assert same.sentence.startswith(
        "Average precision was 0.600 for A and 0.500 for B (chance 0.250): a difference of 0.100"
    )
    apart = replace(same, values=(values[0], replace(values[1], chance=0.1)))
    assert "was 0.600 (chance 0.250) for A and 0.500 (chance 0.100) for B" in apart.sentence
    named = replace(contrast(key="mcc"), values=values)
    assert named.sentence.startswith("The Matthews correlation coefficient was ")


def test_looked_up_either_way_round() -> None:
    found = Comparison(("A", "B"), ("accuracy",), (contrast(),), {}, "paired")
    assert found["A", "B", "accuracy"].verdict == "better"
    assert found["B", "A", "Accuracy"].verdict == "worse"
    assert found.cautions == ()
    with pytest.raises(NotHere, match="No model 'C'"):
        found["A", "C", "accuracy"]
    with pytest.raises(NotHere, match="metrics="):
        found["A", "B", "mcc"]
    with pytest.raises(NotHere, match="two models and a metric"):
        found["A"]


def test_every_test_has_a_title_in_both_languages() -> None:
    for name, title in report_words("tests").items():
        test = Test(1.0, None, 0.5, name)
        assert test.title == title
        assert title.zh
    assert str(Test(1.0, 1.0, 0.0001, "mcnemar")) == "asymptotic McNemar test: p < 0.001"
    assert set(Test(1.0, 1.0, 0.5, "mcnemar").to_dict()) == {
        "name",
        "statistic",
        "df",
        "p_value",
        "note",
    }


def with_margin(value, error, key="accuracy") -> Contrast:
    better = "higher" if key == "accuracy" else "lower"
    found = difference(value, error)
    return contrast(found, key=key, p=0.9, margin=0.05, **margin_tests(found, 0.05, better, None))


def test_adjusted_margins_are_mirrored() -> None:
    one = replace(with_margin(0.03, 0.03), p_margins=(0.01, 0.5))
    assert (one.p_non_inferiority, one.p_equivalence) == (0.01, 0.5)
    assert (one.mirrored().p_non_inferiority, one.mirrored().p_equivalence) == (0.5, 0.5)
    assert one.to_dict()["p_non_inferiority"] == 0.01
    error = replace(with_margin(0.03, 0.03, "error_rate"), p_margins=(0.01, 0.5))
    assert error.p_non_inferiority == 0.5

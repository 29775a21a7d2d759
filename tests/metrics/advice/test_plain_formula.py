"""Formulas on a terminal: no LaTeX is left, and brackets say what belongs together."""

import pytest

from veracity.metrics import find, table
from veracity.metrics.advice.plain_formula import plain_formula


@pytest.mark.parametrize("key", [row["key"] for row in table()])
def test_no_latex_is_left(key: str) -> None:
    text = plain_formula(find(key).formula)
    assert not set(text) & set("\\$")
    assert text.count("(") == text.count(")")
    assert text.count("{") == text.count("}")


@pytest.mark.parametrize(
    ("latex", "plain"),
    [
        (r"\frac{TP}{TP + FN}", "TP / (TP + FN)"),
        (r"1-\frac{a}{b}", "1-(a / b)"),
        (r"\ln\frac{a b}{c}", "ln((a b) / c)"),
        (r"\sqrt{a}", "√(a)"),
        (r"\frac{\sqrt{a}}{2}", "√(a) / 2"),
        (r"x_{k+}x_{+k}", "x_[k+]x_[+k]"),
        (r"a^{1/K}", "a^(1/K)"),
        (r"e^{-2H}", "e^(-2H)"),
        (r"\Phi^{-1}", "Φ^-1"),
        (r"R_{t-1}", "R_(t-1)"),
        (r"\sum_{i<j} a", "Σ_(i<j) a"),
        (r"\log_{2K-2}p", "log_(2K-2)p"),
        (r"\max\{R(t): P(t) \ge p\}", "max{R(t): P(t) ≥ p}"),
    ],
)
def test_shapes(latex: str, plain: str) -> None:
    assert plain_formula(latex) == plain

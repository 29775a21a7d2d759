"""What requirements say, and what is refused with the grammar."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.errors import AmbiguousName, InputError, UnknownName
from veracity.gates import Condition, parsed


@pytest.mark.parametrize(
    ("text", "key", "sign", "bound"),
    [
        ("recall >= 0.9", "recall", ">=", 0.9),
        ("recall>=.9", "recall", ">=", 0.9),
        ("  sensitivity ≥ 90 % ", "recall", ">=", 0.9),
        ("查准率 > 80％", "precision", ">", 0.8),
        ("fpr <= 5%", "fpr", "<=", 0.05),
        ("fpr < 1e-3", "fpr", "<", 0.001),
        ("mcc > -0.1", "mcc", ">", -0.1),
        ("fbeta(2) >= 0.5", "fbeta(2)", ">=", 0.5),
        ("expected_cost(fp=1, fn=25) <= 0.3", "expected_cost(fn=25)", "<=", 0.3),
        ("macro_f1 >= 0.7", "macro_f1", ">=", 0.7),
        ("lr_plus >= 10", "lr_plus", ">=", 10.0),
        ("0.5 <= recall", "recall", ">=", 0.5),
        ("5% > fpr", "fpr", "<", 0.05),
        (".9 < fbeta(2)", "fbeta(2)", ">", 0.9),
        ("1e-3 ≥ fpr", "fpr", "<=", 0.001),
        ("敏感度＞＝0.7", "recall", ">=", 0.7),
        ("敏感度 ＞ ７０％", "recall", ">", 0.7),
        ("fpr＜＝５％", "fpr", "<=", 0.05),
        ("recall ≧ 0．7", "recall", ">=", 0.7),
    ],
)
def test_key_sign_and_number(text: str, key: str, sign: str, bound: float) -> None:
    found = parsed(text)
    assert (found.key, found.sign, found.scope, found.of) == (key, sign, "all", None)
    assert found.bound == bound


@pytest.mark.parametrize(
    ("text", "scope", "of"),
    [
        ("class cat: recall >= 0.9", "class", "cat"),
        ("group ward 3: recall >= 0.9", "group", "ward 3"),
        ("group 12:30: recall >= 0.9", "group", "12:30"),
        ("class a > b: recall >= 0.9", "class", "a > b"),
        ("every class: recall >= 0.9", "class", None),
        ("every group：recall >= 0.9", "group", None),
    ],
)
def test_parts(text: str, scope: str, of: str | None) -> None:
    found = parsed(text)
    assert (found.scope, found.of, found.key, found.bound) == (scope, of, "recall", 0.9)


def test_a_key_alone_is_for_a_baseline() -> None:
    assert parsed("every group: recall") == Condition(
        "every group: recall", "recall", None, pytest.approx(math.nan, nan_ok=True), "group"
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "recall >= ",
        ">= 0.9",
        "recall => 0.9",
        "recall = 0.9",
        "recall == 0.9",
        "recall != 0.9",
        "recall >= 0.9 and precision >= 0.5",
        "recall >= nan",
        "recall >= inf",
        "recall >= 1_0",
        "recall >= 0,9",
        "0.5 < recall < 0.9",
        "recall >= 90%%",
        None,
        7,
    ],
)
def test_what_does_not_parse_is_refused_with_the_grammar(text: object) -> None:
    with pytest.raises(InputError) as caught:
        parsed(text)  # type: ignore[arg-type]
    assert repr(text) in caught.value.text.en
    assert "recall >= 0.9, fpr <= 5%" in caught.value.text.en
    assert "recall >= 0.9" in caught.value.text.zh


def test_an_unknown_key_is_refused_with_the_nearest() -> None:
    with pytest.raises(UnknownName, match="recall"):
        parsed("recal >= 0.9")
    with pytest.raises(AmbiguousName):
        parsed("准确率 >= 0.9")


@pytest.mark.parametrize("text", ["recall >= 90", "recall >= -0.1", "mcc < -1", "recall > 1"])
def test_a_bound_that_nothing_or_everything_meets_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="lies between"):
        parsed(text)


@given(st.integers(0, 1000))
def test_a_percentage_is_the_same_number(thousandths: int) -> None:
    assert parsed(f"recall >= {thousandths / 10}%").bound == pytest.approx(
        parsed(f"recall >= {thousandths / 1000}").bound, rel=1e-15
    )


@pytest.mark.parametrize("text", ["recall 0.9", "0.5 <= recall <= 0.9", "0.9 <=", "0.5 = recall"])
def test_a_number_that_is_no_rule_shows_the_grammar(text: str) -> None:
    with pytest.raises(InputError, match="Write KEY, a sign"):
        parsed(text)

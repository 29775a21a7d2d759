"""The fixture of the gate, inside of pytest: passes, fails, and does not pass for want of data."""

import pytest

SOURCE = """
import veracity as vc

def made(tp, fn):
    return vc.ConfusionMatrix.from_counts(tp=tp, fp=30, fn=fn, tn=870).evaluate()

def test_met(veracity_gate):
    verdict = veracity_gate(made(920, 80), "recall >= 0.8", "specificity >= 0.9")
    assert verdict.passed

def test_refuted(veracity_gate):
    veracity_gate(made(500, 500), "recall >= 0.8")

def test_open(veracity_gate):
    veracity_gate(made(9, 1), "recall >= 0.8")

def test_baseline(veracity_gate):
    veracity_gate(made(920, 80), "recall", baseline=made(915, 85), margin=0.1)
"""


def test_the_gate_fails_tests_and_says_why(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(SOURCE)
    options = ["-p", "no:cacheprovider"]
    if not _known():
        options += ["-p", "veracity.integrations.pytest"]
    found = pytester.runpytest_subprocess(*options)
    found.assert_outcomes(passed=2, failed=2)
    found.stdout.fnmatch_lines(["*recall >= 0.8*0.500*", "*Not enough data*"])
    found.stdout.no_fnmatch_line("*def gate*")


def _known() -> bool:
    """Whether this environment was made after the fixture was announced."""
    from importlib.metadata import entry_points

    return any(
        one.value == "veracity.integrations.pytest" for one in entry_points(group="pytest11")
    )

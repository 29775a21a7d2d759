"""Shares as people type them; what could be read in two ways is refused with both."""

import pytest


def asked(veracity, predictions, *words):
    return veracity("evaluate", predictions.name, "--true", "truth", "--pred", "called", *words)


def test_one_per_cent_is_a_hundredth(veracity, predictions):
    words = ("--metric", "precision", "--format", "json", "--at-prevalence")
    both = [asked(veracity, predictions, *words, given).stdout for given in ("1%", "0.01")]
    assert both[0].count(b'"value"') > 0
    assert both[0].replace(b"1%", b"0.01") == both[1]


@pytest.mark.parametrize(("given", "share"), [("1", "0.01"), ("50", "0.5")])
def test_one_is_refused_with_both_readings(veracity, predictions, given, share):
    done = asked(veracity, predictions, "--at-prevalence", given)
    assert done.returncode == 2
    said = done.stderr.decode()
    assert f"write {given}% or {share}" in said
    assert "Traceback" not in said


def test_a_threshold_of_fifty_for_probabilities_is_refused(veracity, tmp_path):
    (tmp_path / "p.csv").write_text("y,p\n0,0.1\n1,0.9\n1,0.7\n0,0.4\n")
    done = veracity("evaluate", "p.csv", "--true", "y", "--proba", "p", "--threshold", "50")
    assert done.returncode == 2
    assert "Write 50% or 0.5" in done.stderr.decode()
    half = veracity("evaluate", "p.csv", "--true", "y", "--proba", "p", "--threshold", "50%")
    assert half.returncode == 0
    plain = veracity("evaluate", "p.csv", "--true", "y", "--score", "p", "--threshold", "50")
    assert plain.returncode == 0  # scores may be anything


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("threshold", "--min-recall", "98"), ("--min-recall 98", "98%", "0.98")),
        (("threshold", "--max-fpr", "5"), ("--max-fpr 5", "5%", "0.05")),
        (("evaluate", "--level", "90"), ("--level 90", "90%", "0.9")),
    ],
)
def test_more_than_all_is_refused_with_what_was_meant(veracity, predictions, words, said) -> None:
    command, *option = words
    done = veracity(command, predictions.name, "--true", "truth", "--proba", "p", *option)
    assert done.returncode == 2
    for one in said:
        assert one in done.err


def test_percent_where_shares_are_asked_for(veracity, predictions) -> None:
    ask = (predictions.name, "--true", "truth", "--proba", "p")
    for share in ("0.6", "60%", "60 %", "60％"):
        done = veracity("threshold", *ask, "--min-recall", share)
        assert done.returncode == 0
        assert "Recall ≥ 0.6 " in done.out
    planned = ("plan", "--metric", "recall", "--prevalence", "1%")
    both = [
        veracity(*planned, "--expected", one, "--width", other).out
        for one, other in (("0.9", "0.1"), ("90%", "10%"))
    ]
    assert both[0] == both[1] != ""

"""One figure that fails never takes a report down: it becomes undefined, with its reason."""

from pathlib import Path
from typing import Any

import pytest

import veracity as vc
from veracity.cautions.record.caution_record import CautionRecord
from veracity.curves.reliability import corp
from veracity.evaluation.single import pictures
from veracity.intervals.estimator.estimating import Estimator
from veracity.intervals.sample.sample import Sample
from veracity.unexpected import SWITCH

TRUTH = [0, 0, 1, 1, 0, 1, 0, 1, 1, 0] * 3
PROBA = [0.1, 0.4, 0.35, 0.8, 0.2, 0.9, 0.6, 0.7, 0.3, 0.25] * 3
FORMATS = ("html", "md", "tex", "txt", "json")


@pytest.fixture
def as_for_users(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SWITCH)


def fails(*_: Any, **__: Any) -> Any:
    raise ZeroDivisionError("float division by zero")


def failing_for(key: str, of: Any) -> Any:
    def sometimes(self: Any, metric: Any, *more: Any) -> Any:
        return fails() if metric.key == key else of(self, metric, *more)

    return sometimes


@pytest.mark.usefixtures("as_for_users")
@pytest.mark.parametrize("ending", FORMATS)
def test_a_value_that_fails_is_undefined_in_every_report(
    ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Sample, "value", failing_for("recall", Sample.value))
    ev = vc.evaluate(TRUTH, y_proba=PROBA, n_resamples=100)
    assert not ev["recall"].defined
    assert "ZeroDivisionError: float division by zero" in str(ev["recall"].note)
    assert ev["precision"].defined
    assert repr(ev)
    ev.report(tmp_path / f"r.{ending}")
    assert "ZeroDivisionError" in (tmp_path / f"r.{ending}").read_text(encoding="utf-8")


@pytest.mark.usefixtures("as_for_users")
def test_an_interval_that_fails_leaves_the_value(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Estimator, "_interval", failing_for("recall", Estimator._interval))
    found = vc.evaluate(TRUTH, y_proba=PROBA)["recall"]
    assert found.value == 9 / 15
    assert found.low != found.low
    assert "ZeroDivisionError" in str(found.note)


@pytest.mark.usefixtures("as_for_users")
def test_a_picture_that_fails_is_left_out_and_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pictures._PICTURES, "roc", fails)
    monkeypatch.setattr(corp, "corp_fit", fails)
    ev = vc.evaluate(TRUTH, y_proba=PROBA, n_resamples=100)
    ev.report(tmp_path / "r.html")
    page = (tmp_path / "r.html").read_text(encoding="utf-8")
    assert "ZeroDivisionError" in page
    assert "precision" in page


@pytest.mark.usefixtures("as_for_users")
def test_a_check_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CautionRecord, "_looked", fails)
    found = vc.evaluate(TRUTH, y_proba=PROBA).cautions
    assert found
    assert all("ZeroDivisionError" in str(one.message) for one in found)


@pytest.mark.usefixtures("as_for_users")
def test_a_comparison_keeps_the_other_metrics(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sample, "value", failing_for("recall", Sample.value))
    models = {"A": PROBA, "B": PROBA[::-1]}
    cmp = vc.compare(TRUTH, models, metrics=["recall", "precision"], n_resamples=100)
    assert "ZeroDivisionError" in str(cmp["A", "B", "recall"].difference.note)
    assert cmp["A", "B", "precision"].difference.defined
    assert repr(cmp)


def test_the_fault_itself_is_seen_in_tests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sample, "value", fails)
    with pytest.raises(ZeroDivisionError):
        _ = vc.evaluate(TRUTH, y_proba=PROBA)["recall"]


@pytest.mark.usefixtures("as_for_users")
def test_a_refusal_stays_a_refusal() -> None:
    with pytest.raises(vc.VeracityError):
        vc.evaluate(TRUTH, y_proba=PROBA, method="delong", metrics=["recall"])

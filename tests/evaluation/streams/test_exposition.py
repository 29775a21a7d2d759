"""OpenMetrics text, read by the parser of prometheus_client 0.26."""

import math

import numpy as np
import pytest
from prometheus_client.openmetrics.parser import text_string_to_metric_families

import veracity as vc
from tests.evaluation.streams.rows import batches
from veracity.errors import InputError
from veracity.evaluation.streams import exposition


def _read(text):
    assert text.endswith("# EOF\n")
    return {
        (sample.name, *sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def test_figures_rows_and_alarms():
    stream = vc.Stream(
        window=500, looks=100, metrics=["mcc"], require=["recall >= 0.9", "npv >= 0.01"]
    )
    for number, (truth, called) in enumerate(batches(20, 100, recall=0.5)):
        stream.update(truth, called, batch=("a", number))
    stream.update(truth, called, batch=("a", 3))
    found, ev = _read(stream.openmetrics()), stream.compute()
    for key in ("mcc", "recall", "npv"):
        estimate = ev[key]
        assert found["veracity_metric", ("metric", key)] == estimate.value
        assert found["veracity_metric_low", ("metric", key)] == estimate.low
        assert found["veracity_metric_high", ("metric", key)] == estimate.high
    assert found["veracity_window_rows",] == 500
    assert found["veracity_rows_total",] == 2000
    assert found["veracity_batches_skipped_total",] == 1
    assert found["veracity_alarms_total", ("requirement", "recall >= 0.9")] == 1
    assert found["veracity_alarms_total", ("requirement", "npv >= 0.01")] == 0
    assert found["veracity_failing", ("requirement", "recall >= 0.9")] == 1
    assert found["veracity_looks_left",] == 80


def test_a_requirement_given_twice_is_one():
    """Two samples with the same labels are refused by Prometheus."""
    stream = vc.Stream(require=["recall >= 0.9", "npv >= 0.01", "recall >= 0.9"])
    for truth, called in batches(10, 100, recall=0.3):
        stream.update(truth, called)
    assert len(stream.alarms) == 1
    lines = [line for line in stream.openmetrics().splitlines() if "recall >= 0.9" in line]
    assert len(lines) == len(set(lines)) == 2


def test_units_are_said_and_types():
    text = vc.Stream().update([0, 1], [0, 1]).openmetrics("model_a")
    assert "# TYPE model_a_rows counter\n# UNIT model_a_rows rows\n" in text
    assert "# TYPE model_a_metric gauge\n" in text


def test_hostile_groups_are_escaped_and_bounded(monkeypatch):
    monkeypatch.setattr(exposition, "MOST_GROUPS", 3)
    groups = ['a"b', "line\nbreak", "back\\slash", "{x}", "五"]
    stream = vc.Stream(metrics="accuracy")
    stream.update([0, 1] * 5, [0, 1] * 5, group=np.repeat(groups, 2))
    found = _read(stream.openmetrics())
    seen = {dict(key[1:]).get("group") for key in found} - {None}
    assert len(seen) == 3
    assert seen <= set(groups)


def test_undefined_figures_are_nan_and_an_empty_stream_has_rows_alone():
    stream = vc.Stream(metrics=["recall"], labels=[0, 1])
    assert _read(stream.openmetrics())["veracity_rows_total",] == 0
    found = _read(stream.update([0, 0], [0, 0]).openmetrics())
    assert math.isnan(found["veracity_metric", ("metric", "recall")])


@pytest.mark.parametrize("prefix", ["", "9a", "a b", "a-b", "é", None, "a{"])
def test_other_prefixes_are_refused(prefix):
    with pytest.raises(InputError, match="prefix must be"):
        vc.Stream().openmetrics(prefix)

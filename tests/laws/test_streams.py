"""A stream, merged streams and a resumed stream say what one evaluation of all rows says."""

from itertools import pairwise

import numpy as np
import pytest

import veracity as vc
from tests.laws import score_law
from veracity.evaluation.streams import counting

CUTS = (0, 1, 40, 700, 701, 1100, score_law.ROWS)
SETTINGS = ("threshold", "on_invalid")
SINGLE = [name for name, plan in score_law.PLANS.items() if plan.asked.get("y_true") is None]


def _rows(plan, part):
    table = score_law.columns()

    def taken(given):
        if isinstance(given, dict):
            return {label: table[column][part] for label, column in given.items()}
        if isinstance(given, list):
            return {column: table[column][part] for column in given}
        return table[given][part]

    asked = {"y_true": "truth", **plan.asked}
    return {name: taken(given) for name, given in asked.items() if name not in SETTINGS}


def _stream(plan, **settings):
    own = {name: plan.asked[name] for name in SETTINGS if name in plan.asked}
    labels = {} if "y_true" in plan.asked else {"labels": [0, 1]}
    return vc.Stream(**own, **labels, **settings)


def _parts():
    return [slice(*ends) for ends in pairwise(CUTS)]


@pytest.mark.parametrize("name", score_law.PLANS)
def test_a_stream(name):
    plan = score_law.PLANS[name]
    stream = _stream(plan)
    for part in _parts():
        stream.update(**_rows(plan, part))
    score_law.hold(name, stream.compute())


@pytest.mark.parametrize("name", score_law.PLANS)
def test_merged_and_resumed_streams(name, tmp_path):
    plan = score_law.PLANS[name]
    streams = [_stream(plan) for _ in range(3)]
    for number, part in enumerate(_parts()):
        streams[number % 3].update(**_rows(plan, part))
    streams[1].save(tmp_path / "one")
    streams[1] = vc.Stream.resume(tmp_path / "one")
    score_law.hold(name, streams[0].merge_state(streams[1:]).compute())


@pytest.mark.parametrize("quick", [False, True])
@pytest.mark.parametrize("name", SINGLE)
def test_streams_of_grids(name, quick, monkeypatch):
    if quick:
        monkeypatch.setattr(counting, "LEAST_PLANNED", 30)
    plan = score_law.PLANS[name]
    streams = [_stream(plan, resolution=16) for _ in range(2)]
    for number, part in enumerate(_parts()):
        streams[number > 3].update(**_rows(plan, part))
    found = streams[0].merge_state(streams[1]).compute()
    score_law.hold(name, found, widest=0.5)  # buckets from few rows; whatever it is, it is stated
    assert found.scores.kind == "score_grid"


def test_a_window_that_holds_all_is_no_window():
    plan = score_law.PLANS["groups"]
    for window in (10**6, "half-life 1e15"):
        stream = _stream(plan, window=window)
        for part in _parts():
            stream.update(**_rows(plan, part))
        found = stream.compute()
        whole = score_law._exact("groups")
        assert np.allclose(found.confusion.counts, whole.confusion.counts, rtol=1e-11, atol=0)
        for key in plan.keys:
            assert found[key].value == pytest.approx(whole[key].value, abs=1e-9)

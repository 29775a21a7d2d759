"""Windows, batches, times and what is refused."""

import pickle
import re
import warnings
from datetime import UTC, date, datetime, timedelta

import numpy as np
import pandas as pd
import pytest

import veracity as vc
from tests.evaluation.streams.rows import batches
from veracity.errors import CannotMerge, InputError, NotHere
from veracity.evaluation.streams import batches as batch_numbers
from veracity.evaluation.streams import counting
from veracity.evaluation.streams import panes as pane_limits
from veracity.evaluation.streams.window import PANES
from veracity.statistics.clusters.random_groups import groups_of

DAY = timedelta(days=1)
START = datetime(2026, 1, 1)


def _matrix(rows):
    truth, called = (np.concatenate(column) for column in zip(*rows, strict=True))
    return vc.ConfusionMatrix.from_labels(truth, called, labels=[0, 1]).counts.tolist()


# windows


@pytest.mark.parametrize("window", [500, 1000, 12_345])
def test_a_window_of_rows_holds_the_last_ones(window):
    rows = list(batches(300, 50))
    stream = vc.Stream(window=window)
    for truth, called in rows:
        stream.update(truth, called)
        assert len(stream._state.panes.held) <= PANES
    ev = stream.compute()
    assert min(window, 15_000) <= ev.rows.used <= window + max(window / 63 + 50, 50)
    assert ev.confusion.counts.tolist() == _matrix(rows[-(ev.rows.used // 50) :])
    assert stream.rows == 15_000


def test_a_batch_larger_than_the_window_is_the_window():
    rows = list(batches(3, 1000))
    stream = vc.Stream(window=100)
    for truth, called in rows:
        stream.update(truth, called)
    assert stream.compute().confusion.counts.tolist() == _matrix(rows[-1:])


@pytest.mark.parametrize("zone", [None, UTC])
def test_a_window_of_time_holds_what_came_within_it(zone):
    rows, stream = list(batches(40, 20)), vc.Stream(window=7 * DAY)
    for number, (truth, called) in enumerate(rows):
        stream.update(truth, called, time=START.replace(tzinfo=zone) + number * DAY / 2)
        assert len(stream._state.panes.held) <= PANES
    ev = stream.compute()
    assert ev.rows.used == 15 * 20  # from a week ago to now, twice a day
    assert ev.confusion.counts.tolist() == _matrix(rows[-15:])
    stream.update(*rows[0], time=START.replace(tzinfo=zone) + 400 * DAY)
    assert stream.compute().confusion.counts.tolist() == _matrix(rows[:1])


def test_times_may_be_numbers_text_days_and_columns():
    truth, called = next(batches(1, 10))
    for times in (
        (10, 20.5, np.float64(30)),
        ("2026-01-01T00:00", "2026-01-02", np.datetime64("2026-01-03")),
        (date(2026, 1, 1), [START, START + DAY], pd.Series([START + DAY, START + 2 * DAY])),
        ([1, 2, 3], np.arange(3, 6), pd.Timestamp(2026, 1, 1).timestamp()),
    ):
        stream = vc.Stream(window=3 * DAY)
        for time in times:
            stream.update(truth, called, time=time)
        assert stream.rows == 30


def test_a_half_life_weighs_rows_by_their_age():
    rows, stream = list(batches(12, 100)), vc.Stream(window="half-life 400")
    for truth, called in rows:
        stream.update(truth, called)
    ages = [(len(rows) - 1 - i) * 100 for i in range(len(rows))]  # the newest batch counts whole
    truth, called = (np.concatenate(column) for column in zip(*rows, strict=True))
    weight = np.repeat([0.5 ** (age / 400) for age in ages], 100)
    by_hand = vc.evaluate(truth, called, sample_weight=weight)
    found = stream.compute()
    assert np.allclose(found.confusion.counts, by_hand.confusion.counts, rtol=1e-12)
    for key in ("recall", "mcc"):
        for part in ("value", "low", "high", "n"):
            mine, his = getattr(found[key], part), getattr(by_hand[key], part)
            assert mine == pytest.approx(his, rel=1e-9)


@pytest.mark.parametrize("columns", ["scores", "classes", "clusters"])
def test_a_half_life_of_every_statistic(columns):
    draw, stream = np.random.default_rng(1), vc.Stream(window="half-life 150")
    rows = []
    for _ in range(6):
        truth = draw.integers(0, 3 if columns == "classes" else 2, 60)
        shares = draw.dirichlet(np.ones(3), 60)
        given = {"y_proba": shares if columns == "classes" else shares[:, 0]}
        if columns == "clusters":
            given |= {"cluster": draw.integers(0, 9, 60), "y_score": draw.normal(size=60)}
        rows.append((truth, given))
        stream.update(truth, **given)
    weight = np.repeat([0.5 ** (((5 - i) * 60 + 30) / 150) for i in range(6)], 60)
    whole = {name: np.concatenate([given[name] for _, given in rows]) for name in rows[0][1]}
    by_hand = vc.evaluate(np.concatenate([t for t, _ in rows]), sample_weight=weight, **whole)
    found = stream.compute()
    for key in ("top_k_accuracy(2)", "macro_f1") if columns == "classes" else ("auroc", "brier"):
        assert found[key].value == pytest.approx(by_hand[key].value, rel=1e-9)
        assert found[key].low == pytest.approx(by_hand[key].low, rel=1e-6, nan_ok=True)


def test_many_rows_move_into_a_grid_and_say_so(monkeypatch):
    monkeypatch.setattr(pane_limits, "EXACT_ROWS", 500)
    monkeypatch.setattr(pane_limits, "FEW_SCORES", 100)
    draw, stream, exact = np.random.default_rng(2), vc.Stream(), vc.Stream(resolution="exact")
    for _ in range(10):
        truth = draw.integers(0, 2, 100)
        proba = np.clip(draw.normal(0.4 + 0.2 * truth, 0.2), 0, 1)
        for one in (stream, exact):
            one.update(truth, y_proba=proba, group=draw.integers(0, 2, 100))
    found = stream.compute()
    assert found.scores.kind == "score_grid"
    assert exact.compute().scores.kind == "score_table"
    mine, his = found["auroc"], exact.compute()["auroc"]
    assert abs(mine.value - his.value) <= mine.bound
    assert any("certified cells" in note.en for note in found.notes)


def test_tuples_of_scores_move_into_grids_column_by_column(monkeypatch):
    monkeypatch.setattr(pane_limits, "MOST_JOINT", 600)
    draw, stream, exact = np.random.default_rng(2), vc.Stream(), vc.Stream(resolution="exact")
    for _ in range(6):
        truth, proba = draw.integers(0, 3, 100), draw.dirichlet(np.ones(3), 100)
        stream.update(truth, y_proba=proba)
        exact.update(truth, y_proba=proba)
    found, whole = stream.compute(), exact.compute()
    assert (found.scores.kind, whole.scores.kind) == ("score_columns", "joint_scores")
    assert found.confusion == whole.confusion
    mine, his = found["auroc_ovr_macro"], whole["auroc_ovr_macro"]
    assert abs(mine.value - his.value) <= mine.bound + 1e-12


@pytest.mark.parametrize("columns", ["labels", "scores", "grid", "classes"])
def test_ever_new_clusters_become_random_groups(columns, monkeypatch):
    """Memory stays bounded; figures are those of the groups that every engine makes of ids."""
    monkeypatch.setattr(pane_limits, "MOST_CLUSTERS", 300)
    draw, rows = np.random.default_rng(3), []
    stream = vc.Stream(**({"resolution": 8} if columns == "grid" else {}))
    for number in range(20):
        truth = draw.integers(0, 3 if columns == "classes" else 2, 100)
        shares = draw.dirichlet(np.ones(3), 100)
        given = {
            "labels": {"y_pred": np.where(draw.random(100) < 0.8, truth, 1 - truth)},
            "classes": {"y_pred": shares.argmax(1)},
        }.get(columns, {"y_proba": np.round(shares[:, 0], 2)})
        given["cluster"] = np.arange(100) + 100 * number
        rows.append((truth, given))
        stream.update(truth, **given)
    whole = {name: np.concatenate([given[name] for _, given in rows]) for name in rows[0][1]}
    whole["cluster"] = groups_of(whole["cluster"].tolist())
    more = {"resolution": 8} if columns == "grid" else {}
    by_hand = vc.evaluate(np.concatenate([truth for truth, _ in rows]), **whole, **more)
    found = stream.compute()
    assert found.held.clusters == by_hand.held.clusters == len(set(whole["cluster"].tolist()))
    assert found.confusion.counts.tolist() == by_hand.confusion.counts.tolist()
    for key in ("accuracy", "mcc", *(("auroc", "brier") if "y_proba" in whole else ())):
        for part in ("value", "low", "high"):
            mine, his = getattr(found[key], part), getattr(by_hand[key], part)
            assert mine == pytest.approx(his, rel=1e-9, abs=found[key].bound + by_hand[key].bound)
    assert any("random" in note.en for note in found.notes)
    held = vc.Stream(resolution="exact")
    for truth, given in rows:
        held.update(truth, **given)
    assert held.compute().held.clusters == 2000


@pytest.mark.parametrize(
    "given",
    [0, -5, True, 1.5, "half-life", "half-life 0", "7 days", DAY * 0, 10**400, "half-life 1e999",
     timedelta.max],
)  # fmt: skip
def test_other_windows_are_refused(given):
    with pytest.raises(InputError, match="window must be"):
        vc.Stream(window=given)


@pytest.mark.parametrize("window", [200, "half-life 150", None])
def test_frequencies_are_rows_of_a_window(window):
    """A row of frequency 10 fills a window as ten rows do."""
    counted, repeated = (
        vc.Stream(window=window, weight_kind=kind) for kind in ("frequency", "importance")
    )
    for truth, called in batches(30, 7):
        counted.update(truth, called, sample_weight=[10] * 7)
        repeated.update(np.repeat(truth, 10), np.repeat(called, 10))
    assert counted.rows == repeated.rows == 2100
    mine, his = (one.compute().confusion.counts for one in (counted, repeated))
    assert np.allclose(mine, his, rtol=1e-12, atol=0)
    if window == 200:
        assert mine.sum() == 210  # 200 and at most a batch more
    one, other = (
        [line for line in of.openmetrics().splitlines() if "_rows" in line]
        for of in (counted, repeated)
    )
    assert one == other


# batches


def test_a_batch_is_counted_once():
    rows, stream = list(batches(5)), vc.Stream()
    for number, (truth, called) in enumerate(rows):
        stream.update(truth, called, batch=("a", number))
        stream.update(truth, called, batch=("b", number * 10))
    before = stream.compute().to_json()
    stream.update(*rows[0], batch=("a", 2)).update(*rows[0], batch=("b", 40))
    assert stream.skipped == 2
    assert stream.rows == 1000
    after = stream.compute()
    assert after.confusion.counts.tolist() == (2 * np.array(_matrix(rows))).tolist()
    assert any("2 batches skipped" in note.en for note in after.notes)
    assert after.to_json() != before
    assert stream.update(*rows[0], batch=("a", 5)).rows == 1100


NO_SOURCES = [None, float("nan"), ["a"], ("a", None), ("a", [1])]


@pytest.mark.parametrize(
    "given",
    ["a", ("a",), ("a", 1.5), ("a", True), ("a", 1, 2), 3, *((source, 1) for source in NO_SOURCES)],
)
def test_other_batches_are_refused(given):
    stream = vc.Stream()
    with pytest.raises(InputError, match=re.escape(f"not {given!r}")):
        stream.update([0, 1], [0, 1], batch=given)
    assert stream.rows == 0


def test_a_batch_that_cannot_be_read_is_not_counted():
    stream = vc.Stream().update([0, 1], y_proba=[0.2, 0.7], batch=("a", 1))
    with pytest.raises(InputError):
        stream.update([0, 1], y_proba=[0.2, 7.0], batch=("a", 2))
    stream.update([0, 1], y_proba=[0.2, 0.7], batch=("a", 2))
    assert (stream.rows, stream.skipped) == (4, 0)


def test_sources_are_bounded(monkeypatch):
    monkeypatch.setattr(batch_numbers, "MOST_SOURCES", 3)
    stream = vc.Stream()
    for source in "abc":
        stream.update([0, 1], [0, 1], batch=(source, 1))
    with pytest.raises(InputError, match="at most 3 sources"):
        stream.update([0, 1], [0, 1], batch=("d", 1))


def test_time_does_not_go_back():
    stream = vc.Stream(window=DAY).update([0, 1], [0, 1], time=START)
    with pytest.raises(InputError, match="Time goes back: 2025"):
        stream.update([0, 1], [0, 1], time=START - DAY)
    with pytest.raises(InputError, match="cannot be compared"):
        stream.update([0, 1], [0, 1], time=5.0)
    with pytest.raises(InputError, match="cannot be compared"):
        stream.update([0, 1], [0, 1], time=START.replace(tzinfo=UTC))
    with pytest.raises(InputError, match="needs the time"):
        stream.update([0, 1], [0, 1])
    for wrong in ("soon", np.nan, pd.NaT, object(), [], np.datetime64("30000-01-01")):
        with pytest.raises(InputError, match="time must be"):
            stream.update([0, 1], [0, 1], time=wrong)
    assert stream.rows == 2


# merging


@pytest.mark.parametrize("window", [None, 600, "half-life 300", timedelta(days=3)])
def test_streams_merge_as_rows_that_came_side_by_side(window):
    rows = list(batches(40, 50))
    one, other, both = (vc.Stream(window=window) for _ in range(3))
    for number, (left, right) in enumerate(zip(rows[::2], rows[1::2], strict=True)):
        time = START + number * DAY / 4
        one.update(*left, time=time)
        other.update(*right, time=time)
        truth, called = (np.concatenate(pair) for pair in zip(left, right, strict=True))
        both.update(truth, called, time=time)
    kept = other.compute().to_json()
    merged, whole = one.merge_state(other).compute(), both.compute()
    assert np.allclose(merged.confusion.counts, whole.confusion.counts, rtol=1e-12)
    assert other.compute().to_json() == kept
    assert one.rows == both.rows == 2000


@pytest.mark.parametrize("window", [None, 600, "half-life 300", timedelta(days=3)])
def test_empty_streams_merge(window):
    one, other = vc.Stream(window=window), vc.Stream(window=window)
    assert one.merge_state(other).rows == 0
    other.update([0, 1], [0, 1], time=START)
    assert one.merge_state(other).compute().rows.used == 2
    assert other.merge_state(vc.Stream(window=window)).compute().rows.used == 2


def test_what_cannot_be_merged_is_refused():
    rows = list(batches(2, 20))
    one = vc.Stream(window=100).update(*rows[0], batch=("a", 1))
    for settings in ({}, {"window": 200}, {"require": "mcc > 0"}, {"labels": [0, 1]},
                     {"confidence_level": 0.9}):  # fmt: skip
        other = vc.Stream(**({"window": 100, **settings} if settings else {}))
        with pytest.raises(CannotMerge):
            one.merge_state(other.update(*rows[1]))
    with pytest.raises(CannotMerge, match="source 'a'"):
        one.merge_state(vc.Stream(window=100).update(*rows[1], batch=("a", 2)))
    with pytest.raises(CannotMerge, match="its own state"):
        one.merge_state(one)
    once = vc.Stream(window=100).update(*rows[1])
    with pytest.raises(CannotMerge, match="twice"):
        one.merge_state([once, once])
    text = vc.Stream(window=100).update(["x", "y"], ["x", "y"])
    with pytest.raises(CannotMerge, match="Use one kind"):
        one.merge_state(text)
    assert one.rows == one.compute().rows.used == 20


@pytest.mark.parametrize("other", [5.0, START.replace(tzinfo=UTC)])
def test_streams_whose_times_cannot_be_compared_are_not_merged(other):
    rows = next(batches(1, 20))
    mine, his = (vc.Stream(window=DAY).update(*rows, time=time) for time in (START, other))
    with pytest.raises(CannotMerge, match="cannot be compared"):
        mine.merge_state(his)
    assert mine.rows == mine.compute().rows.used == 20


def test_streams_of_different_grids_are_refused():
    truth, score = [0, 1, 0, 1], np.array([0.1, 0.7, 0.3, 0.2])
    one = vc.Stream(resolution=8).update(truth, y_proba=score)
    other = vc.Stream(resolution=8, threshold=0.5).update(truth, y_score=score)
    with pytest.raises(CannotMerge):
        one.merge_state(other)
    assert one.compute().rows.used == 4


@pytest.mark.parametrize("window", [None, 4])
def test_other_labels_in_a_later_batch_are_refused_at_once(window, monkeypatch):
    monkeypatch.setattr(counting, "LEAST_PLANNED", 2)
    stream = vc.Stream(window=window, resolution=8)
    stream.update(np.array([0, 1]), y_proba=np.array([0.1, 0.7]))
    stream.update(np.array([0, 1]), y_proba=np.array([0.1, 0.7]))
    for labels in (np.array([0, 2]), ["no", "yes"]):
        with pytest.raises(InputError):
            stream.update(labels, y_proba=np.array([0.1, 0.7]))
    assert stream.compute().rows.used == 4


# the quick way


@pytest.mark.parametrize("window", [None, 3000])
@pytest.mark.parametrize("role", ["y_proba", "y_score"])
def test_grids_counted_on_the_run_are_those_of_the_rows(role, window, monkeypatch):
    monkeypatch.setattr(counting, "LEAST_PLANNED", 1000)
    draw = np.random.default_rng(4)
    quick = vc.Stream(resolution=12, window=window, threshold=0.3, metrics=["net_benefit(0.2)"])
    exact = vc.Stream(resolution="exact", window=window, threshold=0.3)
    for _ in range(8):
        truth = (draw.random(1000) < 0.2).astype(np.int8)
        score = np.clip(draw.normal(0.3 + 0.2 * truth, 0.2), 0, 1)
        quick.update(truth, **{role: score})
        exact.update(truth, **{role: score})
    found, whole = quick.compute(), exact.compute()
    assert found.rows == whole.rows
    assert found.confusion.counts.tolist() == whole.confusion.counts.tolist()
    for key in ("auroc", "average_precision", "recall"):
        assert abs(found[key].value - whole[key].value) <= found[key].bound + 1e-12
    assert quick._state.counting._grid is not None


def test_bad_rows_are_dropped_and_counted_on_the_run(monkeypatch):
    monkeypatch.setattr(counting, "LEAST_PLANNED", 4)
    truth, proba = np.array([0, 1, 1, 0]), np.array([0.1, 0.8, np.nan, 0.3])
    stream = vc.Stream(resolution=8, on_invalid="drop")
    for _ in range(3):
        stream.update(truth, y_proba=proba)
    rows = stream.compute().rows
    assert (rows.read, rows.used, dict(rows.refused)) == (12, 9, {"null_score": 3})


# the rest


def test_settings_and_columns_have_their_places():
    for name in ("data", "y_pred", "sample_weight", "cluster", "fold", "batch"):
        with pytest.raises(InputError, match=f"{name}="):
            vc.Stream(**{name: "x"})
    for name in ("fold", "foo"):
        with pytest.raises(InputError, match=f"takes no {name}="):
            vc.Stream().update([0, 1], [0, 1], **{name: [1, 2]})
    for wrong in ({"checkpoint": 3}, {"require": 3}):
        with pytest.raises(InputError):
            vc.Stream(**wrong)
    with pytest.raises(InputError, match="Nothing counted yet"):
        vc.Stream().compute()
    with pytest.raises(InputError, match="Nothing counted yet"):
        vc.Stream().anytime("recall")


def test_reset_forgets_all_but_the_settings():
    stream = vc.Stream(require="recall >= 0.99", metrics="recall", window=500)
    for number, (truth, called) in enumerate(batches(30, 100, recall=0.5)):
        stream.update(truth, called, batch=("a", number))
    assert stream.alarms
    stream.reset()
    assert (stream.rows, stream.alarms, stream.skipped) == (0, (), 0)
    stream.update([0, 1], [0, 1], batch=("a", 0))
    assert stream.compute().asked == ("recall",)


def test_pickles_go_on():
    rows = list(batches(6, 30))
    stream = vc.Stream(window=100, require="recall > 0.2")
    for truth, called in rows[:3]:
        stream.update(truth, called)
    again = pickle.loads(pickle.dumps(stream))
    for truth, called in rows[3:]:
        stream.update(truth, called)
        again.update(truth, called)
    assert again.compute().to_json() == stream.compute().to_json()


def test_the_page_says_which_error_is_controlled(tmp_path):
    rows = next(batches(1, 300))
    for settings, words in (
        ({}, "ever raising one, at any look, is at most 5%"),
        ({"window": 200, "looks": 50}, "any false alarm in 50 looks is at most 5%"),
        ({"window": 200}, "look k spends"),
    ):
        ev = vc.Stream(require="recall >= 0.5", **settings).update(*rows).compute()
        for name in ("page.html", "page.txt") if not settings else ("page.txt",):
            ev.report(tmp_path / name, lang="en")
            text = re.sub(r"\s+", " ", (tmp_path / name).read_text("utf-8"))
            assert words in text
    ev.report(tmp_path / "zh.html", lang="zh")
    assert "误报" in (tmp_path / "zh.html").read_text("utf-8")


def test_no_warning_before_the_looks_are_spent():
    stream = vc.Stream(window=100, looks=2, require="recall >= 0.5")
    rows = list(batches(3, 50))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        stream.update(*rows[0]).update(*rows[1])
    with pytest.warns(UserWarning, match="All 2 looks are spent"):
        stream.update(*rows[2])


def test_a_half_life_shorter_than_a_batch_keeps_the_newest_batch():
    stream = vc.Stream(window="half-life 1")
    for rows in batches(3, 5_000):
        stream.update(*rows)
    newest = rows  # all that is older weighs less than 2^-5000 of it
    assert stream.compute()["recall"].value == vc.evaluate(*newest)["recall"].value


def test_of_several_streams_all_are_taken_over_or_none():
    mine, like, unlike = (vc.Stream(window=n).update(*next(batches(1))) for n in (300, 300, 200))
    with pytest.raises(CannotMerge, match="window is 300 in one and 200 in the other"):
        mine.merge_state([like, unlike])
    assert mine.rows == mine.compute().rows.used == 100
    with pytest.raises(CannotMerge, match="a Stream or a list of them, not int"):
        mine.merge_state(3)
    assert mine.merge_state([like]).rows == 200


def test_a_setting_that_no_stream_has():
    with pytest.raises(InputError, match="no setting treshold="):
        vc.Stream(treshold=0.3)


def test_a_requirement_that_labels_never_answer_leaves_nothing_counted():
    stream = vc.Stream(require=["auroc >= 0.9"])
    rows = next(batches(1))
    with pytest.raises(NotHere, match="auroc needs scores"):
        stream.update(*rows, batch=("ward", 1))
    assert stream.rows == 0
    stream.update(rows[0], y_score=rows[1], batch=("ward", 1))
    assert (stream.rows, stream.skipped) == (100, 0)


@pytest.mark.parametrize("window", [None, 500])
def test_a_later_batch_that_no_requirement_can_answer_is_not_counted(window):
    stream = vc.Stream(require="recall >= 0.1", window=window)
    stream.update(["no"], ["no"], batch=("a", 1))
    with pytest.raises(KeyError, match="recall"):
        stream.update(["no", "yes", "maybe"], ["no", "yes", "no"], batch=("a", 2))
    assert stream.rows == 1
    assert stream.compute().confusion.labels == ("no",)
    assert stream._state.batches.last == {"a": 1}


@pytest.mark.parametrize(
    ("window", "spelled"),
    [
        (None, "None"),
        (5_000, "5000"),
        ("half-life 1e5", '"half-life 100000"'),
        (timedelta(hours=36), "timedelta(days=1, seconds=43200)"),
    ],
)
def test_a_stream_prints_rows_and_window_as_given(window, spelled):
    now = {"time": 0.0} if isinstance(window, timedelta) else {}
    stream = vc.Stream(window=window).update(*next(batches(1)), **now)
    assert repr(stream) == f"Stream(100 rows, window={spelled}, 0 alarms)"

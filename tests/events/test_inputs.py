"""The same events in every form people have them, and what is said when they cannot be used."""

import datetime
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import veracity as vc
from veracity.errors import VeracityError
from veracity.words.language import use

REFERENCE = {"a": [(100, 160), (900, 930)], "b": [(50, 80)], "c": [(10, 40)]}
DETECTED = {"a": [(95, 120), (500, 510)], "b": [(60, 70)], "c": [(300, 310)]}
SCORES = {"a": [0.9, 0.2], "b": [0.8], "c": [0.4]}
SUBJECT = {"a": "anna", "b": "anna", "c": "ben"}
LENGTHS = {"a": 3600, "b": 3600, "c": 1800}
BEGIN = datetime.datetime(2026, 3, 29, 0, 30, tzinfo=datetime.UTC)


def table(events: dict, scores: dict | None = None) -> dict[str, list]:
    """One row for each event, last ones first: the order means nothing."""
    rows = [(n, i, *e) for n, found in events.items() for i, e in enumerate(found)][::-1]
    columns = {
        "rec": [n for n, *_ in rows],
        "onset": [float(a) for *_, a, _ in rows],
        "duration": [float(b - a) for *_, a, b in rows],
        "subject": [SUBJECT[n] for n, *_ in rows],
    }
    if scores:
        columns["p"] = [scores[n][i] for n, i, *_ in rows]
    return columns


def numbers(er: vc.events.EventEvaluation) -> dict:
    return {
        (rule, key): (e.value, e.low, e.high) for rule in er.rules for key, e in er[rule].items()
    }


def same(one: vc.events.EventEvaluation, other: vc.events.EventEvaluation) -> None:
    mine, yours = numbers(one), numbers(other)
    assert mine.keys() == yours.keys()
    for key, values in mine.items():
        assert values == pytest.approx(yours[key], nan_ok=True), key


@pytest.fixture(scope="module")
def plain() -> vc.events.EventEvaluation:
    return vc.events.evaluate(REFERENCE, DETECTED, duration=LENGTHS, cluster=SUBJECT, score=SCORES)


def frames(columns: dict[str, list], folder: Path, name: str) -> Iterator[tuple[str, object]]:
    yield "mapping", columns
    yield "pandas", pd.DataFrame(columns)
    yield "nullable", pd.DataFrame(columns).convert_dtypes()
    yield "categories", pd.DataFrame(columns).astype({"rec": "category", "subject": "category"})
    yield "polars", pl.DataFrame(columns)
    yield "lazy", pl.DataFrame(columns).lazy()
    yield "arrow", pa.table(columns)
    pd.DataFrame(columns).to_csv(folder / f"{name}.csv", index=False)
    yield "csv", folder / f"{name}.csv"
    pd.DataFrame(columns).to_csv(folder / f"{name}.tsv", index=False, sep="\t")
    yield "tsv", str(folder / f"{name}.tsv")
    pd.DataFrame(columns).to_parquet(folder / f"{name}.parquet")
    yield "parquet", folder / f"{name}.parquet"


def test_tables_of_every_kind(plain, tmp_path: Path) -> None:
    ours = frames(table(REFERENCE), tmp_path, "ref")
    theirs = frames(table(DETECTED, SCORES), tmp_path, "det")
    for (kind, reference), (_, detected) in zip(ours, theirs, strict=True):
        er = vc.events.evaluate(
            reference, detected, duration=LENGTHS, recording="rec", cluster="subject", score="p"
        )
        same(plain, er)
        assert list(er.by_cluster) == ["ben", "anna"], kind
        mine, yours = (one.froc("iou") for one in (plain, er))
        assert all((a == b).all() for a, b in zip(mine, yours, strict=True)), kind


def test_start_and_stop_columns_and_lengths_in_a_column() -> None:
    reference = {"start": [1.0, 5.0], "stop": [2.0, 9.0], "whole": [60, 60], "n": [1, 2]}
    er = vc.events.evaluate(
        reference, {**reference, "whole": [60, 60]}, duration="whole", recording="n", rules="iou"
    )
    assert er["iou", "true_positives"].value == 2
    assert er.tally["iou"].seconds("duration") == 120
    fields = np.array([(1.0, 1.0), (5.0, 4.0)], [("onset", float), ("duration", float)])
    again = vc.events.evaluate(fields, [(1, 2), (5, 9)], duration=60, rules="iou")
    assert again["iou", "true_positives"].value == 2


def test_a_generator_is_drawn_one_recording_at_a_time() -> None:
    fs, drawn = 64, []

    def masks(events: dict) -> Iterator[tuple[str, np.ndarray]]:
        for name, found in events.items():
            drawn.append(name)
            yield name, vc.events.to_mask(found, fs, LENGTHS[name])

    er = vc.events.evaluate(masks(REFERENCE), masks(DETECTED), fs=fs, cluster=SUBJECT)
    assert drawn == ["a", "b", "c"] * 2
    listed = vc.events.evaluate(REFERENCE, DETECTED, duration=LENGTHS, fs=fs, cluster=SUBJECT)
    same(listed, er)


def test_a_lazy_mapping_is_read_one_recording_at_a_time() -> None:
    class Night(dict):
        """Loads a recording when it is asked for, and holds none."""

        alive = 0

        def __getitem__(self, name: str) -> np.ndarray:
            return vc.events.to_mask(super().__getitem__(name), 8, LENGTHS[name])

    er = vc.events.evaluate(Night(REFERENCE), Night(DETECTED), fs=8)
    listed = vc.events.evaluate(REFERENCE, DETECTED, duration=LENGTHS, fs=8)
    same(listed, er)


def test_masks_of_different_sampling_rates_are_compared_in_time() -> None:
    fast, slow = np.zeros(1000, bool), np.zeros(100, bool)
    fast[100:150] = True
    slow[10:13] = True
    er = vc.events.evaluate(fast, slow, fs=(10, 1))
    assert er["samples", "true_positives"].value == 30  # of 10 Hz, the finer of both
    assert er["samples", "missed"].value == 20
    by_name = vc.events.evaluate({"x": fast}, {"x": slow}, fs={"x": (10, 1)})
    same(er, by_name)
    with pytest.raises(VeracityError, match="100 s / 10 s"):
        vc.events.evaluate(fast, slow, fs=10)
    one_less = vc.events.evaluate(fast, fast[:-1], fs=10)  # within one sample
    assert one_less["samples", "true_positives"].value == 50
    with pytest.raises(VeracityError, match="differ"):
        vc.events.evaluate(fast, fast, fs=10, duration=200)


def test_columns_of_samples() -> None:
    mask, called = np.zeros(60, bool), np.zeros(60, bool)
    mask[10:20] = called[12:20] = called[50:60] = True
    data = pd.DataFrame(
        {
            "truth": mask.astype(int),
            "alarm": called.astype(float),
            "who": ["x"] * 40 + ["y"] * 20,
            "night": ["n1"] * 40 + ["n2"] * 20,
            "p": np.linspace(0, 1, 60),
        }
    )
    settings = {"fs": 2, "recording": "night", "cluster": "who", "score": "p"}
    er = vc.events.evaluate("truth", "alarm", data=data, **settings)
    assert er["samples", "true_positives"].value == 8
    assert er["samples", "false_positives"].value == 10
    assert er["iou", "true_positives"].value == 1
    assert er.froc("iou").thresholds.tolist() == pytest.approx([np.inf, 1.0, 19 / 59])
    assert list(er.by_cluster) == ["x", "y"]
    text = data.assign(truth=mask.astype(str))
    same(er, vc.events.evaluate("truth", "alarm", data=text, **settings))
    with pytest.raises(VeracityError, match=r"neither 0 nor 1.*0\.5"):
        vc.events.evaluate("truth", "alarm", data=data.replace({"alarm": {1: 0.5}}), **settings)
    with pytest.raises(VeracityError, match="name columns"):
        vc.events.evaluate(mask, "alarm", data=data, fs=2)
    with pytest.raises(VeracityError, match="truths"):
        vc.events.evaluate("truths", "alarm", data=data, fs=2)


def moments(events: list, zone: datetime.tzinfo | None) -> list:
    """Times of the clock; in Berlin the hour after two does not exist that night."""
    after = [[BEGIN + datetime.timedelta(seconds=t) for t in pair] for pair in events]
    return [tuple(t.astimezone(zone) if zone else t.replace(tzinfo=None) for t in p) for p in after]


def test_times_of_the_clock(tmp_path: Path) -> None:
    from zoneinfo import ZoneInfo

    events = [(100, 160), (2000, 2030)]
    end = BEGIN + datetime.timedelta(hours=1)
    berlin = moments(events, ZoneInfo("Europe/Berlin"))  # clocks go forward at 01:00 UTC
    er = vc.events.evaluate(berlin, moments(events, datetime.UTC), duration=(BEGIN, end))
    assert er["iou", "true_positives"].value == 2
    assert er["iou", "onset_error"].value == 0
    assert er.tally["iou"].seconds("duration") == 3600
    frame = pd.DataFrame(
        {
            "onset": [pd.Timestamp(one) for one, _ in berlin],
            "duration": pd.to_timedelta([60, 30], unit="s"),
        }
    )
    same(er, vc.events.evaluate(frame, berlin, duration=(BEGIN, end)))
    with_zone = tmp_path / "clock.parquet"
    frame.assign(duration=[60.0, 30.0]).to_parquet(with_zone)
    same(er, vc.events.evaluate(with_zone, frame, duration=(BEGIN, end)))
    text = tmp_path / "clock.csv"
    lines = (f"{begin.isoformat()},{(stop - begin).total_seconds()}" for begin, stop in berlin)
    text.write_text("\n".join(["onset,duration", *lines]))
    same(er, vc.events.evaluate(text, frame, duration=(BEGIN, end)))
    fine = np.array([["2026-03-29T00:31:40", "2026-03-29T00:32:40"]], "M8[s]")
    naive = BEGIN.replace(tzinfo=None), end.replace(tzinfo=None)
    assert vc.events.evaluate(fine, fine, duration=naive)["iou", "sensitivity"].value == 1
    with pytest.raises(VeracityError, match="time zone"):
        vc.events.evaluate(moments(events, None), berlin, duration=(BEGIN, end))
    with pytest.raises(VeracityError, match="clock times"):
        vc.events.evaluate(berlin, berlin, duration=3600)
    length = datetime.timedelta(minutes=1)
    timed = vc.events.evaluate([(1, 2)], [(1, 2)], duration=pd.Series({"recording": length}))
    assert timed.tally["iou"].seconds("duration") == 60


def test_annotations_of_mne_and_of_the_raw_recording() -> None:
    class Annotations:
        onset, duration = np.array([30.0, 10.0, 70.0]), np.array([2.0, 5.0, 1.0])
        description = np.array(["BAD_move", "seizure", "spike"])
        ch_names = np.array([(), ("Fp1", "Fp2"), ()], object)

    class Raw:
        annotations, first_time, n_times, info = Annotations(), 4.0, 25_600, {"sfreq": 256.0}

    er = vc.events.evaluate(Annotations(), [(10, 15)], duration=100, rules="iou")
    assert er["iou", "reference_events"].value == 2
    raw = vc.events.evaluate(Raw(), [(6, 11)], rules="iou")  # 10 s after time 0 is 6 s into it
    assert raw["iou", "true_positives"].value == 1
    assert raw.tally["iou"].seconds("duration") == 100

    class Holder:  # holds annotations and says nothing about its length
        annotations = Annotations()

    held = vc.events.evaluate(Holder(), [(10, 15)], duration=100, rules="iou")
    assert held["iou", "true_positives"].value == 1
    with pytest.raises(VeracityError, match="duration"):
        vc.events.evaluate(Holder(), [(10, 15)], rules="iou")
    both = vc.events.evaluate(
        Annotations(), Annotations(), duration=100, event_type=["seizure", "spike"], rules="iou"
    )
    assert {t: one["iou", "true_positives"].value for t, one in both.by_type.items()} == {
        "seizure": 1,
        "spike": 1,
    }
    one = vc.events.evaluate(Annotations(), Annotations(), duration=100, channel="Fp1", rules="iou")
    assert one.by_channel["Fp1"]["iou", "reference_events"].value == 2  # the spike is on all


@pytest.mark.parametrize(
    "events",
    [
        [(1.0, 2.0), (2.0, 5.5), (9, 12)],  # in order and apart: read at once
        [(9, 12), (1.0, 2.0), (2.0, 5.5)],
        [(1.0, 4.0), (2.0, 5.5), (9, 12)],
        [(1.0, 1.0), (2.0, 5.5), (2.0, 3.0)],
        [(1.0, 1.0 + 1e-10), (2.0, 5.5)],
    ],
)
def test_lists_arrays_and_tables_are_read_alike(events) -> None:
    start, stop = zip(*events, strict=True)
    forms = [events, np.array(events), [list(one) for one in events], iter(events)]
    forms += [{"start": start, "stop": stop}, pd.DataFrame({"start": start, "stop": stop})]
    scores = [0.1 * k for k in range(len(events))]
    found = [vc.events.evaluate([(2, 3), (8, 11)], one, duration=60, score=scores) for one in forms]
    for er in found[1:]:
        same(found[0], er)
        assert er.notes == found[0].notes
        assert er.froc("iou").thresholds.tolist() == found[0].froc("iou").thresholds.tolist()


def test_capitals_and_blanks_in_names_of_columns_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(" Onset , DURATION,Confidence\n10,5,0.5\n50,5,0.25\n")
    er = vc.events.evaluate([(10, 15)], tmp_path / "a.csv", duration=100, rules="iou")
    assert er["iou", "true_positives"].value == 1
    assert er.froc("iou").thresholds.tolist() == [np.inf, 0.5, 0.25]


def test_recordings_without_events_keep_their_hours() -> None:
    er = vc.events.evaluate(
        {"a": [(1, 2)]}, {"b": [(3, 4)]}, duration={"a": 3600, "b": 3600, "c": 7200}, absent="empty"
    )
    assert er["iou", "false_alarms_per_hour"].value == 1 / 4
    assert list(er.by_recording) == ["a", "b", "c"]
    assert np.isnan(er.by_recording["c"]["iou", "sensitivity"].value)
    with pytest.raises(VeracityError, match=r"without events on either side: 'c'"):
        vc.events.evaluate({"a": []}, {"a": []}, duration={"a": 9, "c": 9})


def test_an_empty_reference_still_scores_false_alarms() -> None:
    er = vc.events.evaluate([], [(1, 2), (50, 60)], duration=3600, fs=1)
    for rule in ("any_overlap", "iou"):
        assert er[rule, "false_alarms_per_hour"].value > 0
        assert np.isnan(er[rule, "sensitivity"].value)
        assert er[rule, "precision"].value == 0


def test_what_was_done_is_said_once() -> None:
    events = {name: [(-5, 10), (-3, 4), (20, 20)] for name in "abcdefgh"}
    er = vc.events.evaluate(events, {n: [] for n in events}, duration=100, rules="iou")
    notes = [note for note in er.notes if "reference" in note]
    assert [note.split(" ")[0] for note in notes] == ["8", "16", "8"]  # zero, cut, joined
    assert "'a', 'b', 'c', 'd', … (+4)" in notes[0]
    assert er.scenes["a"].reference.start.tolist() == [0, 20_000_000_000]
    kept = vc.events.evaluate({"a": [(0, 9), (5, 12)]}, {"a": []}, duration=100, overlapping="keep")
    assert any("kept as requested" in note for note in kept.notes)
    early = [(i, i + 0.5) for i in range(9)]
    doubt = vc.events.evaluate(early, early, duration=36_000_000)
    assert any("milliseconds" in note for note in doubt.notes)


NAN = float("nan")
FRAME = {"onset": [1.0], "duration": [2.0], "rec": ["a"]}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"reference": {"onset": [1.0], "length": [2.0], "duration": [NAN]}}, ["not a number"]),
        ({"reference": {"onset": [NAN], "duration": [2.0]}}, ["1 reference event", "event 0"]),
        ({"reference": {"onset": ["soon"], "duration": [2.0]}}, ["'soon'", "time"]),
        ({"reference": pd.DataFrame({"start": [1.0]})}, ["'duration'", "'start'"]),
        ({"reference": FRAME, "recording": "night"}, ["'night'", "'onset'"]),
        ({"reference": {**FRAME, "rec": [None]}, "recording": "rec"}, ["Row 0"]),
        ({"reference": FRAME, "cluster": "who"}, ["cluster='who'"]),
        ({"reference": FRAME, "detected": FRAME, "score": "p"}, ["score='p'"]),
        ({"detected": {**FRAME, "p": [None]}, "score": "p"}, ["1 detection", "numeric score"]),
        ({"reference": np.array([0, 1, 1, 0, 1])}, ["5 zeros and ones", "astype(bool)"]),
        ({"reference": [(9e4, 1e5)], "unit": "ms", "duration": 3600}, ["unit='ms'", "seconds"]),
        ({"fs": (256, 0)}, ["0", "Hz"]),
        ({"reference": [(5, 5.5), (-9, -8)]}, ["before the recording", "1 reference event"]),
        ({"duration": {"recording": "long"}}, ["'long'"]),
        ({"event_type": "sz"}, ["event_type='sz'", "no type"]),
        ({"channel": "Fp1"}, ["channel='Fp1'", "no channel"]),
        ({"reference": iter([("a", [(1, 2)]), ("a", [])])}, ["'a'", "twice"]),
        ({"reference": {"a": {"onset": [1, 2]}}}, ["Cannot read"]),
        ({"score": [1, 2]}, ["1 detection", "2 were given"]),
        ({"reference": {"onset": [1, 2], "duration": [2]}}, ["'onset': 2", "'duration': 1"]),
        ({"reference": np.array([1 + 2j])}, ["Cannot read"]),
        ({"recording": "night"}, ["'night'", "mapping"]),
        ({"channel": 5}, ["5", "column"]),
        ({"confidence_level": 95}, ["95", "between 0 and 1"]),
        ({"random_state": -1}, ["-1", "whole number"]),
        ({"fs": 1e-12, "reference": [True, False]}, ["1e-12", "Hz"]),
        ({"duration": 1e-12}, ["1e-12", "duration"]),
        ({"duration": "length", "reference": FRAME}, ["'length'", "duration"]),
    ],
)
def test_bad_input_says_what_and_what_to_do(given, words) -> None:
    sides = {"reference": [(1, 2)], "detected": [(1, 2)], "duration": 3600, **given}
    reference, detected = sides.pop("reference"), sides.pop("detected")
    with pytest.raises(VeracityError) as caught:
        vc.events.evaluate(reference, detected, **sides)
    assert all(word in str(caught.value) for word in words), str(caught.value)
    assert caught.value.text.zh != caught.value.text.en


def test_two_subjects_for_one_recording_are_refused() -> None:
    mixed = {"onset": [1.0, 5.0], "duration": [1.0, 1.0], "r": ["a", "a"], "s": ["x", "y"]}
    with pytest.raises(VeracityError, match="more than one cluster"):
        vc.events.evaluate(mixed, mixed, duration=9, recording="r", cluster="s")
    other = {**mixed, "s": ["z", "z"]}
    with pytest.raises(VeracityError, match="more than one cluster"):
        vc.events.evaluate(
            {**mixed, "s": ["x", "x"]}, other, duration=9, recording="r", cluster="s"
        )


def test_errors_are_spoken_in_chinese() -> None:
    with use("zh"), pytest.raises(VeracityError, match="毫秒"):
        vc.events.evaluate([(100_000, 160_000)], [], duration=3600)


@pytest.mark.parametrize("column", ["recording", "Recording", "recording_id", "filename"])
def test_recordings_nobody_asked_for_are_not_merged(column, tmp_path):
    two = {column: ["r1", "r2"], "onset": [100.0, 100.0], "duration": [60.0, 60.0]}
    pd.DataFrame(two).to_csv(tmp_path / "two.csv", index=False)
    for given in (two, pd.DataFrame(two), tmp_path / "two.csv"):
        with pytest.raises(VeracityError, match=f"2 recordings.*Set recording='{column}'"):
            vc.events.evaluate(given, given, duration=300)
    with pytest.raises(VeracityError, match=f"Set recording='{column}'"):
        vc.events.read(tmp_path / "two.csv")
    with pytest.raises(VeracityError, match="of 'a' hold 2 recordings; give one recording per"):
        vc.events.evaluate({"a": two}, {"a": two}, duration=300)
    er = vc.events.evaluate(two, two, duration=300, recording=column)
    assert list(er.by_recording) == ["r1", "r2"]


@pytest.mark.parametrize("column", ["recording", "filename"])
def test_tables_of_different_recordings_are_not_scored_as_one(column):
    one, other = (
        pd.DataFrame({column: [name], "onset": [100.0], "duration": [60.0]})
        for name in ("r1", "r2")
    )
    with pytest.raises(VeracityError, match="of the recording 'r1', the detected events of 'r2'"):
        vc.events.evaluate(one, other, duration=300)
    with use("zh"), pytest.raises(VeracityError, match="参考事件属于记录 'r1'"):
        vc.events.evaluate(one, other, duration=300)
    assert vc.events.evaluate(one, one, duration=300)["iou"]["sensitivity"].value == 1
    unnamed = [(100.0, 160.0)]
    assert vc.events.evaluate(one, unnamed, duration=300)["iou"]["sensitivity"].value == 1
    said = vc.events.evaluate({"night": one}, {"night": other}, duration=300)  # the mapping says so
    assert said["iou"]["sensitivity"].value == 1
    lengths = {"r1": 300, "r2": 300}
    apart = vc.events.evaluate(one, other, duration=lengths, recording=column, absent="empty")
    assert apart["iou"]["sensitivity"].value == 0
    assert apart["iou"]["false_positives"].value == 1


def test_a_column_of_one_recording_needs_no_word():
    one = {"recording": ["r1", None], "onset": [100.0, 200.0], "duration": [60.0, 60.0]}
    er = vc.events.evaluate(one, one, duration=300, rules="iou")
    assert er["iou", "reference_events"].value == 2


def test_samples_of_recordings_nobody_asked_for_are_not_merged():
    samples = {"recording": ["r1", "r1", "r2", "r2"], "truth": [0, 1, 1, 0], "alarm": [0, 1, 0, 0]}
    with pytest.raises(VeracityError, match=r"The given events are of 2 .*recording='recording'"):
        vc.events.evaluate("truth", "alarm", data=samples, fs=1)
    er = vc.events.evaluate("truth", "alarm", data=samples, fs=1, recording="recording")
    assert er["iou", "reference_events"].value == 2  # one run in each; merged they would be one


def test_an_unknown_length_is_called_unknown():
    with pytest.raises(VeracityError, match=r"^The length of the recording is not known.*3600"):
        vc.events.evaluate([(1, 2)], [(1, 2)])
    with pytest.raises(VeracityError, match=r"^The length of recording 'b' is not known"):
        vc.events.evaluate(REFERENCE, DETECTED, duration={"a": 3600})
    with pytest.raises(VeracityError, match=r"^The duration of 'recording' is -1\."):
        vc.events.evaluate([(1, 2)], [(1, 2)], duration=-1)


def test_a_column_type_holds_types():
    typed = {"onset": [10, 30], "duration": [5, 5], "type": ["sz_foc", "spike"]}
    er = vc.events.evaluate(typed, typed, duration=100, event_type="sz", rules="iou")
    assert er["iou", "reference_events"].value == 1
    bare = {"onset": [10], "duration": [5], "what": ["sz"]}
    with pytest.raises(VeracityError, match=r"usual names are 'eventType'.*'type'"):
        vc.events.evaluate(bare, bare, duration=100, event_type="sz")


@pytest.mark.parametrize("kind", ["frame", "columns", "file"])
def test_tables_without_rows_are_tables(kind: str, tmp_path: Path) -> None:
    """A detector that raises nothing, and recordings in which nothing happened."""
    columns = {"recording": ["a"], "onset": [5.0], "duration": [2.0], "confidence": [0.5]}
    some = pd.DataFrame(columns)
    none: object = some.iloc[:0]
    if kind == "columns":
        none = {name: [] for name in columns}
    if kind == "file":
        some.iloc[:0].to_csv(tmp_path / "none.csv", index=False)
        none = tmp_path / "none.csv"
    settings = {"duration": {"a": 60, "b": 60}, "recording": "recording", "absent": "empty"}
    er = vc.events.evaluate(some, none, score="confidence", rules="iou", **settings)
    assert [er["iou"][key].value for key in ("missed", "false_positives")] == [1, 0]
    er = vc.events.evaluate(none, none, rules="iou", **settings)
    assert er["iou"]["false_alarms_per_hour"].value == 0
    assert list(er.by_recording) == ["a", "b"]
    er = vc.events.evaluate(
        none, none, rules="iou", channel="onset", event_type="onset", **settings
    )
    assert er["iou"]["false_alarms_per_hour"].value == 0
    assert not er.types
    assert not er.channels

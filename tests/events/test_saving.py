"""Tallies saved and loaded: the same figures, sites that add, hostile files refused."""

import json
import zipfile

import numpy as np
import pytest

import veracity as vc
from veracity.errors import StorageError, VeracityError
from veracity.statistics.events.event_tally import COLUMNS


def site(name, n=3):
    reference = {f"{name}{i}": [(100.0 * i + 50, 100.0 * i + 90), (2000, 2050)] for i in range(n)}
    detected = {f"{name}{i}": [(100.0 * i + 55, 100.0 * i + 80), (3000, 3010)] for i in range(n)}
    return vc.events.evaluate(reference, detected, duration=3600, rules=["any_overlap", "iou"])


@pytest.fixture
def saved(tmp_path):
    er = site("a")
    er.save(tmp_path / "a.veracity")
    return er, tmp_path / "a.veracity"


def test_every_figure_is_the_same_after_loading(saved):
    er, path = saved
    again = vc.load(path)
    assert again.rules == er.rules
    for rule in er.rules:
        for key in er[rule]:
            mine, yours = er[rule][key], again[rule][key]
            assert str(mine) == str(yours), key
            assert mine.note == yours.note
    assert again.by_recording["a1"]["iou", "missed"].value == 1


def test_sites_add_as_if_scored_in_one_pass(tmp_path):
    one, two = site("a"), site("b", 4)
    one.save(tmp_path / "a")
    two.save(tmp_path / "b")
    merged = vc.load(tmp_path / "a") + vc.load(tmp_path / "b")
    together = one + two
    for key in ("sensitivity", "false_alarms_per_day", "delay_median", "macro_sensitivity"):
        assert str(merged["any_overlap", key]) == str(together["any_overlap", key])
    with pytest.raises(VeracityError, match="a0"):
        vc.load(tmp_path / "a") + one


def test_numbers_in_place_of_names_hide_them_and_keep_subjects(tmp_path):
    er = site("anna")
    er.save(tmp_path / "x", ids="number")
    er.save(tmp_path / "y", ids="number")
    with zipfile.ZipFile(tmp_path / "x") as archive:
        assert b"anna" not in b"".join(archive.read(name) for name in archive.namelist())
    both = vc.load(tmp_path / "x") + vc.load(tmp_path / "y")  # never equal to another file's
    assert len(both.by_cluster) == 6
    assert both["iou", "sensitivity"].value == er["iou", "sensitivity"].value
    with pytest.raises(VeracityError, match="ids"):
        er.save(tmp_path / "z", ids="hide")


def test_times_of_events_are_not_saved(saved):
    _, path = saved
    again = vc.load(path)
    with pytest.raises(VeracityError):
        again.matches("iou")
    assert "any_overlap" in again.text()
    assert "<html" in again.to_html()


def tampered(path, change, arrays=None):
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    header = json.loads(entries["veracity.json"])
    change(header)
    entries["veracity.json"] = json.dumps(header).encode()
    with zipfile.ZipFile(path, "w") as archive:
        for name, data in entries.items():
            archive.writestr(name, data)
        for name, array in (arrays or {}).items():
            with archive.open(name, "w") as stream:
                np.lib.format.write_array(stream, array)


WRONG = {
    "another kind": lambda h: h.update(kind="poem"),
    "no tally": lambda h: h.update(tallies=[]),
    "a rule that is none": lambda h: h["tallies"][0].update(rule="magic"),
    "a rule twice": lambda h: h["tallies"][1].update(rule="any_overlap"),
    "other recordings": lambda h: h["tallies"][1].update(
        recordings=[["str", "x"], ["str", "y"], ["str", "z"]]
    ),
    "a recording twice": lambda h: h["tallies"][0].update(
        recordings=[["str", "a0"], ["str", "a0"], ["str", "a2"]]
    ),
    "no subject": lambda h: h["tallies"][0].update(clusters=[["str", "a0"], None, ["str", "a2"]]),
    "columns unknown": lambda h: h["tallies"][0].update(columns=["x"] * len(COLUMNS)),
    "too few columns": lambda h: h["tallies"][0].update(columns=list(COLUMNS[:-1])),
    "a level beyond 1": lambda h: h.update(confidence_level=1.5),
    "a level as text": lambda h: h.update(confidence_level="0.95"),
    "a seed as text": lambda h: h.update(random_state="0"),
    "notes that are numbers": lambda h: h.update(notes=[3]),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_file_from_elsewhere_is_refused_in_words(saved, change):
    _, path = saved
    tampered(path, change)
    with pytest.raises(StorageError):
        vc.load(path)


ARRAYS = {
    "counts below 0": ("counts", lambda a: -a),
    "counts without end": ("counts", lambda a: a * np.inf),
    "a recording of no length": ("counts", lambda a: a * 0),
    "counts of another shape": ("counts", lambda a: a[:, :3]),
    "whole numbers": ("counts", lambda a: a.astype(np.int64)),
    "delays of nobody": ("delay_of", lambda a: a + 99),
    "fewer places": ("delay_of", lambda a: a[1:]),
    "a delay that is no number": ("delays", lambda a: a * np.nan),
    "errors in one column": ("errors", lambda a: a.reshape(-1)),
}


@pytest.mark.parametrize("change", ARRAYS.values(), ids=ARRAYS)
def test_arrays_from_elsewhere_are_refused_in_words(saved, tmp_path, change):
    _, path = saved
    part, make = change
    with zipfile.ZipFile(path) as archive:
        entries = {name: archive.read(name) for name in archive.namelist()}
    import io

    name = f"tally0.{part}.npy"
    array = np.lib.format.read_array(io.BytesIO(entries[name]))
    buffer = io.BytesIO()
    with np.errstate(invalid="ignore"):
        np.lib.format.write_array(buffer, np.ascontiguousarray(make(array)))
    entries[name] = buffer.getvalue()
    with zipfile.ZipFile(tmp_path / "other", "w") as archive:
        for entry, data in entries.items():
            archive.writestr(entry, data)
    with pytest.raises(StorageError):
        vc.load(tmp_path / "other")

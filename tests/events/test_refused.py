"""What is refused in a sentence: contradictions, odd settings and things that are no events."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import veracity as vc
from veracity.errors import CannotMerge, VeracityError

evaluate = vc.events.evaluate
REFERENCE, DETECTED = [(10, 20), (30, 40)], [(12, 14), (31, 39)]


def refused(call: Callable[[], Any], *words: str) -> None:
    with pytest.raises(VeracityError) as caught:
        call()
    for word in words:
        assert word in str(caught.value)


# files


def test_a_quote_in_a_bids_file_takes_no_rows(tmp_path: Path) -> None:
    file = tmp_path / "sub-01_events.tsv"
    file.write_text('onset\tduration\teventType\n10\t20\t"sz\n100\t20\tsz\n200\t20\t"sz"\n')
    found = vc.events.read(file)["sub-01"]
    assert found.onset.tolist() == [10, 100, 200]
    assert found.event_type == ('"sz', "sz", "sz")  # a pair of quotes is how R writes text


def test_a_quote_that_does_not_end_in_a_file_of_tuh_is_named(tmp_path: Path) -> None:
    file = tmp_path / "aaaaaaac_s001_t000.csv_bi"
    head = "# duration = 2348.0000 secs\nchannel,start_time,stop_time,label,confidence\n"
    file.write_text(head + 'TERM,1,2,"seiz,1.0\nTERM,36.8,40,seiz,1\n')
    refused(lambda: vc.events.read(file), "line 3", "quote")
    file.write_text(head + '"T3,T5",1,2,seiz,1.0\nTERM,36.8,40,seiz,1\n')
    assert vc.events.read(file)["aaaaaaac_s001_t000"].channels == ("T3,T5", "TERM")


@pytest.mark.parametrize(("row", "found"), [("1\t2", 2), ("1\t2\tsz\t5", 4)])
def test_a_row_with_other_cells_is_named(tmp_path: Path, row: str, found: int) -> None:
    file = tmp_path / "sub-01_events.tsv"
    file.write_text(f"onset\tduration\teventType\n10\t20\tsz\n\n{row}\n")
    refused(lambda: vc.events.read(file), "line 4", f"{found} cells for 3 columns")
    file.write_text("onset\tduration\teventType\n10\t20\tsz\t\n")
    assert len(vc.events.read(file)["sub-01"]) == 1  # an empty cell at the end says nothing


def test_two_columns_of_one_name_and_no_length(tmp_path: Path) -> None:
    file = tmp_path / "sub-01_events.tsv"
    file.write_text("onset\tduration\tonset\n1\t2\t3\n")
    refused(lambda: vc.events.read(file), "several columns 'onset'")
    file.write_text("onset\tduration\trecordingDuration\n1\t2\t0\n")
    refused(lambda: evaluate(str(file), [(1, 2)], duration=3600), "duration", "0.0")


@pytest.mark.filterwarnings("error")
def test_an_empty_cell_is_refused_and_warns_of_nothing(tmp_path: Path) -> None:
    file = tmp_path / "n.csv"
    file.write_text("onset,duration\n1,5\n,2\n")
    refused(lambda: vc.events.read(file), "1 detected event", "event 1 (counted from 0)")


# what is given


def test_a_stop_that_contradicts_onset_and_duration() -> None:
    table = {"onset": [5.0, 8.0], "duration": [2.0, 1.0], "stop": [7.004, 13.0]}
    refused(lambda: evaluate(table, DETECTED, duration=100), "1 row", "duration 1 s", "= 5 s")
    table["stop"][1] = 9.0
    assert evaluate(table, [], duration=100)["iou", "missed"].value == 2


def test_bytes_and_empty_masks_are_no_events() -> None:
    refused(lambda: evaluate(b"abc", [97.0], duration=200), "reference")
    none = np.zeros(0, np.bool_)
    refused(lambda: evaluate(none, none, fs=1), "mask", "no samples")


def test_a_parameter_is_given_once() -> None:
    refused(lambda: evaluate(REFERENCE, DETECTED, duration=100, rules="iou(share=0.5, share=0.9)"))


def test_other_rules_do_not_add_and_other_samples_are_said() -> None:
    """Parts add as one pass would have counted them, at the level of the first."""

    def some(names: str, **settings: Any) -> Any:
        given = {"duration": 100, "fs": 1, "rules": "samples"} | settings
        return evaluate(dict.fromkeys(names, REFERENCE), dict.fromkeys(names, DETECTED), **given)

    with pytest.raises(CannotMerge, match="rules"):
        some("a") + some("b", rules="iou")
    whole = some("ab", fs={"a": 1, "b": 2})
    parts = some("a") + some("b", fs=2, confidence_level=0.8)
    for er in (whole, parts):
        assert er["samples", "true_positives"].value == 10 + 20
        assert any("higher sampling rate" in note.en for note in er.notes)
    assert parts["samples", "sensitivity"] == whole["samples", "sensitivity"]
    for er in (some("ab"), some("ab", fs={"a": 1, "b": 2}, rules="iou")):
        assert not any("sampling rate" in note.en for note in er.notes)


class Annotations:
    """As MNE's: columns side by side."""

    orig_time = None

    def __init__(self, onset: Any, duration: Any, description: Any) -> None:
        self.onset, self.duration, self.description = onset, duration, description


@pytest.mark.parametrize(
    "columns",
    [
        ([1.0, 2.0], [2.0], ["x", "x"]),
        ([1.0, 2.0], [2.0, 2.0], ["x"]),
        ([[1.0, 2.0]], [[2.0, 2.0]], ["x"]),
        ([1.0, [2.0]], [2.0, 2.0], ["x", "x"]),
        (None, None, None),
        ([1.0], [2.0], 5),
    ],
)
def test_annotations_are_columns_side_by_side(columns: Any) -> None:
    refused(lambda: evaluate(Annotations(*columns), DETECTED, duration=100), "reference events")


def test_nothing_is_an_empty_list_and_not_none() -> None:
    both = {"a": REFERENCE, "b": None}
    refused(lambda: evaluate(both, {"a": [], "b": []}, duration=100), "'b'", "None", "[]")
    refused(lambda: evaluate({"a": [], "b": []}, both, duration=100), "detected", "'b'", "[]")


# masks


@pytest.mark.parametrize("events", [[(1, 2, 3)], [(1,)], [(1, "x")], 5, [[(1, 2)]], [(1, 2), 3]])
def test_what_is_no_event_gives_no_mask(events: Any) -> None:
    refused(lambda: vc.events.to_mask(events, 1, 10), "(start, stop)")


@pytest.mark.parametrize("duration", [None, float("nan"), "x", -1, float("inf"), 9e9])
def test_a_mask_has_a_length(duration: Any) -> None:
    refused(lambda: vc.events.to_mask([(1, 2)], 1, duration), "duration")


def test_masks_of_points_and_of_nothing() -> None:
    assert vc.events.to_mask([], 1, 3).tolist() == [False] * 3
    assert vc.events.to_mask([1.0, 2.0], 1, 3).tolist() == [False] * 3
    refused(lambda: vc.events.from_mask([5, (1, 2)], 10), "mask", "list")


# odd settings


@pytest.fixture(scope="module")
def scored() -> Any:
    return evaluate(REFERENCE, DETECTED, duration=100, score=[0.5, 0.4], rules=["iou", "taes"])


@pytest.mark.parametrize(
    ("call", "word"),
    [
        (lambda er: er["iou", 5], "5"),
        (lambda er: er["iou"][None], "None"),
        (lambda er: er[5], "5"),
        (lambda er: er.matches([1]), "[1]"),
        (lambda er: er.save(None), "None"),
        (lambda er: er.report(5), "5"),
        (lambda er: er.at([0.5]), "[0.5]"),
        (lambda _: vc.events.read(None), "None"),
        (lambda _: vc.events.read(5), "5"),
        (lambda _: evaluate(REFERENCE, DETECTED, duration=100, ignore=5), "5"),
        (lambda _: evaluate(REFERENCE, DETECTED, duration=100, random_state=int), "random_state"),
        (lambda _: evaluate(REFERENCE, DETECTED, duration=100, absent=np.ones(3)), "absent"),
        (lambda _: evaluate(REFERENCE, DETECTED, duration=100, recording=np.ones(3)), "recording"),
        (lambda _: evaluate(REFERENCE, DETECTED, duration=100, rules=np.array(1)), "rules"),
        (
            lambda _: vc.events.compare(
                REFERENCE, {"A": DETECTED, "B": REFERENCE}, duration=100, figures=None
            ),
            "None",
        ),
    ],
)
def test_odd_settings_are_named(scored: Any, call: Callable[[Any], Any], word: str) -> None:
    refused(lambda: call(scored), word)


def test_a_language_that_is_none_is_one_we_do_not_have(scored: Any) -> None:
    assert scored.text(5) == scored.text("fr")


def test_a_recording_too_long_is_called_so() -> None:
    refused(lambda: evaluate(REFERENCE, DETECTED, duration=9e9), "longer than 4e+09 s")


def test_values_in_messages_are_plain_and_on_one_line() -> None:
    with pytest.raises(VeracityError) as caught:
        evaluate(REFERENCE, DETECTED, duration=100, fs=np.ones((40, 4)))
    assert "\n" not in str(caught.value)
    refused(lambda: evaluate(REFERENCE, DETECTED, duration=100, fs=np.float64(-2)), "not -2.0")

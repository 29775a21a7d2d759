"""Event files as the field writes them: BIDS folders of SzCORE, TUH's csv_bi."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

import veracity as vc
from veracity.errors import VeracityError

HEADER = "onset\tduration\teventType\tconfidence\tchannels\tdateTime\trecordingDuration\n"
TAIL = "\tn/a\tall\t2026-01-01 00:00:00\t3600\n"


def bids(folder: Path, name: str, rows: str) -> Path:
    file = folder / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(HEADER + rows, "utf-8")
    return file


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """Two subjects, three recordings; one without events, as SzCORE writes it."""
    ref, det = tmp_path / "ref", tmp_path / "det"
    bids(ref, "sub-01/eeg/sub-01_run-00_events.tsv", f"100\t60\tsz_foc_a{TAIL}900\t30\tsz{TAIL}")
    bids(det, "sub-01/eeg/sub-01_run-00_events.tsv", f"95\t25\tsz{TAIL}")
    bids(ref, "sub-01/eeg/sub-01_run-01_events.tsv", f"0\t3600\tbckg{TAIL}")
    bids(det, "sub-01/eeg/sub-01_run-01_events.tsv", f"500\t10\tsz-gen{TAIL}")
    bids(ref, "sub-02/eeg/sub-02_run-00_events.tsv", f"10\tn/a\timpulse{TAIL}50\t20\tsz{TAIL}")
    bids(det, "sub-02/eeg/sub-02_run-00_events.tsv", f"55\t5\tsz{TAIL}")
    return ref, det


def test_a_bids_folder(folders) -> None:
    ref, det = folders
    er = vc.events.evaluate(ref, det, event_type="sz", rules="any_overlap")
    figures = er["any_overlap"]
    assert figures["reference_events"].value == 3
    assert (figures["true_positives"].value, figures["false_positives"].value) == (2, 1)
    assert figures["false_alarms_per_hour"].value == pytest.approx(1 / 3)
    assert set(er.by_cluster) == {"sub-01", "sub-02"}
    assert "3 recordings of 2 subjects, 3 h" in str(er)
    assert er.by_recording["sub-01/eeg/sub-01_run-01"]["any_overlap", "missed"].value == 0


def test_the_command_line(folders) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-m", "veracity", "events", *words]
        return subprocess.run(program, capture_output=True, text=True)

    paths = [str(folder) for folder in folders]
    text = run(*paths, "--type", "sz")
    assert text.returncode == 0, text.stderr
    assert "3 recordings of 2 subjects" in text.stdout
    plain = run(*paths, "--rule", "iou(0.5)", "--format", "json")
    assert {row["rule"] for row in json.loads(plain.stdout)["figures"]} == {"iou"}
    wrong = run("nowhere", paths[1])
    assert wrong.returncode == 2
    assert "nowhere" in wrong.stderr
    assert "Traceback" not in wrong.stderr


def test_what_a_file_holds(folders) -> None:
    found = vc.events.read(folders[0] / "sub-02/eeg/sub-02_run-00_events.tsv")
    (table,) = found.values()
    assert table.onset.tolist() == [10, 50]
    assert table.duration.tolist() == [0, 20]  # n/a: an impulse
    assert table.event_type == ("impulse", "sz")
    assert table.recording_duration == 3600
    assert len(table.of_type("sz")) == 1


def test_background_is_no_event_and_tells_the_duration(folders) -> None:
    table = vc.events.read(folders[0])["sub-01/eeg/sub-01_run-01"]
    assert len(table) == 0
    assert table.recording_duration == 3600


def test_csv_bi_of_the_tuh_corpus(tmp_path: Path) -> None:
    text = (
        "# version = csv_v1.0.0\n# bname = aaaaaaac_s001_t000\n# duration = 301.0000 secs\n"
        "#\nchannel,start_time,stop_time,label,confidence\n"
    )
    ref, det = tmp_path / "a.csv_bi", tmp_path / "b.csv_bi"
    ref.write_text(text + "TERM,36.8868,183.3055,seiz,1.0000\nTERM,183.3055,301,bckg,1\n")
    det.write_text(text + "TERM,40,100.5,seiz,0.8\n")
    er = vc.events.evaluate(ref, det, rules="any_overlap(before=0, after=0, merge=0, split=inf)")
    (rule,) = er.rules
    assert er[rule]["true_positives"].value == 1
    assert er[rule]["delay_median"].value == pytest.approx(40 - 36.8868)
    assert er[rule]["false_alarms_per_hour"].value == 0


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["onset", "duration"]),
        ("a\tb\n1\t2\n", ["a, b"]),
        ("onset\tduration\nsoon\t2\n", ["'soon'"]),
        ("onset\tduration\n5\t-2\n", ["(5, 3)"]),
    ],
)
def test_a_bad_file_says_what_is_wrong(tmp_path: Path, text: str, words: list[str]) -> None:
    (tmp_path / "x_events.tsv").write_text(text)
    with pytest.raises(VeracityError) as caught:
        vc.events.evaluate(tmp_path / "x_events.tsv", [], duration=100)
    assert all(word in str(caught.value) for word in words)


def test_no_file_and_no_duration(tmp_path: Path) -> None:
    with pytest.raises(VeracityError, match="no file or folder"):
        vc.events.read(tmp_path / "nothing")
    with pytest.raises(VeracityError, match="no event file"):
        vc.events.read(tmp_path)
    (tmp_path / "x_events.tsv").write_text("onset\tduration\n1\t2\n")
    with pytest.raises(VeracityError, match="duration"):
        vc.events.evaluate(tmp_path / "x_events.tsv", [(1, 2)])
    with pytest.raises(VeracityError, match="event_type"):
        vc.events.evaluate([(1, 2)], [], duration=10, event_type="sz")

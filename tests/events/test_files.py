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


def test_types_scores_and_channels_of_files(tmp_path: Path) -> None:
    ref, det = tmp_path / "ref", tmp_path / "det"
    whole = "2026-01-01 00:00:00\t600\n"
    bids(ref, "sub-1/sub-1_events.tsv", f"10\t5\tsz-foc\tn/a\tT3,T5\t{whole}")
    bids(
        det, "sub-1/sub-1_events.tsv", f"11\t5\tsz_foc\t0.9\tT3\t{whole}90\t5\tsz\t0.2\tO1\t{whole}"
    )
    bids(ref, "sub-2/sub-2_events.tsv", f"0\t600\tbckg\tn/a\tall\t{whole}")
    bids(det, "sub-2/sub-2_events.tsv", f"50\t5\tsz\t0.5\tall\t{whole}")
    er = vc.events.evaluate(ref, det, event_type="eventType", channel="channels", rules="iou")
    assert set(er.by_type) == {"sz_foc", "sz"}
    assert er.by_type["sz_foc"]["iou", "true_positives"].value == 1
    assert set(er.by_channel) == {"T3", "T5", "O1"}
    assert er.by_channel["T3"]["iou", "true_positives"].value == 1
    assert er.by_channel["T5"]["iou", "missed"].value == 1
    rate, found, thresholds = er.froc("iou")  # the column confidence is the score
    assert thresholds.tolist() == [float("inf"), 0.9, 0.5, 0.2]
    assert rate.tolist() == pytest.approx([0, 0, 3, 6])
    assert found.tolist() == [0, 1, 1, 1]
    with pytest.raises(VeracityError, match="score='p'"):
        vc.events.evaluate(ref, det, score="p")
    (det / "sub-2/sub-2_events.tsv").unlink()
    with pytest.raises(VeracityError, match="sub-2/sub-2"):
        vc.events.evaluate(ref, det)
    empty = vc.events.evaluate(ref, det, absent="empty", rules="iou")
    assert empty["iou", "false_alarms_per_hour"].value == 3
    bids(det, "sub-1/sub-1.csv_bi", "")
    with pytest.raises(VeracityError, match="Two files"):
        vc.events.read(det)


def test_a_folder_of_the_tuh_corpus_knows_its_subjects(tmp_path: Path) -> None:
    for side in ("ref", "det"):
        for name in ("aaaaaaac_s001_t000", "aaaaaaac_s002_t000", "aaaaaaaq_s001_t000"):
            file = tmp_path / side / f"{name}.csv_bi"
            file.parent.mkdir(exist_ok=True)
            file.write_text(
                "# version = csv_v1.0.0\n# duration = 300.00 secs\n#\n"
                "channel,start_time,stop_time,label,confidence\nTERM,10,20,seiz,0.75\n"
            )
    er = vc.events.evaluate(tmp_path / "ref", tmp_path / "det", event_type="sz", rules="iou")
    assert set(er.by_cluster) == {"aaaaaaac", "aaaaaaaq"}
    assert er["iou", "true_positives"].value == 3
    assert er.tally["iou"].seconds("duration") == 900


def test_the_command_line_takes_tables_and_every_option(tmp_path: Path) -> None:
    def run(*words: str) -> subprocess.CompletedProcess[str]:
        program = [sys.executable, "-m", "veracity", "events", *words]
        return subprocess.run(program, capture_output=True, text=True)

    text = "onset,duration,night,who,kind,p,length\n"
    ref, det = tmp_path / "ref.csv", tmp_path / "det.csv"
    ref.write_text(text + "1000,5000,n1,anna,sz,1,60000\n3000,5000,n1,anna,sz,1,60000\n")
    det.write_text(text + "1500,5000,n1,anna,sz,0.5,60000\n9000,100,n2,ben,sp,0.4,60000\n")
    options = "--recording night --cluster who --event-type kind --score p --duration length"
    unit = "--unit ms --absent empty --rule iou(0.1) --overlapping keep --format json"
    found = run(str(ref), str(det), *options.split(), *unit.split())
    assert found.returncode == 0, found.stderr
    answer = json.loads(found.stdout)
    values = {row["figure"]: row["value"] for row in answer["figures"]}
    assert (values["true_positives"], values["missed"], values["false_positives"]) == (1, 1, 1)
    assert values["false_alarms_per_hour"] == 30
    assert set(answer["by_type"]) == {"sz", "sp"}
    for words in (["--absent", "no"], ["--unit", "days"], ["--recording", "nights"], []):
        wrong = run(str(ref), str(det), "--duration", "60000", "--recording", "night", *words)
        assert wrong.returncode == 2
        assert "Traceback" not in wrong.stderr
        assert wrong.stderr.strip()


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", ["onset", "duration"]),
        ("a\tb\n1\t2\n", ["a, b"]),
        ("onset\tduration\nsoon\t2\n", ["'soon'", "event 1", "'onset'"]),
        ("onset\tduration\n5\t-2\n", ["(5, 3)"]),
    ],
)
def test_a_bad_file_says_what_is_wrong(tmp_path: Path, text: str, words: list[str]) -> None:
    (tmp_path / "x_events.tsv").write_text(text)
    with pytest.raises(VeracityError) as caught:
        vc.events.evaluate(tmp_path / "x_events.tsv", [], duration=100)
    assert all(word in str(caught.value) for word in words)


def test_no_file_and_no_duration(tmp_path: Path) -> None:
    with pytest.raises(VeracityError, match="No file or folder"):
        vc.events.read(tmp_path / "nothing")
    with pytest.raises(VeracityError, match="No event file"):
        vc.events.read(tmp_path)
    (tmp_path / "x_events.tsv").write_text("onset\tduration\n1\t2\n")
    with pytest.raises(VeracityError, match="duration"):
        vc.events.evaluate(tmp_path / "x_events.tsv", [(1, 2)])
    with pytest.raises(VeracityError, match="event_type"):
        vc.events.evaluate([(1, 2)], [], duration=10, event_type="sz")


def test_tables_are_read_by_recording(tmp_path: Path) -> None:
    import pandas as pd

    table = pd.DataFrame(
        {"onset": [5.0, 1.0, 2.0], "duration": [1.0, 2.0, 3.0], "night": ["b", "a", "b"]}
    )
    table.to_parquet(tmp_path / "nights.parquet")
    found = vc.events.read(tmp_path / "nights.parquet", recording="night")
    assert {name: one.onset.tolist() for name, one in found.items()} == {"b": [2, 5], "a": [1]}
    assert found["b"].duration.tolist() == [3, 1]
    (whole,) = vc.events.read(tmp_path / "nights.parquet").values()
    assert len(whole) == 3
    er = vc.events.evaluate(found, found, duration=60, rules="iou")
    assert er["iou", "true_positives"].value == 3


def test_a_file_that_gives_two_lengths_of_its_recording_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "sub-01_events.tsv"
    rows = "10\t5\tsz\tn/a\tall\tn/a\t{}\n40\t5\tsz\tn/a\tall\tn/a\t{}\n"
    file.write_text(HEADER + rows.format(3600, 7200))
    with pytest.raises(VeracityError, match=r"3600.*7200"):
        vc.events.read(file)
    file.write_text(HEADER + rows.format(3600, 3600.4))
    (table,) = vc.events.read(file).values()
    assert table.recording_duration == 3600.4


def test_a_messy_folder_is_read_as_its_owner_means_it(folders) -> None:
    ref, det = folders
    for name in ("sub-01/eeg/._sub-01_run-00_events.tsv", ".git/annex/sub-09_events.tsv"):
        (ref / name).parent.mkdir(parents=True, exist_ok=True)
        (ref / name).write_bytes(b"\0\1\2")  # what a Mac and git leave behind
    file = ref / "sub-01/eeg/sub-01_run-00_events.tsv"
    quoted = file.read_text("utf-8").replace("onset\tduration", '"Onset"\t duration ')
    file.write_text(quoted.replace("\n", "\r\n"), "utf-8")
    er = vc.events.evaluate(ref, det, event_type="sz", rules="any_overlap")
    assert er["any_overlap", "reference_events"].value == 3
    assert list(er.by_cluster) == ["sub-01", "sub-02"]


def test_an_event_before_the_recording_says_so(tmp_path) -> None:
    file = bids(tmp_path, "sub-01_events.tsv", f"-5\t1\tsz{TAIL}40\t5\tsz{TAIL}")
    with pytest.raises(VeracityError, match="before the recording: the first starts at -5 s"):
        vc.events.evaluate(file, file)

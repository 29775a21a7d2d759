"""`veracity events`: gates, comparison, reports and files, and what is refused."""

import json
import re

import pytest

import veracity as vc
from veracity.cli import main

HEAD = "onset\tduration\teventType\trecordingDuration\n"


@pytest.fixture
def folder(tmp_path):
    """Seven subjects for a day: one detector finds both seizures of each, the other one none."""
    for name, shift in (("reference", 0), ("good", 4), ("poor", 20000)):
        for i in range(7):
            place = tmp_path / name / f"sub-{i:02}"
            place.mkdir(parents=True)
            rows = [f"{at + shift}\t60\tsz\t86400\n" for at in (5000 + i, 50000)]
            (place / f"sub-{i:02}_events.tsv").write_text(HEAD + "".join(rows), "utf-8")
    return tmp_path


@pytest.fixture
def run(folder, monkeypatch, capsys):
    def ran(*words):
        monkeypatch.chdir(folder)
        code = 0
        try:
            main(list(words))
        except SystemExit as left:
            code = left.code
        return code, *capsys.readouterr()

    return ran


def events(run, *words, lang="en"):
    return run("events", "reference", "good", *words, "--lang", lang)


def test_the_verdict_stands_first(run):
    code, out, told = events(run)
    assert (code, told) == (0, "")
    assert out.startswith("Under any_overlap, sensitivity is 1.000")
    assert events(run, lang="zh")[1].startswith("按 any_overlap")


@pytest.mark.parametrize(
    ("requirement", "code"),
    [
        ("any_overlap: sensitivity >= 0.5", 0),
        ("any_overlap: false_alarms_per_day >= 1", 1),
        ("any_overlap: sensitivity >= 0.99", 3),
    ],
)
def test_exit_codes_of_requirements(run, requirement, code):
    left, out, _ = events(run, "--require", requirement)
    assert left == code
    assert requirement in out
    held = json.loads(events(run, "--require", requirement, "--format", "json")[1])
    assert held["gate"]["exit_code"] == code


def test_reports_and_saved_tallies(run, folder):
    code, _, told = events(run, "--report", "page.html", "--report", "text.md", "--save", "s.vc")
    assert code == 0
    assert told.count("wrote") == 3
    assert "veracity events reference good" in (folder / "page.html").read_text("utf-8")
    assert vc.load(folder / "s.vc")["iou", "sensitivity"].value == 1
    left, out, _ = run("check", "s.vc", "--require", "iou: sensitivity >= 0.5", "--lang", "en")
    assert (left, out[:4]) == (0, "Pass")
    left, _, told = run("merge", "s.vc", "s.vc", "--lang", "en")  # the same recordings twice
    assert left == 2
    assert "count twice" in told
    assert run("merge", "s.vc", "--lang", "en")[1].startswith("Under any_overlap")


@pytest.mark.parametrize("form", ["markdown", "latex"])
def test_formats(run, form):
    out = events(run, "--format", form)[1]
    assert out.startswith("# Events" if form == "markdown" else "%")


def test_two_detectors(run):
    ask = ("--compare", "other=poor", "--rule", "iou")
    code, out, _ = events(run, *ask)
    assert code == 0
    assert out.splitlines()[0].split() == ["Metric", "good", "other"]  # each detector first
    _, differences, *_ = out.split("\n\n")
    assert "  good − other  adjusted p" in differences.split("\n")[0]
    assert re.search(r"^Sensitivity \(iou\) .* better$", differences, re.M)
    assert "Sensitivity (iou): good is better than other." in events(run, *ask, "--verbose")[1]


def test_notes_in_full_only_when_asked_for(run):
    code, short, _ = events(run, "--rule", "iou")
    long = events(run, "--rule", "iou", "--verbose")[1]
    assert code == 0
    assert "More: --verbose" in short
    assert "--verbose" not in long
    assert len(short.splitlines()) <= 30
    assert len(long) > len(short)
    assert "cluster=" not in short + long


@pytest.mark.parametrize(
    "words",
    [
        ("--compare", "poor"),
        ("--compare", "good=poor"),
        ("--require", "sensitivity is fine"),
        ("--require", "sensitivity >= 0.5"),  # which of the rules?
        ("--report", "page.docx"),
        ("--rule", "magic"),
    ],
)
def test_refusals_are_one_paragraph(run, words):
    code, out, told = events(run, *words)
    assert (code, out) == (2, "")
    assert told.startswith("veracity: ")
    assert "Traceback" not in told


def test_pictures_as_files(run, folder):
    code, _, said = events(run, "--plot", "raster=all.svg", "--plot", "timeline=one.png")
    assert code == 0
    assert (folder / "all.svg").read_text("utf-8").startswith("<svg")
    assert (folder / "one.png").read_bytes()[:4] == b"\x89PNG"
    assert "all.svg" in said
    for bad in ("raster", "timeline=", "raster=all.docx", "scatter=a.svg"):
        code, _, said = events(run, "--plot", bad)
        assert code == 2
        assert "Traceback" not in said
        assert "directory" not in said


def test_messages_speak_of_options_and_count_from_one(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_text("onset,duration\n5,1\n10,-3\n")
    (tmp_path / "b.csv").write_text("onset,duration\n5,1\n")
    for words, said in (
        (("a.csv", "b.csv", "--duration", "60"), "The first is event 2: (10, 7)."),
        (("b.csv", "b.csv"), "(--duration 3600, or a column)"),
    ):
        with pytest.raises(SystemExit):
            main(["events", *words])
        assert said in capsys.readouterr().err


TWO = "recording,onset,duration,type\nr1,100,60,sz\nr2,100,60,sz\n"


def test_recordings_of_a_table_are_asked_for_never_merged(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ref.csv").write_text(TWO)
    (tmp_path / "det.csv").write_text(TWO.replace("r2,100", "r2,200"))
    words = ["events", "ref.csv", "det.csv", "--type", "sz", "--rule", "iou"]
    with pytest.raises(SystemExit) as left:
        main([*words, "--duration", "300"])
    told = capsys.readouterr()
    assert (left.value.code, told.out) == (2, "")
    assert "2 recordings: 'r1', 'r2' (column 'recording')" in told.err
    assert "Set --recording 'recording';" in told.err
    with pytest.raises(SystemExit):
        main([*words, "--recording", "recording"])
    told = capsys.readouterr()
    assert "The length of recording 'r1' is not known" in told.err
    assert "None" not in told.err
    main([*words, "--recording", "recording", "--duration", "300", "--format", "json"])
    figures = {
        one["figure"]: one["value"] for one in json.loads(capsys.readouterr().out)["figures"]
    }
    assert figures["false_alarms_per_day"] == pytest.approx(1 / (600 / 86400))  # 144: one in 600 s

"""veracity.toml and [tool.veracity]: option values, never files to write."""

import json
import re
from pathlib import Path

import pytest

ASK = ("--true", "truth", "--pred", "called")


def test_the_nearest_file_gives_options_and_is_named(veracity, predictions, tmp_path: Path) -> None:
    (tmp_path / "veracity.toml").write_text(
        'level = 0.9\n[evaluate]\ntrue = "truth"\npred = "called"\ngroup = ["site"]\n'
    )
    done = veracity("evaluate", predictions.name, "--format", "json")
    told = json.loads(done.stdout)
    assert told["settings"]["confidence_level"] == 0.9
    assert set(told["by_group"]) == {"a", "b"}
    assert done.err.startswith("from veracity.toml: ")
    assert "level = 0.9" in done.err
    assert "veracity.toml" in told["provenance"]["command"]


@pytest.mark.parametrize(
    "words",
    [("evaluate",), ("threshold", "--maximize", "f1"), ("check", "--require", "auroc >= 0.1")],
)
def test_cautions_are_muted_for_every_command_that_says_them(
    veracity, predictions, tmp_path: Path, words
) -> None:
    ask = (words[0], predictions.name, "--true", "truth", "--proba", "p", *words[1:])
    said = re.search(r"\[(\w+)\]$", veracity(*ask).out, re.M)
    assert said
    (tmp_path / "veracity.toml").write_text(f'ignore = ["{said[1]}"]\n')
    done = veracity(*ask)
    assert f"[{said[1]}]" not in done.out
    assert f"1 caution muted: {said[1]}" in done.out
    assert f"ignore = {said[1]}" in done.err


def test_the_command_line_wins(veracity, predictions, tmp_path: Path) -> None:
    (tmp_path / "veracity.toml").write_text('level = 0.9\nproba = "p"\nthreshold = "90%"\n')
    done = veracity("evaluate", predictions.name, *ASK, "--level", "99%", "--format", "json")
    told = json.loads(done.stdout)
    assert told["settings"]["confidence_level"] == 0.99
    assert told["confusion"]["counts"] == [[5, 1], [2, 4]]  # labels, not p at 0.9
    assert done.err == ""


def test_pyproject_and_folders_above_up_to_the_repository(
    veracity, predictions, tmp_path: Path
) -> None:
    inside = tmp_path / "a" / "b"
    inside.mkdir(parents=True)
    (inside / "predictions.csv").write_bytes(predictions.read_bytes())
    veracity.folder = inside
    (tmp_path / "pyproject.toml").write_text("[tool.veracity]\nlevel = 0.8\n[tool.other]\nx = 1\n")
    words = ("evaluate", "predictions.csv", *ASK, "--metric", "recall")
    assert "../../pyproject.toml" in veracity(*words).err
    (tmp_path / "a" / ".git").mkdir()
    assert veracity(*words).err == ""  # the repository ends before it


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('report = "out.html"', "--report"),
        ('[evaluate]\nsave = "x"', "--save"),
        ('[evaluate]\nplot = ["roc=x.svg"]', "--plot"),
        ('[check]\njunit = "x.xml"', "--junit"),
        ('[recalibrate]\nout = "x.csv"', "--out"),
        ("levle = 0.9", "level"),
        ("[evaluate]\nmaximize = 'f1'", "evaluate.maximize"),
        ("[evalute]\nlevel = 0.9", "[evaluate]"),
        ("level = 'high'", "high"),
        ("level = [0.9, 0.8]", "0.8"),
        ("verbose = 3", "verbose"),
        ("level = ", "veracity.toml"),
    ],
)
def test_what_cannot_be_meant_is_refused(
    veracity, predictions, tmp_path: Path, text: str, said: str, lang: str
) -> None:
    (tmp_path / "veracity.toml").write_text(text)
    before = set(tmp_path.iterdir())
    done = veracity("evaluate", predictions.name, *ASK, "--lang", lang)
    assert done.returncode == 2
    assert said in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert set(tmp_path.iterdir()) == before


def test_its_language_holds_for_errors_too(veracity, predictions, tmp_path: Path) -> None:
    (tmp_path / "veracity.toml").write_text('lang = "zh"\n')
    done = veracity("evaluate", predictions.name, "--true", "nichts", "--pred", "called")
    assert "没有" in done.err
    assert veracity("evaluate", predictions.name, *ASK, "--lang", "en").out.startswith("Not shown")


def test_help_and_other_peoples_files_need_no_reading(veracity, tmp_path: Path) -> None:
    (tmp_path / "veracity.toml").write_text("not toml at all")
    assert veracity("evaluate", "--help").returncode == 0
    assert veracity("--help").returncode == 0
    (tmp_path / "veracity.toml").unlink()
    (tmp_path / "pyproject.toml").write_text("tool.veracity is not here = [")
    assert veracity("matrix", "tp=1", "fp=1", "fn=1", "tn=1").returncode == 0

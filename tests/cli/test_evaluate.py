"""`veracity evaluate` on a file: what is printed, written and refused."""

import json
import re
from pathlib import Path

import pytest

import veracity as vc


def test_text_shows_verdict_figures_and_matrix(veracity, predictions) -> None:
    done = veracity("evaluate", predictions.name, "--true", "truth", "--pred", "called")
    text = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    assert text.startswith("Not shown to be better than guessing")
    assert re.search(r"^Recall +0\.667 \[0\.300, 0\.903\] +6$", text, re.M)
    assert "rows are truth, columns are predictions, positive: 1" in text


def test_json_is_alone_on_stdout_and_equals_python(veracity, predictions) -> None:
    done = veracity(
        "evaluate", predictions.name, "--true", "truth", "--pred", "called", "--format", "json"
    )
    told = json.loads(done.stdout)
    ev = vc.evaluate("truth", "called", data=str(predictions))
    assert told["metrics"]["mcc"]["value"] == ev["mcc"].value
    assert told["confusion"]["counts"] == [[5, 1], [2, 4]]


def test_a_probability_column_is_cut_at_the_threshold(veracity, predictions) -> None:
    words = ("evaluate", predictions.name, "--true", "truth", "--proba", "p", "--format", "json")
    at_half = json.loads(veracity(*words).stdout)
    at_one = json.loads(veracity(*words, "--threshold", "0.95").stdout)
    assert at_half["confusion"]["counts"] == [[5, 1], [2, 4]]
    assert at_one["confusion"]["counts"] == [[6, 0], [6, 0]]


def test_groups_and_clusters(veracity, predictions) -> None:
    done = veracity(
        *("evaluate", predictions.name, "--true", "truth", "--pred", "called"),
        *("--group", "site", "--cluster", "patient", "--format", "json"),
    )
    told = json.loads(done.stdout)
    assert set(told["by_group"]) == {"a", "b"}
    assert told["settings"]["clusters"] == 3


def test_standard_input(veracity, predictions) -> None:
    words = ("evaluate", "-", "--true", "truth", "--pred", "called", "--format", "json")
    piped = veracity(*words, stdin=predictions.read_bytes())
    assert json.loads(piped.stdout)["confusion"]["counts"] == [[5, 1], [2, 4]]
    lines = b'{"truth": "a", "called": "a"}\n{"truth": "b", "called": "a"}\n'
    told = json.loads(veracity(*words, stdin=lines).stdout)
    assert told["confusion"]["labels"] == ["a", "b"]
    assert told["confusion"]["counts"] == [[1, 0], [1, 0]]


@pytest.mark.parametrize("ending", ["md", "tex", "json", "txt"])
def test_reports_by_ending(veracity, predictions, tmp_path: Path, ending: str) -> None:
    done = veracity(
        *("evaluate", predictions.name, "--true", "truth", "--pred", "called"),
        *("--report", f"out.{ending}"),
    )
    assert done.returncode == 0
    assert f"wrote out.{ending}" in done.stderr.decode()
    assert "0.667" in (tmp_path / f"out.{ending}").read_text().replace(
        "0.6666666666666666", "0.667"
    )


@pytest.mark.parametrize(("form", "sign"), [("markdown", "| Recall |"), ("latex", r"\toprule")])
def test_formats(veracity, predictions, form: str, sign: str) -> None:
    done = veracity(
        "evaluate", predictions.name, "--true", "truth", "--pred", "called", "--format", form
    )
    assert sign in done.stdout.decode()


def test_chinese_by_option_and_by_environment(veracity, predictions) -> None:
    words = ("evaluate", predictions.name, "--true", "truth", "--pred", "called")
    asked = veracity(*words, "--lang", "zh").stdout.decode()
    assert "召回率" in asked
    assert "行为真实标签" in asked
    assert veracity(*words, VERACITY_LANG="zh").stdout.decode() == asked
    assert veracity(*words, LANG="zh_CN.UTF-8").stdout.decode() == asked


def test_saved_parts_merge_to_the_whole(veracity, predictions, tmp_path: Path) -> None:
    head, *rows = predictions.read_text().splitlines()
    for name, part in (("one", rows[:5]), ("two", rows[5:])):
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *part]) + "\n")
        saved = veracity(
            "evaluate", f"{name}.csv", "--true", "truth", "--pred", "called", "--save", f"{name}.v"
        )
        assert saved.returncode == 0
    merged = veracity("merge", "one.v", "two.v", "--format", "json")
    whole = veracity(
        "evaluate", predictions.name, "--true", "truth", "--pred", "called", "--format", "json"
    )
    assert json.loads(merged.stdout) == json.loads(whole.stdout)


REFUSED = {
    "unknown column": (("--true", "trut", "--pred", "called"), "trut", "truth"),
    "no prediction": (("--true", "truth"), "--pred", "--proba"),
    "threshold with labels": (
        ("--true", "truth", "--pred", "called", "--threshold", "0.3"),
        "threshold",
        "labels",
    ),
    "unknown metric": (
        ("--true", "truth", "--pred", "called", "--metric", "recal"),
        "recal",
        "recall",
    ),
    "no such folder": (
        ("--true", "truth", "--pred", "called", "--report", "none/out.md"),
        "none",
        "Nothing was changed",
    ),
    "unknown ending": (
        ("--true", "truth", "--pred", "called", "--report", "out.docx"),
        "out.docx",
        ".md",
    ),
    "level": (("--true", "truth", "--pred", "called", "--level", "95"), "95", "0.95"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_errors_are_one_paragraph(veracity, predictions, tmp_path: Path, case: str) -> None:
    words, *said = REFUSED[case]
    before = set(tmp_path.iterdir())
    done = veracity("evaluate", predictions.name, *words)
    message = done.stderr.decode()
    assert done.returncode == 2
    assert done.stdout == b""
    assert "Traceback" not in message
    assert len(message.strip().splitlines()) == 1
    for part in said:
        assert part in message
    assert set(tmp_path.iterdir()) == before


def test_debug_shows_where_it_came_from(veracity, predictions) -> None:
    done = veracity("evaluate", predictions.name, "--true", "no", "--pred", "called", "--debug")
    assert "Traceback" in done.stderr.decode()
    assert done.returncode != 0


def test_missing_file(veracity) -> None:
    done = veracity("evaluate", "nowhere.csv", "--true", "a", "--pred", "b")
    assert done.returncode == 2
    assert "nowhere.csv" in done.stderr.decode()


def test_errors_speak_of_options_and_not_of_python(veracity, tmp_path: Path) -> None:
    (tmp_path / "gaps.csv").write_text("t,p\n1,1\n,0\n0,0\n")
    message = veracity("evaluate", "gaps.csv", "--true", "t", "--pred", "p").stderr.decode()
    assert "--drop-invalid" in message
    assert "on_invalid" not in message
    (tmp_path / "text.csv").write_text("t,p\na,a\nb,a\n")
    message = veracity(
        "evaluate", "text.csv", "--true", "t", "--pred", "p", "--metric", "recall"
    ).stderr.decode()
    assert "--pos-label" in message
    assert "pos_label=" not in message

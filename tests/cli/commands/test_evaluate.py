"""`veracity evaluate` on a file: what is printed, written and refused."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import veracity as vc


def test_text_shows_verdict_figures_and_matrix(veracity, predictions) -> None:
    done = veracity("evaluate", predictions.name, "--true", "truth", "--pred", "called")
    text = done.stdout.decode()
    assert done.returncode == 0
    assert done.stderr == b""
    assert text.startswith("Not shown to be better than guessing")
    assert re.search(r"^Recall +0\.667 \[0\.300, 0\.903\] +6$", text, re.M)
    assert "TP 4 · FP 1 · FN 2 · TN 5 (positive: 1)" in text


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
    assert "正类：1" in asked
    assert veracity(*words, VERACITY_LANG="zh").stdout.decode() == asked
    assert veracity(*words, LANG="zh_CN.UTF-8").stdout.decode() == asked


def _but_command(printed: bytes) -> dict[str, Any]:
    """A report without the command that made it; the fingerprint of the data stays."""
    report: dict[str, Any] = json.loads(printed)
    assert report["provenance"].pop("command").startswith("veracity ")
    return report


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
    assert _but_command(merged.stdout) == _but_command(whole.stdout)


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


def test_a_score_column_ranks(veracity, predictions) -> None:
    words = ("evaluate", predictions.name, "--true", "truth", "--score", "p")
    told = json.loads(veracity(*words, "--format", "json").stdout)
    # p has two values: of 36 pairs 20 are won, 14 tied (4·1 and 2·5), 2 lost
    assert told["metrics"]["auroc"]["value"] == pytest.approx((20 + 14 / 2) / 36)
    assert told["confusion"] is None
    assert "recall" not in told["metrics"]
    text = veracity(*words).stdout.decode()
    assert f"a positive outranks a negative in {20 / 36:.3f} of pairs" in text
    assert f"{14 / 36:.3f}" in text  # tied
    assert f"{2 / 36:.3f}" in text  # a negative first
    cut = json.loads(veracity(*words, "--threshold", "0.5", "--format", "json").stdout)
    assert cut["confusion"]["counts"] == [[5, 1], [2, 4]]
    assert cut["settings"]["threshold"] == 0.5


def test_labels_and_scores_together(veracity, predictions) -> None:
    words = ("--true", "truth", "--pred", "called", "--score", "p", "--format", "json")
    told = json.loads(veracity("evaluate", predictions.name, *words).stdout)
    assert told["confusion"]["counts"] == [[5, 1], [2, 4]]
    assert told["metrics"]["auroc"]["value"] == pytest.approx(0.75)


def test_several_columns_of_probabilities(veracity, tmp_path: Path) -> None:
    (tmp_path / "three.csv").write_text(
        "t,pa,pb,pc\na,.7,.2,.1\nb,.1,.6,.3\nc,.2,.3,.5\na,.4,.5,.1\nb,.2,.5,.3\nc,.4,.3,.3\n"
    )
    words = ("evaluate", "three.csv", "--true", "t", "--proba", "pa", "--proba", "pb")
    done = veracity(*words, "--proba", "pc", "--format", "json")
    told = json.loads(done.stdout)
    assert told["confusion"]["counts"] == [[1, 1, 0], [0, 2, 0], [1, 0, 1]]
    # by hand: pairs won of 8 for each class 7, 8, 7
    assert told["metrics"]["auroc_ovr_macro"]["value"] == pytest.approx(22 / 24)
    assert set(told["by_class"]) == {"a", "b", "c"}
    ordered = veracity(
        *("evaluate", "three.csv", "--true", "t", "--proba", "pc", "--proba", "pa"),
        *("--proba", "pb", "--label", "c", "--label", "a", "--label", "b", "--format", "json"),
    )
    assert json.loads(ordered.stdout)["metrics"]["accuracy"] == told["metrics"]["accuracy"]
    few = veracity(*words)
    assert few.returncode == 2
    assert "'a', 'b', 'c'" in few.stderr.decode()
    assert "Traceback" not in few.stderr.decode()


def test_a_grid_by_option(veracity, predictions) -> None:
    words = ("evaluate", predictions.name, "--true", "truth", "--proba", "p", "--resolution")
    told = json.loads(veracity(*words, "8", "--format", "json").stdout)
    assert "grid" in told["settings"]["resolution"]
    assert told["confusion"]["counts"] == [[5, 1], [2, 4]]
    assert json.loads(veracity(*words, "exact", "--format", "json").stdout)["settings"][
        "resolution"
    ] == ("exact")
    wrong = veracity(*words, "fine")
    assert wrong.returncode == 2
    assert "fine" in wrong.stderr.decode()


def test_saved_scores_merge_to_the_whole(veracity, predictions, tmp_path: Path) -> None:
    head, *rows = predictions.read_text().splitlines()
    ask = ("--true", "truth", "--proba", "p")
    for name, part in (("one", rows[:5]), ("two", rows[5:])):
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *part]) + "\n")
        assert veracity("evaluate", f"{name}.csv", *ask, "--save", f"{name}.v").returncode == 0
    merged = veracity("merge", "one.v", "two.v", "--format", "json")
    whole = veracity("evaluate", predictions.name, *ask, "--format", "json")
    assert _but_command(merged.stdout) == _but_command(whole.stdout)


def test_probabilities_that_are_none(veracity, tmp_path: Path) -> None:
    (tmp_path / "percent.csv").write_text("t,p\n1,80\n0,10\n")
    done = veracity("evaluate", "percent.csv", "--true", "t", "--proba", "p")
    message = done.stderr.decode()
    assert done.returncode == 2
    assert "percentages" in message
    assert "--drop-invalid" in message
    assert "Traceback" not in message

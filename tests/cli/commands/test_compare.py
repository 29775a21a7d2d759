"""`veracity compare` on a file."""

import json
import re
from pathlib import Path

import pytest

from veracity.evaluation.front.comparing import compare


@pytest.fixture
def models(tmp_path: Path) -> Path:
    path = tmp_path / "models.csv"
    lines = [
        f"{i % 2},{0.3 + 0.4 * (i % 2) + 0.02 * (i % 7)},{0.2 + 0.1 * (i % 5)},{i // 4}"
        for i in range(60)
    ]
    path.write_text("truth,good,poor,patient\n" + "\n".join(lines) + "\n")
    return path


WORDS = ("--true", "truth", "--proba", "good", "--proba", "poor")


def test_json_equals_python(veracity, models) -> None:
    done = veracity(
        "compare",
        models.name,
        *WORDS,
        "--margin",
        "0.05",
        "--cluster",
        "patient",
        "--metric",
        "auroc",
        "--metric",
        "mcc",
        "--format",
        "json",
    )
    assert done.returncode == 0
    assert done.stderr == b""
    told = json.loads(done.stdout)
    cmp = compare(
        "truth",
        {"good": "good", "poor": "poor"},
        data=str(models),
        margin=0.05,
        cluster="patient",
        metrics=["auroc", "mcc"],
    )
    for one, two in zip(told["contrasts"], cmp, strict=True):
        assert one["difference"]["value"] == two.difference.value
        assert one["p_adjusted"] == two.p_adjusted
        assert one["verdict"] == two.verdict


def test_text_markdown_latex_and_chinese(veracity, models) -> None:
    text = veracity("compare", models.name, *WORDS).stdout.decode()
    assert text.split("\n")[0].split() == ["metric", "good", "poor"]  # the models first
    assert re.search(r"^n +60 +60$", text, re.M)
    _, differences, *_ = text.split("\n\n")
    assert differences.startswith("metric ")
    assert "  good − poor  adjusted p" in differences
    assert re.search(r"^Area under the ROC curve .* better$", differences, re.M)
    every = veracity("compare", models.name, *WORDS, "--verbose").stdout.decode()
    assert "Area under the ROC curve: good is better than poor." in every
    assert "good − poor" in text
    assert (
        "| good − poor |"
        in veracity("compare", models.name, *WORDS, "--format", "markdown").stdout.decode()
    )
    chinese = veracity("compare", models.name, *WORDS, "--format", "latex", "--lang", "zh")
    assert "DeLong 检验（配对）" in chinese.stdout.decode()


def test_reports_are_written(veracity, models, tmp_path) -> None:
    endings = ("html", "md", "tex", "json", "txt")
    words = [word for ending in endings for word in ("--report", f"out.{ending}")]
    done = veracity("compare", models.name, *WORDS, *words)
    for ending in endings:
        assert f"wrote out.{ending}" in done.stderr.decode()
        written = (tmp_path / f"out.{ending}").read_text("utf-8").replace("\\", "")
        assert "good" in written
        assert f"veracity compare {models.name} --true truth --proba good" in written


def test_cautions_are_printed(veracity, models) -> None:
    done = veracity("compare", models.name, *WORDS, "--correction", "none")
    assert "! warning: There are 4 tests and no correction" in done.stdout.decode()
    quiet = veracity("compare", models.name, *WORDS, "--metric", "auroc")
    assert "!" not in quiet.stdout.decode()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--proba", "good", "--pred", "poor"), "one of --proba, --score and --pred"),
        (("--proba", "good", "--proba", "good"), "share a name"),
        ((*WORDS[2:], "--margin", "-1"), "above 0"),
        (("--proba", "good", "--proba", "bad"), "bad"),
    ],
)
def test_refusals_are_one_paragraph(veracity, models, words, said) -> None:
    done = veracity("compare", models.name, "--true", "truth", *words)
    assert done.returncode == 2
    assert said in done.stderr.decode()
    assert "Traceback" not in done.stderr.decode()


def test_no_report_is_written_where_one_ending_is_unknown(veracity, models) -> None:
    words = [word for name in ("r.md", "r.tex", "r.pdf") for word in ("--report", name)]
    done = veracity("compare", models.name, *WORDS, *words)
    assert done.returncode == 2
    assert b"r.pdf" in done.stderr
    assert not (models.parent / "r.md").exists()
    assert not (models.parent / "r.tex").exists()


def test_a_margin_for_each_metric(veracity, models) -> None:
    keys = ("--metric", "auroc", "--metric", "brier", "--format", "json")
    words = (*WORDS, *keys, "--margin", "auroc=2%", "--margin", "brier=0.01")
    told = json.loads(veracity("compare", models.name, *words).stdout)
    assert {one["key"]: one["margin"] for one in told["contrasts"]} == {
        "auroc": 0.02,
        "brier": 0.01,
    }


@pytest.mark.parametrize("given", [("0.02", "auroc=0.1"), ("auroc=1", "auroc=2"), ("nokey=1",)])
def test_margins_that_contradict_are_refused(veracity, models, given) -> None:
    words = [word for one in given for word in ("--margin", one)]
    done = veracity("compare", models.name, *WORDS, *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr.decode()


def test_what_cannot_be_told_says_how_many_rows_would_tell(veracity, tmp_path) -> None:
    lines = [
        f"{i % 2},{(i * 37 % 101) / 101 * 0.8 + 0.1 * (i % 2)},{(i * 53 % 97) / 97}"
        for i in range(60)
    ]
    (tmp_path / "m.csv").write_text("truth,good,poor\n" + "\n".join(lines) + "\n")
    cmp = compare("truth", {"good": "good", "poor": "poor"}, data=str(tmp_path / "m.csv"))
    still_open = [one for one in cmp if one.times_the_rows >= 1]
    assert still_open
    said = veracity("compare", "m.csv", *WORDS).stdout.decode()
    assert said.count("times as many rows") == 1
    assert str(still_open[0].more_rows) in said

"""Text, Markdown, LaTeX, JSON and HTML of an evaluation that has no matrix."""

import json
import re

import numpy as np
import pytest

from veracity.evaluation import evaluate

RNG = np.random.default_rng(10)
TRUTH = RNG.integers(0, 2, 200)
SCORES = RNG.normal(TRUTH, 1.0)
EV = evaluate(TRUTH, y_score=SCORES, n_resamples=200)
GRID = evaluate(TRUTH, y_score=SCORES, n_resamples=200, resolution=5)
AREA = f"{EV['auroc'].value:.3f}"


def test_the_text() -> None:
    text = str(EV)
    assert text.startswith("Scores rank better than guessing")
    assert re.search(rf"Area under the ROC curve +{AREA} \[", text)
    assert "truth \\ predicted" not in text
    assert "200 of 200 rows used" in text
    headline = text.split("\n\n")[1].splitlines()
    assert 2 <= len(headline) <= 13


def test_the_text_with_a_threshold_has_both() -> None:
    text = str(EV.at(0.5))
    assert "Area under the ROC curve" in text
    assert "Recall" in text
    assert re.search(r"TP \d+ · FP \d+ · FN \d+ · TN \d+ \(positive: 1\)", text)


def test_chinese() -> None:
    text = EV.text("zh")
    assert "ROC 曲线下面积" in text
    assert "排序优于猜测" in text
    assert "负例在前" in text
    assert "认证" in GRID.text("zh") or "单元" in GRID.text("zh")


def test_markdown_and_latex() -> None:
    for lang, name in (("en", "Area under the ROC curve"), ("zh", "ROC 曲线下面积")):
        assert f"| {name} | {AREA}" in EV.to_markdown(lang)
        assert f"{name} & {AREA}" in EV.to_latex(lang)
    assert EV.to_latex().count(r"\begin{tabular}") == 1
    assert "predicted" not in EV.to_latex()


def test_json_and_dict() -> None:
    told = json.loads(EV.to_json())
    assert told["confusion"] is None
    assert told["labels"] == [0, 1]
    assert told["metrics"]["auroc"]["value"] == EV["auroc"].value
    assert told["metrics"]["auroc"]["bound"] == 0
    assert told["settings"]["resolution"] == "exact"
    assert told["settings"]["threshold"] is None
    assert "mcc" not in told["metrics"]
    coarse = json.loads(GRID.to_json())
    assert coarse["metrics"]["auroc"]["bound"] > 0
    assert "grid" in coarse["settings"]["resolution"]
    assert any("certified cells" in note for note in coarse["notes"])


def test_frames() -> None:
    for table in (EV.to_pandas(), EV.to_polars().to_pandas(use_pyarrow_extension_array=False)):
        row = table[table["key"] == "auroc"].iloc[0]
        assert row["value"] == EV["auroc"].value
        assert len(table) == len(EV.keys())


def test_html_in_a_notebook() -> None:
    page = EV._repr_html_()
    assert "Area under the ROC curve" in page
    assert AREA in page
    assert "<table" in page


@pytest.mark.parametrize("ending", ["md", "tex", "json", "txt"])
def test_reports(tmp_path, ending: str) -> None:
    path = tmp_path / f"out.{ending}"
    EV.report(path)
    assert AREA in path.read_text("utf-8").replace(str(EV["auroc"].value), AREA)


def test_columns_of_three_classes() -> None:
    truth = RNG.integers(0, 3, 90)
    columns = RNG.dirichlet([1, 1, 1], 90)
    ev = evaluate(truth, y_score=columns)
    assert "| 2 | Area under the ROC curve |" in ev.to_markdown()
    assert json.loads(ev.to_json())["confusion"] is None
    assert set(json.loads(ev.to_json())["by_class"]) == {"0", "1", "2"}
    assert "AUROC, one versus rest" in ev.text()
    assert "truth \\ predicted" in evaluate(truth, y_proba=columns).text(verbose=True)


def test_a_grid_says_that_it_is_one() -> None:
    assert f"counted in {len(GRID.scores)} certified cells" in str(GRID)
    assert "certified cells" in str(GRID.by_class[0])
    assert "certified" not in str(EV)
    part = evaluate([0, 1, 0, 1], y_score=[1, 2, 3, 4], resolution=6, group=list("abab"))
    assert "certified cells" in str(part.by_group["a"])


def test_the_card_of_a_notebook_has_no_column_of_notes():
    """Methods are for the methods text; a note stands once, below the table."""
    clustered = evaluate([0, 1] * 30, y_proba=[0.3, 0.6, 0.2, 0.4] * 15, cluster=[*range(30)] * 2)
    card = clustered._repr_html_()
    assert "degrees of freedom" not in card
    assert "<th scope='col'>n</th></tr>" in card
    assert len(card.encode()) < 60_000

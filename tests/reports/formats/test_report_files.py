"""A report as a file: the ending says which, written whole or not at all."""

import json

import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import evaluate

EV = evaluate([0, 0, 1, 1, 1], [0, 1, 1, 1, 0], n_resamples=100)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("ending", "begins"),
    [
        (
            ".html",
            {"en": '<!doctype html>\n<html lang="en', "zh": '<!doctype html>\n<html lang="zh'},
        ),
        (".md", {"en": "# Evaluation of a classifier\n", "zh": "# 分类器评估\n"}),
        (".tex", {"en": "% compile with", "zh": "% compile with"}),
        (".txt", {"en": "Evaluation of a classifier\n==", "zh": "分类器评估\n=="}),
        (".json", {"en": "{", "zh": "{"}),
        (".MD", {"en": "# Evaluation of a classifier\n", "zh": "# 分类器评估\n"}),
    ],
)
def test_by_ending(tmp_path, ending, begins, lang):
    path = tmp_path / f"report{ending}"
    EV.report(path, lang=lang)
    written = path.read_text(encoding="utf-8")
    assert written.startswith(begins[lang])
    assert EV.verdict.within("en" if ending == ".json" else lang) in written.replace("\\", "")
    EV.report(path, lang=lang)
    assert path.read_text(encoding="utf-8") == written  # the same, byte for byte


def test_json_is_json(tmp_path):
    EV.report(tmp_path / "one.json")
    told = json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))
    assert told["rows"]["used"] == 5
    assert told["provenance"]["fingerprint"] == EV.fingerprint
    assert told == json.loads(EV.to_json())


@pytest.mark.parametrize("name", ["report", "report.pdf", "report.md.bak"])
def test_unknown_endings(tmp_path, name):
    refused(lambda: EV.report(tmp_path / name), name, ".md", ".tex", ".json", ".txt")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("ending", "head"),
    [
        (".md", "# may\\_1 · forest\n"),
        (".tex", "\\section*{may\\_1 · forest}"),
        (".txt", "may_1 · forest\n==="),
    ],
)
def test_a_title_stands_in_every_format(tmp_path, ending, head):
    path = tmp_path / f"report{ending}"
    EV.report(path, title="may_1", model="forest")
    assert head in path.read_text("utf-8")

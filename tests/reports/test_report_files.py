"""A report as a file: the ending says which, written whole or not at all."""

import json

import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import evaluate

EV = evaluate([0, 0, 1, 1, 1], [0, 1, 1, 1, 0], n_resamples=100)


@pytest.mark.parametrize("lang", ["en", "zh"])
@pytest.mark.parametrize(
    ("ending", "content"),
    [
        (".md", lambda lang: EV.to_markdown(lang)),
        (".tex", lambda lang: EV.to_latex(lang)),
        (".txt", lambda lang: EV.text(lang) + "\n"),
        (".json", lambda lang: EV.to_json()),
        (".MD", lambda lang: EV.to_markdown(lang)),
    ],
)
def test_by_ending(tmp_path, ending, content, lang):
    path = tmp_path / f"report{ending}"
    EV.report(path, lang=lang)
    assert path.read_text(encoding="utf-8") == content(lang)


def test_json_is_json(tmp_path):
    EV.report(tmp_path / "one.json")
    assert json.loads((tmp_path / "one.json").read_text(encoding="utf-8"))["rows"]["used"] == 5


@pytest.mark.parametrize("name", ["report", "report.pdf", "report.md.bak"])
def test_unknown_endings(tmp_path, name):
    refused(lambda: EV.report(tmp_path / name), name, ".md", ".tex", ".json", ".txt")
    assert not list(tmp_path.iterdir())

"""Where figures come from, as lines, as one sentence and as plain values."""

import json

from veracity.results.page.provenance import FROM_PYTHON, Provenance
from veracity.words import Text

COVERS = Text("truth, scores", "真值、分数")
ONE = Provenance({"veracity": "1.0", "numpy": "2.0.0"}, 7, {"": "v1-ab"}, COVERS)
TWO = Provenance({"veracity": "1.0"}, 0, {"A": "v1-ab", "B": "v1-cd"}, COVERS, Text("x y", "x y"))


def test_every_fact_has_its_line_in_both_languages():
    lines = {name.en: said for name, said in ONE.lines()}
    assert lines["Versions"] == "veracity 1.0, numpy 2.0.0"
    assert lines["Seed of resampling"] == "7"
    assert lines["Data fingerprint"] == "v1-ab"
    assert lines["The fingerprint covers"].zh == "真值、分数"
    assert lines["Command"] == FROM_PYTHON
    assert all(name.zh != name.en for name, _ in ONE.lines())


def test_two_sets_of_rows_have_two_fingerprints():
    lines = {name.en: str(said) for name, said in TWO.lines()}
    assert lines["Data fingerprint of A"] == "v1-ab"
    assert lines["Data fingerprint of B"] == "v1-cd"
    assert lines["Command"] == "x y"
    assert TWO.to_dict()["fingerprint"] == {"A": "v1-ab", "B": "v1-cd"}


def test_plain_values_are_json():
    made = json.loads(json.dumps(ONE.to_dict()))
    assert made["fingerprint"] == "v1-ab"
    assert made["command"] is None
    assert made["seed"] == 7
    assert TWO.to_dict()["command"] == "x y"


def test_the_sentence_says_the_same():
    assert "Data fingerprint: v1-ab; The fingerprint covers: truth, scores" in ONE.sentence().en
    assert "数据指纹：v1-ab；指纹涵盖：真值、分数" in ONE.sentence().zh

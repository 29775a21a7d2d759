"""A caution in words and as plain values."""

from veracity.results.estimate.caution import SEVERITIES, Caution
from veracity.results.estimate.estimate import Estimate
from veracity.words import Text

ONE = Caution(
    "few_positives",
    "serious",
    Text("Only 3 positives.", "只有 3 个正例。"),
    Text("Collect more.", "请补充样本。"),
    {"rows": 3, "recall": Estimate(0.5, 0.1, 0.9, 0.95, "wilson", 3), "names": ("a", "b")},
)


def test_it_says_how_grave_it_is():
    assert SEVERITIES == ("note", "warning", "serious")
    assert ONE.rank == 2
    assert ONE.text("en") == "serious: Only 3 positives. Collect more."
    assert ONE.text("zh") == "严重：只有 3 个正例。请补充样本。"
    assert str(ONE) == ONE.text("en")


def test_plain_values():
    made = ONE.to_dict()
    assert made["evidence"]["rows"] == 3
    assert made["evidence"]["recall"]["low"] == 0.1
    assert made["evidence"]["names"] == ["a", "b"]
    assert (made["severity"], made["message"]) == ("serious", "Only 3 positives.")

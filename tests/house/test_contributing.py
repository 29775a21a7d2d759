"""The text of CONTRIBUTING.md works: its metric, added as it says, is known everywhere."""

import re
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import veracity as vc
from tests.metrics.claims import check_claims
from veracity.metrics import CATALOGUE, Metric
from veracity.metrics.catalogue import finding
from veracity.metrics.record import cases, metric
from veracity.words import Text


@pytest.fixture
def written(root: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Metric]:
    """The record in the text, made with the names that its neighbours import, and listed."""
    text = (root / "CONTRIBUTING.md").read_text("utf-8")
    blocks = re.findall(r"^ *```py\n(.*?)^ *```", text, flags=re.DOTALL | re.MULTILINE)
    (block,) = (each for each in blocks if "LIFT_OF_CALLS" in each)
    names: dict[str, Any] = {**vars(metric), **vars(cases), "Text": Text}
    exec(textwrap.dedent(block), names)
    record = names["LIFT_OF_CALLS"]
    monkeypatch.setitem(CATALOGUE, record.key, record)
    _forget()
    yield record
    monkeypatch.undo()
    _forget()


def _forget() -> None:
    for cache in (finding.find, finding._by_name, finding._with_average):
        cache.cache_clear()


def test_the_metric_of_the_text_keeps_every_claim(written: Metric) -> None:
    check_claims(written)


def test_a_listed_metric_is_known_everywhere(written: Metric) -> None:
    matrix = vc.ConfusionMatrix.from_counts(tp=4, fp=1, fn=2, tn=5)
    estimate = matrix.evaluate()[written.key]
    assert estimate.value == pytest.approx((4 / 5) / (6 / 12), rel=1e-15)
    assert estimate.low < estimate.value < estimate.high
    assert "Lift of positive calls" in vc.explain("判正提升度", lang="en")
    assert matrix.metric(f"macro_{written.key}") > 1


def test_every_file_the_text_names_exists(root: Path) -> None:
    text = (root / "CONTRIBUTING.md").read_text("utf-8")
    named = set(re.findall(r"`([a-z_]+\.py)`", text))
    there = {path.name for path in (root / "src/veracity").rglob("*.py")}
    assert named, "the text names the files of records"
    assert named <= there

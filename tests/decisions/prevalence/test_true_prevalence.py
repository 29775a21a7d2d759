"""True prevalence: the published examples, truncation, and what cannot be known."""

import math

import numpy as np
import pytest

from tests.metrics.tables import two
from veracity.decisions.prevalence.true_prevalence import lang_reiczigel, true_prevalence
from veracity.errors import InputError
from veracity.intervals import Settings
from veracity.statistics.clusters.clusters import Clusters

# Lang & Reiczigel (2014), examples 1 to 4, as printed (cut off at 0)
PUBLISHED = [
    ((4060, 11284), (178, 179), (358, 359), "0.349", "0.372"),
    ((51, 2971), (32, 33), (20, 20), "0.000", "0.053"),
    ((0.06 * 11862, 11862), (8, 10), (12, 12), "0.000", "0.147"),
    ((259, 509), (84, 127), (96, 109), "0.58", "0.87"),
    ((51, 509), (23, 41), (187, 195), "0.037", "0.195"),
]


@pytest.mark.parametrize(("flagged", "sick", "well", "low", "high"), PUBLISHED)
def test_the_examples_of_lang_and_reiczigel(flagged, sick, well, low, high) -> None:
    digits = len(low) - 2
    ends = lang_reiczigel(flagged, sick, well, 0.95)
    assert [f"{max(end, 0):.{digits}f}" for end in ends] == [low, high]
    (tp, P), (tn, N) = sick, well
    found = true_prevalence(
        two(tn=tn, fp=N - tn, fn=P - tp, tp=tp), flagged=flagged[0], of=flagged[1]
    )
    assert (found.low, found.high) == pytest.approx([max(end, 0) for end in ends])
    assert found.method == "lang_reiczigel"


def test_the_cows_of_epir() -> None:
    """epiR, epi.prev: 23 of 150, Se 0.96, Sp 0.89: 5.1 in 100."""
    found = true_prevalence(two(tn=89, fp=11, fn=4, tp=96), flagged=23, of=150)
    assert f"{100 * found.value:.1f}" == "5.1"


def test_fewer_flags_than_false_alarms_is_0_and_said() -> None:
    """epiR: 6 of 151, Se 0.964, Sp 0.927: 0."""
    found = true_prevalence(two(tn=927, fp=73, fn=36, tp=964), flagged=6, of=151)
    assert found.value == found.low == 0
    assert found.high < 0.05
    assert "outside 0 to 1" in found.note
    every = true_prevalence(two(tn=927, fp=73, fn=36, tp=964), flagged=151, of=151)
    assert every.value == every.high == 1


@pytest.mark.parametrize(
    "table", [two(tn=50, fp=50, fn=50, tp=50), two(tn=20, fp=80, fn=40, tp=60)]
)
def test_a_test_that_tells_nothing(table) -> None:
    found = true_prevalence(table, flagged=5, of=10)
    assert math.isnan(found.value)
    assert "no information" in found.note


def test_without_a_class_there_are_no_rates() -> None:
    found = true_prevalence(two(tn=50, fp=50, fn=0, tp=0), flagged=5, of=10)
    assert math.isnan(found.value)
    assert "positive" in found.note


def test_level_weights_and_clusters() -> None:
    plain = two(tn=90, fp=10, fn=10, tp=90)
    width = {}
    heavy = plain.changed(squares=plain.cells.plus(plain.cells))
    cluster, cell = np.repeat(np.arange(20), 10), np.repeat([0, 1, 2, 3], [90, 10, 10, 90])
    grouped = plain.changed(
        clusters=Clusters.of_entries(tuple(range(20)), cluster, cell, np.ones(200), None)
    )
    for name, table, level in (
        ("plain", plain, 0.95),
        ("sure", plain, 0.99),
        ("heavy", heavy, 0.95),
        ("grouped", grouped, 0.95),
    ):
        found = true_prevalence(table, flagged=400, of=1000, settings=Settings(level))
        assert found.value == pytest.approx(0.375)
        width[name] = found.high - found.low
    assert all(width[name] > width["plain"] * 1.05 for name in ("sure", "heavy", "grouped"))
    none = true_prevalence(plain, flagged=4, of=10, settings=Settings(method="none"))
    assert math.isnan(none.low)


def test_impossible_counts() -> None:
    with pytest.raises(InputError, match="is impossible"):
        true_prevalence(two(tn=9, fp=1, fn=1, tp=9), flagged=11, of=10)

"""Columns, joint scores, ranks and confidences packed into arrays and back."""

import numpy as np
import pytest
from hypothesis import given

from tests.statistics.joint_rows import joint_rows
from tests.statistics.score_rows import UNIT
from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.score_columns import ScoreColumns
from veracity.statistics.joint.top_label import TopLabel
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.labels import Completed
from veracity.statistics.scores.score_table import ScoreTable
from veracity.statistics.storage.file import load, save
from veracity.statistics.storage.statistics import packed, unpacked_ranks, unpacked_scores

PROBABILITIES = {"a": [0.7, 0.2, 0.1], "b": [0.2, 0.5, 0.1], "c": [0.1, 0.3, 0.8]}


def unpacked(entry, name, arrays):
    kind = unpacked_ranks if entry["statistic"] == "top_ranks" else unpacked_scores
    return kind(entry, name, arrays)


def joint(**options):
    return JointScores.of_rows([0, 1, 2], PROBABILITIES, labels="abc", **options)


def there_and_back(statistic):
    arrays = {}
    return unpacked(packed(statistic, "s", arrays), "s", arrays)


@given(joint_rows(scores=UNIT))
def test_what_was_packed_comes_back(rows):
    j = rows.joint()
    columns = j.columns
    grids = ScoreColumns(j.names, tuple(gridded(one, 6, "unit") for one in columns.tables))
    for statistic in (j, columns, grids):
        assert there_and_back(statistic) == statistic


@pytest.mark.parametrize("weight", [None, [0.5, 2.0, 1.0]])
@pytest.mark.parametrize("clusters", [{}, {"cluster": [0, 1, 1], "cluster_labels": ("x", "y")}])
def test_through_a_file(tmp_path, weight, clusters):
    j = joint(weight=weight, **clusters)
    for statistic in (j, j.columns, TopRanks.of_joint(j), TopLabel.of_joint(j), j.column("a")):
        arrays = {}
        save(tmp_path / "s.veracity", {"s": packed(statistic, "s", arrays)}, arrays)
        header, arrays = load(tmp_path / "s.veracity")
        again = unpacked(header["s"], "s", arrays)
        assert again == statistic
        assert type(again) is type(statistic)


def test_an_assumed_label_stays_an_assumption():
    labels = Completed((0, 1), (1,))
    j = JointScores(("A",), np.ones((1, 1)), np.ones(1, np.int64), np.ones(1), labels, 1)
    assert there_and_back(j).labels.found == (1,)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("scores", np.ones((3, 3))),
        ("scores", np.full((3, 3), np.nan)),
        ("scores", np.ones((2, 3))),
        ("scores", np.arange(9.0).reshape(3, 3)),
        ("truth", np.array([0, 1, 3])),
        ("truth", np.array([0.0, 1.0, 2.0])),
        ("weight", np.array([1.0, -1.0, 1.0])),
        ("weight", np.array([1.0, np.inf, 1.0])),
        ("squares", np.ones(2)),
        ("unit", np.array([0, 1, 2])),
    ],
)
def test_joint_scores_from_elsewhere_are_looked_at(name, value):
    arrays = {}
    j = joint(weight=[0.5, 2.0, 1.0], cluster=[0, 1, 1], cluster_labels=("x", "y"))
    entry = packed(j, "s", arrays)
    if name == "scores" and (value == 1).all() and value.shape == (3, 3):
        arrays["s.truth"] = np.zeros(3, np.int64)  # three times the same entry
        arrays["s.unit"] = np.zeros(3, np.int64)
    with pytest.raises(ValueError, match=r"\w"):
        unpacked(entry, "s", {**arrays, f"s.{name}": value})


@pytest.mark.parametrize("name", ["weight", "squares", "units.cell", "units.unit", "units.weight"])
def test_ranks_from_elsewhere_are_looked_at(name):
    arrays = {}
    j = joint(weight=[0.5, 2.0, 1.0], cluster=[0, 1, 1], cluster_labels=("x", "y"))
    entry = packed(TopRanks.of_joint(j), "s", arrays)
    with pytest.raises(ValueError, match=r"\w"):
        unpacked(entry, "s", {**arrays, f"s.{name}": arrays[f"s.{name}"] - 9})


def test_entries_from_elsewhere_are_looked_at():
    arrays = {}
    entry = packed(joint().columns, "s", arrays)
    other = packed(ScoreTable.of_rows([0, 1], [1, 2]), "s.0", dict(arrays))
    arrays_of_two = {**arrays}
    packed(ScoreTable.of_rows([0, 1], [1, 2]), "s.0", arrays_of_two)
    with pytest.raises(ValueError, match="different classes"):
        unpacked({**entry, "tables": [other, *entry["tables"][1:]]}, "s", arrays_of_two)
    with pytest.raises(ValueError, match="names"):
        unpacked({**entry, "names": entry["names"][:2]}, "s", arrays)
    table = packed(ScoreTable.of_rows([0, 1], [1, 2]), "t", arrays)
    with pytest.raises(ValueError, match="wrong and right"):
        unpacked({**table, "statistic": "top_label"}, "t", arrays)
    with pytest.raises(ValueError, match="no statistic"):
        unpacked({"statistic": "other"}, "s", arrays)
    with pytest.raises(KeyError):
        unpacked(packed(joint(), "s", {}), "s", {})

"""Saving to share: small cells emptied, ids numbered, what cannot be done refused."""

import json
import zipfile

import pytest

from tests.statistics.refusals import refused
from veracity.evaluation import evaluate, load

TRUTH = [0] * 20 + [1] * 14
CALLED = [0] * 17 + [1] * 3 + [0] * 2 + [1] * 12
PATIENT = [f"patient {i % 9}" for i in range(34)]


@pytest.fixture
def path(tmp_path):
    return tmp_path / "site.veracity"


def saved(ev, path, **options):
    ev.save(path, **options)
    return load(path)


def everything_in(path):
    with zipfile.ZipFile(path) as archive:
        return b"".join(archive.read(name) for name in archive.namelist())


def test_small_cells_are_emptied_and_their_rows_counted(path):
    again = saved(evaluate(TRUTH, CALLED), path, min_count=5)
    assert again.confusion.counts.tolist() == [[17, 0], [0, 12]]
    assert (again.rows.read, again.rows.used) == (34, 29)
    assert again.rows.refused == {"small_cell": 5}
    assert "5 in cells emptied by min_count" in str(again)
    assert again.to_dict()["settings"]["min_count"] == 5


def test_a_cell_of_exactly_min_count_stays_where_no_other_must_go(path):
    ev = evaluate([0] * 23 + [1] * 12, [0] * 20 + [1] * 15)
    assert saved(ev, path, min_count=3).confusion.fp == 3


def test_one_small_cell_takes_another_along(path):
    """Else it would be the number of rows that are missing."""
    again = saved(evaluate(TRUTH, CALLED), path, min_count=3)
    assert again.confusion.counts.tolist() == [[17, 0], [0, 12]]
    note = next(note.en for note in again.notes if "emptied" in note.en)
    assert "15% of the rows are missing" in note
    assert "accuracy of all rows is between 0.853 and 1.000" in note


def test_groups_are_emptied_too(path):
    site = ["x"] * 18 + ["y"] * 16
    again = saved(evaluate(TRUTH, CALLED, group=site), path, min_count=3)
    assert again.groups["x"].confusion.counts.tolist() == [[17, 0], [0, 0]]
    assert again.groups["y"].confusion.counts.tolist() == [[0, 0], [0, 12]]


def test_weighted_cells_by_their_effective_rows(path):
    """Two equal rows are two effective rows, whatever they weigh."""
    ev = evaluate(TRUTH, CALLED, sample_weight=[0.001] * 34)
    again = saved(ev, path, min_count=2.5)
    assert (again.confusion.counts > 0).tolist() == [[True, False], [False, True]]
    assert again.rows == ev.rows
    assert again.to_dict()["settings"]["min_count"] == 2


def test_frequencies_by_their_cases(path):
    ev = evaluate([0, 1, 0], [0, 1, 1], sample_weight=[90, 40, 2], weight_kind="frequency")
    again = saved(ev, path, min_count=10)
    assert again.confusion.counts.tolist() == [[90, 0], [0, 0]]  # 2 alone would be told by 132
    assert again.rows.used == 3


def test_the_smaller_part_decides_what_is_said_of_a_sum(path):
    hidden, whole = saved(evaluate(TRUTH, CALLED), path, min_count=5), evaluate(TRUTH, CALLED)
    assert (whole + hidden).to_dict()["settings"]["min_count"] == 5
    assert (whole + whole).to_dict()["settings"]["min_count"] is None


@pytest.mark.parametrize("value", [0, -1, 0.5, float("nan")])
def test_min_count_is_at_least_one(path, value):
    refused(lambda: evaluate(TRUTH, CALLED).save(path, min_count=value), str(value), "at least 1")


def test_emptying_everything_is_refused(path):
    refused(lambda: evaluate(TRUTH, CALLED).save(path, min_count=100), "100", "every cell")
    assert not path.exists()


def test_clusters_are_small_by_nature(path):
    ev = evaluate(TRUTH, CALLED, cluster=PATIENT)
    refused(lambda: ev.save(path, min_count=5), "remove clusters", "without cluster=")


def test_ids_become_numbers(path):
    ev = evaluate(TRUTH, CALLED, cluster=PATIENT)
    again = saved(ev, path)
    assert b"patient" not in everything_in(path)
    assert len(again.confusion.clusters) == 9
    assert repr(again["accuracy"]) == repr(ev["accuracy"])


def test_ids_may_be_kept(path):
    again = saved(evaluate(TRUTH, CALLED, cluster=PATIENT), path, ids="keep")
    assert again.confusion.clusters.ids == tuple(f"patient {i}" for i in range(9))


def test_numbered_ids_equal_those_of_no_other_file(tmp_path):
    ev = evaluate(TRUTH, CALLED, cluster=PATIENT)
    parts = [saved(ev, tmp_path / name) for name in "ab"]
    assert len((parts[0] + parts[1]).confusion.clusters) == 18


def test_kept_ids_are_one_cluster_when_equal(tmp_path):
    ev = evaluate(TRUTH, CALLED, cluster=PATIENT)
    parts = [saved(ev, tmp_path / name, ids="keep") for name in "ab"]
    assert len((parts[0] + parts[1]).confusion.clusters) == 9


def test_a_number_means_the_same_patient_in_every_group(path):
    truth, called, patient = [0, 1, 0, 1], [0, 1, 1, 1], ["p", "q", "q", "r"]
    again = saved(evaluate(truth, called, cluster=patient, group=list("xxyy")), path)
    whole = again.confusion.clusters.ids
    assert again.groups["x"].confusion.clusters.ids == whole[:2]
    assert again.groups["y"].confusion.clusters.ids == whole[1:]
    assert (again.groups["x"] + again.groups["y"]).confusion.clusters == again.confusion.clusters


def test_unknown_options(path):
    ev = evaluate(TRUTH, CALLED)
    refused(lambda: ev.save(path, ids="hash"), "'hash'", '"number"', '"keep"')
    refused(lambda: ev.save(path, bits=8), "bits=", "has none")


def test_only_statistics_are_saved(path):
    evaluate([f"label {v}" for v in TRUTH], [f"label {v}" for v in CALLED]).save(path)
    with zipfile.ZipFile(path) as archive:
        header = json.loads(archive.read("veracity.json"))
        sizes = [info.file_size for info in archive.infolist()]
    assert header["kind"] == "evaluation"
    assert header["held"]["confusion"]["labels"] == [["str", "label 0"], ["str", "label 1"]]
    assert sum(sizes) < 2000


def test_asked_metrics_come_back(path):
    again = saved(evaluate(TRUTH, CALLED, metrics=["mcc", "fbeta(2)"]), path)
    assert again.asked == ("mcc", "fbeta(2)")

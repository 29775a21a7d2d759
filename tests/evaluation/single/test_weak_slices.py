"""Weak slices: found where they are, and hardly ever where they are not."""

import math

import numpy as np
import pytest

import veracity as vc
from veracity.errors import VeracityError


def simulated(random, worse=0.0, n=600, scores=False):
    groups = {
        "site": random.integers(0, 4, n),
        "sex": random.choice(["f", "m"], n),
        "age": random.integers(0, 5, n),
    }
    y = random.integers(0, 2, n)
    bad = (groups["site"] == 1) & (groups["sex"] == "f")
    if scores:
        return vc.evaluate(y, y_score=random.normal(y * np.where(bad, 0.0, 1.5), 1), group=groups)
    right = random.random(n) < 0.85 - worse * bad
    return vc.evaluate(y, np.where(right, y, 1 - y), group=groups)


def test_a_weak_pair_is_found() -> None:
    found = simulated(np.random.default_rng(0), 0.5).weak_slices()
    first = found.found[0]
    assert first.where == (("site", 1), ("sex", "f"))
    assert first.value.value < first.rest.value
    assert first.difference.high < 0
    assert "site = 1, sex = f" in found.text()
    assert "切片" in found.text("zh")
    assert found.to_dict()[0]["weak"] in (True, False)
    assert found.tried == 4 + 2 + 5 + 8 + 20 + 10  # values and pairs of values, all large enough


def test_scores_and_chosen_columns() -> None:
    ev = simulated(np.random.default_rng(1), n=2000, scores=True)
    found = ev.weak_slices(["site", "sex"], metric="auroc")
    assert found.found[0].name == "site = 1, sex = f"
    assert found.tried == 4 + 2 + 8
    assert all("age" not in one.name for one in found.tested)
    assert not ev.weak_slices("age", metric="auroc").found


def test_hardly_ever_without_signal() -> None:
    random = np.random.default_rng(2)
    some = sum(bool(simulated(random, n=300).weak_slices()) for _ in range(60))
    assert some <= 60 * 0.05 + 3 * math.sqrt(60 * 0.05 * 0.95)


def test_none_found_is_said() -> None:
    found = simulated(np.random.default_rng(3)).weak_slices()
    assert len(found) == 0
    assert not found
    assert found.text().startswith("No weak slice")
    assert found.text("zh").startswith("未发现")
    tiny = vc.evaluate([0, 1, 0, 1], [0, 1, 1, 1], group=["a", "a", "b", "b"]).weak_slices()
    assert tiny.tried == 0
    assert not tiny.found


def test_lower_is_better() -> None:
    found = simulated(np.random.default_rng(0), 0.5).weak_slices(metric="error_rate")
    assert found.found[0].where == (("site", 1), ("sex", "f"))
    assert found.found[0].difference.low > 0


@pytest.mark.parametrize(
    ("given", "asked", "words"),
    [
        ({}, {}, "group"),
        ({"group": [1, 1, 2, 2], "sample_weight": [1, 2, 1, 2]}, {}, "cluster="),
        ({"group": {"a": [1, 1, 2, 2]}}, {"columns": ["b"]}, "not group"),
        ({"group": [1, 1, 2, 2]}, {"metric": "prevalence"}, "better"),
    ],
)
def test_what_is_refused(given, asked, words) -> None:
    ev = vc.evaluate([0, 1, 0, 1], [0, 1, 1, 1], **given)
    with pytest.raises(VeracityError) as refused:
        ev.weak_slices(**asked)
    assert words in str(refused.value)


def clustered(random, weak=0.85, n=1200, patients=80, **given):
    """Rows of patients, who share a shift of their log odds of being right."""
    patient = random.integers(0, patients, n)
    site, sex = random.integers(0, 4, patients), random.choice(["f", "m"], patients)
    groups = {"site": site[patient], "sex": sex[patient]}
    share = np.where((groups["site"] == 1) & (groups["sex"] == "f"), weak, 0.85)
    odds = np.log(share / (1 - share)) + random.normal(0, 0.5, patients)[patient]
    y, right = random.integers(0, 2, n), random.random(n) < 1 / (1 + np.exp(-odds))
    return vc.evaluate(y, np.where(right, y, 1 - y), group=groups, cluster=patient, **given)


@pytest.mark.parametrize("weighted", [False, True])
def test_clusters_are_halved_whole_with_or_without_weights(weighted, tmp_path) -> None:
    random = np.random.default_rng(0)
    weight = random.random(1200) + 0.2 if weighted else None
    ev = clustered(random, 0.4, sample_weight=weight)
    found = ev.weak_slices()
    assert found.found[0].where == (("site", 1), ("sex", "f"))
    assert found.found[0].value.method.endswith("(clusters)")
    ev.save(tmp_path / "saved")
    kept = vc.load(tmp_path / "saved")
    assert kept.group_names == ("site", "sex")
    assert kept.weak_slices().found[0].where == found.found[0].where


def test_halves_of_clusters_are_apart_and_add_up() -> None:
    from veracity.evaluation.single.groups.halves import in_halves

    ev = clustered(np.random.default_rng(5))
    read = {name: held.confusion.plain() for name, held in ev.groups.items()}
    halves = in_halves(read, np.random.default_rng(0))
    ids = [
        {label for one in halves.values() for label in one[half].clusters.ids} for half in (0, 1)
    ]
    assert not ids[0] & ids[1]
    assert {*ids[0], *ids[1]} == {label for one in read.values() for label in one.clusters.ids}
    for name, (first, second) in halves.items():
        assert first + second == read[name]


def test_a_slice_and_the_rest_are_all_rows_whatever_was_asked_before() -> None:
    from veracity.evaluation.single.groups.halves import Divided, in_halves

    groups = simulated(np.random.default_rng(3)).groups
    read = {name: held.confusion.plain() for name, held in groups.items()}
    halves = in_halves(read, np.random.default_rng(0))
    slices = {
        (("site", 0),): [name for name in read if name[0] == 0],
        (("site", 1),): [name for name in read if name[0] == 1],
        (("site", "else"),): [name for name in read if name[0] > 1],
        (("sex", "f"),): [name for name in read if name[1] == "f"],
        (("sex", "m"),): [name for name in read if name[1] == "m"],
    }
    divided = Divided(halves, slices)
    for half in (0, 1, 0):
        for where, names in slices.items():
            inside, rest = divided.slice_and_rest(where, half)
            assert inside == sum(halves[name][half] for name in names)
            assert inside + rest == sum(one[half] for one in halves.values())
    assert Divided(halves, {(("all", 1),): list(read)}).slice_and_rest((("all", 1),), 0) is None


def test_clusters_without_a_weak_slice_have_none() -> None:
    random = np.random.default_rng(2)
    some = sum(bool(clustered(random, n=600, patients=40).weak_slices()) for _ in range(40))
    assert some <= 5  # 5 % would be 2; more than 5 has the chance 0.3 %


def test_merged_evaluations_keep_the_names_of_their_groups() -> None:
    random = np.random.default_rng(1)
    both = simulated(random) + simulated(random)
    assert both.group_names == simulated(random).group_names

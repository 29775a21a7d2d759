"""What other packages say of the same scenes: equal, but for the rows of one table of the docs."""

import json
import math
from pathlib import Path
from typing import Any

import pytest

from veracity.matching import Recording, find_rule, spans_of
from veracity.matching.spans import SECOND, union

ROOT = Path(__file__).parents[2]
FILE = json.loads((ROOT / "tests" / "data" / "event_references.json").read_text("utf-8"))
PAGE = (ROOT / "docs" / "event_differences.md").read_text("utf-8")
SCENES = {scene["name"]: scene for scene in FILE["scenes"]}
KEEPING = ("sed_eval", "mir_eval")  # they take events that share time as several
ROWS = [
    [cell.strip().strip("`") for cell in line.strip("| \n").split(" | ")]
    for line in PAGE.splitlines()
    if line.startswith("| ") and not line.startswith(("| package", "|--"))
]
KNOWN = {(package, scene, rule.partition("(")[0], key) for package, scene, rule, key, *_ in ROWS}
COUNTS = ("true_positives", "false_positives", "missed", "sensitivity", "precision")


def ours(package: str, spelled: str, scene: dict[str, Any]) -> dict[str, float]:
    """The same figures by our rule; `samples at 10` is the rule `samples` at 10 Hz."""
    name, _, rate = spelled.partition(" at ")
    rule = find_rule(name)
    fs = float(rate) if rate else scene["fs"] if rule.key == "range_based" else None
    reference = spans_of(scene["reference"])
    if package not in KEEPING:
        reference = union(reference)
    duration = round(scene["duration"] * SECOND)
    found = rule(Recording(reference, spans_of(scene["detected"]), duration, fs))
    return {
        "true_positives": found.true_positives,
        "false_positives": found.false_positives,
        "missed": found.missed,
        "sensitivity": found.sensitivity(),
        "precision": found.positive_share(),
        "f1": rule.f1(found),
    }


def same(one: float, other: float | None) -> bool:
    if other is None:
        return math.isnan(one)
    return math.isclose(one, other, rel_tol=1e-9, abs_tol=1e-9)


def at_half_a_cell(scene: dict[str, Any]) -> bool:
    """Whether any event starts or ends at the middle of a whole second."""
    return any(
        time % 1 == 0.5 for side in ("reference", "detected") for e in scene[side] for time in e
    )


@pytest.mark.parametrize(
    ("package", "rule"), [(p, r) for p, rules in FILE["values"].items() for r in rules]
)
def test_values_are_those_of_the_package(package: str, rule: str) -> None:
    table = dict(FILE["values"][package][rule])
    keys = table.pop("keys")
    wrong, compared = [], 0
    for name, values in table.items():
        scene = SCENES[name]
        place = package, name, rule.partition("(")[0]
        if any((*place, key) in KNOWN for key in COUNTS):  # one count drags the others along
            continue
        if rule == "samples at 1" and at_half_a_cell(scene):  # the row `half-cells` of the page
            continue
        found = ours(package, rule, scene)
        compared += len(keys)
        wrong += [
            (name, key, value, found[key])
            for key, value in zip(keys, values, strict=True)
            if not same(found[key], value) and (*place, key) not in KNOWN
        ]
    assert wrong == []
    assert compared >= len(keys) * (70 if rule != "segments(0.2)" else 4)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: " ".join(row[:3]))
def test_a_difference_is_as_the_page_says(row: list[str]) -> None:
    package, scene, rule, key, theirs, mine, why = row
    table = FILE["values"][package][rule]
    told = table[scene][table["keys"].index(key)]
    assert (told is None and theirs == "nan") or float(theirs) == pytest.approx(told)
    found = ours(package, rule, SCENES[scene])[key]
    assert same(found, None if mine == "nan" else float(mine))
    assert not same(found, told)
    assert why


def test_every_package_is_there_in_its_version() -> None:
    versions = {name: one[name] for name, one in FILE["versions"].items()}
    wanted = "timescoring 0.0.7, sed_eval 0.2.1, prts 1.0.0.3, aeon 1.6.0, mir_eval 0.8.2"
    assert {f"{n} {v}" for n, v in versions.items()} >= set(wanted.split(", "))
    for name, number in versions.items():
        assert f"{name} {number}" in PAGE
    events = sum(
        len(values)
        for rules in FILE["values"].values()
        for rows in rules.values()
        for scene, values in rows.items()
        if scene != "keys"
    )
    assert f"{events:,} values of events" in PAGE
    assert f"{len(SCENES)} scenes of events and {len(FILE['box_scenes'])} sets" in PAGE
    assert FILE["made_by"] in PAGE


def test_the_published_example_of_nedc() -> None:
    """Shah et al. 2021: OVLP 3 of 3, EPOCH 5 hits 3 false alarms 1 miss, TAES 0.5 and 2.5."""
    scene = SCENES["published"]
    overlap = ours("NEDC", "any_overlap(before=0, after=0, merge=0, split=inf)", scene)
    assert (overlap["true_positives"], overlap["missed"], overlap["false_positives"]) == (3, 0, 0)
    epochs = ours("NEDC", "epochs(1)", scene)
    assert (epochs["true_positives"], epochs["false_positives"], epochs["missed"]) == (5, 3, 1)
    aligned = ours("NEDC", "taes", scene)
    assert (aligned["true_positives"], aligned["missed"]) == (0.5, 2.5)

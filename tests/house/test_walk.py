"""The walks that ARCHITECTURE.md tells are those that evaluations take: arrays, labels, files."""

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType

import pytest

import veracity as vc

TRUTH, PROBA = [0, 1, 1, 0, 1, 0] * 5, [0.1, 0.8, 0.7, 0.3, 0.6, 0.4] * 5
CALLED, PATIENT = [0, 1, 0, 0, 1, 1] * 5, list("aabbcc") * 5

# The modules that a walk names, as they are entered: up to an Evaluation, and beyond.
FIRST = ("evaluation/front/evaluating.py", "engines/rows/read_request.py")
LABELS = (
    *FIRST,
    "evaluation/inputs/from_labels.py",
    "engines/reading/reading_labels.py",
    "engines/counting/grouped.py",
    "statistics/row_account.py",
    "engines/counting/confusion.py",
    "statistics/clusters/clusters.py",
)
REPORT = (
    "evaluation/single/figures.py",
    "intervals/estimator/estimating.py",
    "evaluation/single/profile.py",
    "results/page/profile.py",
)
SCORES = (
    "evaluation/front/evaluating.py",
    "evaluation/inputs/score_arguments.py",
    "engines/rows/read_request.py",
    "engines/reading/recipe.py",
    "evaluation/inputs/from_scores.py",
    "engines/reading/reading_scores.py",
)
REDUCING = ("engines/reading/reducing.py", "engines/rows/tables.py", "statistics/held.py")
ARRAYS = (*SCORES, "engines/rows/from_columns.py", *REDUCING)
FILES = (*SCORES, "engines/out_of_core/", "engines/counting/grouped.py", *REDUCING)


def of_arrays(_: Path) -> None:
    vc.evaluate(TRUTH, y_proba=PROBA)


def of_labels(_: Path) -> None:
    vc.evaluate(TRUTH, CALLED, cluster=PATIENT)


def to_a_page(folder: Path) -> None:
    ev = vc.evaluate(TRUTH, CALLED, cluster=PATIENT)
    assert ev["mcc"].low < ev["mcc"].high
    ev.report(folder / "out.html")


def rows_in_a_file(folder: Path) -> Path:
    """Write the rows as CSV and return where."""
    rows = zip(TRUTH, PROBA, CALLED, PATIENT, strict=True)
    lines = ["y,p,called,patient", *(",".join(map(str, row)) for row in rows)]
    (folder / "rows.csv").write_text("\n".join(lines), "utf-8")
    return folder / "rows.csv"


def of_a_file(folder: Path) -> None:
    vc.evaluate("y", y_proba="p", data=rows_in_a_file(folder))


def labels_of_a_file(folder: Path) -> None:
    vc.evaluate("y", "called", cluster="patient", data=rows_in_a_file(folder))


def entered(walk: Callable[[Path], None], folder: Path) -> list[str]:
    """Return the modules of the package that a walk calls, in order."""
    walk(folder)
    seen: dict[str, None] = {}

    def called(frame: FrameType, event: str, _: object) -> None:
        name = str(frame.f_globals.get("__name__", ""))  # a made __init__ has no file of its own
        if event == "call" and name.startswith("veracity."):
            seen.setdefault(name.removeprefix("veracity.").replace(".", "/") + ".py")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        walk(folder)
    finally:
        sys.setprofile(before)
    return list(seen)


@pytest.mark.parametrize(
    ("walk", "stations"),
    [
        (of_arrays, ARRAYS),
        (of_labels, LABELS),
        (to_a_page, (*LABELS, *REPORT)),
        (of_a_file, FILES),
        (labels_of_a_file, LABELS),
    ],
)
def test_the_walk_is_true(
    walk: Callable[[Path], None], stations: tuple[str, ...], root: Path, tmp_path: Path
) -> None:
    described = (root / "ARCHITECTURE.md").read_text("utf-8")
    assert [one for one in stations if one not in described] == []
    taken = entered(walk, tmp_path)
    met = [next((s for s in stations if one.startswith(s)), "") for one in taken]
    assert tuple(dict.fromkeys(one for one in met if one)) == stations


def test_rows_of_a_file_are_scanned_and_those_of_arrays_are_not(tmp_path: Path) -> None:
    scan = "engines/out_of_core/"
    assert any(one.startswith(scan) for one in entered(of_a_file, tmp_path))
    assert not any(one.startswith(scan) for one in entered(of_arrays, tmp_path))

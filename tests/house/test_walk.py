"""The walk that ARCHITECTURE.md tells is the one that an evaluation of probabilities takes."""

import sys
from pathlib import Path
from types import FrameType

import veracity as vc

# From arguments to an Evaluation: the modules that the walk names, as they are entered.
STATIONS = (
    "evaluation/front/evaluating.py",
    "evaluation/inputs/score_arguments.py",
    "engines/rows/read_request.py",
    "engines/reading/recipe.py",
    "evaluation/inputs/from_scores.py",
    "engines/reading/reading_scores.py",
    "engines/rows/from_columns.py",
    "engines/reading/reducing.py",
    "engines/rows/tables.py",
    "statistics/held.py",
)


def entered() -> list[str]:
    """Return the modules of the package that one evaluation calls, in order."""
    truth, proba = [0, 1, 1, 0, 1, 0] * 5, [0.1, 0.8, 0.7, 0.3, 0.6, 0.4] * 5
    vc.evaluate(truth, y_proba=proba)
    seen: dict[str, None] = {}

    def called(frame: FrameType, event: str, _: object) -> None:
        name = str(frame.f_globals.get("__name__", ""))  # a made __init__ has no file of its own
        if event == "call" and name.startswith("veracity."):
            seen.setdefault(name.removeprefix("veracity.").replace(".", "/") + ".py")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        vc.evaluate(truth, y_proba=proba)
    finally:
        sys.setprofile(before)
    return list(seen)


def test_the_walk_is_true(root: Path) -> None:
    told = (root / "ARCHITECTURE.md").read_text("utf-8")
    assert [one for one in STATIONS if one not in told] == []
    taken = entered()
    assert [one for one in taken if one in STATIONS][: len(STATIONS)] == list(STATIONS)

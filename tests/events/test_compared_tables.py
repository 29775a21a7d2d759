"""Detectors beside each other, and their differences, as the one table type."""

import pytest

import veracity as vc

REFERENCE = {i: [(1000 * j, 1000 * j + 50) for j in range(1, 6)] for i in range(8)}
FIRST = {i: [*REFERENCE[i][:4], (20000, 20050)] for i in REFERENCE}
SECOND = {i: REFERENCE[i][: 3 + i % 2] for i in REFERENCE}


def test_detectors_then_differences():
    cmp = vc.events.compare(
        REFERENCE, {"A": FIRST, "B": SECOND}, duration=86400, rules="iou", figures=["sensitivity"]
    )
    values = {row["model"]: row["iou: sensitivity"] for row in cmp.models}
    # four of five; three and four of five in turn
    assert values == pytest.approx({"A": 4 / 5, "B": 7 / 10})
    (row,) = cmp.table()
    assert (row["first"], row["second"], row["verdict"]) == ("A", "B", cmp.contrasts[0].verdict)
    assert str(cmp.table()).startswith("Models")
    assert list(cmp.models.to_pandas()["model"]) == ["A", "B"]


def test_why_there_is_no_difference_is_said_once() -> None:
    """Of three pairs of detectors, and of both sides of each."""
    reference = {name: [(50, 60)] for name in "abc"}
    cmp = vc.events.compare(
        reference,
        {"A": reference, "B": reference, "C": reference},
        duration=3600,
        rules="segments",
        figures="false_alarms_per_day",
    )
    text = str(cmp)
    assert text.count("this rule counts no alarms") == 1
    (line,) = (line for line in text.splitlines() if "counts no alarms" in line)
    assert line.count("False alarms per day") == 1

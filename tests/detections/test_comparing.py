"""Detectors beside each other on the same pictures: what few pictures can decide."""

import veracity as vc


def test_three_pictures_decide_nothing():
    """Exchanging two detectors within three pictures has eight outcomes: p is 1/4 or more."""
    reference = {n: [(0, 0, 10, 10)] for n in range(3)}
    good = {n: [(0, 0, 10, 10 - n % 2, 0.9)] for n in range(3)}
    found = vc.detections.compare(reference, {"A": good, "B": {}})["A", "B", "map"]
    assert found.p_value >= 0.25
    assert found.verdict == "cannot_tell"
    assert "at least 6 are needed" in found.difference.note.en

"""A picture drawn twice counts like two pictures."""

import numpy as np
import pytest

import veracity as vc
from veracity.detections.resampling import average_precisions, recalls


@pytest.mark.parametrize("ap", ["coco", "voc_all_points", "voc_11_points"])
def test_weights_are_how_often_a_picture_is_there(ap: str) -> None:
    random = np.random.default_rng(4)
    reference, detected = {}, {}
    for name in range(6):
        corners = random.integers(0, 60, (4, 2))
        boxes = np.hstack([corners, corners + random.integers(8, 30, (4, 2))])
        reference[name] = [(*box, "ab"[k % 2]) for k, box in enumerate(boxes.tolist())]
        near = boxes + random.integers(-4, 5, boxes.shape)
        detected[name] = [
            (*box, "ab"[k % 2], float(random.random())) for k, box in enumerate(near.tolist())
        ]
    often = [2, 0, 1, 3, 1, 0]
    copies = {(n, c): n for n, times in enumerate(often) for c in range(times)}
    names = {f"{n} {c}": n for n, c in copies}
    whole = vc.detections.evaluate(reference, detected, ap=ap, n_resamples=0)
    tally = whole.tally.of_size("all")
    drawn = vc.detections.evaluate(
        {new: reference[n] for new, n in names.items()},
        {new: detected[n] for new, n in names.items()},
        ap=ap,
        n_resamples=0,
    )
    weights = np.array([often], float)
    mine = average_precisions(tally, ap, weights).mean()
    assert mine == pytest.approx(drawn["map"].value, abs=1e-14)
    assert recalls(tally, 1, weights).mean() == pytest.approx(drawn["ar(1)"].value, abs=1e-14)

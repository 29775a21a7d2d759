"""Dask with two worker processes: the same answer, also when one of them is killed."""

import os
import signal
import time

import numpy as np
import pytest

import veracity as vc

pytestmark = pytest.mark.filterwarnings("default")
ROWS, PARTS = 400_000, 24


def _part(number, killed=None):
    """Return one part of the rows; a process that is to be killed ends amid its work."""
    import pandas as pd

    time.sleep(0.02)
    if os.getpid() == killed and number >= PARTS // 4:
        os.kill(killed, signal.SIGKILL)
    draw = np.random.default_rng(number)
    truth = draw.integers(0, 2, ROWS // PARTS)
    return pd.DataFrame({"truth": truth, "score": draw.normal(truth, 1.0)})


def test_a_worker_is_killed(client):
    import dask.dataframe as dd
    import pandas as pd

    whole = pd.concat([_part(i) for i in range(PARTS)])
    exact = vc.evaluate("truth", y_score="score", data=whole)
    (first, *_) = client.run(os.getpid).values()
    lazy = dd.from_map(_part, range(PARTS), killed=first, meta=_part(0).iloc[:0])
    found = vc.evaluate("truth", y_score="score", data=lazy)
    assert first not in client.run(os.getpid).values()
    assert any("lost 1 worker" in str(note) for note in found.notes)
    assert found.rows == exact.rows
    assert abs(found["auroc"].value - exact["auroc"].value) <= found["auroc"].bound + 1e-12
    assert found["auroc"].bound <= 1e-4

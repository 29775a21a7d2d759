"""A worker of a Spark cluster is killed during a job of several stages: the same answer."""

import threading

import numpy as np
import pytest

import veracity as vc

pytestmark = pytest.mark.filterwarnings("default")
ROWS = 3_000_000


def test_a_worker_is_killed(spark, spark_cluster):
    from pyspark.sql import functions as f

    rows = spark.range(0, ROWS, 1, 16)
    score = f.pmod(f.col("id") * 7919, f.lit(100_003)) / 100_003.0
    truth = (f.pmod(f.col("id") * 104_729, f.lit(1009)) < score * 1009).cast("int")
    table = rows.select(truth.alias("truth"), score.alias("score"), (f.col("id") % 5000).alias("c"))
    shuffled = table.repartition(16, "c")  # a stage of its own, whose files the worker takes along
    number = np.arange(ROWS)
    scores = (number * 7919 % 100_003) / 100_003.0
    truths = (number * 104_729 % 1009 < scores * 1009).astype(int)
    exact = vc.evaluate(truths, y_score=scores)
    killer = threading.Timer(4.0, spark_cluster.kill_a_worker)
    killer.start()
    found = vc.evaluate("truth", y_score="score", data=shuffled)
    again = vc.evaluate("truth", y_score="score", data=shuffled)
    killer.join()
    said = [note for ev in (found, again) for note in ev.notes if "lost 1 worker" in str(note)]
    assert len(said) == 1
    assert str(said[0]) in str(found) + str(again)
    for ev in (found, again):
        assert ev.rows == exact.rows
        assert abs(ev["auroc"].value - exact["auroc"].value) <= ev["auroc"].bound + 1e-12

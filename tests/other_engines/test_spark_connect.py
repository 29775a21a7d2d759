"""Spark Connect gives the answer of arrays; a process has no classic session beside it."""

import os

import pytest

from tests.laws import score_law

pytestmark = pytest.mark.filterwarnings("default")
SOME = ("bad rows", "weighted scores", "clusters", "named clusters", "three classes")


@pytest.fixture(scope="module")
def connected():
    """Return a session of a Connect server on this machine."""
    from pyspark.sql import SparkSession

    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    session = SparkSession.builder.remote("local[2]").getOrCreate()
    session.conf.set("spark.sql.shuffle.partitions", "4")
    yield session
    session.stop()


@pytest.mark.parametrize("name", SOME)
def test_the_law(name, frame, connected):
    score_law.check(name, connected.createDataFrame(frame), lazy=True)

"""Other engines give the answer of arrays: the same counts, the same cells."""

import pytest

import veracity as vc
from tests.laws import score_law

pytestmark = pytest.mark.filterwarnings("default")  # of packages that are not ours
SOME = ("bad rows", "weighted scores", "clusters", "named clusters", "three classes")


@pytest.mark.parametrize("name", SOME)
def test_ibis_on_duckdb(name, frame):
    import ibis

    score_law.check(name, ibis.duckdb.connect().create_table("t", frame), lazy=True)


@pytest.mark.parametrize("name", score_law.PLANS)
def test_ibis_on_postgresql(name, frame, postgres):
    import ibis

    own = {"host": "127.0.0.1", "port": postgres.port, "user": "tester", "database": "postgres"}
    connection = ibis.postgres.connect(**own)
    try:
        if "law" not in connection.list_tables():
            connection.create_table("law", frame)
        score_law.check(name, connection.table("law"), lazy=True)
    finally:
        connection.disconnect()


@pytest.mark.parametrize("name", [name for name in SOME if name != "named clusters"])
def test_sqlframe(name, frame, tmp_path):
    from sqlframe.duckdb import DuckDBSession

    frame.to_parquet(tmp_path / "a.parquet")
    table = DuckDBSession().read.parquet(str(tmp_path / "a.parquet"))
    score_law.check(name, table, lazy=True)


@pytest.mark.parametrize("name", SOME)
def test_spark_cluster(name, frame, spark):
    score_law.check(name, spark.createDataFrame(frame), lazy=True)


@pytest.mark.parametrize("mark", [".", "`"])
def test_names_that_spark_reads_otherwise(mark, frame, spark):
    named = frame.rename(columns={"truth": f"a{mark}truth", "proba": f"a{mark}proba"})
    table = spark.createDataFrame(named)
    found = vc.evaluate(f"a{mark}truth", y_proba=f"a{mark}proba", data=table)
    assert found.confusion == vc.evaluate("truth", y_proba="proba", data=frame).confusion

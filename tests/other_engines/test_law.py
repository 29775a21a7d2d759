"""One law for everything that holds rows: the same counts, the same cells as of arrays.

An engine that narwhals knows is added here: a function that gives the table of the law in it,
from a pandas frame. What runs in this process is in `tests/laws/score_containers.py`.
"""

import pytest

import veracity as vc
from tests.laws import score_containers, score_law
from veracity.errors import VeracityError

pytestmark = pytest.mark.filterwarnings("default")  # of packages that are not ours
VERY_MANY = ("many clusters", "named clusters")
SOME = ("bad rows", "weighted scores", "clusters", "three classes")
MOST = (*SOME, "groups", "named clusters")


def ibis_on_duckdb(frame, request):
    import ibis

    return ibis.duckdb.connect().create_table("t", frame)


def ibis_on_postgresql(frame, request):
    import ibis

    port = request.getfixturevalue("postgres").port
    own = {"host": "127.0.0.1", "port": port, "user": "tester", "database": "postgres"}
    connection = ibis.postgres.connect(**own)
    request.addfinalizer(connection.disconnect)
    if "law" not in connection.list_tables():
        connection.create_table("law", frame)
    return connection.table("law")


def ibis_on_sqlite(frame, request):
    import ibis

    connection = ibis.sqlite.connect(request.getfixturevalue("tmp_path") / "law.db")
    request.addfinalizer(connection.disconnect)
    return connection.create_table("law", frame)


def sqlframe(frame, request):
    from sqlframe.duckdb import DuckDBSession

    path = request.getfixturevalue("tmp_path") / "a.parquet"
    frame.to_parquet(path)
    return DuckDBSession().read.parquet(str(path))


def dask(frame, request):
    import dask.dataframe as dd

    request.getfixturevalue("client")
    return dd.from_pandas(frame, npartitions=3)


def spark_cluster(frame, request):
    return request.getfixturevalue("spark").createDataFrame(frame)


def spark_connect(frame, request):
    """Return it on a Connect server; a process has no classic session beside that one."""
    return request.getfixturevalue("connected").createDataFrame(frame)


OTHERS = (
    ibis_on_duckdb,
    ibis_on_postgresql,
    ibis_on_sqlite,
    sqlframe,
    dask,
    spark_cluster,
    spark_connect,
)
# every plan on a database and on a cluster; `make test` has every plan of what is in this process
PLANS = {
    **dict.fromkeys(score_containers.EVERY, MOST),
    **dict.fromkeys((ibis_on_duckdb, dask, spark_connect), MOST),
    **dict.fromkeys((ibis_on_sqlite, sqlframe), SOME),
}


@pytest.mark.parametrize(
    ("build", "name"),
    [
        pytest.param(build, name, id=f"{build.__name__}-{name}")
        for build in (*score_containers.EVERY, *OTHERS)
        for name in PLANS.get(build, score_law.PLANS)
    ],
)
def test_the_same_answer(build, name, frame, request, tmp_path):
    if build in score_containers.EVERY:
        score_containers.check(build, name, tmp_path)
    else:
        score_law.check(name, build(frame, request), lazy=True)


@pytest.mark.parametrize("name", VERY_MANY)
def test_sqlite_cannot_group_clusters(name, frame, request):
    with pytest.raises(VeracityError, match="too many clusters for SQLite"):
        score_law.evaluated(score_law.PLANS[name], ibis_on_sqlite(frame, request))


@pytest.mark.parametrize("build", [dask, ibis_on_duckdb])
def test_frequencies_that_are_missing(build, frame, request):
    """Dask's missing numbers are NaN, whose remainder is no zero."""
    counted = frame[["truth", "proba"]].assign(n=frame["patient"] * 1.0)
    counted.loc[[3, 40], "n"] = [float("nan"), -2.0]
    asked = {"y_proba": "proba", "sample_weight": "n", "weight_kind": "frequency"}
    asked |= {"on_invalid": "drop"}
    found = vc.evaluate("truth", data=build(counted, request), **asked)
    expected = vc.evaluate("truth", data=counted, **asked)
    assert found.rows == expected.rows
    assert found.confusion == expected.confusion


def test_names_that_sqlframe_puts_in_quotes(frame, request):
    named = frame.rename(columns={"truth": "the truth", "proba": "a.`p`"})
    found = vc.evaluate("the truth", y_proba="a.`p`", data=sqlframe(named, request))
    assert found.confusion == vc.evaluate("truth", y_proba="proba", data=frame).confusion


@pytest.mark.parametrize("mark", [".", "`"])
def test_names_that_spark_reads_otherwise(mark, frame, spark):
    named = frame.rename(columns={"truth": f"a{mark}truth", "proba": f"a{mark}proba"})
    table = spark.createDataFrame(named)
    found = vc.evaluate(f"a{mark}truth", y_proba=f"a{mark}proba", data=table)
    assert found.confusion == vc.evaluate("truth", y_proba="proba", data=frame).confusion

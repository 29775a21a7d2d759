"""Engines that are servers or clusters of their own, on loopback; `make test-engines` runs these.

Everything is started here and stopped here, and listens on 127.0.0.1 alone. Elsewhere nothing of
this folder is collected: its packages are in an environment of their own.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

ASKED = "VERACITY_OTHER_ENGINES"
HERE = "127.0.0.1"
collect_ignore_glob = [] if os.environ.get(ASKED) else ["*.py"]


@pytest.fixture(scope="session")
def frame():
    """Return the table of the law as a pandas frame."""
    import pandas as pd

    from tests.laws import score_law

    return pd.DataFrame(score_law.columns())


@pytest.fixture(autouse=True)
def low_limits(monkeypatch):
    """Every table is a large one."""
    from tests.laws import score_law

    score_law.with_low_limits(monkeypatch)


def _free_port():
    import socket

    with socket.socket() as one:
        one.bind((HERE, 0))
        return one.getsockname()[1]


class SparkCluster:
    """A standalone master and two workers of one core each, from the package that pip brings."""

    def __init__(self, folder):
        import pyspark

        self.home = Path(pyspark.__file__).parent
        self.folder, self.started = folder, []
        self.environment = {**os.environ, "SPARK_LOCAL_IP": HERE, "SPARK_HOME": str(self.home)}
        port = _free_port()
        self.url = f"spark://{HERE}:{port}"
        master = "org.apache.spark.deploy.master.Master"
        self._start("master", master, "--host", HERE, "--port", port, "--webui-port", _free_port())
        self._await("master", "Starting Spark master")
        for name in ("one", "two"):
            worker = "org.apache.spark.deploy.worker.Worker"
            own = ["-h", HERE, "-c", 1, "-m", "700m", "--webui-port", _free_port()]
            self._start(name, worker, *own, "-d", folder / name, self.url)
        for name in ("one", "two"):
            self._await(name, "Successfully registered with master")

    def _start(self, name, *words):
        command = [str(self.home / "bin" / "spark-class"), *map(str, words)]
        with (self.folder / f"{name}.log").open("wb") as log:
            self.started.append(
                subprocess.Popen(command, env=self.environment, stdout=log, stderr=log)
            )

    def _await(self, name, sentence):
        log = self.folder / f"{name}.log"
        for _ in range(2000):
            if sentence in log.read_text("utf-8", "replace"):
                return
            time.sleep(0.2)
        raise RuntimeError(f"Spark did not start: {log.read_text('utf-8', 'replace')[-2000:]}")

    def kill_a_worker(self):
        """End the second worker and what it runs, as a machine that is switched off does."""
        worker = self.started[2].pid
        kept = subprocess.run(
            ["pgrep", "-P", str(worker)], capture_output=True, text=True, check=False
        ).stdout.split()
        for process in (*kept, worker):
            subprocess.run(["kill", "-9", str(process)], check=False)

    def stop(self):
        for process in reversed(self.started):
            process.kill()
            process.wait()


@pytest.fixture(scope="session")
def spark_cluster(tmp_path_factory):
    """Return the cluster; Java must be there."""
    if shutil.which("java") is None:
        pytest.fail("Spark needs Java: scripts/other_engines.py installs it, or says what to do")
    cluster = SparkCluster(tmp_path_factory.mktemp("spark"))
    yield cluster
    cluster.stop()


@pytest.fixture(scope="session")
def spark(spark_cluster):
    """Return a session on the cluster."""
    from pyspark.sql import SparkSession

    os.environ["SPARK_LOCAL_IP"] = HERE
    os.environ["PYSPARK_PYTHON"] = sys.executable
    options = {
        "spark.driver.host": HERE,
        "spark.driver.bindAddress": HERE,
        "spark.ui.enabled": "false",
        "spark.executor.memory": "600m",
        "spark.sql.shuffle.partitions": "4",
        "spark.sql.execution.arrow.pyspark.enabled": "true",
    }
    builder = SparkSession.builder.master(spark_cluster.url)
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def connected():
    """Return a session of a Connect server on this machine."""
    from pyspark.sql import SparkSession

    os.environ["SPARK_LOCAL_IP"] = HERE
    session = SparkSession.builder.remote("local[2]").getOrCreate()
    session.conf.set("spark.sql.shuffle.partitions", "4")
    yield session
    session.stop()


@pytest.fixture(scope="module")
def client():
    """Return a client of two processes of Dask."""
    from distributed import Client, LocalCluster

    with (
        LocalCluster(
            n_workers=2, threads_per_worker=1, host=HERE, dashboard_address=None
        ) as cluster,
        Client(cluster) as client,
    ):
        yield client


class Postgres:
    """A PostgreSQL server with a cluster of databases of its own; it does not run as root."""

    def __init__(self, folder):
        self.folder, self.port = folder / "data", _free_port()
        found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"))
        programs = found[-1].parent if found else Path(shutil.which("initdb") or "").parent
        folder.chmod(0o755)
        self.folder.mkdir()
        self._as_owner = []
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
            self._as_owner = ["runuser", "-u", "postgres", "--"]
        self._run(programs / "initdb", "-D", self.folder, "-A", "trust", "-U", "tester", "-N")
        words = ["-D", self.folder, "-h", HERE, "-p", self.port, "-k", self.folder, "-F"]
        self.process = subprocess.Popen(
            [*self._as_owner, str(programs / "postgres"), *map(str, words)],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        ready = [*self._as_owner, str(programs / "pg_isready"), "-h", HERE, "-p", str(self.port)]
        for _ in range(1000):
            if subprocess.run(ready, check=False, stdout=subprocess.DEVNULL).returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.2)
        raise RuntimeError("PostgreSQL did not start")

    def _run(self, *words):
        subprocess.run(
            [*self._as_owner, *map(str, words)], check=True, stdout=subprocess.DEVNULL, cwd="/"
        )

    def stop(self):
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture(scope="session")
def postgres():
    """Return a running server, in a folder beside those of pytest, which are for one user alone."""
    with tempfile.TemporaryDirectory(prefix="veracity-postgres-") as folder:
        server = Postgres(Path(folder))
        yield server
        server.stop()

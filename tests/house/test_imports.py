"""``import veracity`` is cheap and brings nothing along that is not used."""

import json
import subprocess
import sys

import pytest

HEAVY = [
    "click",
    "duckdb",
    "jinja2",
    "matplotlib",
    "narwhals",
    "pandas",
    "polars",
    "pyarrow",
    "rich",
    "scipy",
    "sklearn",
    "torch",
]

RATIO = 2.0
ATTEMPTS = 3
ROUNDS = 7


def run(program: str) -> str:
    """Run ``program`` in a new interpreter that no environment variable disturbs."""
    done = subprocess.run(
        [sys.executable, "-I", "-W", "error", "-c", program], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def seconds(module: str) -> float:
    """Measure one import inside its own process: the start of the interpreter is not in it."""
    return float(
        run(
            "from time import perf_counter\n"
            "start = perf_counter()\n"
            f"import {module}\n"
            "print(perf_counter() - start)"
        )
    )


def test_nothing_heavy_is_imported() -> None:
    loaded = json.loads(run("import json, sys, veracity; print(json.dumps(sorted(sys.modules)))"))
    assert "veracity" in loaded
    stray = sorted({name.partition(".")[0] for name in loaded} & set(HEAVY))
    assert stray == [], "import these inside the functions that use them"


def test_a_page_is_made_without_what_takes_long_to_import() -> None:
    loaded = json.loads(
        run(
            "import json, sys, veracity as vc\n"
            "ev = vc.evaluate([0, 1, 0, 1, 1, 0], y_proba=[.1, .8, .4, .3, .9, .6])\n"
            "ev.to_html()\n"
            "print(json.dumps(sorted(sys.modules)))"
        )
    )
    assert "matplotlib.figure" in loaded
    slow = {"scipy.stats", "scipy.optimize", "matplotlib.pyplot", "pandas", "polars", "duckdb"}
    assert sorted(slow & set(loaded)) == []


def test_the_import_costs_at_most_twice_that_of_numpy() -> None:
    # Interleaved, and the fastest of each counts: other work on the machine only ever adds.
    seen = []
    for _ in range(ATTEMPTS):
        times = [(seconds("veracity"), seconds("numpy")) for _ in range(ROUNDS)]
        ours, numpys = (min(column) for column in zip(*times, strict=True))
        seen.append(f"{ours * 1e3:.0f} ms against {numpys * 1e3:.0f} ms")
        if ours <= RATIO * numpys:
            return
    pytest.fail(f"import veracity against import numpy: {'; '.join(seen)}")

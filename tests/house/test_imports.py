"""``import veracity`` is cheap and brings nothing along that is not used."""

import ast
import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

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

# What a first figure, and a printed evaluation, may import of veracity: the modules and packages
# whose names in `sys.modules` are "veracity" or begin with "veracity.".
MOST_MODULES = 250

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


@pytest.mark.parametrize("asked", ["ev['auroc']", "print(ev)"])
def test_a_first_figure_needs_few_modules(asked: str, package: Path) -> None:
    """Plots, reports, decisions, planning, comparisons and engines of files load when asked for."""
    *_, listed = run(
        f"import json, sys; sys.path.insert(0, {str(package.parent)!r})\n"
        "import veracity as vc\n"
        "ev = vc.evaluate([0, 1, 1, 0, 1, 0], y_proba=[.1, .8, .7, .3, .6, .4])\n"
        f"ev['auroc']; {asked}\n"
        "print(json.dumps(sorted(sys.modules)))"
    ).splitlines()
    loaded = json.loads(listed)
    ours = [name for name in loaded if name.partition(".")[0] == "veracity"]
    assert "veracity.evaluation.front.evaluating" in ours
    assert len(ours) <= MOST_MODULES, "import what few need inside the functions that use it"
    packages = {name.partition(".")[0] for name in loaded}
    assert sorted(packages & {*HEAVY} - {"scipy"}) == []
    late = {"plots", "planning", "comparisons", "recalibration", "events", "gates"}
    assert sorted({name.split(".")[1] for name in ours if "." in name} & late) == []


def lazy_doors(package: Path) -> list[str]:
    files = [
        file for file in package.rglob("*.py") if "__all__ = lazy_door(" in file.read_text("utf-8")
    ]
    names = (".".join(file.relative_to(package.parent).with_suffix("").parts) for file in files)
    return sorted(name.removesuffix(".__init__") for name in names)


def test_type_checkers_see_what_lazy_doors_offer(package: Path) -> None:
    doors = lazy_doors(package)
    assert {"veracity.evaluation", "veracity.results", "veracity.plots"} <= set(doors)
    for name in doors:
        door = import_module(name)
        tree = ast.parse(Path(str(door.__file__)).read_text("utf-8"))
        (checked,) = (node for node in tree.body if isinstance(node, ast.If))
        homes = {
            alias.name: node.module
            for node in checked.body
            if isinstance(node, ast.ImportFrom)
            for alias in node.names
        }
        assert sorted(homes) == door.__all__ == dir(door), name
        for one, home in homes.items():
            assert getattr(door, one) is getattr(import_module(str(home)), one), f"{name}.{one}"
            assert not (Path(str(door.__file__)).parent / one).exists(), "a folder would hide it"


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

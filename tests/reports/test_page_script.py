"""The script of the page computes and writes what the library does: run in node, if it is here."""

import json
import math
import shutil
import subprocess
from typing import Any

import numpy as np
import pytest

from veracity.metrics import find
from veracity.reports.page import TEMPLATES
from veracity.reports.page_live import KEYS, threshold_text
from veracity.results import figure
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix_text import number

NODE = shutil.which("node")
pytestmark = pytest.mark.skipif(NODE is None, reason="node is not here")


def ran(call: str, given: Any) -> Any:
    """What an expression of `given` is, with the functions of the page at hand."""
    code = (TEMPLATES / "figures.js").read_text("utf-8")
    script = (
        f"{code}\nconst given = JSON.parse(require('fs').readFileSync(0, 'utf-8'));\n"
        "const plain = (k, v) => typeof v === 'number' && !Number.isFinite(v) ? String(v) : v;\n"
        f"process.stdout.write(JSON.stringify({call}, plain));"
    )
    assert NODE is not None
    done = subprocess.run(
        [NODE, "-e", script], input=json.dumps(given), capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def counts() -> list[dict[str, float]]:
    rng = np.random.default_rng(0)
    plain = rng.integers(0, 50, (60, 4)).tolist()
    edges = [[bool(n & (1 << i)) * 7 for i in range(4)] for n in range(1, 16)]
    weighted = rng.random((10, 4)).tolist()
    huge = [[8_000_000, 1_000, 3, 9_000_000_000]]
    names = ("tp", "fp", "fn", "tn")
    return [dict(zip(names, map(float, c), strict=True)) for c in plain + edges + weighted + huge]


def matrix(c: dict[str, float]) -> ConfusionMatrix:
    cells = [[c["tn"], c["fp"]], [c["fn"], c["tp"]]]
    return ConfusionMatrix(cells, labels=(0, 1), pos_label=1)


def same(mine: Any, library: float) -> bool:
    value = float(mine.replace("Infinity", "inf")) if isinstance(mine, str) else mine
    if math.isnan(library):
        return math.isnan(value)
    return value == pytest.approx(library, rel=1e-12, abs=1e-12)


def test_figures_are_the_library_s() -> None:
    given = counts()
    for c, made in zip(given, ran("given.map(figures.of)", given), strict=True):
        for key in KEYS:
            assert same(made[key], float(find(key)(matrix(c)))), (key, c)


@pytest.mark.parametrize("share", [0.0001, 0.02, 0.5, 0.97])
def test_at_another_prevalence_too(share: float) -> None:
    given = [c for c in counts() if c["tp"] + c["fn"] > 0 and c["fp"] + c["tn"] > 0]
    call = f"given.map(c => figures.of(figures.atPrevalence(c, {share})))"
    for c, made in zip(given, ran(call, given), strict=True):
        moved = matrix(c).at_prevalence(share)
        for key in KEYS:
            assert same(made[key], float(find(key)(moved))), (key, c)


def test_numbers_are_written_alike() -> None:
    rng = np.random.default_rng(1)
    values = [
        *rng.random(300).tolist(),
        *(10 ** rng.uniform(-7, 7, 300)).tolist(),
        *(-rng.random(20)).tolist(),
        *[n / 16 for n in range(1, 200)],  # exact halves: to even, as Python does
        *[n / 8 for n in range(1, 100)],
        *[0.0, 1.0, 0.9995, 0.99981, 0.9999999, 1e-9, 0.001, 0.0009999, 9.9996, 999.999, 1000.5],
    ]
    made = ran("given.map(v => [figures.text(v), figures.short(v, 5), figures.count(v)])", values)
    for value, (text, short, count) in zip(values, made, strict=True):
        assert text == figure(value), value
        assert short == threshold_text(value), value
        if value >= 0.001:
            assert count == number(value), value


def test_thousands_are_rounded_alike() -> None:
    values = [n / 8 for n in range(1, 400)] + np.random.default_rng(2).uniform(0, 1e3, 100).tolist()
    for value, text in zip(values, ran("given.map(v => figures.fixed(v, 1))", values), strict=True):
        assert text == f"{value:.1f}"


def test_places_on_axes() -> None:
    assert ran("figures.place(given, [-0.02, 1.02, 'linear'])", 0.5) == pytest.approx(0.5)
    assert ran("figures.place(given, [0.01, 100, 'log'])", 1) == pytest.approx(0.5)
    assert ran("figures.place(given, [0.1, 0.9, 'logit'])", 0.5) == pytest.approx(0.5)
    assert ran("figures.place(given, [0, 1, 'linear'])", 1.2) == "NaN"


def test_both_scripts_are_valid() -> None:
    assert NODE is not None
    for name in ("figures.js", "page.js"):
        subprocess.run([NODE, "--check", str(TEMPLATES / name)], check=True, capture_output=True)

"""Predictions on a CUDA device: `python -m benchmarks.gpu` prints the table of docs/tensors.md.

Needs a CUDA device with torch; CuPy, JAX and torchmetrics are used where they are. Before
anything is timed, tensors of every package there must give what arrays give. Times are the least
of several runs with the device synchronised; memory is what the device held beyond the input.
"""

from __future__ import annotations

import argparse
import datetime
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module, metadata
from typing import Any

import numpy as np

import veracity as vc
from veracity.engines.tensors.areas import exact_area

Tensor = Any
GIGA = 1e9
os.environ.setdefault("XLA_PYTHON_CLIENT_PREALLOCATE", "false")  # JAX would take three quarters


@dataclass(frozen=True)
class Line:
    """One line of the table."""

    work: str
    ms: float
    gigabytes: float
    note: str = ""

    def __str__(self) -> str:
        return f"| {self.work} | {self.ms:,.0f} | {self.gigabytes:.1f} | {self.note} |"


def main() -> int:
    """Check, measure, print."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.gpu", description=__doc__)
    parser.add_argument("--rows", type=float, default=1e9)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--check", action="store_true", help="only compare with arrays")
    chosen = parser.parse_args()
    torch = import_module("torch")
    for package in ("torch", "cupy", "jax"):
        print(f"{package}: {_checked(package)}", flush=True)
    if chosen.check:
        return 0
    rows = int(chosen.rows)
    print(
        f"\n{datetime.date.today()}, {torch.cuda.get_device_name()}, {_versions()}, {rows:,} rows:"
    )
    print("float32 probabilities, int8 truth, 10% positive\n")
    print("| work | ms | GB beyond the input | |\n|---|---|---|---|")
    for line in _lines(torch, rows, chosen.rounds):
        print(line, flush=True)
    return 0


def _versions() -> str:
    names = ("torch", "cupy-cuda13x", "cupy-cuda12x", "jax", "torchmetrics", "numpy")
    found = []
    for name in names:
        try:
            found.append(f"{name} {metadata.version(name)}")
        except metadata.PackageNotFoundError:
            continue
    return ", ".join(found)


def _lines(torch: Any, rows: int, rounds: int) -> Iterator[Line]:
    truth, proba = _drawn(torch, rows)
    timed = _timer(torch, rounds)
    ms, gigabytes, area = timed(lambda: exact_area(truth, proba))
    yield Line("exact AUROC, keys sorted", ms, gigabytes, f"{area:.12f}")
    ms, gigabytes, ev = timed(lambda: vc.evaluate(truth, y_proba=proba))
    bound = ev["auroc"].bound
    off = abs(ev["auroc"].value - area)
    note = f"{ev.reading.resolution}; AUROC bound {bound:.1e}, off by {off:.1e}"
    yield Line("`vc.evaluate(y, y_proba=p)`", ms, gigabytes, note)

    def everything() -> Any:
        made = vc.evaluate(truth, y_proba=proba)
        return made, made.profile()

    ms, gigabytes, (_, profile) = timed(everything)
    known = sum(one.estimate.low == one.estimate.low for one in profile.lines)
    yield Line("the same and `ev.profile()`", ms, gigabytes, f"{known} figures with intervals")

    def every_key(**settings: Any) -> Any:
        made = vc.evaluate(truth, y_proba=proba, **settings)
        return made, [made[key] for key in made]

    for work, settings in (
        ("the same and every key", {}),
        ("every key with `resolution=17`", {"resolution": 17}),
        ("every key with `resolution=16`", {"resolution": 16}),
    ):
        ms, gigabytes, (ev, found) = timed(lambda settings=settings: every_key(**settings))
        known = sum(one.low == one.low for one in found)
        note = f"{len(found)} keys, {known} intervals; AUROC bound {ev['auroc'].bound:.1e}"
        yield Line(work, ms, gigabytes, f"{ev.reading.resolution}; {note}")
    ms, gigabytes, _ = timed(lambda: vc.evaluate(truth, (proba >= 0.5).to(torch.int8)))
    yield Line("`vc.evaluate(y, labels)`", ms, gigabytes, "1 GB of it the labels")
    try:
        functions = import_module("torchmetrics.functional.classification")
    except ImportError:
        return
    ms, gigabytes, value = timed(lambda: float(functions.binary_auroc(proba, truth)))
    yield Line("torchmetrics `binary_auroc`", ms, gigabytes, f"off by {abs(value - area):.1e}")


def _drawn(torch: Any, rows: int) -> tuple[Tensor, Tensor]:
    """Probabilities of two normal classes one standard deviation apart."""
    torch.manual_seed(1)
    truth = (torch.rand(rows, device="cuda") < 0.1).to(torch.int8)
    score = torch.randn(rows, device="cuda")
    score += truth
    score -= 2.7
    return truth, torch.sigmoid_(score)


def _timer(torch: Any, rounds: int) -> Callable[[Callable[[], Any]], tuple[float, float, Any]]:
    try:
        pool = import_module("cupy").get_default_memory_pool()
    except ImportError:
        pool = None

    def timed(work: Callable[[], Any]) -> tuple[float, float, Any]:
        least, most, found = float("inf"), 0.0, None
        for _ in range(rounds + 1):  # the first one warms up
            found = None
            torch.cuda.empty_cache()
            if pool is not None:
                pool.free_all_blocks()
            torch.cuda.reset_peak_memory_stats()
            held = torch.cuda.memory_allocated()
            torch.cuda.synchronize()
            started = time.perf_counter()
            found = work()
            torch.cuda.synchronize()
            least = min(least, time.perf_counter() - started)
            own = torch.cuda.max_memory_allocated() - held
            most = max(most, own + (0 if pool is None else pool.total_bytes()))
        return least * 1e3, most / GIGA, found

    return timed


def _checked(package: str) -> str:
    """What arrays and tensors of a package give for the same rows, compared."""
    try:
        library = import_module("jax.numpy" if package == "jax" else package)
    except ImportError:
        return "not there"
    draw = np.random.default_rng(2)
    rows = (1 << 20) + 4321
    truth = draw.integers(0, 2, rows).astype(np.int8)
    proba = np.round(np.clip(draw.beta(2, 3, rows) + 0.2 * truth, 0, 1), 5).astype(np.float32)
    weight = draw.choice([0.5, 1.0, 2.0], rows).astype(np.float32)
    cluster = draw.integers(0, 300, rows)
    wide = draw.dirichlet([1.0, 1.0, 1.0], rows).astype(np.float32)
    third = draw.integers(0, 3, rows).astype(np.int8)
    sent = {"torch": lambda x: library.as_tensor(x, device="cuda")}.get(package, library.asarray)
    t, p, w, c, s, y = map(sent, (truth, proba, weight, cluster, wide, third))
    assert exact_area(t, p) == vc.evaluate(truth, y_proba=proba)["auroc"].value
    _same(vc.evaluate(t, y_proba=p), vc.evaluate(truth, y_proba=proba), "auroc", "brier", "f1")
    _same(
        vc.evaluate(t, y_proba=p, sample_weight=w, cluster=c),
        vc.evaluate(truth, y_proba=proba, sample_weight=weight, cluster=cluster),
        "auroc",
        "f1",
    )
    _same(
        vc.evaluate(y, y_proba=s), vc.evaluate(third, y_proba=wide), "accuracy", "auroc_ovr_macro"
    )
    _same(vc.evaluate(t, t), vc.evaluate(truth, truth), "accuracy")
    return "as arrays"


def _same(mine: vc.Evaluation, his: vc.Evaluation, *keys: str) -> None:
    assert "tensor" in str(mine.reading), mine.reading
    counts, others = (np.asarray(ev.confusion.counts) for ev in (mine, his))  # type: ignore[union-attr]
    assert np.allclose(counts, others, rtol=1e-12, atol=0)
    for key in keys:
        assert abs(mine[key].value - his[key].value) <= mine[key].bound + 1e-12, key


if __name__ == "__main__":
    raise SystemExit(main())

"""The results as one table, with the facts of the machine they were measured on."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Sequence
from importlib.metadata import version
from pathlib import Path

from benchmarks.case import Measured

HEAD = ("work", "beside", "theirs", "ours", "ratio", "target", "ok?")
PACKAGES = ("numpy", "scipy", "scikit-learn", "pandas", "polars", "pyarrow")
_WORDS = 2


def line(work: str, result: Measured) -> tuple[str, ...]:
    """One row of the table."""
    return (
        work,
        result.peer,
        f"{_number(result.theirs)} {result.unit}",
        f"{_number(result.ours)} {result.unit}",
        f"{result.ratio:.1f}x",
        "" if result.target is None else f"{result.target:g}x",
        result.verdict,
    )


def plain(lines: Sequence[Sequence[str]]) -> str:
    """Columns side by side, for a terminal."""
    widths = [max(map(len, column)) for column in zip(HEAD, *lines, strict=True)]
    return "\n".join(
        "  ".join(
            cell.ljust(width) if i < _WORDS else cell.rjust(width)
            for i, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ).rstrip()
        for cells in (HEAD, *lines)
    )


def write(path: Path, lines: Iterable[Sequence[str]], arguments: Sequence[str]) -> None:
    """The page, whole or not at all."""
    rule = ["---"] * _WORDS + ["---:"] * (len(HEAD) - _WORDS)
    page = [
        "# What veracity costs beside other packages",
        "",
        f"Made by `{' '.join(['python -m benchmarks', *arguments])}`. Both sides take turns, and "
        "the best time of each counts. A ratio above 1 means less time or memory than the peer.",
        "",
        *(f"- {fact}" for fact in machine()),
        "",
        *("| " + " | ".join(cells) + " |" for cells in (HEAD, rule, *lines)),
        "",
    ]
    part = path.with_suffix(".part")
    part.write_text("\n".join(page), encoding="utf-8")
    part.replace(path)


def machine() -> list[str]:
    """What the times depend on, and nothing that names the machine or its folders."""
    packages = ", ".join(f"{name} {version(name)}" for name in PACKAGES)
    facts = [
        f"{_processor()}, {os.cpu_count()} cores, {platform.system()}",
        f"Python {platform.python_version()}, {packages}",
    ]
    switched_off = os.environ.get("NPY_DISABLE_CPU_FEATURES")
    return [*facts, f"NPY_DISABLE_CPU_FEATURES={switched_off}"] if switched_off else facts


def _processor() -> str:
    source = Path("/proc/cpuinfo")
    if source.exists():
        for entry in source.read_text(encoding="utf-8").splitlines():
            if entry.startswith("model name"):
                return entry.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _number(value: float) -> str:
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 10 else f"{value:.0f}"

"""Run the benchmarks: all of them, or those whose name contains one of the words given."""

from __future__ import annotations

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import benchmarks
from benchmarks import table
from benchmarks.case import Case, Memory


def main() -> int:
    """Print the table, write it, and fail if a target is missed."""
    chosen = _arguments()
    lines, missed = [], False
    for name, make in _cases(chosen.words):
        if chosen.list:
            print(name)
            continue
        try:
            case = make()
        except ImportError as missing:
            print(f"{name}: left out, {missing}", file=sys.stderr, flush=True)
            continue
        result = case.measured(chosen.rounds)
        print(f"{name}: {result.ratio:.1f}x {result.verdict}", file=sys.stderr, flush=True)
        lines.append(table.line(name, result))
        missed = missed or result.verdict == "NO"
    if chosen.list:
        return 0
    print(table.plain(lines))
    if not chosen.words or chosen.write:
        page = chosen.write or Path(__file__).with_name("results.md")
        table.write(page, lines, sys.argv[1:])
    return int(missed)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument(
        "words", nargs="*", help="part of a name; without any, all run and results.md is written"
    )
    parser.add_argument("--list", action="store_true", help="name the benchmarks and stop")
    parser.add_argument("--write", type=Path, help="write the table of these to this file")
    parser.add_argument("--rounds", type=int, help="rounds for each, instead of its own number")
    return parser.parse_args()


def _cases(words: list[str]) -> Iterator[tuple[str, Callable[[], Case | Memory]]]:
    """Every case of every module here that has CASES; its data is made when it is called."""
    for found in pkgutil.iter_modules(benchmarks.__path__):
        if found.name == "__main__":
            continue
        module = importlib.import_module(f"benchmarks.{found.name}")
        for work, make in getattr(module, "CASES", {}).items():
            name = f"{found.name}: {work}"
            if not words or any(word in name for word in words):
                yield name, make


if __name__ == "__main__":
    sys.exit(main())

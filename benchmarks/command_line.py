"""How soon the command line answers, beside the start of Python with click."""

from __future__ import annotations

import subprocess
import sys
from functools import partial
from typing import Any

from benchmarks.case import Case

HELP = "import sys; from veracity.cli import main; main(['--help'])"


def _run(program: str) -> Any:
    return subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout


def _help() -> Case:
    return Case(
        "python -c 'import click'",
        partial(_run, "import click"),
        partial(_run, HELP),
        lambda _, mine: b"evaluate" in mine,
        target=1 / 3,
        rounds=10,
    )


CASES = {"veracity --help": _help}

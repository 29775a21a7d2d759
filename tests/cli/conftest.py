"""The command line as a person would use it: in its own process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest


class Shell:
    """Runs `veracity ...` in a folder and remembers nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: str, stdin: bytes = b"", **environment: str):
        kept = {k: v for k, v in os.environ.items() if k not in ("VERACITY_LANG", "LC_ALL")}
        return subprocess.run(
            [sys.executable, "-c", "from veracity.cli import main; main()", *words],
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            env={**kept, "LANG": "C.UTF-8", "PYTHONUTF8": "1", **environment},
            timeout=120,
            check=False,
        )


@pytest.fixture
def veracity(tmp_path: Path) -> Shell:
    return Shell(tmp_path)


@pytest.fixture
def predictions(tmp_path: Path) -> Path:
    """Twelve trials of the ripple example: TP 4, FP 1, FN 2, TN 5."""
    truth = [1, 1, 0, 1, 0, 0, 1, 0, 0, 1, 0, 1]
    called = [1, 0, 0, 1, 0, 1, 1, 0, 0, 0, 0, 1]
    rows = [
        f"{t},{c},{0.1 + 0.8 * c},{i % 3},{'ab'[i % 2]}"
        for i, (t, c) in enumerate(zip(truth, called, strict=True))
    ]
    path = tmp_path / "predictions.csv"
    path.write_text("truth,called,p,patient,site\n" + "\n".join(rows) + "\n")
    return path

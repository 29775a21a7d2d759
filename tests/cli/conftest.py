"""The command line as a person would use it, without the price of a process for every command."""

import io
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from veracity.cli import main


@dataclass(frozen=True)
class Done:
    """What a command left behind."""

    returncode: int
    stdout: bytes
    stderr: bytes

    @property
    def out(self) -> str:
        return self.stdout.decode()

    @property
    def err(self) -> str:
        return self.stderr.decode()


class Shell:
    """Runs `veracity ...` in a folder and remembers nothing."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *words: str, stdin: bytes = b"", **environment: str) -> Done:
        """The command in this process."""
        out, err = io.BytesIO(), io.BytesIO()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(self.folder)
            for name, value in _environment(environment).items():
                patch.setenv(name, value)
            for name in set(os.environ) - set(_environment(environment)):
                patch.delenv(name)
            patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin), "utf-8"))
            patch.setattr(sys, "stdout", io.TextIOWrapper(out, "utf-8", write_through=True))
            patch.setattr(sys, "stderr", io.TextIOWrapper(err, "utf-8", write_through=True))
            try:
                main(list(words), prog_name="veracity")
            except SystemExit as left:
                code = left.code
            else:
                code = 0
            return Done(
                int(code or 0) if not isinstance(code, str) else 1, out.getvalue(), err.getvalue()
            )

    def process(self, *words: str, stdin: bytes = b"", **environment: str):
        """The command in a process of its own, for what only a process can show."""
        return subprocess.run(
            [sys.executable, "-c", "from veracity.cli import main; main()", *words],
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            env=_environment(environment),
            timeout=120,
            check=False,
        )


def _environment(changed: dict[str, str]) -> dict[str, str]:
    kept = {k: v for k, v in os.environ.items() if k not in ("VERACITY_LANG", "LC_ALL")}
    return {**kept, "LANG": "C.UTF-8", "PYTHONUTF8": "1", **changed}


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

"""What everybody tries first: the version, and the command without its script."""

import subprocess
import sys
from importlib.metadata import version

import veracity as vc


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "veracity", *words], capture_output=True, text=True, check=False
    )


def test_the_version() -> None:
    assert vc.__version__ == version("veracity")
    assert "__version__" in dir(vc)


def test_python_m_veracity_is_the_command() -> None:
    done = run("matrix", "tp=4", "fp=1", "fn=2", "tn=5")
    assert done.returncode == 0
    assert "0.507" in done.stdout  # MCC (20 − 2) / √(6 · 6 · 5 · 7)
    assert run("--version").stdout == f"veracity, version {vc.__version__}\n"


def test_its_errors_are_those_of_the_command() -> None:
    done = run("no-such-command")
    assert done.returncode == 2
    assert done.stderr.startswith("veracity: ")
    assert "Traceback" not in done.stderr

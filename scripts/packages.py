"""Build wheel and sdist from the working tree and say what either lacks."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).parents[1]


def tracked(*below: str) -> set[str]:
    """The files of the repository, or those below some folders of it."""
    listed = subprocess.run(
        ["git", "ls-files", *below], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return {name for name in listed.stdout.splitlines() if not name.startswith(".")}


def built(folder: Path) -> tuple[set[str], set[str]]:
    """What the sdist and the wheel hold, by their paths in the repository."""
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "hatchling"], check=True)
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True
    )
    with tarfile.open(next(folder.glob("*.tar.gz"))) as sdist:
        source = {name.partition("/")[2] for name in sdist.getnames()}
    with zipfile.ZipFile(next(folder.glob("*.whl"))) as wheel:
        return source, {f"src/{name}" for name in wheel.namelist()}


def run() -> int:
    """Build both and compare them with the repository."""
    with tempfile.TemporaryDirectory() as folder:
        source, wheel = built(Path(folder))
    lacking = {"sdist": tracked() - source, "wheel": tracked("src") - wheel}
    for kind, names in lacking.items():
        print(f"{kind}: " + (f"lacks {sorted(names)}" if names else "complete"))
    return int(any(lacking.values()))


if __name__ == "__main__":
    raise SystemExit(run())

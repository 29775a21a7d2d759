"""Where the house stands."""

import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the folder of the repository."""
    return ROOT


@pytest.fixture(scope="session")
def package(root: Path) -> Path:
    """Return the folder of the package's source."""
    return root / "src" / "veracity"


@pytest.fixture(scope="session")
def repository_files(root: Path) -> list[Path]:
    """Return what git holds or would take in: every file that is not ignored."""
    if shutil.which("git") is None or not (root / ".git").exists():
        pytest.skip("only a git checkout knows which files belong to it")
    listing = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    files = [root / name for name in listing.split("\0") if name]
    files = [file for file in files if file.is_file()]  # one that is being removed is not
    assert files, "git lists no file at all"
    return files

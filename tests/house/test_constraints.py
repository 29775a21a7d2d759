"""The constraints hold names and versions only, and the lowest ones are those declared."""

import re
import tomllib
from pathlib import Path

import pytest

PIN = re.compile(r"(?P<name>[A-Za-z0-9][A-Za-z0-9._-]*)==(?P<version>[0-9][0-9a-z.]*)")


def normal(name: str) -> str:
    """Return the one spelling of a package's name."""
    return re.sub(r"[-_.]+", "-", name).lower()


def release(version: str) -> str:
    """Return a version without the zeros that say nothing: 2.0.0 is 2."""
    return re.sub(r"(\.0)+$", "", version)


def pins(file: Path) -> dict[str, str]:
    """Read a constraints file; whatever is not name==version fails."""
    found: dict[str, str] = {}
    for line in file.read_text("utf-8").splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        pin = PIN.fullmatch(line)
        assert pin, f"{file.name}: not name==version: {line!r}"
        name = normal(pin["name"])
        assert name not in found, f"{file.name}: {name} is there twice"
        found[name] = pin["version"]
    return found


@pytest.fixture(scope="module")
def project(root: Path) -> dict:
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-lowest.txt"])
def test_every_dependency_is_pinned(root: Path, project: dict, name: str) -> None:
    extras = project["optional-dependencies"]
    wanted = project["dependencies"] + extras["test"]
    if name == "constraints.txt":
        wanted = wanted + extras["dev"]
    names = {normal(re.split(r"[^A-Za-z0-9._-]", requirement)[0]) for requirement in wanted}
    pinned = set(pins(root / name))
    assert "veracity" not in pinned
    assert names - {"veracity"} <= pinned


def test_the_lowest_versions_are_the_declared_ones(root: Path, project: dict) -> None:
    declared = {}
    for requirement in project["dependencies"]:
        name, _, version = requirement.partition(">=")
        assert version, f"no lower bound: {requirement}"
        declared[normal(name)] = release(version)
    lowest = pins(root / "constraints-lowest.txt")
    assert {name: release(lowest[name]) for name in declared} == declared

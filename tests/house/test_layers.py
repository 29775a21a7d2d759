"""The rooms import downwards only, and the contract that says so has no holes.

The toy houses below are built from the very layers of pyproject.toml, so that they show what
that contract catches, not what some other contract would.
"""

import subprocess
import sys
import tomllib
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"


def lint(folder: Path, *, source: Path) -> subprocess.CompletedProcess[str]:
    """Check the contract of ``folder``/pyproject.toml on the package found in ``source``."""
    program = f"import sys; sys.path.insert(0, {str(source)!r}); {LINT}"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8", "PATH": ""},
    )


@pytest.fixture(scope="module")
def contract(root: Path) -> dict[str, Any]:
    linter = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    assert linter["root_package"] == "veracity"
    assert len(linter["contracts"]) == 1
    return linter["contracts"][0]


@pytest.fixture(scope="module")
def rooms(contract: dict[str, Any]) -> list[list[str]]:
    """Return the names of the rooms, a list per line of the contract, without parentheses."""
    return [[room.strip().strip("()") for room in line.split("|")] for line in contract["layers"]]


@pytest.fixture
def toy_house(tmp_path: Path, root: Path, rooms: list[list[str]]) -> Path:
    """Build a house with every room of the contract, all of them empty."""
    text = (root / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    house = tmp_path / "src" / "veracity"
    house.mkdir(parents=True)
    (house / "__init__.py").write_text("")
    for room in chain.from_iterable(rooms):
        (house / room).mkdir()
        (house / room / "__init__.py").write_text("")
        (house / room / "table.py").write_text("")
    return house


def test_the_contract_is_kept(root: Path) -> None:
    answer = lint(root, source=root / "src")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert "1 kept, 0 broken" in answer.stdout


def test_the_contract_allows_no_exceptions(contract: dict[str, Any]) -> None:
    assert contract["type"] == "layers"
    assert contract["containers"] == ["veracity"]
    assert contract["exhaustive"] is True
    known = {"id", "name", "type", "containers", "exhaustive", "layers"}
    assert set(contract) == known, "every other option would open a hole"
    assert not any(":" in line for line in contract["layers"]), (
        "':' lets siblings import each other"
    )


def test_no_option_of_the_linter_hides_an_import(root: Path) -> None:
    linter = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    assert set(linter) == {"root_package", "contracts"}
    for other in (".importlinter", "setup.cfg", ".importlinter.toml"):
        assert not (root / other).exists(), f"{other} would take the place of pyproject.toml"


def test_a_built_room_is_not_optional(contract: dict[str, Any], package: Path) -> None:
    optional = [
        room.strip().strip("()")
        for line in contract["layers"]
        for room in line.split("|")
        if room.strip().startswith("(")
    ]
    built = [
        room
        for room in optional
        if (package / room / "__init__.py").exists() or (package / f"{room}.py").exists()
    ]
    assert built == [], "remove the parentheses of these rooms in pyproject.toml"


def test_a_toy_house_passes(toy_house: Path, rooms: list[list[str]]) -> None:
    for upper, lower in pairwise(rooms):
        for room in upper:
            lines = [f"from veracity.{below} import table as {below}_table\n" for below in lower]
            (toy_house / room / "table.py").write_text("".join(lines))
    front = [f"from veracity.{room} import table as {room}_table\n" for room in rooms[0]]
    (toy_house / "__init__.py").write_text("".join(front))
    answer = lint(toy_house.parents[1], source=toy_house.parent)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("statistics", "from veracity.metrics import table\n"),
        ("statistics", "def late():\n    from veracity.metrics import table\n    return table\n"),
        ("statistics", "def late():\n    import veracity.cli.table\n"),
        (
            "words",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import veracity.errors\n",
        ),
        ("metrics", "from veracity.resampling import table\n"),
        ("engines", "from ..matching import table\n"),
        ("errors", "import veracity\n"),
    ],
    ids=["upward", "in a function", "far up", "for types", "sibling", "relative", "by the door"],
)
def test_a_wrong_import_is_caught(toy_house: Path, room: str, source: str) -> None:
    (toy_house / "__init__.py").write_text("from veracity.evaluation import table\n")
    (toy_house / room / "table.py").write_text(source)
    answer = lint(toy_house.parents[1], source=toy_house.parent)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    assert "0 kept, 1 broken" in answer.stdout
    assert f"veracity.{room}.table -> veracity" in answer.stdout


@pytest.mark.parametrize("stranger", ["attic.py", "attic/__init__.py"])
def test_a_room_that_is_not_listed_is_caught(toy_house: Path, stranger: str) -> None:
    (toy_house / stranger).parent.mkdir(exist_ok=True)
    (toy_house / stranger).write_text("")
    answer = lint(toy_house.parents[1], source=toy_house.parent)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    assert "attic" in answer.stdout

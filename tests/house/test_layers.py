"""Rooms and sub-rooms import downwards only, and the contracts that say so have no holes.

The toy houses below are built from the very contracts of pyproject.toml, so that they show what
those contracts catch, not what some others would.
"""

import subprocess
import sys
import tomllib
from itertools import chain, pairwise
from pathlib import Path
from typing import Any

import pytest

LINT = "from importlinter.cli import lint_imports_command; lint_imports_command()"
FIELDS = {
    "layers": {"id", "name", "type", "containers", "exhaustive", "layers"},
    "protected": {"id", "name", "type", "protected_modules", "allowed_importers"},
    "acyclic_siblings": {"id", "name", "type", "ancestors"},
}


def lint(folder: Path, *, source: Path) -> subprocess.CompletedProcess[str]:
    """Check the contracts of ``folder``/pyproject.toml on the package found in ``source``."""
    program = f"import sys; sys.path.insert(0, {str(source)!r}); {LINT}"
    return subprocess.run(
        [sys.executable, "-c", program, "--no-cache"],
        cwd=folder,
        capture_output=True,
        text=True,
        encoding="utf-8",
        env={"PYTHONIOENCODING": "utf-8", "PATH": "", "COLUMNS": "1000"},
    )


def names(line: str) -> list[str]:
    """Return the names on one line of a contract, without parentheses."""
    return [name.strip().strip("()") for name in line.split("|")]


@pytest.fixture(scope="module")
def contracts(root: Path) -> dict[str, dict[str, Any]]:
    linter = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    assert linter["root_package"] == "veracity"
    found = {contract["id"]: contract for contract in linter["contracts"]}
    assert len(found) == len(linter["contracts"]), "every contract has an id of its own"
    return found


@pytest.fixture(scope="module")
def rooms(contracts: dict[str, Any]) -> list[list[str]]:
    """Return the names of the rooms, a list per line of the contract."""
    return [names(line) for line in contracts["rooms"]["layers"]]


@pytest.fixture(scope="module")
def sub_rooms(contracts: dict[str, Any]) -> dict[str, list[list[str]]]:
    """Return the names of the sub-rooms of each room that has some, a list per line."""
    layered = [c for c in contracts.values() if c["type"] == "layers" and c["id"] != "rooms"]
    return {
        container.removeprefix("veracity."): [names(line) for line in contract["layers"]]
        for contract in layered
        for container in contract["containers"]
    }


@pytest.fixture
def toy_house(
    tmp_path: Path, root: Path, rooms: list[list[str]], sub_rooms: dict[str, list[list[str]]]
) -> Path:
    """Build a house with every room and sub-room of the contracts, all of them empty."""
    text = (root / "pyproject.toml").read_text("utf-8")
    (tmp_path / "pyproject.toml").write_text(text, "utf-8")
    house = tmp_path / "src" / "veracity"
    folders = [house]
    for room in chain.from_iterable(rooms):
        folders.append(house / room)
        folders += [house / room / sub for sub in chain.from_iterable(sub_rooms.get(room, []))]
    for folder in folders:
        folder.mkdir(parents=True)
        (folder / "__init__.py").write_text("")
    for folder in folders[1:]:
        if folder.name not in sub_rooms or folder.parent != house:
            (folder / "table.py").write_text("")
    return house


def module(room: str, sub_rooms: dict[str, list[list[str]]]) -> str:
    """Return a module of a room: that of its uppermost sub-room, which is its door."""
    subs = sub_rooms.get(room)
    return f"{room}.{subs[0][0]}.table" if subs else f"{room}.table"


def write(house: Path, dotted: str, source: str) -> None:
    (house / (dotted.replace(".", "/") + ".py")).write_text(source)


def test_the_contracts_are_kept(root: Path, contracts: dict[str, Any]) -> None:
    answer = lint(root, source=root / "src")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    assert f"{len(contracts)} kept, 0 broken" in answer.stdout


def test_the_contracts_allow_no_exceptions(contracts: dict[str, Any]) -> None:
    for contract in contracts.values():
        known = FIELDS[contract["type"]]
        assert set(contract) == known, "every other option would open a hole"
        if contract["type"] == "layers":
            assert contract["exhaustive"] is True
            assert not any(":" in line for line in contract["layers"]), (
                "':' lets siblings import each other"
            )
    assert contracts["rooms"]["containers"] == ["veracity"]
    assert contracts["no cycles"]["ancestors"] == ["veracity"]


def test_every_room_with_folders_has_a_contract(
    package: Path, sub_rooms: dict[str, list[list[str]]]
) -> None:
    divided = {init.parent.parent.name for init in package.glob("*/*/__init__.py")}
    assert divided == set(sub_rooms)


def test_the_door_of_engines_is_their_upper_sub_room(
    contracts: dict[str, Any], sub_rooms: dict[str, list[list[str]]]
) -> None:
    door, *behind = chain.from_iterable(sub_rooms["engines"])
    contract = contracts["door of engines"]
    assert door == "reading"
    assert set(contract["protected_modules"]) == {f"veracity.engines.{sub}" for sub in behind}
    assert contract["allowed_importers"] == ["veracity.engines"]


def test_no_option_of_the_linter_hides_an_import(root: Path) -> None:
    linter = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    assert set(linter) == {"root_package", "contracts"}
    for other in (".importlinter", "setup.cfg", ".importlinter.toml"):
        assert not (root / other).exists(), f"{other} would take the place of pyproject.toml"


def test_a_built_room_is_not_optional(contracts: dict[str, Any], package: Path) -> None:
    for contract in contracts.values():
        for line in contract.get("layers", ()):
            optional = [n.strip().strip("()") for n in line.split("|") if n.strip()[0] == "("]
            folders = [package / c.removeprefix("veracity") for c in contract["containers"]]
            built = [
                room
                for room in optional
                for folder in folders
                if (folder / room / "__init__.py").exists() or (folder / f"{room}.py").exists()
            ]
            assert built == [], "remove the parentheses of these rooms in pyproject.toml"


def test_a_toy_house_passes(
    toy_house: Path, rooms: list[list[str]], sub_rooms: dict[str, list[list[str]]]
) -> None:
    for upper, lower in pairwise(rooms):
        imports = [f"import veracity.{module(below, sub_rooms)}\n" for below in lower]
        for room in upper:
            write(toy_house, module(room, sub_rooms), "".join(imports))
    for room, layers in sub_rooms.items():
        for upper, lower in pairwise(layers[1:]):
            imports = [f"import veracity.{room}.{below}.table\n" for below in lower]
            for sub in upper:
                write(toy_house, f"{room}.{sub}.table", "".join(imports))
    front = [f"import veracity.{module(room, sub_rooms)}\n" for room in rooms[0]]
    (toy_house / "__init__.py").write_text("".join(front))
    answer = lint(toy_house.parents[1], source=toy_house.parent)
    assert answer.returncode == 0, answer.stdout + answer.stderr


@pytest.mark.parametrize(
    ("importer", "source"),
    [
        ("isotonic.table", "from veracity.engines.reading import table\n"),
        (
            "isotonic.table",
            "def late():\n    from veracity.engines.reading import table\n    return table\n",
        ),
        ("statistics.matrix.table", "def late():\n    import veracity.cli.main.table\n"),
        (
            "words.table",
            "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import veracity.errors\n",
        ),
        ("resampling.table", "from veracity.metrics.record import table\n"),
        ("engines.reading.table", "from ...matching import table\n"),
        ("errors.table", "import veracity\n"),
        ("engines.columns.table", "from veracity.engines.rows import table\n"),
        ("engines.sql.table", "from veracity.engines.frames import table\n"),
        ("evaluation.inputs.table", "from veracity.engines.rows import table\n"),
    ],
    ids=[
        "upward",
        "in a function",
        "far up",
        "for types",
        "sibling",
        "relative",
        "by the door",
        "up inside a room",
        "sibling sub-room",
        "past the door of engines",
    ],
)
def test_a_wrong_import_is_caught(toy_house: Path, importer: str, source: str) -> None:
    (toy_house / "__init__.py").write_text("from veracity.evaluation.front import table\n")
    write(toy_house, importer, source)
    answer = lint(toy_house.parents[1], source=toy_house.parent)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    assert f"veracity.{importer} -> veracity" in answer.stdout


def test_a_cycle_of_two_modules_is_caught(toy_house: Path) -> None:
    folder = toy_house / "curves" / "kinds"
    (folder / "roc.py").write_text("from veracity.curves.kinds import table\n")
    (folder / "table.py").write_text("def late():\n    import veracity.curves.kinds.roc\n")
    answer = lint(toy_house.parents[1], source=toy_house.parent)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    assert "No cycles are allowed in veracity.curves.kinds" in answer.stdout


@pytest.mark.parametrize("stranger", ["attic.py", "attic/__init__.py", "engines/attic.py"])
def test_a_room_that_is_not_listed_is_caught(toy_house: Path, stranger: str) -> None:
    (toy_house / stranger).parent.mkdir(exist_ok=True)
    (toy_house / stranger).write_text("")
    answer = lint(toy_house.parents[1], source=toy_house.parent)
    assert answer.returncode == 1, answer.stdout + answer.stderr
    assert "attic" in answer.stdout

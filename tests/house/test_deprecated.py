"""An old public name works for one minor version, with a warning that names the new one."""

import ast
import importlib
import re
import subprocess
import sys
import tomllib
import warnings
from pathlib import Path

import pytest

import veracity as vc
import veracity.examples
from veracity.deprecated import Renamed, renamed
from veracity.examples import ExampleColumn
from veracity.words import use

# `fractions` stands for a module of ours in which `Ratio` became `Fraction`.
ratio_of_fractions = renamed("fractions", {"Ratio": Renamed("Fraction", removed_in="9.1.0")})


def release(version: str) -> tuple[int, int, int]:
    """The numbers of a version, without the part that says it is in the making."""
    major, minor, patch = re.match(r"(\d+)\.(\d+)\.(\d+)", version).groups()
    return int(major), int(minor), int(patch)


@pytest.fixture(scope="module")
def current(root: Path) -> str:
    return tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]["version"]


@pytest.fixture(scope="module")
def old_names(package: Path) -> dict[str, tuple[str, str]]:
    """Every old name of the package: the new one, and the version in which the old one goes."""
    found = {}
    for file in sorted(package.rglob("*.py")):
        if file == package / "deprecated.py":
            continue
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "renamed":
                of, table = node.args
                assert ast.unparse(of) == "__name__"
                names = eval(ast.unparse(table), {"Renamed": Renamed})
                module = ".".join(file.relative_to(package.parent).with_suffix("").parts)
                module = module.removesuffix(".__init__")
                found |= {f"{module}.{old}": (to.new, to.removed_in) for old, to in names.items()}
    return found


def test_the_old_name_is_the_new_thing() -> None:
    with pytest.warns(DeprecationWarning, match="Column") as seen:
        assert veracity.examples.Column is ExampleColumn
    assert len(seen) == 1
    assert str(seen[0].message) == (
        "veracity.examples.Column is now veracity.examples.ExampleColumn. "
        "The old name works until version 0.3.0."
    )
    assert seen[0].filename == __file__, "the warning points at the line that uses the old name"


def test_it_can_be_imported_by_its_old_name() -> None:
    with pytest.warns(DeprecationWarning, match="ExampleColumn") as seen:
        from veracity.examples import Column
    assert Column is ExampleColumn
    assert {warning.filename for warning in seen} == {__file__}


def test_an_attribute_by_its_old_name() -> None:
    matrix = vc.ConfusionMatrix([[5, 1], [2, 4]], labels=[0, 1])
    with pytest.warns(DeprecationWarning, match=r"called .*predicted.* 0\.3\.0") as seen:
        assert matrix.called.tolist() == [7, 5]
    assert seen[0].filename == __file__
    with pytest.warns(DeprecationWarning, match="clusters"):
        assert matrix.units is None


def test_the_warning_speaks_chinese() -> None:
    with use("zh"), pytest.warns(DeprecationWarning, match="Ratio") as seen:
        ratio_of_fractions("Ratio")
    assert str(seen[0].message) == (
        "fractions.Ratio 现名为 fractions.Fraction。旧名称可用到 9.1.0 版为止。"
    )


def test_any_other_name_is_missing_as_ever() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(AttributeError, match=r"'fractions' has no attribute 'Quotient'"):
            ratio_of_fractions("Quotient")
        assert not hasattr(veracity.examples, "Row")
        assert veracity.examples() == veracity.examples.examples()


def test_the_new_name_does_not_warn_and_the_old_one_is_not_listed() -> None:
    program = (
        "import veracity.examples as room\n"
        "from veracity.examples import *\n"
        "assert ExampleColumn is room.ExampleColumn\n"
        "assert 'Column' not in globals() and 'Column' not in dir(room)\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", program], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr


def test_every_old_name_works(old_names: dict[str, tuple[str, str]]) -> None:
    for old, (new, removed_in) in old_names.items():
        module, _, name = old.rpartition(".")
        room = importlib.import_module(module)
        with pytest.warns(DeprecationWarning, match=rf"{new}\b.*{re.escape(removed_in)}"):
            assert getattr(room, name) is getattr(room, new)


def test_an_old_name_goes_with_the_next_minor_version(
    old_names: dict[str, tuple[str, str]], current: str
) -> None:
    major, minor, _ = release(current)
    allowed = {f"{major}.{minor + 1}.0", f"{major + 1}.0.0"}
    late = {old: (new, goes) for old, (new, goes) in old_names.items() if goes not in allowed}
    assert late == {}, f"in {current} these old names are to be removed, or promise too much"


def test_the_changelog_names_every_old_name(
    old_names: dict[str, tuple[str, str]], root: Path
) -> None:
    text = (root / "CHANGELOG.md").read_text("utf-8")
    deprecated = "\n".join(re.findall(r"^### Deprecated\n(.*?)(?=^##|\Z)", text, re.M | re.S))
    missing = [old for old, (new, _) in old_names.items() if f"`{old}`" not in deprecated]
    assert missing == []

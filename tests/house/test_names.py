"""Files are short, say what they are, and name no machine."""

import ast
import re
from pathlib import Path

import pytest

LONGEST = 350
EMPTY_NAMES = {"utils", "util", "helpers", "helper", "common", "misc"}

# Written with [] so that this file does not find itself.
MACHINE_PATH = re.compile(
    r"(?<![\w./~>-])/(?:wor[k]|roo[t]|op[t]|hom[e])(?=[/\s\"'`),;:\]]|$)", re.M
)
REGISTRY = re.compile(
    r"py[p]i\.org|pythonhoste[d]\.org|anacond[a]\.(?:org|com)|npmj[s]\.(?:org|com)"
    r"|index-ur[l]|find-link[s]|file:/[/]"
    r"|https?://[^\s/\"']*(?:pyp[i]|artifactor[y]|nexu[s]|devp[i]|mirro[r])",
    re.I,
)
LOCKS = {"uv.lock", "poetry.lock", "pdm.lock", "pylock.toml", "Pipfile.lock", "conda-lock.yml"}


@pytest.fixture(scope="module")
def modules(package: Path) -> list[Path]:
    found = sorted(package.rglob("*.py"))
    assert found, "no source was found"
    return found


@pytest.fixture(scope="module")
def texts(repository_files: list[Path], root: Path) -> dict[str, str]:
    """Return every text file of the repository by its name; a NUL byte means it is none."""
    contents = {str(file.relative_to(root)): file.read_bytes() for file in repository_files}
    return {
        name: content.decode("utf-8", "replace")
        for name, content in contents.items()
        if b"\0" not in content
    }


def test_files_are_short(modules: list[Path], package: Path) -> None:
    lengths = {
        str(file.relative_to(package)): len(file.read_text("utf-8").splitlines())
        for file in modules
    }
    long = {name: length for name, length in lengths.items() if length > LONGEST}
    assert long == {}, f"over {LONGEST} lines: a concept is missing a name"


def test_names_say_something(modules: list[Path], package: Path) -> None:
    empty = [
        str(file.relative_to(package))
        for file in modules
        if EMPTY_NAMES
        & {part.strip("_") for part in file.relative_to(package).with_suffix("").parts}
    ]
    assert empty == []


def test_modules_have_a_docstring(modules: list[Path], package: Path) -> None:
    silent = [
        str(file.relative_to(package))
        for file in modules
        if not (ast.get_docstring(ast.parse(file.read_text("utf-8"))) or "").strip()
    ]
    assert silent == []


@pytest.mark.parametrize("pattern", [MACHINE_PATH, REGISTRY], ids=["paths", "registries"])
def test_no_machine_is_named(texts: dict[str, str], pattern: re.Pattern[str]) -> None:
    found = [
        f"{name}:{number}: {line.strip()[:120]}"
        for name, text in texts.items()
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]
    assert found == []


def test_this_checkout_is_not_named(texts: dict[str, str], root: Path) -> None:
    assert [name for name, text in texts.items() if str(root) in text] == []


def test_no_lock_file(repository_files: list[Path], root: Path) -> None:
    locks = [str(file.relative_to(root)) for file in repository_files if file.name in LOCKS]
    assert locks == [], "a lock file holds the addresses of registries"


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (MACHINE_PATH, "see /wor" + "k/shared/design.md"),
        (MACHINE_PATH, 'open("/roo' + 't/x.csv")'),
        (MACHINE_PATH, "cd /op" + "t"),
        (REGISTRY, "https://py" + "pi.org/simple"),
        (REGISTRY, "pip install --index-ur" + "l x"),
        (REGISTRY, "http://artifactor" + "y.example/api"),
    ],
)
def test_the_patterns_find_what_they_look_for(pattern: re.Pattern[str], text: str) -> None:
    assert pattern.search(text)


@pytest.mark.parametrize(
    "text", ["and/or work", "a/" + "work/b", "</root>", "x.org/home/", "pip, PyPI"]
)
def test_the_patterns_leave_prose_alone(text: str) -> None:
    assert not MACHINE_PATH.search(text)
    assert not REGISTRY.search(text)

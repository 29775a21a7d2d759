"""ARCHITECTURE.md shows the house as it stands, and decisions have a question and an answer."""

import ast
import re
import tomllib
from pathlib import Path

import pytest


def first_line(module: Path) -> str:
    return (ast.get_docstring(ast.parse(module.read_text("utf-8"))) or "").partition("\n")[0]


@pytest.fixture(scope="module")
def tree(root: Path) -> dict[str, str]:
    """The sentence of every room (`curves`), sub-room (`curves/kinds`) and drawer of the tree."""
    text = (root / "ARCHITECTURE.md").read_text("utf-8")
    (block,) = re.findall(r"^```text\n(.*?)^```", text, re.M | re.S)
    shown: dict[str, str] = {}
    above: list[str] = []
    for line in block.splitlines():
        indent, name, sentence = re.fullmatch(r"( *)(\w+)(?:/|\.py) +(\S.*)", line).groups()
        above = [*above[: len(indent) // 2], name]
        shown["/".join(above)] = sentence
    return shown


def test_the_tree_shows_every_room_and_sub_room(tree: dict[str, str], package: Path) -> None:
    folders = {
        str(file.parent.relative_to(package)): first_line(file)
        for file in package.glob("*/**/__init__.py")
    }
    alone = {file.stem: first_line(file) for file in package.glob("*.py")}
    del alone["__init__"]
    assert tree == folders | alone, "run make docs"


def test_the_tree_is_in_the_order_of_the_contract(tree: dict[str, str], root: Path) -> None:
    linter = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["importlinter"]
    layers = {
        contract["containers"][0].removeprefix("veracity").lstrip("."): re.findall(
            r"\w+", " ".join(contract["layers"])
        )
        for contract in linter["contracts"]
        if contract["type"] == "layers"
    }
    for room, names in layers.items():
        inside = [name.rpartition("/") for name in tree]
        shown = [name for above, _, name in inside if above == room]
        assert shown == [name for name in names if name in shown], f"run make docs: {room}"


def test_every_sentence_says_something(tree: dict[str, str]) -> None:
    assert [name for name, sentence in tree.items() if len(sentence.split()) < 3] == []
    repeated = {s for s in tree.values() if list(tree.values()).count(s) > 1}
    assert repeated == set()


# What somebody who knows scikit-learn looks for, and the file that does it.
CAPABILITIES = {
    "average precision": "metrics/ranking/areas.py",
    "F1": "metrics/counts/f_scores.py",
    "MCC": "metrics/counts/correlation.py",
    "Brier": "metrics/probability/brier.py",
    "ECE": "metrics/calibration/binned_errors.py",
    "slope": "metrics/calibration/slope_intercept.py",
    "ROC": "curves/kinds/roc.py",
    "decision curve": "decisions/costs/net_benefit.py",
    "Reliability": "curves/reliability/reliability.py",
    "DeLong": "comparisons/differences/delong.py",
    "McNemar": "comparisons/significance/mcnemar.py",
    "permutation": "comparisons/significance/permutation.py",
    "Wilson": "intervals/formulas/proportion.py",
    "Bootstrap": "intervals/resampled/bootstrap.py",
    "threshold": "decisions/thresholds/choosing.py",
    "dummy classifier": "decisions/baselines/baselines.py",
    "isotonic": "recalibration/maps.py",
    "power": "planning/two_proportions.py",
    "Parquet": "engines/formats/parquet_scan.py",
    "Data frames": "engines/frames/eager.py",
    "confusion matrix": "statistics/matrix/confusion_matrix.py",
}


@pytest.mark.parametrize("words", CAPABILITIES)
def test_the_tree_leads_to_what_people_look_for(
    words: str, tree: dict[str, str], package: Path
) -> None:
    file = Path(CAPABILITIES[words])
    assert (package / file).is_file()
    assert words in tree[str(file.parent)], "the sentence of its room names it"
    others = [room for room, sentence in tree.items() if words in sentence]
    assert len(others) <= 5, f"a word that leads everywhere leads nowhere: {others}"


def named_paths(text: str) -> set[str]:
    """Every path in code of a page: `a/b.py`, `a/b.toml`, `a/`; not commands, not addresses."""
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.M | re.S)
    inline = re.findall(r"`([^`\n]+)`", prose)
    return {code for code in inline if re.fullmatch(r"\w[\w.-]*/[\w./-]*", code)}


def pages() -> list[str]:
    root = Path(__file__).resolve().parents[2]
    found = [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
    return sorted(str(page.relative_to(root)) for page in found)


@pytest.mark.parametrize("page", pages())
def test_every_path_that_a_page_names_exists(page: str, root: Path, package: Path) -> None:
    named = named_paths((root / page).read_text("utf-8"))
    there = {path for path in named if any((at / path).exists() for at in (root, package))}
    assert named - there - MADE == set()


# Written by a command of the page, not part of the repository.
MADE = {"build/demo", "build/gallery", "build/screenshots/", "build/site"}


def test_paths_are_read_from_code_only() -> None:
    text = "and/or `a/b.py`, `x / y`, `c/`\n```sh\nls `no/where.py`\n```\n`ev.at(1/2)` `d.md`"
    assert named_paths(text) == {"a/b.py", "c/"}


def test_both_pages_name_paths(root: Path) -> None:
    for page in ("ARCHITECTURE.md", "CONTRIBUTING.md"):
        assert len(named_paths((root / page).read_text("utf-8"))) >= 10, page


def test_decisions_are_short_and_listed(root: Path) -> None:
    folder = root / "docs" / "decisions"
    listed = re.findall(
        r"^- \[(.+)\]\((\w+)\.md\)$", (folder / "README.md").read_text("utf-8"), re.M
    )
    assert {name for _, name in listed} == {page.stem for page in folder.glob("*.md")} - {"README"}
    for title, name in listed:
        text = (folder / f"{name}.md").read_text("utf-8")
        assert text.startswith(f"# {title}\n")
        parts = re.findall(r"^\*\*(\w+)\.\*\* \S", text, re.M)
        assert parts == ["Question", "Choice", "Reason"], name
        assert len(text.split()) < 250, f"{name}: a decision is a short page"

"""CHANGELOG.md is kept by version and kind, in short lines."""

import re
import tomllib
from pathlib import Path

import pytest

KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"]
LONGEST = 100


@pytest.fixture(scope="module")
def text(root: Path) -> str:
    return (root / "CHANGELOG.md").read_text("utf-8")


def test_the_version_in_the_making_comes_first(text: str, root: Path) -> None:
    project = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["project"]
    versions = re.findall(r"^## (.+)$", text, re.M)
    if ".dev" in project["version"]:
        assert versions[0] == f"Unreleased ({project['version']})"
        versions = versions[1:]
    else:
        assert versions[0].startswith(f"{project['version']} (")
    assert versions, "a version that is out"
    assert all(re.fullmatch(r"\d+\.\d+\.\d+ \(\d{4}-\d\d-\d\d\)", each) for each in versions)


def test_every_change_stands_under_a_kind(text: str) -> None:
    for version in re.split(r"^## ", text, flags=re.M)[1:]:
        head, *parts = re.split(r"^### ", version, flags=re.M)
        assert head.count("\n- ") == 0, f"{head.strip()}: lines without a kind"
        kinds = [part.partition("\n")[0] for part in parts]
        assert kinds == [kind for kind in KINDS if kind in kinds], "each once, in this order"
        for kind, part in zip(kinds, parts, strict=True):
            assert re.search(r"^- \S", part, re.M), f"{kind} is empty"


def test_lines_are_short(text: str) -> None:
    assert [line for line in text.splitlines() if len(line) > LONGEST] == []
    entries = re.findall(r"^- .*(?:\n  .*)*", text, re.M)
    assert [entry for entry in entries if entry.count("\n") > 1] == [], "at most two lines each"

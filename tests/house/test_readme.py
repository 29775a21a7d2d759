"""Every command that the README names exists. (Its examples run as doctests.)"""

import re
from pathlib import Path

import pytest


def commands(text: str) -> set[str]:
    """Return the targets of every ``make ...`` in code: prose may make what it likes."""
    fence = re.compile(r"^ *```.*?^ *```", re.M | re.S)
    inline = re.findall(r"`([^`\n]+)`", fence.sub("", text))
    lines = [line for block in fence.findall(text) for line in block.splitlines()]
    calls = (re.match(r"[\s$]*make\s+([^#&|;]+)", code) for code in inline + lines)
    words = (word for call in calls if call for word in call[1].split())
    return {word for word in words if "=" not in word and not word.startswith("-")}


@pytest.fixture(scope="module")
def targets(root: Path) -> set[str]:
    text = (root / "Makefile").read_text("utf-8")
    rules = set(re.findall(r"^([a-z][a-z-]*):(?!=)", text, re.M))
    phony = set(" ".join(re.findall(r"^\.PHONY:(.*)$", text, re.M)).split())
    assert rules == phony, "a folder of that name would hide a target that is not .PHONY"
    return rules


def test_the_commands_of_the_readme_exist(root: Path, targets: set[str]) -> None:
    named = commands((root / "README.md").read_text("utf-8"))
    assert {"demo", "test"} <= named, "README.md shows both commands"
    assert named <= targets


def test_every_target_is_described(root: Path, targets: set[str]) -> None:
    text = (root / "Makefile").read_text("utf-8")
    assert set(re.findall(r"^([a-z][a-z-]*):.* ## \S", text, re.M)) == targets


def test_commands_are_read_from_code_only() -> None:
    text = "make haste\n`make a-b`, `cmake x`\n```sh\n$ make c  # make d\nmake e N=2 && ls\n```\n"
    assert commands(text) == {"a-b", "c", "e"}

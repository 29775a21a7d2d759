"""The browser of the tests: found, named, installed by root, or a sentence says what to do."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from scripts.chromium import found

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="looks for programs as POSIX does")

AS_SOMEBODY = "import os, runpy, sys; os.geteuid = lambda: {user}; sys.argv = [{script!r}]; "
RUN = "runpy.run_path({script!r}, run_name='__main__')"


@pytest.fixture
def machine(tmp_path: Path, root: Path):
    """A machine that has these programs and no other; runs the script and tells what was run."""
    folder, log = tmp_path / "bin", tmp_path / "log"
    folder.mkdir()
    script = str(root / "scripts" / "chromium.py")

    def program(name: str, does: str = "") -> None:
        path = folder / name
        path.write_text(f'#!/bin/sh\necho "{name} $*" >> {log}\n{does}\n')
        path.chmod(0o755)

    def run(user: int = 0, **environment: str) -> tuple[int, str, str]:
        code = (AS_SOMEBODY + RUN).format(user=user, script=script)
        done = subprocess.run(
            [sys.executable, "-c", code],
            env={"PATH": str(folder), **environment},
            capture_output=True,
            text=True,
        )
        return done.returncode, done.stderr, log.read_text() if log.exists() else ""

    run.program = program
    run.folder = folder
    return run


def test_one_that_is_there_is_taken(machine) -> None:
    machine.program("chromium")
    assert machine() == (0, "", "")
    assert found({"PATH": str(machine.folder)}) == str(machine.folder / "chromium")


def test_root_gets_the_package(machine) -> None:
    browser = f"printf '#!/bin/sh\\n' > {machine.folder}/chromium; "
    browser += f"/bin/chmod 755 {machine.folder}/chromium"
    machine.program("apt-get", f'if [ "$1" = install ]; then {browser}; fi')
    code, said, ran = machine()
    assert code == 0
    assert "Installing the Debian package chromium" in said
    steps = ran.splitlines()
    assert [step.split()[1] for step in steps] == ["update", "install"]
    assert steps[1].endswith(" chromium")
    assert machine()[2] == ran  # now it is there, and nothing is installed again


@pytest.mark.parametrize(
    ("does", "words"),
    [("exit 100", "ended with 100"), ("", "brought no browser")],
    ids=["apt fails", "an empty package"],
)
def test_an_installation_that_does_not_help(machine, does: str, words: str) -> None:
    machine.program("apt-get", does)
    code, said, _ = machine()
    assert code == 1
    assert words in said
    assert "VERACITY_CHROMIUM" in said


def test_others_are_told_the_command_and_nothing_is_run(machine) -> None:
    machine.program("apt-get")
    machine.program("sudo")
    code, said, ran = machine(user=1000)
    assert (code, ran) == (1, "")
    assert "sudo apt-get install chromium" in said
    assert "VERACITY_CHROMIUM" in said
    assert said.count("\n") == 1


def test_without_apt_the_variable_is_named(machine) -> None:
    code, said, _ = machine()
    assert code == 1
    assert "no apt-get" in said
    assert "VERACITY_CHROMIUM" in said
    assert "not browser" in said


def test_the_variable_wins(machine) -> None:
    machine.program("chromium")
    machine.program("other")
    named = str(machine.folder / "other")
    assert machine(VERACITY_CHROMIUM=named)[0] == 0
    assert found({"PATH": str(machine.folder), "VERACITY_CHROMIUM": named}) == named


def test_a_variable_that_names_nothing_installs_nothing(machine) -> None:
    machine.program("apt-get")
    code, said, ran = machine(VERACITY_CHROMIUM="/nowhere/browser")
    assert (code, ran) == (1, "")
    assert "/nowhere/browser" in said


def test_no_browser_is_no_silent_skip() -> None:
    with pytest.raises(LookupError, match="make chromium"):
        found({"PATH": os.devnull})


def test_make_looks_for_it_before_the_tests(root: Path) -> None:
    rules = (root / "Makefile").read_text("utf-8")
    assert "\ntest: $(VENV)/.ready chromium " in rules
    assert "scripts/chromium.py" in rules
    lowest = rules.split("\ntest-lowest:")[1].split("\n\n")[0]
    assert "-m 'not browser'" in lowest

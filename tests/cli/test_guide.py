"""Every command of the guide is run, and prints what the guide shows."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

import veracity as vc

GUIDE = (Path(__file__).parents[2] / "docs" / "command_line.md").read_text("utf-8")
BLOCKS = re.findall(r"```console\n(.*?)```", GUIDE, re.S)
SHOWN = [
    (command, shown)
    for block in BLOCKS
    for command, shown in re.findall(r"^\$ (veracity .*)\n((?:(?!\$ ).*\n)*)", block, re.M)
]


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command[:60] for command, _ in SHOWN])
def test_the_guide_shows_what_is_printed(veracity, tmp_path: Path, command, shown) -> None:
    for name in ("infections", "digits"):
        shutil.copy(vc.examples()[name], tmp_path)
    (tmp_path / "german.csv").write_text("krank;p\n1;0,93\n0;0,20\n1;0,81\n0;0,35\n")
    done = veracity(*shlex.split(command)[1:])
    printed = (done.out + done.err).rstrip("\n")
    wanted = re.escape(shown.rstrip("\n")).replace(re.escape("…\n"), "(?:.*\n)*?")
    wanted = wanted.replace(re.escape("…"), ".*")
    assert re.fullmatch(wanted, printed), printed


def test_the_guide_has_commands() -> None:
    assert len(SHOWN) >= 10

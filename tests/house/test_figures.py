"""`make house` prints what the house is judged by."""

import subprocess
import sys
from pathlib import Path

PRINTED = "modules for a printed evaluation"
NAMED = ("lines", "modules", "parameters that are Any", "kinds of records of one evaluation")


def test_the_figures_of_the_house(root: Path) -> None:
    script = str(root / "scripts" / "house_figures.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    found = {line[:38].strip(): line[38:].split() for line in done.stdout.splitlines()}
    assert {*NAMED, PRINTED} <= set(found)
    assert int(found["modules for a first figure"][0]) <= int(found[PRINTED][0])
    goals = {what: words for what, words in found.items() if words[1:2] == ["<="]}
    assert len(goals) >= 11
    assert {what: words for what, words in goals.items() if int(words[0]) > int(words[2])} == {}
    assert "house_figures.py" in (root / "Makefile").read_text("utf-8")

"""Few stations: how many kinds of records one evaluation of probabilities makes."""

import subprocess
import sys
from pathlib import Path

MOST_KINDS = 15


def test_an_evaluation_makes_few_kinds_of_records(root: Path) -> None:
    script = str(root / "scripts" / "count_records.py")
    run = subprocess.run([sys.executable, script], capture_output=True, text=True, check=True)
    *kinds, total = run.stdout.splitlines()
    assert total == f"{len(kinds)} kinds of records"
    assert len(kinds) <= MOST_KINDS, run.stdout
    named = {line.split()[-1].rpartition(".")[2] for line in kinds}
    # the five hand-overs, and a record that is made without a call of its class
    assert {"ReadRequest", "Recipe", "ScoreTable", "ConfusionMatrix", "Held", "Evaluation"} <= named

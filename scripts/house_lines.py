"""What the house itself costs in lines: `python scripts/house_lines.py`, part of `make house`.

The package may have so many lines as before its inside was put in order, less what that order is
worth; what other work added is counted apart. Commits that change how the house stands and not what
it does (moves, names, types, merges, words that leave Python) are listed by their subjects in
`scripts/data/house_commits.txt`, one a line; all others are other work. Lines are those of
`src/**/*.py`, added less removed, as `git log --numstat` counts them.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
BEFORE = "453c0aa"  # the state before the rooms were divided
MOST = 59_500


def git(*words: str) -> str:
    """Return what git says, in the folder of the repository."""
    done = subprocess.run(["git", *words], capture_output=True, text=True, check=True, cwd=ROOT)
    return done.stdout


def lines_at(revision: str) -> int:
    """Return the lines of all modules of a revision."""
    files = git("ls-tree", "-r", "--name-only", revision, "--", "src").splitlines()
    found = git("grep", "-c", "", revision, "--", *(f for f in files if f.endswith(".py")))
    return sum(int(line.rpartition(":")[2]) for line in found.splitlines())


def added_by_commit() -> list[tuple[str, int]]:
    """Return the subject of every commit since then, and the lines that it added."""
    parts = git("log", "--reverse", "--no-renames", "--numstat", "--format=%x00%s", f"{BEFORE}..")
    found = []
    for part in parts.split("\0")[1:]:
        subject, *lines = part.strip().splitlines()
        counts = [line.split("\t") for line in lines if line.count("\t") == 2]
        ours = [one for one in counts if one[2].startswith("src/") and one[2].endswith(".py")]
        found.append((subject, sum(int(more) - int(less) for more, less, _ in ours)))
    return found


def ledger() -> dict[str, int]:
    """Return the lines before, those of the house's own work, those of others, and all."""
    text = (ROOT / "scripts" / "data" / "house_commits.txt").read_text("utf-8")
    own = {line for line in text.splitlines() if line and not line.startswith("#")}
    found = added_by_commit()
    unknown = own - {subject for subject, _ in found}
    if unknown:
        raise SystemExit(f"no such commits: {sorted(unknown)}")
    before = lines_at(BEFORE)
    house = sum(n for subject, n in found if subject in own)
    return {
        "before": before,
        "by the house": house,
        "counted against before": before + house,
        "by other work": sum(n for subject, n in found if subject not in own),
        "now": before + sum(n for _, n in found),
    }


if __name__ == "__main__":
    if "--each" in sys.argv:
        for subject, n in added_by_commit():
            print(f"{n:6d}  {subject}")
    for what, n in ledger().items():
        goal = f"   <= {MOST:,}" if what.startswith("counted") else ""
        print(f"{what:38}{n:>8}{goal}")

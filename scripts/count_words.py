"""Count the English words of the messages against those before the editor's pass.

python scripts/count_words.py    of each file: words then and now, of the keys common to both
"""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
FILES = ("messages", "help", "reports")


def sentences(table: dict[str, Any], at: str = "") -> Iterator[tuple[str, str]]:
    """Key and English of every sentence of a file of words."""
    for key, value in table.items():
        if key == "en" and isinstance(value, str):
            yield at, value
        elif isinstance(value, dict):
            yield from sentences(value, f"{at}.{key}")


def git(*arguments: str) -> str:
    """What git answers in this repository."""
    asked = subprocess.run(["git", *arguments], cwd=ROOT, check=True, capture_output=True)
    return asked.stdout.decode("utf-8")


def words(said: dict[str, str], keys: set[str]) -> int:
    """How many words some sentences have."""
    return sum(len(said[key].split()) for key in keys)


def main() -> None:
    """Print the counts: the pass began with the commit that added the style guide."""
    began = git("log", "--diff-filter=A", "--format=%H", "--", "docs/style.md").split()[-1]
    for name in FILES:
        path = f"src/veracity/words/{name}.toml"
        then = dict(sentences(tomllib.loads(git("show", f"{began}^:{path}"))))
        now = dict(sentences(tomllib.loads((ROOT / path).read_text("utf-8"))))
        both = then.keys() & now.keys()
        before, after = words(then, both), words(now, both)
        lost = f"{1 - after / before:.2%} fewer"
        print(f"{name}: {len(both)} sentences in both, {before} words then, {after} now, {lost}")


if __name__ == "__main__":
    main()

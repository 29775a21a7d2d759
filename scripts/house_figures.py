"""The figures by which the house is judged, each beside its goal: `make house`.

What is counted: lines and modules of `src/**/*.py`, the longest of them and the fullest folder;
names of classes that denote two (the public twins aside); names in words that the glossary replaced
(place, told, cut), and such words in comments and docstrings; parameters of which `Any` is the
whole type; comments that ignore a type; calls of `isinstance` that name a class of `statistics`;
fields of `Metric`; kinds of records that one evaluation makes (`scripts/count_records.py`); modules
whose name is "veracity" or begins with "veracity." in `sys.modules` after six rows were evaluated
and one figure was asked for, or the evaluation was printed, in a fresh process, and the seconds of
processor time that takes; calls that walk a text sign by sign while one page is made. With `--since
REVISION` also the lines of the package added and removed since then.
"""

from __future__ import annotations

import ast
import cProfile
import dataclasses
import io
import pstats
import re
import subprocess
import sys
import tokenize
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
sys.path.insert(0, str(ROOT / "src"))

# "levels" (of measurement, of a hierarchy) is the field's word; so are units of raters and of time.
OLD_WORDS = {"place", "places", "redrawn", "redraws", "lonely", "coded", "told", "wanted"}
OLD_WORDS |= {"turned", "judged", "cut", "cuts", "shown", "said"}
# In prose some of them are plain English ("is not shown to be above 0"); these are not.
OLD_PROSE = re.compile(
    r"\b(cuts?(?!-off)|places?|redraw\w*|lonely|coded|coding|told|wanted|turned round)\b", re.I
)
PACKAGE = ROOT / "src" / "veracity"
FIRST = """
import sys, time
import veracity as vc
ev = vc.evaluate([0, 1, 1, 0, 1, 0], y_proba=[.1, .8, .7, .3, .6, .4])
ev["auroc"]
{then}
ours = [name for name in sys.modules if name.partition(".")[0] == "veracity"]
print(len(ours), time.process_time())
"""


def sources() -> dict[str, str]:
    """Return the text of every module by its path inside the package."""
    return {str(f.relative_to(PACKAGE)): f.read_text("utf-8") for f in PACKAGE.rglob("*.py")}


def run(*words: str) -> list[str]:
    """Return the lines that this Python prints."""
    done = subprocess.run([sys.executable, *words], capture_output=True, text=True, check=True)
    return done.stdout.splitlines()


def kinds_of_records() -> int:
    """Return how many kinds of records one evaluation makes."""
    return int(run(str(ROOT / "scripts" / "count_records.py"))[-1].split()[0])


def cold_start(then: str = "") -> tuple[int, float]:
    """Return how many modules a first figure imports, and the processor time of the process."""
    program = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r})" + FIRST.format(then=then)
    found = [run("-c", program)[-1].split() for _ in range(3)]
    return int(found[0][0]), min(float(seconds) for _, seconds in found)


def walked_signs() -> int:
    """Return how many signs are looked at one by one while the page of an evaluation is made."""
    import veracity as vc

    scores = [0.1, 0.8, 0.4, 0.3, 0.9, 0.6] * 20
    ev = vc.evaluate([0, 1, 0, 1, 1, 0] * 20, y_proba=scores)
    profile = cProfile.Profile()
    profile.runcall(ev.to_html)
    calls = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    return sum(n for (file, _, name), (n, *_) in calls.items() if _walks(file, name))


def _walks(file: str, name: str) -> bool:
    return file.endswith("words/layout.py") and name == "_visible"


def old_words(tree: ast.Module) -> int:
    """Return how many names of a module are in words that the glossary replaced."""
    found = [getattr(node, "id", "") or getattr(node, "attr", "") for node in ast.walk(tree)]
    found += [node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)]
    return sum(bool(OLD_WORDS & set(name.casefold().split("_"))) for name in found)


def old_prose(text: str) -> int:
    """Return how many replaced words the comments and docstrings of a module have."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    prose = [token.string for token in tokens if token.type == tokenize.COMMENT]
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef
    nodes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, kinds)]
    prose += [ast.get_docstring(node) or "" for node in nodes]
    return sum(len(OLD_PROSE.findall(one)) for one in prose)


def since(revision: str) -> list[tuple[str, object, str]]:
    """Return the lines of the package added and removed since a revision."""
    words = ["git", "diff", "--numstat", revision, "--", "src/**/*.py", "src/*.py"]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=ROOT)
    counts = [line.split()[:2] for line in done.stdout.splitlines()]
    added, removed = (sum(int(one[way]) for one in counts) for way in (0, 1))
    return [("lines added since", added, revision), ("lines removed since", removed, revision)]


def figures() -> list[tuple[str, object, str]]:
    """Return each figure: what it counts, what it is, and its goal."""
    from tests.house.test_rooms import PUBLIC_TWINS, asked_of_statistics, bare_any
    from veracity.metrics import Metric

    texts = sources()
    trees = {name: ast.parse(text) for name, text in texts.items()}
    own = [tree for name, tree in trees.items() if name.startswith("statistics")]
    statistics = {n.name for tree in own for n in ast.walk(tree) if isinstance(n, ast.ClassDef)}
    one, printed = cold_start(), cold_start("str(ev)")
    asked = sum(asked_of_statistics(tree, statistics) for tree in trees.values())
    folders = Counter(Path(name).parent for name in texts if not name.endswith("__init__.py"))
    every = [n.name for tree in trees.values() for n in ast.walk(tree) if type(n) is ast.ClassDef]
    twice = [name for name, n in Counter(every).items() if n > 1 and name not in PUBLIC_TWINS]
    return [
        ("lines", sum(len(text.splitlines()) for text in texts.values()), "falls"),
        ("lines of the longest module", max(t.count("\n") for t in texts.values()), "<= 350"),
        ("modules", len(texts), ""),
        ("modules of the fullest folder", max(folders.values()), "<= 20"),
        ("class names that denote two", len(twice), "<= 0"),
        ("names in replaced words", sum(map(old_words, trees.values())), "<= 12"),
        ("replaced words in comments", sum(map(old_prose, texts.values())), "<= 12"),
        ("parameters that are Any", sum(map(bare_any, trees.values())), "<= 250"),
        ("types ignored", sum(text.count("type: ignore") for text in texts.values()), "<= 30"),
        ("isinstance of statistics", asked, "<= 60"),
        ("fields of Metric", len(dataclasses.fields(Metric)), "<= 32"),
        ("kinds of records of one evaluation", kinds_of_records(), "<= 15"),
        ("modules for a first figure", one[0], "<= 250"),
        ("modules for a printed evaluation", printed[0], "<= 250"),
        ("processor seconds of a first figure", f"{one[1]:.2f}", "falls"),
        ("processor seconds of a printed one", f"{printed[1]:.2f}", "falls"),
        ("signs walked for one page", walked_signs(), "<= 0"),
    ]


if __name__ == "__main__":
    more = since(sys.argv[2]) if sys.argv[1:2] == ["--since"] else []
    for what, found, goal in [*figures(), *more]:
        print(f"{what:38}{found!s:>8}   {goal}")

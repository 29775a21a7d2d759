"""What is made once comes through one memo: nobody writes "look up or make" by hand again."""

import ast
from pathlib import Path

# The catalogue loads records by name, and users may set and delete them.
OTHERWISE = {"memo.py", "metrics/catalogue/catalogue.py"}


def by_hand(tree: ast.Module) -> list[int]:
    """Return the lines of `if key not in memo: memo[key] = ...`."""
    return [node.lineno for node in ast.walk(tree) if isinstance(node, ast.If) and _fills(node)]


def _fills(node: ast.If) -> bool:
    asked = node.test
    if not (isinstance(asked, ast.Compare) and isinstance(asked.ops[0], ast.NotIn)):
        return False
    memo, key = ast.dump(asked.comparators[0]), ast.dump(asked.left)
    stored = [one for line in node.body if isinstance(line, ast.Assign) for one in line.targets]
    subscripts = [one for one in stored if isinstance(one, ast.Subscript)]
    return any((ast.dump(s.value), ast.dump(s.slice)) == (memo, key) for s in _loaded(subscripts))


def _loaded(subscripts: list[ast.Subscript]) -> list[ast.Subscript]:
    """The same as they would be read, so that they can be compared."""
    return [ast.parse(ast.unparse(s), mode="eval").body for s in subscripts]  # type: ignore[misc]


def test_memos_are_in_one_place(package: Path) -> None:
    files = {str(f.relative_to(package)): f for f in package.rglob("*.py")}
    found = {n: by_hand(ast.parse(f.read_text("utf-8"))) for n, f in files.items()}
    assert {name: lines for name, lines in found.items() if lines and name not in OTHERWISE} == {}


def test_a_memo_by_hand_is_found() -> None:
    source = "if kind not in self.made:\n    self.made[kind] = 1\nif a not in b:\n    c[a] = 1"
    assert by_hand(ast.parse(source)) == [1]

"""Folders are small, a class name denotes one class, and bare ``Any`` only grows rarer."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

import pytest

MOST_MODULES = 20
# A statistic or a result, and the same with what a user can ask of it.
PUBLIC_TWINS = {"Comparison", "ConfusionMatrix", "Plan", "ScoreGrid", "ScoreTable"}
BARE_ANY = 899  # parameters of which `Any` is the whole type; lower it when the number falls
SLACK = 60  # so far the constant may lie above the number


@pytest.fixture(scope="module")
def trees(package: Path) -> dict[str, ast.Module]:
    files = sorted(package.rglob("*.py"))
    assert files, "no source was found"
    return {str(f.relative_to(package)): ast.parse(f.read_text("utf-8")) for f in files}


def bare_any(tree: ast.Module) -> int:
    """Return how many parameters of functions have ``Any`` as their whole type."""
    functions = (
        node for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
    )
    given = (
        one for f in functions for one in (*f.args.posonlyargs, *f.args.args, *f.args.kwonlyargs)
    )
    return sum(isinstance(one.annotation, ast.Name) and one.annotation.id == "Any" for one in given)


def test_folders_are_small(trees: dict[str, ast.Module]) -> None:
    folders = Counter(str(Path(name).parent) for name in trees if not name.endswith("__init__.py"))
    large = {folder: n for folder, n in folders.items() if n > MOST_MODULES}
    assert large == {}, f"over {MOST_MODULES} modules: a sub-room is missing a name"


def test_a_class_name_denotes_one_class(trees: dict[str, ast.Module]) -> None:
    homes = defaultdict(list)
    for name, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    shared = {name: files for name, files in homes.items() if len(files) > 1}
    assert set(shared) <= PUBLIC_TWINS, {k: v for k, v in shared.items() if k not in PUBLIC_TWINS}
    assert all(len(shared[twin]) == 2 for twin in shared), "twins are two"


def test_bare_any_grows_rarer(trees: dict[str, ast.Module]) -> None:
    found = sum(map(bare_any, trees.values()))
    assert found <= BARE_ANY, f"{found - BARE_ANY} more parameters are Any: give them a type"
    assert found > BARE_ANY - SLACK, f"lower BARE_ANY to {found}"


def test_any_is_counted_where_it_is_the_whole_type() -> None:
    source = "def f(a: Any, b: list[Any], *c: Any, d: Any = 1, e=2, **g: Any) -> Any: ..."
    assert bare_any(ast.parse(source)) == 2

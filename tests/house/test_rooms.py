"""Folders are small, a class name denotes one class, and what hides types only grows rarer."""

import ast
import dataclasses
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import veracity as vc
from veracity.metrics import Metric

MOST_MODULES = 20
# A statistic or a result, and the same with what a user can ask of it.
PUBLIC_TWINS = {"Comparison", "ConfusionMatrix", "Plan", "ScoreGrid", "ScoreTable"}
# Lower these when the numbers fall; the constant may lie so far above the number.
BARE_ANY, SLACK = 165, 60  # parameters of which `Any` is the whole type
TYPE_IGNORES, IGNORE_SLACK = 9, 8
ISINSTANCES, ISINSTANCE_SLACK = 60, 10  # calls that ask of which class a statistic is
METRIC_FIELDS = 32


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


def called_names(node: ast.AST) -> set[str]:
    """Return the names that occur in an expression, `a.b` as b."""
    nodes = list(ast.walk(node))
    names = {one.id for one in nodes if isinstance(one, ast.Name)}
    return names | {one.attr for one in nodes if isinstance(one, ast.Attribute)}


def asked_of_statistics(tree: ast.Module, statistics: set[str]) -> int:
    """Return how many calls of ``isinstance`` name one of these classes."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    asked = (one for one in calls if isinstance(one.func, ast.Name) and one.func.id == "isinstance")
    return sum(bool(called_names(one.args[1]) & statistics) for one in asked)


def test_type_ignores_grow_rarer(package: Path) -> None:
    found = sum(f.read_text("utf-8").count("type: ignore") for f in package.rglob("*.py"))
    assert found <= TYPE_IGNORES, f"{found - TYPE_IGNORES} more types are ignored: state them"
    assert found > TYPE_IGNORES - IGNORE_SLACK, f"lower TYPE_IGNORES to {found}"


def test_statistics_are_asked_what_they_know(trees: dict[str, ast.Module]) -> None:
    """Whoever holds a statistic asks it (`exact`, `by_row`, `edges`), not of which class it is."""
    own = [tree for name, tree in trees.items() if name.startswith("statistics")]
    classes = {n.name for tree in own for n in ast.walk(tree) if isinstance(n, ast.ClassDef)}
    assert {"ConfusionMatrix", "ScoreTable", "ScoreGrid", "JointScores"} <= classes
    found = sum(asked_of_statistics(tree, classes) for tree in trees.values())
    assert found <= ISINSTANCES, f"{found - ISINSTANCES} more: give `Statistic` what they ask"
    assert found > ISINSTANCES - ISINSTANCE_SLACK, f"lower ISINSTANCES to {found}"


def test_evaluations_and_comparisons_are_chains_of_classes() -> None:
    """One base each, down to where the value of a comparison meets what all reports share."""
    joins = [one for held in (vc.Evaluation, vc.Comparison) for one in held.__mro__]
    joins = [one.__name__ for one in joins if len(one.__bases__) > 1]
    assert joins == ["ReportedComparison"]


def test_a_metric_is_one_small_record() -> None:
    found = len(dataclasses.fields(Metric))
    assert found <= METRIC_FIELDS, f"{found} fields: what few records say belongs into one of them"


def test_isinstance_is_counted_where_a_statistic_is_named() -> None:
    source = "isinstance(a, (int, Table)); isinstance(b, s.Table); isinstance(c, int); Table(d)"
    assert asked_of_statistics(ast.parse(source), {"Table"}) == 2


def test_any_is_counted_where_it_is_the_whole_type() -> None:
    source = "def f(a: Any, b: list[Any], *c: Any, d: Any = 1, e=2, **g: Any) -> Any: ..."
    assert bare_any(ast.parse(source)) == 2

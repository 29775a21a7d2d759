"""Printing shows the groups that a figure is worst in, and says how many more there are."""

from __future__ import annotations

import pickle
import re

import numpy as np
import pytest

import veracity as vc
from veracity.evaluation.state import worst_groups
from veracity.evaluation.state.worst_groups import looked_at
from veracity.metrics import find


def _table(ev: vc.Evaluation, lang: str = "en") -> list[list[str]]:
    """The rows of the table of groups: name, n, value and interval."""
    found: list[list[str]] = []
    for line in ev.text(lang, verbose=True).split("\n"):
        if found and not re.match(r"\S+ +\d+ +(\d|undefined)", line):
            break
        if found or line.startswith(("group ", "组 ")):
            found.append(line.split(maxsplit=2))
    return found[1:]


def _rows(right: dict[str, tuple[int, int]]) -> tuple[list[int], list[int], list[str]]:
    """Truth, prediction and group: so many right of so many, in each group."""
    truth, called, group = list[int](), list[int](), list[str]()
    for name, (hits, of) in right.items():
        for index in range(of):
            truth.append(index % 2)
            called.append(index % 2 if index < hits else 1 - index % 2)
            group.append(name)
    return truth, called, group


def test_the_surest_comes_first_and_three_wrong_rows_are_no_proof() -> None:
    # Wilson 95 %: 0 of 3 [0, 0.561], 10 of 100 [0.055, 0.174], 60 of 100 [0.502, 0.691]
    truth, called, group = _rows({"well": (60, 100), "few": (0, 3), "bad": (10, 100)})
    shown = _table(vc.evaluate(truth, called, group=group))
    assert [row[0] for row in shown] == ["bad", "few", "well"]
    assert [row[1] for row in shown] == ["100", "3", "100"]
    assert shown[0][2] == "0.100 [0.055, 0.174]"
    assert shown[1][2].endswith("0.561]")


@pytest.mark.parametrize("lang", ["en", "zh"])
def test_of_very_many_groups_ten_are_shown_and_the_others_counted(lang: str) -> None:
    every = {f"g{index}": (9, 10) for index in range(400)}
    every |= {"worst": (2, 40), "next": (8, 40)}
    truth, called, group = _rows(every)
    ev = vc.evaluate(truth, called, group=group)
    shown = _table(ev, lang)
    assert [row[0] for row in shown[:2]] == ["worst", "next"]
    assert len(shown) == 10
    assert "392" in ev.text(lang, verbose=True)
    assert "ev.by_group" in ev.text(lang, verbose=True)


def test_where_lower_is_better_the_highest_are_worst() -> None:
    every = {f"g{index}": (9, 10) for index in range(60)} | {"worst": (2, 40)}
    truth, called, group = _rows(every)
    ev = vc.evaluate(truth, called, group=group, metrics=["fpr"])
    assert _table(ev)[0][0] == "worst"
    assert "by the lower end" in ev.text("en", verbose=True)


def test_scores_alone_are_looked_at_in_the_largest_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(worst_groups, "FEW", 3)
    truth = np.tile([0, 1], 30)
    score = np.where(np.arange(60) < 12, 1 - truth, truth) + np.linspace(0, 0.1, 60)
    group = np.repeat(["turned", "b", "c", "small", "e"], [12, 16, 14, 4, 14])
    ev = vc.evaluate(truth, y_score=score, group=group)
    assert {row[0] for row in _table(ev)} == {"b", "c", "e"}
    assert "the 3 largest groups" in ev.text("en", verbose=True)


def test_weights_do_not_change_who_is_worst_by_their_scale() -> None:
    every = {f"g{index}": (9, 10) for index in range(60)} | {"worst": (2, 40), "three": (0, 3)}
    truth, called, group = _rows(every)
    for scale in (1e-6, 1.0, 1e6):
        ev = vc.evaluate(truth, called, group=group, sample_weight=np.full(len(truth), scale))
        names, sure = looked_at(ev.groups, find("accuracy"), 0.95)
        assert sure
        assert names[0] == "worst"


def test_one_group_has_no_table_and_an_undefined_figure_comes_last() -> None:
    truth, called, group = _rows({"only": (5, 10)})
    assert "Worst first" not in vc.evaluate(truth, called, group=group).text("en", verbose=True)
    ev = vc.evaluate(
        [0, 0, 1, 1, 0, 1], [0, 0, 1, 0, 1, 1], group=list("aabbcc"), metrics=["recall"]
    )
    assert _table(ev)[-1][0] == "a"  # no positives: recall is undefined there


def test_a_notebook_shows_the_same_groups() -> None:
    truth, called, group = _rows({"well": (60, 100), "<b>bad</b>": (10, 100)})
    html = vc.evaluate(truth, called, group=group)._repr_html_()
    assert html.index("&lt;b&gt;bad") < html.index(">well<")
    assert "Worst first" in html


def test_parts_are_made_once_and_not_pickled() -> None:
    truth, called, group = _rows({"well": (60, 100), "bad": (10, 100)})
    ev = vc.evaluate(truth, called, group=group)
    before = len(pickle.dumps(ev))
    assert ev.by_group["bad"] is ev.by_group["bad"]
    assert ev.by_class[1] is ev.by_class[1]
    assert len(pickle.dumps(ev)) == before
    again = pickle.loads(pickle.dumps(ev))
    assert again.by_group["bad"]["accuracy"] == ev.by_group["bad"]["accuracy"]

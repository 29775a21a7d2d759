"""The one memo: made once, bounded where asked, and no part of a pickle."""

import pickle
from dataclasses import dataclass, replace

import veracity as vc
from veracity.memo import look_up, remember, without_memo
from veracity.statistics import ScoreTable
from veracity.statistics.scores.probability_table import ProbabilityTable


@dataclass(frozen=True)
class Owner:
    name: str


def test_a_value_is_made_once_also_where_it_is_nothing() -> None:
    made: list[int] = []
    memo: dict[str, None] = {}
    for _ in range(2):
        assert look_up(memo, "a", lambda: made.append(1)) is None
    assert made == [1]


def test_a_full_memo_still_answers() -> None:
    memo: dict[int, int] = {}
    assert [look_up(memo, n, lambda n=n: n * n, most=2) for n in (1, 2, 3, 1)] == [1, 4, 9, 1]
    assert sorted(memo) == [1, 2]


def test_a_frozen_owner_keeps_and_its_copies_do_not() -> None:
    owner = Owner("a")
    assert remember(owner, "key", lambda: 1) == remember(owner, "key", lambda: 2) == 1
    assert remember(replace(owner, name="b"), "key", lambda: 2) == 2
    assert without_memo(owner) == {"name": "a"}
    assert owner == Owner("a")


def test_a_table_of_another_kind_does_not_take_what_was_made_of_this_one() -> None:
    table = ScoreTable.of_rows([0, 1], [0.2, 0.9])
    remember(table, "kind", lambda: "scores")
    assert remember(ProbabilityTable.like(table), "kind", lambda: "other") == "other"
    assert remember(ScoreTable.like(table), "kind", lambda: "other") == "scores"


def test_a_pickle_of_means_over_folds_holds_no_resamples() -> None:
    truth, proba = [0, 1, 1, 0, 1, 0], [0.1, 0.8, 0.7, 0.3, 0.6, 0.4]
    one = vc.evaluate(truth, y_proba=proba)
    study = vc.aggregate([one, one, vc.evaluate(truth, y_proba=proba[::-1])])
    value = study.macro["auroc"]
    remember(study, "resamples", lambda: lambda: None)  # what no pickle can hold
    again = pickle.loads(pickle.dumps(study))
    assert again.macro["auroc"] == value

"""Records with one untrue claim fail: a check that cannot fail would be noticed here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tests.metrics.claims import CLAIMS, check_claims
from veracity.metrics import CATALOGUE, Metric, find
from veracity.metrics.record.interval_facts import Proportion
from veracity.metrics.record.metric import ALL_CELLS, Case, Chance, Identity, Limit
from veracity.words import Text

ALL = tuple(find(key) for m in CATALOGUE.values() for key in (m.key, *m.examples))
SOME_CASE = Case(Text("there are many rows", "数据行很多"), lambda c: c.total > 5)
Falsified = Iterator[tuple[str, Metric]]


def narrower(metric: Metric) -> Falsified:
    low, high = metric.bounds
    yield "range", replace(metric, range=(low + 0.2 if np.isfinite(low) else -0.5, high))
    yield "range", replace(metric, range=(low, high - 0.2 if np.isfinite(high) else 0.5))


def wider(metric: Metric) -> Falsified:
    low, high = metric.bounds
    if np.isfinite(low):
        yield "range is tight", replace(metric, range=(low - 0.5, high))
        yield "range is tight", replace(metric, range=(-np.inf, high))
    if np.isfinite(high):
        yield "range is tight", replace(metric, range=(low, high + 0.5 + high / 10))
        yield "range is tight", replace(metric, range=(low, np.inf))


def flipped_direction(metric: Metric) -> Falsified:
    if metric.better != "higher":
        yield "better", replace(metric, better="higher")
    if metric.better != "lower":
        yield "better", replace(metric, better="lower")


def flipped_prevalence(metric: Metric) -> Falsified:
    moves = not metric.moves_with_prevalence
    yield "moves_with_prevalence", replace(metric, moves_with_prevalence=moves)


def flipped_scale(metric: Metric) -> Falsified:
    yield "scale_free", replace(metric, scale_free=not metric.scale_free)


def other_chance(metric: Metric) -> Falsified:
    def value(c: Any, **values: Any) -> Any:
        true = np.asarray(metric.chance.value(c, **values))
        return np.where(np.isfinite(true), true + 0.1, 0.0)

    yield "chance", replace(metric, chance=Chance(metric.chance.words, value))


def fewer_cases(metric: Metric) -> Falsified:
    for name in ("undefined_when", "infinite_when"):
        cases = getattr(metric, name)
        for index in range(len(cases)):
            yield name, replace(metric, **{name: cases[:index] + cases[index + 1 :]})


def more_cases(metric: Metric) -> Falsified:
    for name in ("undefined_when", "infinite_when"):
        yield name, replace(metric, **{name: (*getattr(metric, name), SOME_CASE)})
        never = Case(SOME_CASE.words, lambda c: c.total < 0)
        yield name, replace(metric, **{name: (*getattr(metric, name), never)})


def other_limit(metric: Metric) -> Falsified:
    if metric.limit is None:
        yield "limit", replace(metric, limit=Limit(SOME_CASE, 0.123))
        return
    case, value = metric.limit.case, metric.limit.value
    yield "limit", replace(metric, limit=Limit(case, value + 0.1))
    yield "limit", replace(metric, limit=Limit(SOME_CASE, value))
    yield "limit", replace(metric, limit=Limit(Case(case.words, lambda c: c.total < 0), value))
    # 0/0 is then undefined and nobody said so; a bare formula with a value misses its chance
    unsaid = "chance" if metric.base_key == "information_transfer_rate" else "undefined_when"
    yield unsaid, replace(metric, limit=None)


def other_cells(metric: Metric) -> Falsified:
    for cell in ALL_CELLS:
        rest = tuple(c for c in metric.uses if c != cell)
        yield "uses", replace(metric, uses=rest if cell in metric.uses else (*rest, cell))


def other_trials(metric: Metric) -> Falsified:
    def with_facts(successes, trials):
        return "trials", replace(metric, interval=Proportion(successes, trials))

    if metric.counted is None:
        yield with_facts(lambda c: c.total / 3, lambda c: c.total)
        return
    successes, trials = metric.counted.successes, metric.counted.trials
    yield with_facts(successes, lambda c: trials(c) + 1)
    yield with_facts(lambda c: trials(c) - successes(c), trials)
    yield with_facts(lambda c: successes(c) / 2, lambda c: trials(c) / 2)


def other_moves(metric: Metric) -> Falsified:
    wrong = "accuracy" if metric.base_key not in ("accuracy", "expected_cost") else "mcc"
    for name in ("transposed", "classes_swapped"):
        yield "moves", replace(metric, moves={**metric.moves, name: wrong})
        without = {n: key for n, key in metric.moves.items() if n != name}
        if metric.moves.get(name) == metric.base_key and not metric.parameters:
            yield "moves", replace(metric, moves=without)
    yield "moves", replace(metric, moves={**metric.moves, "reversed": metric.base_key})


def other_identities(metric: Metric) -> Falsified:
    right: dict[str, Callable[..., Any]] = {
        "accuracy + 10": lambda of, /, **values: of("accuracy") + 10,
        "nothing": lambda of, /, **values: np.full(of("accuracy").shape, np.nan),
    }
    for formula, side in right.items():
        yield "identities", replace(metric, identities=(Identity(formula, side),))
    for identity in metric.identities:
        bent = Identity(identity.formula, lambda of, /, *, i=identity, **v: i.right(of, **v) + 0.01)
        yield "identities", replace(metric, identities=(bent,))


def other_shapes(metric: Metric) -> Falsified:
    def flattened(c: Any, **values: Any) -> Any:
        return np.asarray(metric.compute(c, **values)).reshape(-1)

    def mixed(c: Any, **values: Any) -> Any:
        value = np.asarray(metric.compute(c, **values))
        return np.roll(value, 1) if value.ndim == 3 else value

    if metric.limit is None:
        yield "leading axes", replace(metric, compute=flattened)
    yield "leading axes", replace(metric, compute=mixed)


def other_words(metric: Metric) -> Falsified:
    for name in ("names", "question", "misleads_when"):
        en = getattr(metric, name).en
        yield "words", replace(metric, **{name: Text(en, "")})
        yield "words", replace(metric, **{name: Text(" ", "有字")})
    yield "words", replace(metric, question=Text("How good is it?", "How good is it?"))
    yield "words", replace(metric, question=Text("准不准？", "准不准？"))
    yield "words", replace(metric, question=Text("How good is it?", "精度有多高？"))
    yield "words", replace(metric, chance=Chance(Text("0", ""), metric.chance.value))
    empty = Case(Text("", "没有"), metric.undefined_when[0].holds)
    yield "words", replace(metric, undefined_when=(empty, *metric.undefined_when[1:]))
    yield "words", replace(metric, aliases=(*metric.aliases, "no such name"))
    yield "words", replace(metric, aliases=(*metric.aliases, "准确率"))
    other = "recall" if metric.base_key != "recall" else "precision"
    yield "words", replace(metric, aliases=(*metric.aliases, other))
    yield "words", replace(metric, names=Text(metric.names.en, "精度"))
    for formula in ("", r"\frac{TP}{n", r"\frac{TP}}{{n}", r"\left( n )"):
        yield "words", replace(metric, formula=formula)
    yield "words", replace(metric, references=())
    yield "words", replace(metric, references=("somebody",))


KINDS = (
    narrower,
    wider,
    flipped_direction,
    flipped_prevalence,
    flipped_scale,
    other_chance,
    fewer_cases,
    more_cases,
    other_limit,
    other_cells,
    other_trials,
    other_moves,
    other_identities,
    other_shapes,
    other_words,
)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_claim_is_caught_in_every_record(kind: Callable[[Metric], Falsified]) -> None:
    passed, tried = [], 0
    for metric in ALL:
        for claim, untrue in kind(metric):
            tried += 1
            if not list(CLAIMS[claim](untrue)):
                passed.append((metric.key, claim))
    # given how many there are of each class, joint entropy is least where all are right
    assert passed in ([], [("entropy_bits(both)", "better")])
    assert tried > 50


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
@pytest.mark.parametrize("key", ["recall", "kappa", "d_prime", "mutual_information_bits"])
def test_the_check_as_a_whole_fails(key: str, kind: Callable[[Metric], Falsified]) -> None:
    check_claims(find(key))
    for claim, untrue in kind(find(key)):
        with pytest.raises(AssertionError, match=claim):
            check_claims(untrue)


def test_every_claim_has_a_falsification() -> None:
    caught = {claim for kind in KINDS for metric in ALL for claim, _ in kind(metric)}
    assert caught == set(CLAIMS)

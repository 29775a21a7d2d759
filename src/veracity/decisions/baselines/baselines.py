"""Whether a classifier is better than rules that look at nothing.

Always the one class, always the other, a coin that knows the class shares, and for each metric
the best constant. High accuracy on rare positives is often no better than the first of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache

import numpy as np

from veracity.arrays import ratio
from veracity.decisions.baselines.baseline_tests import (
    against_coin,
    against_constant,
    against_no_information,
    no_agreement,
)
from veracity.decisions.expected_loss.population import Population
from veracity.errors import refuse
from veracity.intervals import Estimator, Settings
from veracity.metrics import ANY_CLASSES, TWO_CLASSES, Metric, find
from veracity.results import Estimate, Test, percent
from veracity.results.decisions.baselines import Baselines, Rival, Standing
from veracity.results.estimate.estimate import NO_NOTE
from veracity.results.estimate.figures import whole
from veracity.statistics import ConfusionMatrix
from veracity.statistics.matrix.cells import DENSE_CLASSES, DenseCells, gathered
from veracity.words import Text, joined, say

MOST_CONSTANTS = 10
ALPHA = 0.05
NEAR_NOTHING = 0.1  # a Matthews correlation up to which nobody would call a classifier of use
ROUNDING = 1e-13  # of a rule that scores 0


def baselines(
    matrix: ConfusionMatrix,
    metrics: Sequence[str | Metric] | None = None,
    settings: Settings | None = None,
    where: Population | None = None,
    *,
    known: Callable[[Metric], Estimate] | None = None,
    estimator: Estimator | None = None,
    short: bool = False,
    hidden: int | None = 0,
) -> Baselines:
    """The classifier beside always-negative, always-positive, a coin and the best constant.

    Of K > 2 classes: beside always answering each class (the most common alone where there are
    more than ten; the coin up to 2,048 classes). The value of a rule is that of the table it is
    expected to make on these rows. `standing` compares it with the interval of the classifier
    as if it were known. With a population `where`, all of it is for its class shares: the tests
    of accuracy are then z tests of the projected difference; MCC and kappa are 0 at one
    prevalence if they are at every other, so their tests are those of these rows.

    `known` gives the classifier's own estimates where they are made already, `estimator` is what
    made them. `short` leaves out the paradox and the tests against no rule in particular.
    `hidden` more rows lie in cells that were emptied (None: nobody knows how many): then nothing
    is tested, and a rule is beaten where it is so wherever these rows lie.

    >>> matrix = ConfusionMatrix([[985, 5], [6, 4]], labels=(0, 1))
    >>> found = baselines(matrix, ["accuracy", "mcc"])
    >>> round(found["always_negative"].values["accuracy"], 3), found["always_negative"].test.name
    (0.99, 'mcnemar_exact')
    >>> round(found["always_negative"].test.p_value, 3), found["coin"].standing["mcc"]
    (1.0, 'better')
    """
    if matrix.shape:
        raise refuse("evaluate_leading_axes", shape=matrix.shape)
    if not matrix.total > 0:
        raise refuse("matrix_empty")
    estimator = estimator or Estimator(matrix, settings or Settings())
    records = list(_records(matrix, metrics))
    own = known or (lambda metric: _estimated(estimator, metric, where))
    estimates = {metric.key: own(metric) for metric in records}
    untested = NO_NOTE if hidden == 0 else say("baseline_hidden_rows")
    if not untested and estimates["accuracy"].bound > 0:
        untested = say("between_edges")  # the table is known between two
    rivals = _rivals(matrix, estimator, records, estimates, where, untested, hidden)
    notes = [say("baseline_note")]
    if hidden != 0:
        notes.append(untested)
    if where is not None:
        notes.append(say("label_shift", share=where.words))
    if short:
        return Baselines(estimates, rivals, {}, note=joined(notes))
    tests = {
        "no_information_rate": against_no_information(estimator, where),
        "mcc": no_agreement(estimator, "mcc"),
        "kappa": no_agreement(estimator, "kappa"),
    }
    found = paradox(estimator, estimates.get("mcc"), where) if hidden == 0 else NO_NOTE
    return Baselines(estimates, rivals, {} if untested else tests, found, joined(notes))


def _rivals(
    matrix: ConfusionMatrix,
    estimator: Estimator,
    records: Sequence[Metric],
    estimates: Mapping[str, Estimate],
    where: Population | None,
    untested: Text,
    hidden: int | None,
) -> dict[str, Rival]:
    """Every rule with its values, its test and how the classifier stands against it."""
    there, *others = (
        one if where is None else one.at_prevalence(where.share)
        for one in (matrix, *_completed(matrix, hidden or 0))
    )

    @cache
    def tested(index: int | None) -> Test:
        if untested:
            return Test(math.nan, None, math.nan, "none", untested)
        if index is None:
            return against_coin(estimator, where)
        return against_constant(estimator, index, where)

    found = {}

    def rival(name: str, title: Text, each: Sequence[dict[str, float]], test: Test) -> None:
        """A rule with its values on the rows shown, then wherever the hidden ones may lie."""
        open_ended = hidden != 0 and not others
        known = [*each, dict.fromkeys(each[0], math.nan)] if open_ended else each
        standings = _standings(records, estimates, known, test)
        found[name] = Rival(name, title, each[0], standings, test)

    constants = []
    occurring = {index: (name, title) for name, title, index in _constants(there)}
    unseen = range(matrix.classes) if others else ()  # classes that hidden rows may be of
    for index in dict.fromkeys((*occurring, *unseen)):
        constants.append([_values(records, _constant(one, index)) for one in (there, *others)])
        if index in occurring:
            rival(*occurring[index], constants[-1], tested(index))
    best = [
        {metric.key: _best(metric, values) for metric in records}
        for values in zip(*constants, strict=True)
    ]
    if matrix.classes <= DENSE_CLASSES:  # its table has no empty cell
        coins = [_values(records, _coin(one)) for one in (there, *others)]
        rival("coin", say("baseline_coin"), coins, tested(None))
    commonest = tested(int(there.truth.argmax()))
    rival("best_constant", say("baseline_best_constant"), best, commonest)
    return found


def _completed(matrix: ConfusionMatrix, hidden: int) -> list[ConfusionMatrix]:
    """Tables with the hidden rows all in one class, for each, and with classes made most alike.

    A rule reads the class shares alone. What it scores is a ratio of sums of them, at an end where
    one class has all; a coin's accuracy, a sum of squares, is least where they are most alike.
    """
    if not hidden or matrix.classes > MOST_CONSTANTS:
        return []
    truth = np.sort(matrix.truth)
    levels = (truth.cumsum() + hidden) / np.arange(1, len(truth) + 1)
    level = levels[truth <= levels][-1]
    each = [*(hidden * np.eye(len(truth))), np.maximum(level - matrix.truth, 0.0)]
    cells = matrix.cells.array()
    return [
        matrix.changed(cells=DenseCells(cells + np.diag(more)), squares=None, clusters=None)
        for more in each
    ]


def _estimated(estimator: Estimator, metric: Metric, where: Population | None) -> Estimate:
    from veracity.decisions.prevalence.prevalence import estimate_at

    return estimator.estimate(metric) if where is None else estimate_at(estimator, metric, where)


def _records(matrix: ConfusionMatrix, metrics: Sequence[str | Metric] | None) -> Iterable[Metric]:
    if metrics is not None:
        named = [find(m) if isinstance(m, str) else m for m in metrics]
        return {m.key: m for m in [find("accuracy"), *named]}.values()
    two = matrix.classes == 2 and matrix.pos_label is not None
    return (*ANY_CLASSES, *(TWO_CLASSES if two else (find("macro_f1"),)))


def _constants(matrix: ConfusionMatrix) -> list[tuple[str, Text, int]]:
    if matrix.classes == 2 and matrix.pos_label is not None:
        yes = matrix.labels.index(matrix.pos_label)
        names = {1 - yes: "always_negative", yes: "always_positive"}
        return [(name, say(f"baseline_{name}"), index) for index, name in names.items()]
    indices = np.flatnonzero(matrix.truth > 0)
    if len(indices) > MOST_CONSTANTS:
        indices = np.array([int(matrix.truth.argmax())])
    return [
        (f"always {label}", say("baseline_always", label=label), int(index))
        for index in indices
        for label in [str(matrix.labels[index])]
    ]


def _constant(matrix: ConfusionMatrix, index: int) -> ConfusionMatrix:
    """The table of always answering one class."""
    indices = np.arange(matrix.classes)
    cells = gathered(indices, np.full(matrix.classes, index), matrix.truth, matrix.classes)
    return matrix.changed(cells=cells, squares=None, clusters=None)


def _coin(matrix: ConfusionMatrix) -> ConfusionMatrix:
    """The expected table of calls drawn with the shares of the classes."""
    cells = ratio(matrix.truth[:, None] * matrix.truth, matrix.total)
    return matrix.changed(cells=DenseCells(cells), squares=None, clusters=None)


def _values(records: Sequence[Metric], table: ConfusionMatrix) -> dict[str, float]:
    """What each metric says of the table of a rule."""
    with np.errstate(all="ignore"):
        found = {metric.key: float(metric(table)) for metric in records}
    return {key: 0.0 if abs(value) < ROUNDING else value for key, value in found.items()}


def _standings(
    records: Sequence[Metric],
    estimates: Mapping[str, Estimate],
    each: Sequence[Mapping[str, float]],
    test: Test,
) -> dict[str, Standing]:
    """By the intervals, against all that a rule may score; of accuracy by its test, if any."""
    standings = dict[str, Standing]()
    for metric in records:
        under_each = [
            standing(metric, estimates[metric.key], values[metric.key]) for values in each
        ]
        standings[metric.key] = under_each[0] if len(set(under_each)) == 1 else "cannot_tell"
    if not math.isnan(test.p_value):
        own = estimates["accuracy"]
        by_test: Standing = "better" if own.value > each[0]["accuracy"] else "worse"
        standings["accuracy"] = by_test if test.p_value < 1 - own.level else "cannot_tell"
    return standings


def standing(metric: Metric, own: Estimate, other: float) -> Standing:
    """Better or worse where the whole interval lies on one side of the other value."""
    if math.isnan(own.value) or math.isnan(other) or metric.better == "neither":
        return "undefined"
    if math.isnan(own.low) or own.low <= other <= own.high:
        return "cannot_tell"
    return "better" if (own.low > other) == (metric.better == "higher") else "worse"


def _best(metric: Metric, values: Sequence[Mapping[str, float]]) -> float:
    """The best of several values; of one without a direction, none."""
    known = [v[metric.key] for v in values if not math.isnan(v[metric.key])]
    if not known or metric.better == "neither":
        return math.nan
    return max(known) if metric.better == "higher" else min(known)


def paradox(
    estimator: Estimator, known: Estimate | None = None, where: Population | None = None
) -> Text:
    """The accuracy paradox, stated with the numbers of this table; empty where there is none.

    There is one where accuracy is above one half and not better than that of always answering
    the most common class: less, equal, or not significantly more (McNemar, 5 %). Whether the
    classifier is of use all the same is decided by MCC: its interval lies above 0, ends near it,
    or is too wide to say.
    """
    matrix = estimator.statistic
    there = matrix if where is None else matrix.at_prevalence(where.share)
    if not there.total > 0:  # a class that is to occur was never tested
        return NO_NOTE
    index = int(there.truth.argmax())
    accuracy = float(ratio(there.right, there.total))
    constant = float(ratio(there.truth[index], there.total))
    test = against_constant(estimator, index, where)
    if accuracy <= 0.5 or (accuracy > constant and test.p_value < ALPHA):
        return NO_NOTE
    rest = float(matrix.total - matrix.truth[index])
    found = float(matrix.right - matrix.hits[index])
    facts = {
        "accuracy": percent(round(accuracy, 4)),
        "constant": percent(round(constant, 4)),
        "label": repr(matrix.labels[index]),
        "found": whole(found),
        "rest": whole(rest),
    }
    compared = "above" if accuracy > constant else "equal" if accuracy == constant else "below"
    sentences = [say(f"paradox_{compared}", **facts)]
    mcc = known or _estimated(estimator, find("mcc"), where)
    if rest > 0:
        sentences.append(say(_use(mcc, found), mcc=mcc, found=facts["found"], rest=facts["rest"]))
    if where is not None:
        sentences.append(say("label_shift", share=where.words))
    return joined(sentences)


def _use(mcc: Estimate, found: float) -> str:
    """Whether the classifier is of use, as far as its Matthews correlation tells.

    Of none where it finds none of the other cases, or its whole interval lies near nothing.
    """
    if mcc.defined and mcc.low > 0:
        return "paradox_but_useful"
    unsure = mcc.defined and not mcc.high <= NEAR_NOTHING
    return "paradox_unsure" if unsure and found > 0 else "paradox_useless"

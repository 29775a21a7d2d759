"""`vc.check`: an evaluation against requirements, and against a baseline that was saved."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from veracity.errors import NotHere, quoted, refuse
from veracity.gates import (
    Condition,
    Judge,
    Measured,
    against_baseline,
    exact,
    failing_together,
    judge_requirement,
    parsed,
)
from veracity.metrics import find
from veracity.results.gates.requirement import Requirement
from veracity.results.gates.verdict import Verdict
from veracity.statistics.labels import Label
from veracity.words.layout import one_line, quotable

if TYPE_CHECKING:
    from veracity.evaluation.single.evaluation import Evaluation
    from veracity.intervals import Settings

Part = tuple["Evaluation", Label | None]


@runtime_checkable
class ChecksItself(Protocol):
    """What knows how to be held against requirements of its own: events under several rules."""

    def check(self, requirements: str | Iterable[str]) -> Verdict:
        """Pass, fail, or not enough data."""


def check(
    ev: Evaluation | ChecksItself,
    requirements: str | Iterable[str],
    baseline: Evaluation | str | os.PathLike[str] | None = None,
    margin: float | Mapping[str, float] | None = None,
) -> Verdict:
    """Pass, fail, or not enough data, judged on intervals and not on values.

    Each requirement is `KEY (>= | > | <= | <) NUMBER`, e.g. "recall >= 0.9" or "fpr <= 5%",
    also for a part: "class cat: precision >= 0.8", "group north: auroc >= 0.7", "every group:
    recall >= 0.6". It passes when the whole two-sided interval is on the right side, fails when
    none of it is; else there is not enough data, and `more_rows` says how many more would decide
    if the value stayed as it is. A proportion is judged by its exact interval, unless the
    evaluation names a method. Of several requirements one fails by chance: failing is corrected
    for their number (Holm), passing needs no correction, as all must hold.

    With a `baseline` (an evaluation, or the path of one that was saved) the metric of every
    requirement must also not be worse than there by more than `margin`, a positive number in the
    units of the metric, or a mapping from key to such a number; a requirement may then be a key
    alone. The two are taken as evaluations of different rows; both are judged at the level and
    by the method of `ev`. Events have requirements of their own: `RULE: FIGURE <= NUMBER`, also
    "every subject: any_overlap: sensitivity >= 0.5".

    >>> from veracity.evaluation import ConfusionMatrix
    >>> ev = ConfusionMatrix.from_counts(tp=92, fp=30, fn=8, tn=870).evaluate()
    >>> verdict = check(ev, ["recall >= 0.8", "precision >= 0.8"])
    >>> print(verdict.text("en"))
    Not enough data: 1 of 2 requirements met, none refuted.
    ✓ recall >= 0.8: Recall is 0.920 [0.848, 0.965]; the whole 95% interval meets >= 0.8.
    ? precision >= 0.8: Precision is 0.754 [0.668, 0.828]; only a part of the 95% interval meets \
>= 0.8. Wrong side: more rows are unlikely to make it pass; about 1,661 more would show that it \
fails.
    >>> verdict.exit_code
    3
    """
    if isinstance(ev, ChecksItself):
        from veracity.evaluation.folds.aggregate import Aggregate
        from veracity.evaluation.label_sets.averaged_labels import AveragedLabels

        if baseline is not None or margin is not None:
            by_key = isinstance(ev, (Aggregate, AveragedLabels))
            raise refuse("check_by_key_baseline" if by_key else "event_check_baseline")
        return ev.check(requirements)
    return checked(ev, conditions_of(requirements), baseline, margin)


def checked(
    ev: Evaluation,
    conditions: tuple[Condition, ...],
    baseline: Evaluation | str | os.PathLike[str] | None = None,
    margin: float | Mapping[str, float] | None = None,
    *,
    by_name: bool = False,
) -> Verdict:
    """The verdict; with `by_name` a method that does not fit one of the keys is an error."""
    if (baseline is None) != (margin is None):
        raise refuse("baseline_and_margin")
    before = None if baseline is None else with_settings(_loaded(baseline), ev.settings)
    judges: list[Judge] = []
    compared: set[tuple[Any, ...]] = set()
    for condition in conditions:
        if condition.sign is None and before is None:
            raise refuse("requirement_grammar", text=repr(condition.text))
        for part, of in parts_of(ev, condition):
            if condition.sign is not None:
                judges.append(partial(_requirement, part, of, condition, by_name))
            whose = condition.key, condition.scope, of
            if before is not None and whose not in compared:
                assert margin is not None
                compared.add(whose)
                old = _same_part(before, condition, of)
                _comparable(part, old)
                size = _margin(margin, condition)
                judges.append(partial(_compared, (part, old), of, condition, size, by_name))
    return Verdict(failing_together(judges, ev.settings.confidence_level))


def _requirement(
    part: Evaluation, of: Label | None, condition: Condition, by_name: bool, level: float
) -> Requirement:
    """One requirement on the interval of this level."""
    at = _at_level(part, level)
    return judge_requirement(
        condition, _exactly(_measured(at, of, condition, by_name), at, condition)
    )


def _compared(
    parts: tuple[Evaluation, Evaluation],
    of: Label | None,
    condition: Condition,
    margin: float,
    by_name: bool,
    level: float,
) -> Requirement:
    """New and old part, on the interval of their difference at this level."""
    new, old = (_at_level(part, level) for part in parts)
    now, then = _measured(new, of, condition, by_name), _measured(old, of, condition)
    return against_baseline(condition, now, then, margin)


def _at_level(part: Evaluation, level: float) -> Evaluation:
    return with_settings(part, replace(part.settings, confidence_level=level))


def conditions_of(requirements: str | Iterable[str]) -> tuple[Condition, ...]:
    """What the requirements say; refused where one cannot be read, or there is none.

    >>> [condition.key for condition in conditions_of(["sensitivity >= 90%", "mcc > 0.5"])]
    ['recall', 'mcc']
    """
    conditions = tuple(map(parsed, _listed(requirements)))
    if not conditions:
        raise refuse("requirements_missing")
    return conditions


def _listed(requirements: str | Iterable[str]) -> tuple[str, ...]:
    if isinstance(requirements, str):
        return (requirements,)
    try:
        return tuple(requirements)
    except TypeError:
        raise refuse("requirement_grammar", text=repr(requirements)) from None


def _loaded(baseline: Evaluation | str | os.PathLike[str]) -> Evaluation:
    if isinstance(baseline, (str, os.PathLike)):
        from veracity.evaluation.front.loading import load

        return load(baseline)
    if not hasattr(baseline, "settings"):
        raise refuse("baseline_unknown", type=type(baseline).__name__)
    evaluation: Evaluation = baseline
    return evaluation


def _margin(margin: float | Mapping[str, float], condition: Condition) -> float:
    """A positive number, whichever way the metric is better."""
    size: Any = margin
    if isinstance(margin, Mapping):
        sizes = {find(key).key: value for key, value in margin.items()}
        if condition.key not in sizes:
            raise refuse("margin_missing", key=condition.key)
        size = sizes[condition.key]
    try:
        number = float(size)
    except (TypeError, ValueError):
        number = math.nan
    if not 0 < number < math.inf:
        raise refuse("margin_wrong_sign", margin=repr(size))
    return number


def _measured(
    part: Evaluation, of: Label | None, condition: Condition, by_name: bool = False
) -> Measured:
    source = part.part(part.held, part.rows, asked=(condition.key,)) if by_name else part
    estimate = source[condition.key]
    return Measured(estimate, float(part.rows.used), of, part.held.clusters)


def _exactly(measured: Measured, part: Evaluation, condition: Condition) -> Measured:
    """With the exact interval of a proportion; where a method was named, with that one."""
    if part.settings.method != "auto":
        return measured
    return replace(measured, estimate=exact(measured.estimate, find(condition.key)))


def with_settings(ev: Evaluation, settings: Settings) -> Evaluation:
    """The same statistics judged at another level or by another method: they suffice for it."""
    if settings == ev.settings:
        return ev
    more = {
        "groups": ev.groups,
        "notes_on_rows": ev.notes_on_rows,
        "notes_on_threshold": ev.notes_on_threshold,
    }
    return ev.part(ev.held, ev.rows, settings=settings, **more)


def parts_of(ev: Evaluation, condition: Condition) -> list[Part]:
    """What the condition is about: the whole, one part, or each part."""
    if condition.scope == "all":
        return [(ev, None)]
    slices = ev.by_class if condition.scope == "class" else ev.by_group
    if condition.of is None:
        if not len(slices):
            raise refuse("requirement_no_groups", NotHere, text=repr(condition.text))
        return [(slices[label], label) for label in slices]
    label = _label(condition, tuple(slices))
    return [(slices[label], label)]


def _same_part(ev: Evaluation, condition: Condition, of: Label | None) -> Evaluation:
    """The part of the baseline that goes with a part of the new evaluation."""
    if condition.scope == "all":
        return ev
    slices = ev.by_class if condition.scope == "class" else ev.by_group
    if of not in slices:
        raise refuse("baseline_no_part", NotHere, scope=condition.scope, name=repr(quotable(of)))
    return slices[of]


def _label(condition: Condition, labels: tuple[Label, ...]) -> Label:
    """The label that these characters stand for: in one of four ways."""
    name = condition.of or ""
    ways: tuple[Callable[[Label], bool], ...] = (
        lambda label: label == name,
        lambda label: name in (str(label), repr(label)),
        lambda label: isinstance(label, (int, float)) and _equal(label, name),
        lambda label: one_line(label) == name,
    )
    for way in ways:
        for label in labels:
            if way(label):
                return label
    raise _no_part(condition, labels)


def _equal(label: float, written: str) -> bool:
    try:
        return float(written) == label
    except ValueError:
        return False


def _no_part(condition: Condition, labels: tuple[Label, ...]) -> Exception:
    names = quoted([quotable(label) for label in labels]) or "—"
    return refuse(f"no_such_{condition.scope}", NotHere, name=repr(condition.of), names=names)


def _comparable(new: Evaluation, old: Evaluation) -> None:
    """Both with one positive class; else the difference means nothing."""
    positives = [getattr(one.confusion, "pos_label", None) for one in (new, old)]
    if new.confusion is not None and old.confusion is not None and positives[0] != positives[1]:
        raise refuse("baseline_other_positive", new=repr(positives[0]), old=repr(positives[1]))

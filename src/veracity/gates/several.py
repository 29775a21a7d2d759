"""Several requirements: one of many fails by chance, so that failing is corrected for their number.

All must hold for a pass, and a model that breaks one of them is let through by chance as seldom as
if that one had been asked alone: for passing nothing has to be corrected. But one that fails fails
all. With 12 groups exactly at the limit some interval lies beyond it in up to 1 − 0.975¹² = 26 %.
Holm S (1979) Scandinavian Journal of Statistics 6(2):65–70 holds that at half of 1 − level.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from veracity.results import percent
from veracity.results.gates.requirement import Requirement
from veracity.words import joined, say

Judge = Callable[[float], Requirement]


def failing_together(judges: Sequence[Judge], level: float) -> tuple[Requirement, ...]:
    """Every requirement judged at the level; those that fail, at the level Holm asks for.

    With r that fail of m, the others are held against 1 − (1 − level)/(m − r), from r = 0 on,
    until no more fail. One that fails at its own level only is open.
    """
    found = [judge(level) for judge in judges]
    suspects = [i for i, one in enumerate(found) if one.state == "fail"]
    if not suspects or len(found) == 1:
        return tuple(found)
    failed: set[int] = set()
    while True:
        strict = 1 - (1 - level) / (len(found) - len(failed))
        again = {i: judges[i](strict) for i in suspects if i not in failed}
        more = {i for i, one in again.items() if one.state == "fail"}
        if not more:
            break
        failed |= more
        if len(failed) == len(suspects):
            return tuple(found)
    for i, wider in again.items():
        found[i] = _open(found[i], wider, len(found))
    return tuple(found)


def _open(one: Requirement, wider: Requirement, n: int) -> Requirement:
    """What the interval at the level would fail and the corrected one leaves open."""
    level = percent(1 - float(f"{1 - wider.estimate.level:.2g}"))
    asked = f"{one.sign} {one.bound:.10g}"
    why = say("gate_fail_corrected", n=n, level=level, estimate=str(wider.estimate), rule=asked)
    return replace(
        one,
        state="not_enough_data",
        sentence=joined([one.sentence, why]),
        more_rows=wider.more_rows,
        more_clusters=wider.more_clusters,
    )

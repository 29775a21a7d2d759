"""Requirements on figures of folds or of label sets: judged on their intervals alone.

How many rows would decide is unknown: the interval of a mean over folds does not shrink with the
rows alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from veracity.errors import refuse
from veracity.gates.condition import Sign, signed
from veracity.gates.judging import sentence, state_of
from veracity.gates.several import failing_together
from veracity.results import Estimate
from veracity.results.gates.requirement import Requirement
from veracity.results.gates.verdict import Verdict
from veracity.words import Text

Figure = Callable[[str, float], tuple[str, Text, Estimate]]


def judge_figures(requirements: str | Iterable[str], level: float, figure: Figure) -> Verdict:
    """Each `KEY >= NUMBER`; `figure` gives key, name and estimate of a name at a level."""
    texts = (requirements,) if isinstance(requirements, str) else tuple(requirements)
    if not texts:
        raise refuse("requirements_missing")
    judges = []
    for text in texts:
        rule = signed(text) if isinstance(text, str) and ":" not in text else None
        if rule is None:
            raise refuse("requirement_by_key", text=repr(text))
        judges.append(partial(_checked, text.strip(), rule, figure))
    return Verdict(failing_together(judges, level))


def _checked(text: str, rule: tuple[str, Sign, float], figure: Figure, level: float) -> Requirement:
    asked, sign, bound = rule
    key, name, estimate = figure(asked, level)
    return Requirement(
        text=Text(text, text),
        scope="all",
        of=None,
        key=key,
        sign=sign,
        bound=bound,
        estimate=estimate,
        state=state_of(sign, bound, estimate.low, estimate.high),
        sentence=sentence(name, estimate, sign, bound, Text("", "")),
    )

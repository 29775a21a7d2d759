"""What a requirement of events says.

[subject NAME: | every subject: | recording NAME: | every recording:] RULE: KEY (>= | …) NUMBER[%]

RULE may be left out where there is one rule only. The rule may be reversed (1 >= KEY).
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from veracity.errors import refuse
from veracity.gates.condition import Condition, signed
from veracity.matching import find_rule
from veracity.metrics.event_figures.figures import MACRO, find_figure

_SCOPE = re.compile(
    r"\s*(?:(every)\s+(subject|recording)|(subject|recording)\s+(.+?))\s*[:：]\s*(.*)"
)
_RULE = re.compile(r"\s*([A-Za-z_]+\s*(?:\([^()]*\))?)\s*[:：]\s*(.+)")


@dataclass(frozen=True, slots=True)
class EventCondition:
    """A figure under a rule, a sign and a bound; `rule` is empty where none was named.

    `of` is the name of a subject or recording as it was written; None with a scope means every
    one.
    """

    condition: Condition
    rule: str = ""
    scope: str = "all"
    of: str | None = None

    @property
    def key(self) -> str:
        """The figure as a key."""
        return self.condition.key


def parsed_event(text: str) -> EventCondition:
    """The condition that the words say; what does not parse is refused with the grammar.

    >>> found = parsed_event("iou(0.5): false_alarms_per_day <= 1")
    >>> found.rule, found.key, found.condition.sign, found.condition.bound
    ('iou', 'false_alarms_per_day', '<=', 1.0)
    >>> parsed_event("every subject: any_overlap: macro_recall >= 90%").scope
    'subject'
    """
    if not isinstance(text, str) or not text.strip():
        raise refuse("event_requirement_grammar", text=repr(text))
    scope, of, rest, rule = "all", None, text, ""
    if scoped := _SCOPE.fullmatch(text):
        every, kind, one, of, rest = scoped.groups()
        scope = kind if every else one
    if ruled := _RULE.fullmatch(rest):
        rule, rest = find_rule(ruled[1]).spelled, ruled[2]
    notes = signed(rest)
    if notes is None:
        raise refuse("event_requirement_grammar", text=repr(text))
    name, sign, bound = notes
    key = figure_key(name)
    return EventCondition(Condition(text.strip(), key, sign, bound), rule, scope, of)


def figure_key(name: str) -> str:
    """The key of a figure by any of its names, with `macro_` in front where that was given.

    >>> figure_key("macro_recall"), figure_key("delay_quantile(0.9)")
    ('macro_sensitivity', 'delay_quantile(0.9)')
    """
    prefix = MACRO if name.startswith(MACRO) else ""
    return prefix + find_figure(name.removeprefix(MACRO)).spelled

"""The catalogue: an explicit list of every rule, and from a spelling to one of them."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from veracity.errors import UnknownName, refuse
from veracity.matching.affiliation import AFFILIATION
from veracity.matching.any_overlap import ANY_OVERLAP
from veracity.matching.collar import COLLAR
from veracity.matching.epochs import EPOCHS
from veracity.matching.iou import IOU
from veracity.matching.points import POINTS
from veracity.matching.range_based import RANGE_BASED
from veracity.matching.rule import Rule
from veracity.matching.samples import SAMPLES
from veracity.matching.segments import SEGMENTS
from veracity.matching.taes import TAES
from veracity.parameters import canonical_values, named_values, parsed

MANY = 256  # spellings that are remembered
RULES = {
    rule.key: rule
    for rule in (
        ANY_OVERLAP,
        IOU,
        COLLAR,
        POINTS,
        SAMPLES,
        SEGMENTS,
        EPOCHS,
        TAES,
        RANGE_BASED,
        AFFILIATION,
    )
}


def find_rule(spelled: str | Rule) -> Rule:
    """The rule of a key such as `any_overlap(before=0, after=0)`.

    >>> find_rule("iou(0.5)").spelled, find_rule("any_overlap(merge=0, before=30)").spelled
    ('iou', 'any_overlap(merge=0)')
    """
    if isinstance(spelled, Rule):
        return spelled
    return _found(spelled if isinstance(spelled, str) else repr(spelled))


@lru_cache(MANY)
def _found(spelled: str) -> Rule:
    name, by_position, by_name = parsed(spelled)
    rule = RULES.get(name.strip().casefold())
    if rule is None:
        raise refuse("rule_unknown", UnknownName, name=repr(spelled), names=", ".join(RULES))
    values = named_values(rule.key, rule.parameters, by_position, by_name)
    return replace(rule, values=canonical_values(rule.key, rule.parameters, values))

"""What a requirement says, taken from the words of a person.

[class LABEL: | group VALUE: | every class: | every group:] KEY (>= | > | <= | <) NUMBER[%]

The rule may also be reversed (0.9 <= recall), and full-width signs and digits are read as
the plain ones. With a baseline KEY alone is enough.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, replace
from typing import Literal

from veracity.errors import UnknownName, refuse
from veracity.metrics import find

Scope = Literal["all", "class", "group"]
Sign = Literal[">=", ">", "<=", "<"]

_SCOPE = re.compile(r"\s*(?:(every)\s+(class|group)|(class|group)\s+(.+?))\s*[:：]\s*([^:：]*)")
_RULE = re.compile(r"\s*(.+?)\s*(>=|<=|≥|≤|>|<)\s*([^<>=≥≤]+?)\s*([%％]?)\s*")
_REVERSED = re.compile(r"\s*([-+]?[\d.][\d.eE+-]*)\s*(%?)\s*(>=|<=|≥|≤|>|<)\s*([^<>=≥≤].*?)\s*")
_STRAY = re.compile(r"[<>≥≤!~]|^[^(]*=|\)\s*=")  # "=" belongs inside the brackets of a key
_SIGNS: dict[str, Sign] = {">=": ">=", "≥": ">=", "<=": "<=", "≤": "<=", ">": ">", "<": "<"}
_OTHER_WAY: dict[Sign, Sign] = {">=": "<=", "<=": ">=", ">": "<", "<": ">"}
_PLAIN = str.maketrans("＞＜＝％．－＋≧≦０１２３４５６７８９", "><=%.-+≥≤0123456789")


@dataclass(frozen=True, slots=True)
class Condition:
    """A metric, a sign and a bound; of everything, of one class or group, or of every one.

    `of` is the label as it was written; None with a scope means every class or group. `sign` is
    None where only a baseline decides.
    """

    text: str
    key: str
    sign: Sign | None = None
    bound: float = math.nan
    scope: Scope = "all"
    of: str | None = None


def parsed(text: str) -> Condition:
    """The condition that the words say; what does not parse is refused with the grammar.

    >>> parsed("macro_f1 >= 90%")
    Condition(text='macro_f1 >= 90%', key='macro_f1', sign='>=', bound=0.9, scope='all', of=None)
    >>> parsed("group ward 3: fbeta(2) > 0.5").of, parsed("every class: recall >= 0.8").scope
    ('ward 3', 'class')
    >>> parsed("敏感度＞＝９０％").bound, parsed("0.05 >= fpr").sign
    (0.9, '<=')
    """
    if not isinstance(text, str) or not text.strip():
        raise refuse("requirement_grammar", text=repr(text))
    scope: Scope = "all"
    of, rest = None, text
    if scoped := _SCOPE.fullmatch(text):
        every, kind, one, of, rest = scoped.groups()
        scope = "class" if (kind if every else one) == "class" else "group"
    condition = Condition(text.strip(), "", scope=scope, of=of)
    rest = rest.translate(_PLAIN)
    if notes := signed(rest):
        name, sign, bound = notes
        return _within_range(replace(condition, key=find(name).key, sign=sign, bound=bound))
    if _RULE.fullmatch(rest) or _REVERSED.fullmatch(rest):  # a rule that cannot be read
        raise refuse("requirement_grammar", text=repr(text))
    if ":" in rest or "：" in rest or _STRAY.search(rest):
        raise refuse("requirement_grammar", text=repr(text))
    try:
        return replace(condition, key=find(rest).key)
    except UnknownName:
        if re.search(r"\d", rest):  # a number without a sign is a rule, not a name
            raise refuse("requirement_grammar", text=repr(text)) from None
        raise


def signed(rest: str) -> tuple[str, Sign, float] | None:
    """Name, sign and bound of a rule; None where this is none.

    >>> signed("0.05 >= fpr"), signed("recall > 90%"), signed("recall => 1")
    (('fpr', '<=', 0.05), ('recall', '>', 0.9), None)
    """
    plain = rest.translate(_PLAIN)
    if reversed_rule := _REVERSED.fullmatch(plain):
        number, percent, sign, name = reversed_rule.groups()
        found = _OTHER_WAY[_SIGNS[sign]]
    elif rule := _RULE.fullmatch(plain):
        name, sign, number, percent = rule.groups()
        found = _SIGNS[sign]
    else:
        return None
    bound = _number(number, bool(percent))
    if _STRAY.search(name) or math.isnan(bound):  # "=>", a second rule, or a rule with two ends
        return None
    return name, found, bound


def _number(written: str, percent: bool) -> float:
    try:
        number = float(written)
    except ValueError:
        return math.nan
    if not math.isfinite(number) or "_" in written:
        return math.nan
    # 0.9 and 90% are the same number: divided, not multiplied by a rounded hundredth.
    return number / 100 if percent else number


def _within_range(condition: Condition) -> Condition:
    """A bound that every value meets, or none can, is a slip of the pen."""
    low, high = find(condition.key).bounds
    never = (condition.sign == ">" and condition.bound == high) or (
        condition.sign == "<" and condition.bound == low
    )
    if never or not low <= condition.bound <= high:
        raise refuse(
            "requirement_outside_range",
            text=repr(condition.text),
            key=condition.key,
            low=f"{low:g}",
            high=f"{high:g}",
        )
    return condition

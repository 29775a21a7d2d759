"""Numbers as OpenMetrics text, the exposition format that Prometheus reads.

OpenMetrics 1.0: families of samples with `# TYPE`, `# UNIT` and `# HELP`, names of letters, digits
and underscores, labels escaped, samples of counters with the ending `_total`, `# EOF` at the end.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

Sample = tuple[Mapping[str, str], float]
_NAME = re.compile(r"[a-zA-Z_][a-zA-Z0-9_]*")


@dataclass(frozen=True, slots=True)
class Family:
    """Samples of one name; the unit, if it has one, ends the name."""

    name: str
    kind: Literal["gauge", "counter"]
    help: str
    samples: tuple[Sample, ...]
    unit: str = ""


def is_name(name: object) -> bool:
    """Whether a name may begin the names of families.

    >>> is_name("veracity"), is_name("9 lives")
    (True, False)
    """
    return isinstance(name, str) and _NAME.fullmatch(name) is not None


def exposition(families: Iterable[Family]) -> str:
    r"""All families, in the order given.

    >>> print(exposition([Family("a_rows", "counter", "Rows.", (({"of": '"x"\n'}, 3),), "rows")]))
    # TYPE a_rows counter
    # UNIT a_rows rows
    # HELP a_rows Rows.
    a_rows_total{of="\"x\"\n"} 3.0
    # EOF
    <BLANKLINE>
    """
    lines: list[str] = []
    for one in families:
        lines.append(f"# TYPE {one.name} {one.kind}")
        if one.unit:
            lines.append(f"# UNIT {one.name} {one.unit}")
        lines.append(f"# HELP {one.name} {_escaped(one.help)}")
        ending = "_total" if one.kind == "counter" else ""
        lines += [f"{one.name}{ending}{_labels(of)} {_number(n)}" for of, n in one.samples]
    return "\n".join((*lines, "# EOF", ""))


def _labels(labels: Mapping[str, str]) -> str:
    pairs = ",".join(f'{name}="{_escaped(value)}"' for name, value in labels.items())
    return f"{{{pairs}}}" if pairs else ""


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def _number(value: float) -> str:
    if math.isnan(value):
        return "NaN"
    if math.isinf(value):
        return "+Inf" if value > 0 else "-Inf"
    return repr(float(value))

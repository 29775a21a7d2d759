"""Every claim of a metric record, executed: a record that says something untrue is caught here."""

from __future__ import annotations

from collections.abc import Callable

from tests.metrics import claims_of_cases, claims_of_cells, claims_of_values
from tests.metrics.claims_in_words import in_words
from tests.metrics.comparing import Broken
from veracity.metrics import Metric


def check_claims(metric: Metric) -> None:
    """Raise AssertionError with every claim of the record that does not hold."""
    broken = broken_claims(metric)
    text = "\n".join(f"  {claim}: {what}" for claim, found in broken.items() for what in found)
    assert not broken, f"{metric.key} claims what is not so:\n{text}"


def broken_claims(metric: Metric) -> dict[str, list[str]]:
    """The claims that do not hold, each with what was found instead."""
    found = {claim: list(check(metric)) for claim, check in CLAIMS.items()}
    return {claim: what for claim, what in found.items() if what}


CLAIMS: dict[str, Callable[[Metric], Broken]] = {
    "range": claims_of_values.values_are_inside,
    "range is tight": claims_of_values.ends_are_reached,
    "better": claims_of_values.direction,
    "chance": claims_of_values.chance,
    "moves_with_prevalence": claims_of_values.prevalence,
    "scale_free": claims_of_values.scale,
    "leading axes": claims_of_values.leading_axes,
    "undefined_when": claims_of_cases.undefined,
    "infinite_when": claims_of_cases.infinite,
    "limit": claims_of_cases.limit,
    "uses": claims_of_cells.cells_used,
    "trials": claims_of_cells.trials,
    "moves": claims_of_cells.moves,
    "identities": claims_of_cells.identities,
    "words": in_words,
}

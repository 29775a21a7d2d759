"""How often cautions speak on honest evaluations: `make cautions`.

Some honest evaluations give reason for a caution all the same, which their design tells before
anything is evaluated: a class has fewer than 10 rows, is never called or is found in few
clusters; or the classifier is truly not right more often, by one row in a hundred, than always
giving the commonest answer. Whatever is above `note` should be silent on at least 95% of the
others, and on the former say nothing but what there is reason for.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

import numpy as np

from simulations import tied_scores
from simulations.honest_evaluations import CLASSES, GIVEN, LAYOUTS, ROWS, Honest, drawn
from veracity.cautions.catalogue.catalogue import CHECKS
from veracity.results.estimate.caution import Caution

FAULTS = {  # what is spoiled, in which layout and with how many classes, and what should be said
    "log odds × 1.6": ("plain", 2, "overconfident"),
    "log odds × 0.6": ("plain", 2, "underconfident"),
    "log odds + 0.6": ("plain", 2, "probabilities_shifted"),
    "log odds × −1": ("plain", 2, "ranks_backwards"),
    "log odds of three classes × 1.6": ("plain", 3, "confidence_is_not_accuracy"),
    "labels exchanged": ("plain", 2, "calls_backwards"),
    "one group at random": ("groups", 2, "group_disparity"),
    "every row ten times": ("plain", 2, "copied_rows"),
    "every row twice, three classes": ("plain", 3, "copied_rows"),
    "rows drawn with replacement": ("plain", 2, "copied_rows"),
    "a fifth of the rows twice": ("plain", 2, "copied_rows"),
    "log odds + 40 × truth": ("plain", 2, "perfect_separation"),
}
WANTED = 0.95
FEWEST = 10
FEWEST_CLUSTERS = 20
GAIN = 0.01
ACCURACY = {"accuracy_paradox", "accuracy_below_baseline"}
FEW = {"very_few_of_a_class", "very_few_of_some_classes", "class_absent_from_truth"}


@dataclass(frozen=True)
class Measured:
    """One evaluation: what there was reason to say above `note`, and what was said."""

    one: Honest
    reasons: frozenset[str]
    said: tuple[Caution, ...]

    @property
    def above_note(self) -> set[str]:
        """Cautions that are more than a note."""
        return {caution.key for caution in self.said if caution.rank > 0}

    @property
    def needless(self) -> set[str]:
        """What was said above `note` without a reason."""
        return self.above_note - self.reasons


def reasons_of(one: Honest) -> frozenset[str]:
    """What the design gives reason to say, whatever the library makes of it."""
    found: set[str] = set()
    counts = np.bincount(one.truth, one.weight, one.classes)
    squares = np.bincount(one.truth, None if one.weight is None else one.weight**2, one.classes)
    if (counts**2 < FEWEST * np.maximum(squares, 1e-300)).any():
        found |= FEW
    if one.called is not None:
        if (np.bincount(one.called, minlength=one.classes)[counts > 0] == 0).any():
            found.add("class_never_predicted")
        if _gain(one) < GAIN:
            found |= ACCURACY
    if one.layout == "clusters":
        found |= _few_clusters(one)
    return frozenset(found)


def _gain(one: Honest) -> float:
    """How much more often the calls are expected to be right than the commonest class alone."""
    p = replace(one, said=one.log_odds).probabilities
    both = np.stack([1 - p, p], 1) if one.classes == 2 else p
    called = both[np.arange(len(both)), one.called]
    return float(np.average(called, weights=one.weight) - _shares(both, one.weight).max())


def _shares(p: Any, weight: Any) -> Any:
    return np.average(p, axis=0, weights=weight)


def _few_clusters(one: Honest) -> set[str]:
    sizes = np.bincount(one.part)
    effective = sizes.sum() ** 2 / (sizes**2).sum()
    found = {"few_clusters"} if (sizes > 0).sum() < FEWEST_CLUSTERS or effective < FEWEST else set()
    for label in range(one.classes):
        mine = one.part[one.truth == label]
        if len(mine) >= FEWEST and len(np.unique(mine)) < FEWEST:
            found.add("class_in_few_clusters")
    return found


def evaluations(seed: int, rows: tuple[int, int] = ROWS) -> Iterator[Honest]:
    """Honest evaluations without end, every kind in turn."""
    random = np.random.default_rng(seed)
    while True:
        for classes in CLASSES:
            for layout in LAYOUTS:
                for given in GIVEN:
                    yield drawn(random, given, layout, classes, rows=rows)


def simulated(seed: int, rows: tuple[int, int] = ROWS) -> Iterator[Measured]:
    """The same, with what there was reason to say and what was said."""
    for one in evaluations(seed, rows):
        yield Measured(one, reasons_of(one), one.evaluated().cautions)


def with_nothing_to_say(times: int, seed: int) -> list[Measured]:
    """As many evaluations as are needed for so many that give no reason for a caution."""
    found: list[Measured] = []
    plain = 0
    for one in simulated(seed):
        found.append(one)
        plain += not one.reasons
        if plain == times:
            return found
    raise AssertionError


def spoiled(random: np.random.Generator, fault: str) -> Honest:
    """An honest evaluation of 200 to 5,000 rows, 30 and more of each class, with one fault."""
    layout, classes, _ = FAULTS[fault]
    given = "labels" if fault == "labels exchanged" else "probabilities"
    while True:
        one = drawn(random, given, layout, classes, rows=(200, 5000), prevalence=(0.1, 0.6))
        if np.bincount(one.truth, minlength=classes).min() >= 30 and not reasons_of(one):
            break
    odds = one.log_odds
    if "row" in fault:
        return one.rows_taken(_copied(random, fault, len(one.truth)))
    if fault.endswith("truth"):
        return replace(one, said=odds + 40 * one.truth)
    if fault == "one group at random":
        largest = np.bincount(one.part).argmax()
        return replace(one, said=np.where(one.part == largest, random.permutation(odds), odds))
    if fault == "labels exchanged":
        return replace(one, truth=1 - one.truth)
    ends = {"× 1.6": 1.6 * odds, "× 0.6": 0.6 * odds, "+ 0.6": odds + 0.6, "× −1": -odds}
    return replace(one, said=next(v for end, v in ends.items() if fault.endswith(end)))


def _copied(random: np.random.Generator, fault: str, n: int) -> Any:
    """Which rows stand there, some of them more than once."""
    if fault.startswith("every"):
        return np.tile(np.arange(n), 10 if "ten" in fault else 2)
    if "replacement" in fault:
        return random.integers(0, n, n)
    return np.concatenate([np.arange(n), random.choice(n, n // 5, replace=False)])


def table(found: list[Measured]) -> str:
    """How often each check spoke, and how often without a reason, as a Markdown table."""
    spoke = Counter(caution.key for one in found for caution in one.said)
    needless = Counter(key for one in found for key in one.needless)
    lines = ["| caution | severity | spoke | without reason |", "|:--|:--|--:|--:|"]
    for check in CHECKS:
        without = "" if check.severity == "note" else str(needless[check.key])
        lines.append(f"| `{check.key}` | {check.severity} | {spoke[check.key]} | {without} |")
    return "\n".join(lines)


def by_kind(found: list[Measured]) -> str:
    """Of which kind the evaluations were, and how often each was left in peace."""
    lines = ["| kind | evaluations | without reason for a caution | silent on these |"]
    lines += ["|:--|--:|--:|--:|"]
    for name, kind in _kinds().items():
        mine = [one for one in found if kind(one.one)]
        plain = [one for one in mine if not one.reasons]
        silent = sum(not one.above_note for one in plain)
        lines.append(f"| {name} | {len(mine)} | {len(plain)} | {silent} |")
    return "\n".join(lines)


def _kinds() -> dict[str, Any]:
    kinds: dict[str, Any] = {name: (lambda o, n=name: o.given == n) for name in GIVEN}
    kinds |= {name: (lambda o, n=name: o.layout == n) for name in LAYOUTS}
    kinds |= {f"{k} classes": (lambda o, k=k: o.classes == k) for k in sorted(set(CLASSES))}
    ends = [40, 200, 1000, 10_000, 100_001]
    for low, high in pairwise(ends):
        kinds[f"{low} to {high - 1} rows"] = lambda o, a=low, b=high: a <= len(o.truth) < b
    rare = "two classes, fewer than 10% positive"
    kinds[rare] = lambda o: o.classes == 2 and o.truth.mean() < 0.1
    return kinds


def power(times: int, seed: int) -> str:
    """How often a fault is found: silence alone is no merit."""
    random = np.random.default_rng([seed, 1])
    lines = ["| fault | caution | found |", "|:--|:--|--:|"]
    for fault, (_, _, key) in FAULTS.items():
        made = [spoiled(random, fault).evaluated().cautions for _ in range(times)]
        spoke = sum(key in {caution.key for caution in said} for said in made)
        lines.append(f"| {fault} | `{key}` | {spoke} of {times} |")
    return "\n".join(lines)


def main() -> int:
    """Simulate, print the tables, and fail where too many evaluations are not left in peace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="evaluations without a reason")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", type=int, default=0, help="spoiled evaluations of each kind")
    chosen = parser.parse_args()
    found = with_nothing_to_say(chosen.times, chosen.seed)
    print(table(found), by_kind(found), sep="\n\n")
    if chosen.faults:
        print("", power(chosen.faults, chosen.seed), sep="\n")
        print("", tied_scores.table(chosen.faults, chosen.seed), sep="\n")
    silent = sum(not one.above_note for one in found if not one.reasons)
    needless = sum(bool(one.needless) for one in found)
    print(f"\n{len(found)} honest evaluations; {chosen.times} give no reason for a caution:")
    print(f"above note, silent on {silent} of {chosen.times} ({silent / chosen.times:.1%});")
    print(f"something needless said above note on {needless} of all {len(found)},")
    print(f"silent, with reason or without, on {sum(not one.above_note for one in found)} of them")
    return 0 if silent >= WANTED * chosen.times else 1


if __name__ == "__main__":
    sys.exit(main())

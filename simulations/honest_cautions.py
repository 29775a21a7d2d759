"""How often cautions speak on honest evaluations: `make cautions`.

Honest: the probabilities are those that the outcomes were drawn with, there are 200 rows and
more with at least 30 of each class, no class is rare, the threshold was fixed before, groups
do not differ. Whatever is above `note` should be silent on at least 95 % of them.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import veracity as vc
from veracity.cautions import CHECKS, Facts, cautions_of, facts_of
from veracity.results.caution import Caution

FAULTS = {  # what spoils probabilities, and the caution that should say so
    "log odds × 1.6": ("probabilities", "overconfident"),
    "log odds × 0.6": ("probabilities", "underconfident"),
    "log odds + 0.6": ("probabilities", "probabilities_shifted"),
    "class log odds × 1.6": ("classes", "confidence_is_not_accuracy"),
    "one group at random": ("groups", "group_disparity"),
    "log odds × −1": ("probabilities", "ranks_backwards"),
}
KINDS = ("probabilities", "labels", "scores", "classes", "groups", "clusters")
FEWEST = 30
WANTED = 0.95


@dataclass(frozen=True)
class Honest:
    """The rows of one honest evaluation, and what its user knows."""

    kind: str
    truth: Any
    probabilities: Any
    prevalence: float | None = None
    part: Any = None


def drawn(random: np.random.Generator, kind: str) -> Honest:
    """Rows of a calibrated model; drawn again where a class has fewer than 30."""
    while True:
        n = int(np.exp(random.uniform(np.log(200), np.log(5000))))
        one = _classes(random, n) if kind == "classes" else _two(random, n, kind)
        counts = np.bincount(one.truth, minlength=3 if kind == "classes" else 2)
        if counts.min() >= FEWEST:
            return one


def _two(random: np.random.Generator, n: int, kind: str) -> Honest:
    """Log odds are normal; their middle makes the prevalence, their spread how well it ranks."""
    middle, spread = random.uniform(-1.4, 1.4), random.uniform(0.6, 3.5)
    part = None
    noise = random.normal(size=n)
    if kind == "groups":
        part = random.integers(0, random.integers(2, 6), n)
    if kind == "clusters":
        part = random.integers(0, random.integers(40, 120), n)
        shared = random.normal(size=int(part.max()) + 1)[part]
        noise = np.sqrt(0.7) * noise + np.sqrt(0.3) * shared
    p = 1 / (1 + np.exp(-(middle + spread * noise)))
    truth = (random.random(n) < p).astype(np.int64)
    fine = middle + spread * np.random.default_rng(0).normal(size=100_000)
    known = float((1 / (1 + np.exp(-fine))).mean()) if random.random() < 0.5 else None
    return Honest(kind, truth, p, known, part)


def _classes(random: np.random.Generator, n: int) -> Honest:
    logits = random.uniform(-0.5, 0.5, 3) + random.uniform(0.6, 3.0) * random.normal(size=(n, 3))
    shares = np.exp(logits - logits.max(1, keepdims=True))
    p = shares / shares.sum(1, keepdims=True)
    truth = (p.cumsum(1) < random.random(n)[:, None]).sum(1).clip(max=2)
    return Honest("classes", truth, p)


def spoiled(random: np.random.Generator, fault: str) -> Honest:
    """An honest evaluation with one fault."""
    one = drawn(random, FAULTS[fault][0])
    odds = np.log(one.probabilities / (1 - one.probabilities))
    if fault == "one group at random":
        p = np.where(one.part == 0, random.permutation(one.probabilities), one.probabilities)
    elif fault == "class log odds × 1.6":
        p = one.probabilities**1.6 / (one.probabilities**1.6).sum(1, keepdims=True)
    else:
        moved = {"× 1.6": 1.6 * odds, "× 0.6": 0.6 * odds, "+ 0.6": odds + 0.6, "× −1": -odds}
        p = 1 / (1 + np.exp(-next(v for end, v in moved.items() if fault.endswith(end))))
    return replace(one, probabilities=p)


def facts(one: Honest) -> Facts:
    """What the library holds after evaluating these rows."""
    if one.kind == "labels":
        called = (one.probabilities >= 0.5).astype(np.int64)
        ev = vc.evaluate(one.truth, called)
    elif one.kind == "scores":
        ev = vc.evaluate(one.truth, y_score=np.log(one.probabilities / (1 - one.probabilities)))
    elif one.kind == "groups":
        ev = vc.evaluate(one.truth, y_proba=one.probabilities, group=one.part)
    elif one.kind == "clusters":
        ev = vc.evaluate(one.truth, y_proba=one.probabilities, cluster=one.part)
    else:
        ev = vc.evaluate(one.truth, y_proba=one.probabilities)
    parts = {value: facts_of(**_statistics(held)) for value, held in ev.groups.items()}
    return facts_of(
        **_statistics(ev.held),
        rows=ev.rows,
        groups=parts,
        shown=tuple(line.key for line in ev.profile(short=True).headline),
        threshold=ev.threshold,
        deployment_prevalence=one.prevalence,
    )


def _statistics(held: Any) -> dict[str, Any]:
    return {name: getattr(held, name) for name in ("confusion", "scores", "probabilities")}


def simulated(times: int, seed: int) -> list[tuple[str, tuple[Caution, ...]]]:
    """The kind and the cautions of so many evaluations, the kinds in turn."""
    random = np.random.default_rng(seed)
    kinds = [KINDS[i % len(KINDS)] for i in range(times)]
    return [(kind, cautions_of(facts(drawn(random, kind)))) for kind in kinds]


def table(found: list[tuple[str, tuple[Caution, ...]]]) -> str:
    """How often each check spoke, as a Markdown table."""
    times = Counter(caution.key for _, said in found for caution in said)
    lines = ["| caution | severity | spoke on |", "|:--|:--|--:|"]
    lines += [
        f"| `{check.key}` | {check.severity} | {times[check.key]} of {len(found)} |"
        for check in CHECKS
    ]
    return "\n".join(lines)


def power(times: int, seed: int) -> str:
    """How often a fault is found: silence alone is no merit."""
    random = np.random.default_rng([seed, 1])
    lines = ["| fault | caution | spoke on |", "|:--|:--|--:|"]
    for fault, (_, key) in FAULTS.items():
        made = [cautions_of(facts(spoiled(random, fault))) for _ in range(times)]
        spoke = sum(key in {caution.key for caution in said} for said in made)
        lines.append(f"| {fault} | `{key}` | {spoke} of {times} |")
    return "\n".join(lines)


def main() -> int:
    """Simulate, print the table, and fail where too many evaluations are not left in peace."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=200, help="honest evaluations")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--faults", type=int, default=0, help="spoiled evaluations of each kind")
    chosen = parser.parse_args()
    found = simulated(chosen.times, chosen.seed)
    print(table(found))
    print()
    for kind in KINDS:
        of_kind = [said for name, said in found if name == kind]
        print(f"{kind:14} silent above note on {_silent(of_kind)} of {len(of_kind)}")
    if chosen.faults:
        print()
        print(power(chosen.faults, chosen.seed))
    silent = _silent([said for _, said in found])
    print(f"\nabove note: silent on {silent} of {len(found)} ({silent / len(found):.1%})")
    return 0 if silent >= WANTED * len(found) else 1


def _silent(found: list[tuple[Caution, ...]]) -> int:
    return sum(all(caution.rank == 0 for caution in said) for said in found)


if __name__ == "__main__":
    sys.exit(main())

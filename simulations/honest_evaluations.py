"""Honest evaluations of many kinds: outcomes are drawn with the very probabilities evaluated.

Two classes with 2% to 60% positives, or three to six classes of unequal shares; 40 to 100,000
rows; labels, scores or probabilities; plain, weighted, in groups or in clusters; cut at one half
or at the prevalence. Nothing is drawn again because it would be spoken of, save a single class.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

import veracity as vc

GIVEN = ("probabilities", "labels", "scores")
LAYOUTS = ("plain", "weights", "groups", "clusters")
CLASSES = (2, 3, 2, 4, 2, 5, 2, 6)
ROWS = (40, 100_000)
PREVALENCE = (0.02, 0.6)
SPREAD = (0.6, 3.5)  # of log odds: AUROC of about 0.65 to 0.97
NODES, NODE_WEIGHTS = np.polynomial.hermite_e.hermegauss(60)


@dataclass(frozen=True)
class Honest:
    """The rows of one evaluation, and what its user knows of them.

    `log_odds` (n,) or (n, K) are the true ones, `said` those that are evaluated: the same, unless
    something was spoiled. `part` is the group or the cluster of each row.
    """

    given: str
    layout: str
    truth: Any
    log_odds: Any
    said: Any
    part: Any = None
    weight: Any = None
    cut: float | None = None
    prevalence: float | None = None

    @property
    def classes(self) -> int:
        """Number of classes."""
        return 2 if self.log_odds.ndim == 1 else int(self.log_odds.shape[1])

    @property
    def probabilities(self) -> Any:
        """What was said, as probabilities: of the positive class, or of each of K."""
        return probabilities_of(self.said)

    @property
    def called(self) -> Any:
        """The class that each row is called; None where scores are not cut."""
        if self.classes > 2:
            return self.said.argmax(1)
        if self.cut is None:
            return None
        return (self.probabilities >= self.cut).astype(np.int64)

    def rows_taken(self, rows: Any) -> Honest:
        """Some rows, and some of them perhaps more than once."""
        columns = ("truth", "log_odds", "said", "part", "weight")
        held = {name: getattr(self, name) for name in columns}
        return replace(self, **{k: v if v is None else v[rows] for k, v in held.items()})

    def evaluated(self) -> vc.Evaluation:
        """What a user gets."""
        more: dict[str, Any] = {"sample_weight": self.weight}
        if self.part is not None:
            more["group" if self.layout == "groups" else "cluster"] = self.part
        if self.classes > 2:
            more["labels"] = range(self.classes)
        if self.given == "labels":
            ev = vc.evaluate(self.truth, self.called, **more)
        elif self.given == "scores":
            if self.cut is not None:
                more["threshold"] = float(np.log(self.cut / (1 - self.cut)))
            ev = vc.evaluate(self.truth, y_score=self.said, **more)
        else:
            if self.cut is not None:
                more["threshold"] = self.cut
            ev = vc.evaluate(self.truth, y_proba=self.probabilities, **more)
        return ev if self.prevalence is None else ev.at_prevalence(self.prevalence)


def probabilities_of(log_odds: Any) -> Any:
    """Probabilities of log odds (n,), or of K columns of them (n, K)."""
    if log_odds.ndim == 1:
        return 1 / (1 + np.exp(-log_odds))
    shares = np.exp(log_odds - log_odds.max(1, keepdims=True))
    return shares / shares.sum(1, keepdims=True)


def drawn(
    random: np.random.Generator,
    given: str,
    layout: str,
    classes: int,
    *,
    rows: tuple[int, int] = ROWS,
    prevalence: tuple[float, float] = PREVALENCE,
) -> Honest:
    """One honest evaluation; two classes and more occur."""
    share = 0.0
    while True:
        n = int(np.exp(random.uniform(*np.log(rows))))
        spread = random.uniform(*SPREAD)
        part, noise = _parts(random, n, layout, 1 if classes == 2 else classes)
        if classes == 2:
            share = float(np.exp(random.uniform(*np.log(prevalence))))
            odds = middle_of(share, spread) + spread * noise[:, 0]
            truth = (random.random(n) < probabilities_of(odds)).astype(np.int64)
        else:
            odds = random.uniform(-1, 1, classes) + spread * noise
            sums = probabilities_of(odds).cumsum(1)
            truth = (sums < random.random(n)[:, None]).sum(1).clip(max=classes - 1)
        weight = random.gamma(2.0, 0.5, n) if layout == "weights" else None
        if len(np.unique(truth)) > 1:
            break
    if classes > 2:
        return Honest(given, layout, truth, odds, odds, part, weight)
    uncut = given == "scores" and random.random() < 0.5
    cut = None if uncut else (0.5 if random.random() < 0.5 else share)
    known = share if random.random() < 0.5 else None
    return Honest(given, layout, truth, odds, odds, part, weight, cut, known)


def middle_of(share: float, spread: float) -> float:
    """The mean of normal log odds with which that share is positive, by halving."""
    low, high = -40.0, 40.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        found = (NODE_WEIGHTS * probabilities_of(middle + spread * NODES)).sum()
        low, high = (middle, high) if found < share * NODE_WEIGHTS.sum() else (low, middle)
    return low


def _parts(random: np.random.Generator, n: int, layout: str, columns: int) -> tuple[Any, Any]:
    """Groups that do not differ, of unequal sizes; or clusters whose rows are alike."""
    noise = random.normal(size=(n, columns))
    if layout == "groups":
        shares = random.dirichlet(np.ones(random.integers(2, 30)))
        return random.choice(len(shares), n, p=shares), noise
    if layout != "clusters":
        return None, noise
    many = int(np.exp(random.uniform(np.log(20), np.log(max(n / 2, 21)))))
    part = random.integers(0, many, n)
    shared = random.normal(size=(many, columns))[part]
    return part, np.sqrt(0.7) * noise + np.sqrt(0.3) * shared

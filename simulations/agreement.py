"""How often the intervals of agreement contain the coefficient of all units (docs/agreement.md).

    python -m simulations.agreement

A rater gives the true category of a unit with probability p, else one drawn by the shares of the
categories; the truth is the coefficient of 400,000 units. Samples in which it is 0/0,
or has no interval (all units change it alike), are left out.
"""

from __future__ import annotations

import numpy as np

from veracity.metrics.rater_figures.figures import FIGURES
from veracity.raters.estimating import AgreementMethod, estimated
from veracity.statistics.raters.rating_patterns import RatingPatterns

KEYS = ("krippendorff_alpha", "fleiss_kappa", "conger_kappa", "randolph_kappa", "gwet_ac1")
DESIGNS = (  # shares of the categories, p, raters, share of missing ratings
    ((0.5, 0.5), 0.0, 3, 0.0),
    ((0.5, 0.5), 0.6, 2, 0.0),
    ((0.4, 0.3, 0.2, 0.1), 0.6, 3, 0.2),
    ((0.4, 0.3, 0.2, 0.1), 0.9, 5, 0.0),
    ((0.9, 0.1), 0.7, 3, 0.0),
    ((0.9, 0.1), 0.3, 3, 0.0),
    ((0.95, 0.05), 0.7, 2, 0.0),
)
SIZES, TIMES, ALL = (10, 20, 50, 200), 1000, 400_000


def drawn(random: np.random.Generator, n: int, design) -> RatingPatterns:
    """Ratings of n units."""
    shares, p, raters, missing = design
    q = len(shares)
    truth = random.choice(q, n, p=shares)
    codes = random.choice(q, (n, raters), p=shares)
    codes = np.where(random.random((n, raters)) < p, truth[:, None], codes)
    codes = np.where(random.random((n, raters)) < missing, -1, codes)
    return RatingPatterns.of_rows(codes, tuple(range(q)), tuple(range(raters)), listed=True)


def main() -> None:
    """Print a line for each design and size."""
    random = np.random.default_rng(16)
    print("| categories | raters | p | missing | units |", " | ".join(KEYS), "|")
    print("|:--|--:|--:|--:|--:|" + "--:|" * len(KEYS))
    for design in DESIGNS:
        shares, p, raters, missing = design
        whole = drawn(random, ALL, design)
        truth = {key: FIGURES[key].of(whole, "nominal").value for key in KEYS}
        for n in SIZES:
            inside = {key: [] for key in KEYS}
            for _ in range(TIMES):
                sample = drawn(random, n, design)
                for key in KEYS:
                    one = estimated(sample, FIGURES[key], "nominal", AgreementMethod())
                    if one.defined and not np.isnan(one.low):
                        inside[key].append(one.low <= truth[key] <= one.high)
            cells = " | ".join(f"{np.mean(inside[key]):.3f}" for key in KEYS)
            print(f"| {shares} | {raters} | {p} | {missing} | {n} | {cells} |", flush=True)


if __name__ == "__main__":
    main()

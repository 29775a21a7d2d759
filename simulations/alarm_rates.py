"""False alarm rates of subjects that differ: would another working model hold the truth better?

    python -m simulations.alarm_rates --times 3000

Prints, for each design of `simulations.events`, the coverage and the median width of two hulls with
the Poisson interval: the one that is given (Bell and McCaffrey 2002, whose working model is that
alarms vary as a Poisson process, by λT), and one whose working model is λT + τ²T², with τ² from the
residuals by moments.
"""

from __future__ import annotations

import argparse

import numpy as np

from simulations.events import SUBJECTS, alarmed
from veracity.arrays import Floats
from veracity.events.estimates.rates import between_subjects, garwood, hull
from veracity.statistics.numerics.quantiles import quantile_of

LEVEL = 0.95
DESIGNS = ((0.1, 0.0), (0.1, 0.5), (0.1, 1.0), (2.0, 0.5), (2.0, 1.0))


def modelled(counts: Floats, hours: Floats) -> tuple[float, float] | None:
    """The interval between subjects, its factor and degrees of freedom those of λT + τ²T²."""
    total, time = float(counts.sum()), float(hours.sum())
    if total <= 0:
        return None
    rate, share = total / time, hours / time
    residual = counts - rate * hours
    squares = float((residual**2).sum())

    def expected(variance: Floats) -> float:
        return float((variance * (1 - 2 * share)).sum() + (share**2).sum() * variance.sum())

    between = max((squares - expected(rate * hours)) / expected(hours**2), 0.0)
    variance = rate * hours + between * hours**2
    hat = np.eye(len(hours)) - share[:, None]
    spread = hat * variance @ hat.T
    df = min(float(np.trace(spread) ** 2 / (spread * spread.T).sum()), len(hours) - 1.0)
    error = np.sqrt(variance.sum() / np.trace(spread) * squares) / time
    step = quantile_of(LEVEL, df) * error / rate
    return rate * float(np.exp(-step)), rate * float(np.exp(step))


def measured(k: int, rate: float, cv: float, times: int) -> list[tuple[float, float]]:
    """Coverage and median width of both."""
    random, draw = np.random.default_rng([k, int(rate * 10), int(cv * 10)]), alarmed(k, rate, cv)
    held: list[list[bool]] = [[], []]
    wide: list[list[float]] = [[], []]
    for _ in range(times):
        rows = [facts for *_, facts in draw(random)]
        counts = np.array([float(str(one["false_positives"])) for one in rows])
        hours = np.array([float(str(one["duration"])) for one in rows]) / 3600e9
        poisson = garwood(float(counts.sum()), float(hours.sum()), LEVEL)
        given = between_subjects(counts, hours, LEVEL)
        for i, ends in enumerate((given and given[0], modelled(counts, hours))):
            low, high = hull(poisson, ends)
            held[i].append(low <= rate <= high)
            wide[i].append(high - low)
    return [(float(np.mean(h)), float(np.median(w))) for h, w in zip(held, wide, strict=True)]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=3000)
    times = parser.parse_args().times
    print("subjects, rate, CV: given (width); λT + τ²T² (width)")
    for k in SUBJECTS:
        for rate, cv in DESIGNS:
            (a, u), (b, v) = measured(k, rate, cv, times)
            print(f"{k:2}, {rate:g}, {cv:g}: {a:.3f} ({u:.3g}); {b:.3f} ({v:.3g})", flush=True)


if __name__ == "__main__":
    main()

"""How often decisions err: `python -m simulations.error_rates` writes docs/error_rates.md."""

from __future__ import annotations

import argparse

from simulations import chosen_thresholds, clustered_comparisons, gate_errors, kept_precision
from veracity.files import written_whole

HEAD = """# Measured error rates of decisions

What a verdict promises, and how often it was kept where the truth is known. The page was written
by

    make error-rates

(`python -m simulations.error_rates --times {times} --seed {seed}`).
"""
GATES = """## Gates

`fpr <= limit` where the rate of the population is exactly the limit, at 95%: **false fail** and
**false pass** should each be at most 0.025. Binomial probabilities, enumerated: nothing is
drawn. A gate judges proportions by the exact (Clopper–Pearson) interval; the last two columns
say what Wilson's would have done.
"""
SEVERAL = """
`every group: fpr <= limit` where every group is exactly at the limit: how often the exact interval
of some group lies beyond it, and how often the gate fails, with Holm's correction for the number
of groups. It should be at most 0.025.
"""
COMPARISONS = """
## Comparisons in few uneven clusters

Two models of the same quality on the same rows, 20 in a cluster on average; in some clusters the
one is better, in others the other. The share of {times:,} samples in which the test at 0.05 says
that they differ; it should be at most 0.05, and 0.06 is taken as good enough. *Exponential*: the
sizes differ as exponential numbers do; *geometric*: each cluster has 0.7 of the rows of the one
before. The standard error of a rate is about {error:.3f}.
"""
CHOICES = """
## Figures at a threshold that was chosen here

A threshold that makes F1 or MCC highest on the rows of a sample, and the 95% intervals of the
figures at it: how often they hold what the population has at this very threshold, in {fewer:,}
samples; it should be 0.95, and 0.93 is taken as good enough. Positives score 1.5 standard
deviations higher. *As given* is the interval that would be right if the threshold had been given
beforehand; the others are drawn out by what cross-fitting finds on rows that did not choose. The
standard error of a rate is about {fewer_error:.3f}.
"""
PRECISION = """
## Why nothing is said of how likely a chosen precision holds

Thresholds chosen with `min_precision=0.8` in samples with 30% positives, 1.5 standard deviations
higher (*one* population) or 0.8 to 2.5 (*many*). A posterior around the precision expected on new
rows holds about as often as it says, on average; but it does not tell a good case from a bad one:
its rank correlation with the true precision at the threshold is not above 0. So `holds_with` is
undefined there, with the reason; {times:,} samples for each row.
"""


def written(times: int, seed: int) -> str:
    """The page."""
    facts = {"times": times, "seed": seed, "error": (0.05 * 0.95 / times) ** 0.5}
    fewer = times // 2
    facts |= {"fewer": fewer, "fewer_error": (0.05 * 0.95 / fewer) ** 0.5}
    parts = [
        HEAD.format(**facts),
        GATES,
        gate_errors.table(),
        SEVERAL,
        gate_errors.table_of_groups(),
        COMPARISONS.format(**facts),
        clustered_comparisons.table(times, seed),
        CHOICES.format(**facts),
        chosen_thresholds.table(fewer, seed),
        PRECISION.format(times=fewer),
        kept_precision.table(fewer, seed),
    ]
    return "\n".join(parts) + "\n"


def main() -> int:
    """Simulate, and write the page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=2000, help="samples for each row")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", default="docs/error_rates.md")
    chosen = parser.parse_args()
    page = written(chosen.times, chosen.seed)
    with written_whole(chosen.out) as stream:
        stream.write(page.encode())
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

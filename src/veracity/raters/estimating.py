"""The interval of a coefficient of agreement: units vary, or whole clusters of them.

By linearisation: the variance of what each unit (each cluster) changes in the coefficient, which
for Fleiss, Randolph and Gwet is Gwet's (2014, Handbook of Inter-Rater Reliability) where every unit
has two ratings, with t on Fisher's scale. Alpha, Fleiss and Conger are 1 less a ratio; where nearly
all ratings are of one category its denominator rests on few units, and they get Fieller's interval
of a ratio. The raters are fixed: nothing is inferred about other raters.
Krippendorff's own bootstrap resamples pairs of ratings as if each were independent of the others of
its unit, and leaves the expected disagreement as it was; units are what was sampled, so here they
are resampled whole.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse
from veracity.intervals.formulas.percentile import percentiles
from veracity.metrics.rater_figures.chance_corrected import gwet_chance, uniform_chance
from veracity.metrics.rater_figures.figures import Agreed, RaterFigure
from veracity.results import Estimate
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.statistics.raters.rating_patterns import RatingPatterns
from veracity.words import Text, joined, say

METHODS = ("auto", "fieller", "delta", "percentile", "none")
RESAMPLES, BATCH = 2000, 1 << 22
NOTHING = 1e-12
FEW_OTHERS = 15  # units with a rating outside the commonest category
NAN = math.nan


@dataclass(frozen=True, slots=True)
class AgreementMethod:
    """How the interval is found: its level, by which method, and the seed of resamples."""

    confidence: float = 0.95
    method: str = "auto"
    seed: int = 0


def estimated(
    patterns: RatingPatterns, figure: RaterFigure, level: str, how: AgreementMethod
) -> Estimate:
    """The coefficient with its interval, or why there is none."""
    if how.method not in METHODS:
        raise refuse("method_unknown", method=repr(how.method), methods=", ".join(METHODS))
    confidence = how.confidence
    if figure.nominal and level != "nominal":
        raise refuse("measure_is_nominal", measure=figure.key, level=level)
    n = patterns.paired_units
    why = _why_undefined(patterns)
    if why is not None:
        return Estimate(NAN, NAN, NAN, confidence, "none", n, note=why)
    found = figure.of(patterns, level)
    if math.isnan(found.value):
        return Estimate(NAN, NAN, NAN, confidence, "none", n, note=say("agreement_no_variety"))
    notes = _notes(patterns, figure)
    ends, taken, more = _interval(patterns, figure, level, found, how)
    return Estimate(found.value, *ends, confidence, taken, n, note=joined([*more, *notes]))


def _why_undefined(patterns: RatingPatterns) -> Text | None:
    if len(patterns.raters) < 2 or not patterns.pairable.any():
        return say("agreement_needs_pairs")
    return None


def _notes(patterns: RatingPatterns, figure: RaterFigure) -> list[Text]:
    """How many units or ratings play no part, and what the number of categories rests on."""
    notes = []
    alone = patterns.units - patterns.paired_units
    if alone:
        notes.append(say("agreement_single_ratings", n=int(alone)))
    if figure.key in ("randolph_kappa", "gwet_ac1", "gwet_ac2") and not patterns.listed:
        notes.append(say("agreement_categories_seen", q=len(patterns.labels)))
    return notes


def _interval(
    patterns: RatingPatterns,
    figure: RaterFigure,
    level: str,
    found: Agreed,
    how: AgreementMethod,
) -> tuple[tuple[float, float], str, list[Text]]:
    of, confidence, method = patterns.clusters, how.confidence, how.method
    number = patterns.paired_units if of is None else float(of)
    if method == "none":
        return (NAN, NAN), "none", []
    if number < 2:
        return (NAN, NAN), "none", [say("agreement_one_unit" if of is None else "one_cluster")]
    error, few = math.sqrt(_variance(patterns, found.influence)), _few_others(patterns, figure)
    if error <= NOTHING:
        return _without_variance(found, number, confidence)
    narrow = [] if few is None else [say("agreement_rare", n=few)]
    notes = narrow if of is None else [say("clusters_redrawn", n=of), *narrow]
    if method == "percentile":
        drawn = _resampled(patterns, figure, level, how.seed)
        ends = percentiles(drawn, confidence)
        if not ends.found:
            limit = 100 * (1 - confidence) / 2
            return (
                (NAN, NAN),
                "none",
                [say("resamples_undefined", share=ends.undefined, limit=limit)],
            )
        return (min(ends.low, found.value), max(ends.high, found.value)), "percentile", notes
    name, suffix = method, "" if of is None else " (clusters)"
    if method == "auto":
        name = "delta" if few is None else "fieller"
    if name == "fieller":
        ends_of = _by_fieller(patterns, found, confidence)
        narrow = [] if few is None else [say("agreement_rare_fieller", n=few)]
    else:
        ends_of = _by_t(found.value, error, quantile_of(confidence, number - 1))
    notes = narrow if of is None else [say("agreement_clusters", n=of), *narrow]
    return ends_of, name + suffix, notes


def _few_others(patterns: RatingPatterns, figure: RaterFigure) -> int | None:
    """Units with a rating outside the most common category, if so few of them decide the value."""
    if figure.chance is gwet_chance or figure.chance is uniform_chance:
        return None  # what is expected by chance hardly depends on them
    commonest = int((patterns.weight @ patterns.counts).argmax())
    other = patterns.pairable & (patterns.counts[:, commonest] < patterns.ratings)
    units = float(patterns.weight[other].sum())
    return int(units) if units < min(FEW_OTHERS, patterns.paired_units / 3) else None


def _by_fieller(patterns: RatingPatterns, found: Agreed, confidence: float) -> tuple[float, float]:
    """Fieller's interval of 1 − observed / expected disagreement, within −1 and 1.

    It holds every value that the sample does not reject, the variance taken at that value. Where
    nearly all ratings are of one category, few units carry the variance: t has the degrees of
    freedom of their effective number, (Σ I²)² / Σ I⁴, less one. If the expected disagreement itself
    cannot be told from 0, nothing is excluded.
    """
    value, units = _by_unit(patterns, found.influence)
    chance, _ = _by_unit(patterns, found.chance_change)
    times = patterns.weight if patterns.cluster is None else np.ones(len(value))
    squares = float(times @ value**2)
    freedom = squares**2 / float(times @ value**4) - 1
    if freedom <= NOTHING:
        return -1.0, 1.0
    q = quantile_of(confidence, freedom) ** 2 * units / (units - 1)
    leading = 1 - q * float(times @ chance**2)
    if not leading > 0:
        return -1.0, 1.0
    middle = -q * float(times @ (value * chance))
    half = math.sqrt(middle**2 + leading * q * squares)
    low, high = (found.value + (middle + side * half) / leading for side in (-1, 1))
    return max(low, -1.0), min(high, 1.0)


def _by_unit(patterns: RatingPatterns, influence: Floats) -> tuple[Floats, float]:
    """What units of each pattern change, or whole clusters; and how many of these there are."""
    if patterns.cluster is None:
        return influence, patterns.units
    sums: Floats = np.bincount(patterns.cluster, patterns.weight * influence).astype(np.float64)
    return sums, float(max(len(np.unique(patterns.cluster)), 2))


def _by_t(value: float, error: float, quantile: float) -> tuple[float, float]:
    """So many standard errors on both sides, on Fisher's scale, where the range is kept.

    In simulations it covers as often as on the plain scale or more often (`docs/agreement.md`).
    """
    if not -1 < value < 1:
        return value - quantile * error, min(value + quantile * error, 1.0)
    middle, reach = math.atanh(value), quantile * error / (1 - value**2)
    return math.tanh(middle - reach), math.tanh(middle + reach)


def _without_variance(
    found: Agreed, number: float, confidence: float
) -> tuple[tuple[float, float], str, list[Text]]:
    """All units agree: how many might not, by Wilson's interval of none in so many."""
    if abs(found.value - 1) > NOTHING:
        return (NAN, NAN), "none", [say("agreement_nothing_varies")]
    z2 = quantile_of(confidence, None) ** 2
    most = z2 / (number + z2)
    return (1 - most * found.worst, 1.0), "wilson", [say("agreement_perfect", most=most)]


def _variance(patterns: RatingPatterns, influence: Floats) -> float:
    """Of the coefficient: the influences of units, or their sums over clusters, squared."""
    each, n = _by_unit(patterns, influence)
    times = patterns.weight if patterns.cluster is None else np.ones(len(each))
    return float(times @ each**2) * n / (n - 1)


def _resampled(patterns: RatingPatterns, figure: RaterFigure, level: str, seed: int) -> Floats:
    """The coefficient of resamples of units, or of whole clusters."""
    random = np.random.default_rng(seed)
    weight, size = patterns.weight, len(patterns.weight)
    batch = max(1, min(RESAMPLES, BATCH // max(size, len(patterns.labels))))
    found = []
    for start in range(0, RESAMPLES, batch):
        times = min(batch, RESAMPLES - start)
        if patterns.cluster is None:
            drawn = random.multinomial(int(weight.sum()), weight / weight.sum(), times)
            again = drawn.astype(np.float64)
        else:
            ids, index = np.unique(patterns.cluster, return_inverse=True)
            times_each = random.multinomial(len(ids), np.full(len(ids), 1 / len(ids)), times)
            again = times_each[:, index] * weight
        found.append(figure.values(patterns, level, again))
    return np.concatenate(found)

"""The FROC curve: sensitivity against false alarms per hour as the threshold falls.

References: Bandos AI, Rockette HE, Song T, Gur D (2009) Biometrics 65(1):247–256 (area under
the free-response curve); Chakraborty DP (2013) Academic Radiology 20(7):915–919.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real

import numpy as np

from veracity.arrays import Floats
from veracity.errors import refuse, spelled
from veracity.events.estimates.shares import FEW
from veracity.events.scores.sweep import EventSweep, rates
from veracity.metrics.event_figures.figures import EVENT_FIGURES
from veracity.results import Estimate
from veracity.results.estimate.curve import Band, Curve
from veracity.statistics.numerics.quantiles import quantile_of
from veracity.words import Text, joined, say

RESAMPLES = 400
BAND_POINTS = 200
AREA_POINTS = 1000
METHOD = "redrawn_subjects"


def froc(sweep: EventSweep, level: float, seed: int) -> Curve:
    """The curve of all recordings with its band; without two subjects there is none."""
    rate, found = rates(sweep.counts(sweep.thresholds), sweep.time.sum())
    x, y = rate[0], found[0]
    band = _band(sweep, x, y, level, seed)
    names = ("false_alarms_per_hour", "sensitivity")
    most = float(np.nanmax(x, initial=0.0))
    return Curve(
        "froc",
        {names[0]: x, names[1]: y},
        sweep.thresholds,
        {name: EVENT_FIGURES[name].names for name in names},
        {names[0]: (0.0, most if most > 0 else 1.0), names[1]: (0.0, 1.0)},
        "line",
        band,
        _note(sweep, with_band=band is not None),
    )


def froc_area(sweep: EventSweep, most: float, level: float, seed: int) -> Estimate:
    """The mean sensitivity over rates from 0 to the most, under straight lines between points."""
    if not (isinstance(most, Real) and 0 < most < math.inf):
        raise refuse("event_max_rate", given=spelled(most))
    most = float(most)
    rate, found = rates(sweep.counts(sweep.thresholds), sweep.time.sum())
    value = area_below(rate[0], found[0], most)
    note = say("event_froc_area", most=f"{most:g}")
    n = float(sum(one.missed[0] + one.true_positives[0] for one in sweep.steps))
    if math.isnan(value):
        return Estimate(value, value, value, level, "none", n, note=say("event_nothing"))
    drawn = ResampledCurves.of(sweep, sweep.thinned(AREA_POINTS), seed)
    why = _why_none(sweep)
    if why is not None:
        nan = math.nan
        return Estimate(value, nan, nan, level, "none", n, note=joined([note, why]))
    areas = [area_below(x, y, most) for x, y in zip(drawn.rate, drawn.found, strict=True)]
    low, high = logit_interval(value, float(np.nanstd(areas)), drawn.subjects, level)
    return Estimate(value, low, high, level, METHOD, n, note=joined([note, *_few(drawn.subjects)]))


def area_below(rate: Floats, found: Floats, most: float) -> float:
    """The area up to a rate, divided by the rate.

    Where a lower threshold has fewer false alarms again (a rule that joins detections), the
    highest rate so far counts. Beyond the lowest threshold the sensitivity stays.

    >>> area_below(np.array([0.0, 0.0, 1.0, 2.0]), np.array([0.0, 0.5, 0.5, 1.0]), 2.0)
    0.625
    """
    x = np.maximum.accumulate(rate)
    inside = int(np.count_nonzero(x <= most))
    at, height = x[:inside], found[:inside]
    end = float(height[-1])
    if inside < len(x):
        end += float(found[inside] - end) * (most - float(at[-1])) / float(x[inside] - at[-1])
    at, height = np.append(at, most), np.append(height, end)
    return float((np.diff(at) * (height[1:] + height[:-1]) / 2).sum() / most)


def logit_interval(value: float, spread: float, subjects: int, level: float) -> tuple[float, float]:
    """On the logit scale with t(k − 1); where there is no variation, one trial for each subject."""
    if not 0 < value < 1 or spread == 0:
        return _one_trial_each(value, subjects, level)
    error = spread * math.sqrt(subjects / (subjects - 1)) / (value * (1 - value))
    step, centre = quantile_of(level, subjects - 1) * error, math.log(value / (1 - value))
    return _expit(centre - step), _expit(centre + step)


def _expit(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


def _one_trial_each(value: float, subjects: int, level: float) -> tuple[float, float]:
    """Clopper and Pearson's interval of that share of so many trials."""
    from scipy.special import betaincinv

    tail, found = (1 - level) / 2, value * subjects
    low = float(betaincinv(found, subjects - found + 1, tail)) if found > 0 else 0.0
    high = float(betaincinv(found + 1, subjects - found, 1 - tail)) if found < subjects else 1.0
    return low, high


@dataclass(frozen=True, eq=False, slots=True)
class ResampledCurves:
    """Curves of resampled subjects, (resamples, thresholds); how many subjects have events."""

    rate: Floats
    found: Floats
    subjects: int

    @classmethod
    def of(cls, sweep: EventSweep, grid: Floats, seed: int) -> ResampledCurves:
        """Subjects drawn again, each with all it has."""
        true, false, missed = sweep.counts(grid, apart=True)
        k = len(sweep.time)
        random = np.random.default_rng(seed)
        weight = random.multinomial(k, np.full(k, 1 / k), RESAMPLES).astype(np.float64)
        both = weight @ true, weight @ false, weight @ missed
        rate, found = rates(both, (weight @ sweep.time)[:, None])
        some = ~np.isnan(found[:, 0])
        events = true[:, 0] + missed[:, 0]
        return cls(rate[some], found[some], int(np.count_nonzero(events > 0)))


def _band(sweep: EventSweep, x: Floats, y: Floats, level: float, seed: int) -> Band | None:
    """Where the sensitivity at a rate may lie, for every rate of the curve."""
    if _why_none(sweep) is not None:
        return None
    drawn = ResampledCurves.of(sweep, sweep.thinned(AREA_POINTS), seed)
    at = np.unique(np.maximum.accumulate(x))
    at = at[np.unique(np.linspace(0, len(at) - 1, BAND_POINTS).astype(np.int64))]
    ends = limits_at(drawn, at_rates(x, y, at), at, level)
    rate = np.maximum.accumulate(x)
    low, high = (np.interp(rate, at, ends[:, side]) for side in (0, 1))
    return Band(np.minimum(low, y), np.maximum(high, y), level, METHOD)


def limits_at(drawn: ResampledCurves, found: Floats, at: Floats, level: float) -> Floats:
    """Lower and upper limits of the sensitivity found at each rate."""
    reached = np.stack(
        [at_rates(rate, share, at) for rate, share in zip(drawn.rate, drawn.found, strict=True)]
    )
    ends = [
        logit_interval(float(value), float(sd), drawn.subjects, level)
        for value, sd in zip(found, reached.std(0), strict=True)
    ]
    return np.array(ends, np.float64)


def at_rates(rate: Floats, found: Floats, at: Floats) -> Floats:
    """The sensitivity that is reached before there are more false alarms than a rate."""
    last = np.searchsorted(np.maximum.accumulate(rate), at, "right") - 1
    return found[last]


def _why_none(sweep: EventSweep) -> Text | None:
    if len(sweep.time) < 2:
        return say("event_one_unit")
    whose = {c for s, c in zip(sweep.steps, sweep.cluster, strict=True) if s.missed[0] > 0}
    return None if len(whose) > 1 else say("event_one_unit")


def _few(subjects: int) -> list[Text]:
    return [say("event_few_subjects", n=subjects)] if subjects < FEW else []


def _note(sweep: EventSweep, *, with_band: bool) -> Text:
    notes = [say("event_froc_one_to_one" if sweep.rule.allowed else "event_froc_rescored")]
    if sweep.left_out:
        notes.append(say("event_froc_thresholds", n=len(sweep.thresholds) - 1))
    notes.append(say("event_froc_band", n=len(sweep.time)) if with_band else say("event_one_unit"))
    if with_band:
        notes += _few(len(sweep.time))
    return joined(notes)

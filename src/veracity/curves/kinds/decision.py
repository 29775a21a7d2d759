"""The decision curve: net benefit against the threshold probability."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.metrics.counts.decision import NET_BENEFIT, STANDARDISED_NET_BENEFIT
from veracity.results.estimate.curve import Band, Curve
from veracity.results.estimate.estimate import NO_NOTE
from veracity.words import Text

THRESHOLD_PROBABILITY = Text("Threshold probability", "阈值概率")
TREAT_ALL = Text("Treat all", "全部处理")
TREAT_NONE = Text("Treat none", "全不处理")
BETTER_THAN_BOTH = Text(
    "Shown to be worth more than treating all and none", "已显示优于全部处理和全不处理"
)
AVOIDED = Text("Net interventions avoided", "净减少的干预数")


def decision_curve(
    thresholds: Floats,
    benefit: Floats,
    share: float,
    *,
    per: float = 1.0,
    low: Floats | None = None,
    high: Floats | None = None,
    level: float = 0.95,
    method: str = "delta",
    note: Text = NO_NOTE,
    bound: float = 0.0,
    better: NDArray[np.bool_] | None = None,
) -> Curve:
    """Net benefits as a curve, beside treating all and treating none.

    `net_benefit` is TP/n − FP/n · t/(1 − t); `treat_all` is π − (1 − π) t/(1 − t); `standardised`
    is the part of the largest possible, π (Kerr and others 2016); `interventions_avoided` is
    (net benefit − treat all)/(t/(1 − t)), how many interventions fewer without a find less.
    `shown_better` is 1 where the model is shown to be worth more than both, at all thresholds
    together. All but that and the standardised are for `per` cases. Vickers AJ, Elkin
    EB (2006) Medical Decision Making 26(6):565–574.
    """
    odds = ratio(thresholds, 1 - thresholds)
    treat_all = share - (1 - share) * odds
    columns = {
        "threshold": thresholds,
        "net_benefit": benefit * per,
        "treat_all": treat_all * per,
        "treat_none": np.zeros_like(benefit),
        "standardised": ratio(benefit, share),
        "interventions_avoided": ratio(benefit - treat_all, odds) * per,
    }
    if better is not None:
        columns["shown_better"] = better.astype(np.float64)
    band = None
    if low is not None and high is not None:
        band = Band(low * per, high * per, level, method)
    seen = columns["net_benefit"][np.isfinite(columns["net_benefit"])]
    top = max(share * per, float(seen.max(initial=0.0)))
    return Curve(
        "decision",
        columns,
        thresholds.copy(),
        _names(),
        {
            "threshold": (float(thresholds.min()), float(thresholds.max())),
            "net_benefit": (-0.1 * top, top) if top > 0 else (-0.1, 0.1),
        },
        band=band,
        note=note,
        bound=bound,
    )


def _names() -> dict[str, Text]:
    names: dict[str, Any] = {
        "threshold": THRESHOLD_PROBABILITY,
        "net_benefit": NET_BENEFIT.names,
        "treat_all": TREAT_ALL,
        "treat_none": TREAT_NONE,
        "standardised": STANDARDISED_NET_BENEFIT.names,
        "interventions_avoided": AVOIDED,
        "shown_better": BETTER_THAN_BOTH,
    }
    return names

"""The coefficients of agreement of several raters: what each asks, and how it is computed."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from veracity.arrays import Floats
from veracity.errors import UnknownName, refuse
from veracity.metrics.rater_figures.alpha import alpha, alpha_values
from veracity.metrics.rater_figures.chance_corrected import (
    Chance,
    beyond_chance,
    conger_chance,
    fleiss_chance,
    gwet_chance,
    uniform_chance,
)
from veracity.metrics.rater_figures.levels import positions
from veracity.statistics.raters.rating_patterns import RatingPatterns
from veracity.words import Text

GWET = "Gwet KL (2014) Handbook of Inter-Rater Reliability, 4th edition"


@dataclass(frozen=True, slots=True)
class Agreed:
    """A coefficient of some units: its value, what each unit changes in it, and its worst step.

    `chance_change` is what each unit changes in the disagreement expected by chance, as a share.
    `worst` is how much lower it were if all units disagreed as far as they can, instead of none.
    """

    value: float
    influence: Floats
    chance_change: Floats
    worst: float


@dataclass(frozen=True, slots=True)
class RaterFigure:
    """One coefficient; `chance` is what it takes for chance, None for Krippendorff's pairs.

    `nominal` says that it knows equal and unequal only.
    """

    key: str
    names: Text
    question: Text
    references: tuple[str, ...]
    chance: Chance | None = None
    nominal: bool = False

    def of(self, patterns: RatingPatterns, level: str) -> Agreed:
        """The coefficient of all units."""
        x = positions(patterns.labels, level, listed=patterns.listed)
        if self.chance is None:
            found = alpha(patterns, x, level)
            return Agreed(found.value, found.influence, found.chance_change, found.worst)
        kappa = beyond_chance(patterns, x, level, self.chance)
        with np.errstate(all="ignore"):
            worst = float(1 / (1 - kappa.expected)) if kappa.expected < 1 else np.nan
        return Agreed(float(kappa.value), kappa.influence, kappa.chance_change, worst)

    def values(self, patterns: RatingPatterns, level: str, weight: Floats) -> Floats:
        """The coefficient for each row of weights, (B, T) → (B,)."""
        x = positions(patterns.labels, level, listed=patterns.listed)
        if self.chance is None:
            return alpha_values(patterns, x, level, weight)
        return beyond_chance(patterns, x, level, self.chance, weight).value


SAME = Text(
    "How far do the raters agree beyond chance, {how}?", "评定者的一致程度超出偶然多少（{how}）？"
)


def _asked(en: str, zh: str) -> Text:
    return Text(SAME.en.format(how=en), SAME.zh.format(how=zh))


FIGURES: dict[str, RaterFigure] = {
    figure.key: figure
    for figure in (
        RaterFigure(
            "krippendorff_alpha",
            Text("Krippendorff's alpha", "Krippendorff α 系数"),
            _asked(
                "chance being two ratings drawn from all of them",
                "偶然指从全部评定中随机抽取两个",
            ),
            (
                "Krippendorff K (2011) Computing Krippendorff's alpha-reliability, "
                "University of Pennsylvania",
            ),
        ),
        RaterFigure(
            "fleiss_kappa",
            Text("Fleiss' kappa", "Fleiss Kappa 系数"),
            _asked("chance being the mean shares of the categories", "偶然按各类别的平均比例计"),
            ("Fleiss JL (1971) Psychological Bulletin 76:378–382", GWET),
            fleiss_chance,
        ),
        RaterFigure(
            "conger_kappa",
            Text("Conger's kappa", "Conger Kappa 系数"),
            _asked("chance being each rater's own shares", "偶然按每位评定者自己的比例计"),
            ("Conger AJ (1980) Psychological Bulletin 88:322–328", GWET),
            conger_chance,
        ),
        RaterFigure(
            "randolph_kappa",
            Text("Randolph's kappa", "Randolph Kappa 系数"),
            _asked("chance being all categories alike", "偶然按各类别等可能计"),
            (
                "Randolph JJ (2005) Free-marginal multirater kappa. Joensuu Learning and "
                "Instruction Symposium",
                "Brennan RL, Prediger DJ (1981) Educational and Psychological Measurement "
                "41:687–699",
            ),
            uniform_chance,
        ),
        RaterFigure(
            "gwet_ac1",
            Text("Gwet's AC1", "Gwet AC1 系数"),
            _asked("chance being that some units are rated at random", "偶然指部分单元被随机评定"),
            (
                "Gwet KL (2008) British Journal of Mathematical and Statistical Psychology "
                "61:29–48",
                GWET,
            ),
            gwet_chance,
            nominal=True,
        ),
        RaterFigure(
            "gwet_ac2",
            Text("Gwet's AC2", "Gwet AC2 系数"),
            _asked("as AC1, near misses counting in part", "同 AC1，相近的评定按部分一致计"),
            (GWET,),
            gwet_chance,
        ),
    )
}


def find_rater_figure(key: str) -> RaterFigure:
    """The coefficient of this key.

    >>> find_rater_figure("fleiss_kappa").names.en
    "Fleiss' kappa"
    """
    if key not in FIGURES:
        raise refuse("measure_unknown", UnknownName, measure=repr(key), keys=", ".join(FIGURES))
    return FIGURES[key]

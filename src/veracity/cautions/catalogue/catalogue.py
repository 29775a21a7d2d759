"""The catalogue: an explicit list of every check, in the order of how much each can mislead."""

from __future__ import annotations

from veracity.cautions.checks import (
    of_association,
    of_baselines,
    of_calibration,
    of_certainty,
    of_classes,
    of_comparisons,
    of_copies,
    of_groups,
    of_models,
    of_rows,
    of_scores,
    of_separation,
    of_use,
)
from veracity.cautions.checks.of_comparisons import ComparedPair
from veracity.cautions.checks.of_models import Compared
from veracity.cautions.record.check import Check
from veracity.cautions.record.facts import Facts

CHECKS: tuple[Check[Facts], ...] = (
    of_rows.ONE_CLASS,
    of_rows.VERY_FEW_ROWS,
    of_scores.BACKWARDS,
    of_scores.CALLS_BACKWARDS,
    of_association.WITHOUT_AGREEMENT,
    of_copies.COPIED_ROWS,
    of_separation.PERFECT_SEPARATION,
    of_use.CHOSEN_HERE,
    of_baselines.ACCURACY_PARADOX,
    of_baselines.BELOW_BASELINE,
    of_baselines.F1_FLATTERED,
    of_classes.NEVER_CALLED,
    of_classes.ABSENT_FROM_TRUTH,
    of_rows.VERY_FEW_OF_SOME,
    of_rows.CLUSTERS_FEW,
    of_rows.CLASS_IN_FEW_CLUSTERS,
    of_rows.MANY_ROWS_DROPPED,
    of_scores.LIKE_LABELS,
    of_scores.CONSTANT,
    of_scores.OFF_SCALE,
    of_calibration.OVERCONFIDENT,
    of_calibration.UNDERCONFIDENT,
    of_calibration.CONFIDENCE_APART,
    of_calibration.SHIFTED,
    of_certainty.WRONGLY_CERTAIN,
    of_use.OTHER_PREVALENCE,
    of_groups.DISPARITY,
    of_baselines.NEAR_BASELINE,
    of_baselines.NEAR_ALL_POSITIVE,
    of_classes.UNDEFINED,
    of_scores.LIKE_LOG_ODDS,
    of_scores.LIKE_PERCENTAGES,
    of_scores.HEAVILY_TIED,
    of_certainty.CERTAIN,
    of_calibration.ECE_IS_NOISE,
    of_classes.MICRO_IS_ACCURACY,
    of_classes.TWO_MACRO_F1S,
    of_use.BOUND_NOT_SMALL,
    of_rows.FEW_ROWS,
    of_groups.SMALL_GROUPS,
    of_rows.ROWS_DROPPED,
)
# What depends on the rows alone, and so holds of every model that is compared on them.
ROW_CHECKS: tuple[Check[Facts], ...] = (
    of_rows.ONE_CLASS,
    of_rows.VERY_FEW_ROWS,
    of_rows.VERY_FEW_OF_SOME,
    of_rows.FEW_ROWS,
    of_rows.CLUSTERS_FEW,
    of_rows.CLASS_IN_FEW_CLUSTERS,
    of_rows.MANY_ROWS_DROPPED,
    of_rows.ROWS_DROPPED,
    of_copies.COPIED_ROWS,
)
PAIR_CHECKS: tuple[Check[ComparedPair], ...] = (
    of_comparisons.COMPARED_CHOSEN_HERE,
    of_comparisons.PREVALENCES_DIFFER,
    of_comparisons.CLUSTERS_OF_ONE,
    of_comparisons.THRESHOLDS_DIFFER,
    of_comparisons.SAME_ROWS,
)
COMPARED_CHECKS: tuple[Check[Compared], ...] = (
    of_models.NOT_CORRECTED,
    of_models.CALLED_UNEQUALLY,
)

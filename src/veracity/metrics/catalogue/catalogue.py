"""The catalogue: an explicit list of every metric, in the order people read them."""

from __future__ import annotations

from veracity.metrics.calibration import binned_errors as calibration_errors
from veracity.metrics.calibration import corp as calibration_corp
from veracity.metrics.calibration import debiased as calibration_debiased
from veracity.metrics.calibration import distances as calibration_distances
from veracity.metrics.calibration import kernel as calibration_kernel
from veracity.metrics.calibration import murphy as calibration_murphy
from veracity.metrics.calibration import slope_intercept as calibration_line
from veracity.metrics.counts import (
    agreement,
    among_truth,
    correlation,
    decision,
    information,
    kappa,
    odds,
    overall,
    signal_detection,
    skill,
)
from veracity.metrics.counts import among_predicted as among_called
from veracity.metrics.counts import f_scores as overlap
from veracity.metrics.probability import brier as probability_scores
from veracity.metrics.probability import log_loss as probability_losses
from veracity.metrics.ranking import abstention as ranking_abstention
from veracity.metrics.ranking import areas as ranking_areas
from veracity.metrics.ranking import best as ranking_best
from veracity.metrics.ranking import classes as ranking_classes
from veracity.metrics.ranking import order as ranking_order
from veracity.metrics.ranking import partial as ranking_partial
from veracity.metrics.ranking import points as ranking_points
from veracity.metrics.ranking import top as ranking_top
from veracity.metrics.ranking import zroc as ranking_zroc
from veracity.metrics.record.metric import Metric

ANY_CLASSES: tuple[Metric, ...] = (
    overall.ACCURACY,
    overall.ERROR_RATE,
    overall.BALANCED_ACCURACY,
    overall.G_MEAN,
    correlation.MCC,
    kappa.KAPPA,
    kappa.KAPPA_LINEAR,
    kappa.KAPPA_QUADRATIC,
    agreement.SCOTT_PI,
    agreement.GWET_AC1,
    agreement.BENNETT_S,
    agreement.KRIPPENDORFF_ALPHA,
    overall.NO_INFORMATION_RATE,
    information.MUTUAL_INFORMATION_BITS,
    information.NORMALISED_MUTUAL_INFORMATION,
    information.ENTROPY_BITS,
    information.INFORMATION_TRANSFER_RATE,
    overall.HAMMING_LOSS,
    overlap.F1_OF_MACRO,
)

TWO_CLASSES: tuple[Metric, ...] = (
    among_called.PRECISION,
    among_truth.RECALL,
    among_truth.SPECIFICITY,
    among_called.NPV,
    among_truth.FNR,
    among_truth.FPR,
    among_called.FDR,
    among_called.FALSE_OMISSION_RATE,
    among_truth.PREVALENCE,
    among_called.PREDICTED_POSITIVE_RATE,
    among_called.DETECTION_RATE,
    overlap.F1,
    overlap.FBETA,
    overlap.JACCARD,
    skill.INFORMEDNESS,
    skill.MARKEDNESS,
    odds.LR_PLUS,
    odds.LR_MINUS,
    odds.DOR,
    odds.YULE_Q,
    overlap.FOWLKES_MALLOWS,
    decision.PREVALENCE_THRESHOLD,
    decision.NUMBER_NEEDED_TO_DIAGNOSE,
    overall.OPTIMIZED_PRECISION,
    odds.DISCRIMINANT_POWER,
    signal_detection.D_PRIME,
    signal_detection.CRITERION,
    signal_detection.LOG_BETA,
    signal_detection.A_PRIME,
    skill.THREAT_SCORE_EQUITABLE,
    skill.SEDI,
    decision.NET_BENEFIT,
    decision.STANDARDISED_NET_BENEFIT,
    decision.EXPECTED_COST,
    decision.PREVALENCE_FOR_PPV,
)

RANKING: dict[str, Metric] = {
    m.key: m
    for m in (
        ranking_areas.AUROC,
        ranking_areas.GINI,
        ranking_areas.AVERAGE_PRECISION,
        ranking_areas.PR_AUC_TRAPEZOID,
        ranking_areas.AUPRG,
        ranking_partial.PARTIAL_AUROC,
        ranking_best.KS,
        ranking_best.YOUDEN_MAX,
        ranking_points.BREAK_EVEN_POINT,
        ranking_best.MAX_F1,
        ranking_best.MAX_MCC,
        ranking_order.H_MEASURE,
        ranking_areas.SOMERS_D,
        ranking_order.KENDALL_TAU_B,
        ranking_order.NDCG,
        ranking_top.PRECISION_AT_K,
        ranking_top.RECALL_AT_K,
        ranking_top.LIFT,
        ranking_points.EER,
        ranking_points.RECALL_AT_PRECISION,
        ranking_points.PRECISION_AT_RECALL,
        ranking_points.TPR_AT_FPR,
        ranking_zroc.ZROC_SLOPE,
        ranking_zroc.D_A,
        ranking_abstention.AURC,
        ranking_abstention.ACCURACY_AT_COVERAGE,
        ranking_classes.AUROC_OVR_MACRO,
        ranking_classes.AUROC_OVR_WEIGHTED,
        ranking_classes.AUROC_OVO_MACRO,
        ranking_classes.AUROC_OVO_WEIGHTED,
        ranking_classes.TOP_K_ACCURACY,
    )
}

PROBABILITY: dict[str, Metric] = {
    m.key: m
    for m in (
        probability_scores.BRIER_SCORE,
        probability_scores.BRIER_1950,
        probability_scores.BRIER_SKILL,
        probability_losses.LOG_LOSS,
        probability_losses.MAE,
        probability_losses.SPHERICAL,
        calibration_errors.ECE,
        calibration_errors.ECE_TOP_LABEL,
        calibration_errors.ECE_CLASSWISE,
        calibration_debiased.ECE_DEBIASED,
        calibration_kernel.SMOOTH_ECE,
        calibration_errors.MCE,
        calibration_distances.ICI,
        calibration_distances.E50,
        calibration_distances.E90,
        calibration_distances.EMAX,
        calibration_line.CALIBRATION_SLOPE,
        calibration_line.CALIBRATION_INTERCEPT,
        calibration_line.CALIBRATION_IN_THE_LARGE,
        calibration_line.OBSERVED_EXPECTED,
        calibration_corp.CORP_MISCALIBRATION,
        calibration_corp.CORP_DISCRIMINATION,
        calibration_corp.CORP_UNCERTAINTY,
        calibration_murphy.MURPHY_RELIABILITY,
        calibration_murphy.MURPHY_RESOLUTION,
        calibration_murphy.MURPHY_UNCERTAINTY,
        probability_scores.RPS,
    )
}

CATALOGUE: dict[str, Metric] = {m.key: m for m in (*ANY_CLASSES, *TWO_CLASSES)}


def everything() -> dict[str, Metric]:
    """Every metric by key: those of counts, of rankings, and of probabilities."""
    return {**CATALOGUE, **RANKING, **PROBABILITY}


# how people say that a metric is averaged, before the metric's name and without blanks
AVERAGE_WORDS: dict[str, tuple[str, ...]] = {
    "macro": ("macro", "macroaveraged", "宏平均", "宏"),
    "micro": ("micro", "microaveraged", "微平均", "微"),
    "weighted": ("weighted", "weightedaveraged", "加权平均"),
}

AMBIGUOUS: dict[str, tuple[str, ...]] = {
    "准确率": ("accuracy", "precision"),
    "精度": ("accuracy", "precision"),
    "准确度": ("accuracy", "precision"),
    "平均精度": ("balanced_accuracy", "average_precision"),
    "false alarm rate": ("fpr", "fdr"),
    "虚警率": ("fpr", "fdr"),
    "误报率": ("fpr", "fdr"),
    "average accuracy": ("balanced_accuracy", "macro_accuracy"),
    "平均准确率": ("balanced_accuracy", "macro_accuracy"),
    "detection rate": ("recall", "detection_rate"),
    "检出率": ("recall", "detection_rate"),
    "weighted kappa": ("kappa_linear", "kappa_quadratic"),
    "加权kappa": ("kappa_linear", "kappa_quadratic"),
    "加权kappa系数": ("kappa_linear", "kappa_quadratic"),
    "weighted f-score": ("weighted_f1", "fbeta"),
    "calibration intercept": ("calibration_intercept", "calibration_in_the_large"),
    "校准截距": ("calibration_intercept", "calibration_in_the_large"),
    "calibration error": ("ece", "smooth_ece", "ici"),
    "校准误差": ("ece", "smooth_ece", "ici"),
}

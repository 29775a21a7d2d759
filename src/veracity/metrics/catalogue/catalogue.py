"""The catalogue: an explicit list of every metric, in the order people read them.

It names keys and the modules that hold their records: a module loads when its record is asked for.
"""

from __future__ import annotations

import copyreg
from collections import ChainMap
from collections.abc import Iterator, Mapping, MutableMapping, ValuesView
from functools import cache
from importlib import import_module
from typing import Any

from veracity.metrics.record.averaging import AVERAGES, averaged
from veracity.metrics.record.metric import Metric


class Catalogue(MutableMapping[str, Metric]):
    """Metrics by key; the record of `log_loss` is the constant `LOG_LOSS` of its module."""

    def __init__(self, *modules: tuple[str, str]) -> None:
        self.modules = {key: module for module, keys in modules for key in keys.split()}
        self.records: dict[str, Metric] = {}

    def __getitem__(self, key: str) -> Metric:
        if key not in self.records:
            module = import_module(f"veracity.metrics.{self.modules[key]}")
            self[key] = getattr(module, key.upper())
        return self.records[key]

    def __setitem__(self, key: str, record: Metric) -> None:
        copyreg.pickle(type(record), _pickled)  # also for copies: a frozen record is its own copy
        self.modules.setdefault(key, "")
        self.records[key] = record

    def __delitem__(self, key: str) -> None:
        del self.modules[key], self.records[key]

    def __contains__(self, key: object) -> bool:
        return key in self.modules

    def __iter__(self) -> Iterator[str]:
        return iter(self.modules)

    def __len__(self) -> int:
        return len(self.modules)


_ANY_CLASSES = (
    ("counts.overall", "accuracy error_rate balanced_accuracy"),
    ("counts.balanced", "adjusted_balanced_accuracy class_balance_accuracy"),
    ("counts.overall", "g_mean"),
    ("counts.balanced", "g_mean_of_macro"),
    ("counts.correlation", "mcc"),
    ("counts.kappa", "kappa kappa_linear kappa_quadratic expected_agreement"),
    (
        "counts.agreement",
        "scott_pi gwet_ac1 bennett_s krippendorff_alpha bangdiwala_b",
    ),
    ("counts.overall", "no_information_rate"),
    ("counts.association", "chi_squared cramers_v tschuprow_t pearson_c goodman_kruskal_lambda"),
    ("counts.information", "mutual_information_bits normalised_mutual_information"),
    ("counts.entropies", "entropy_bits conditional_entropy_bits relative_classifier_information"),
    ("counts.entropies", "cross_entropy_bits kl_divergence_bits"),
    ("counts.information", "information_transfer_rate"),
    ("counts.confusion_entropy", "confusion_entropy modified_confusion_entropy"),
    ("counts.balanced", "macro_mae"),
    ("counts.overall", "hamming_loss"),
    ("counts.f_scores", "f1_of_macro"),
)

_TWO_CLASSES = (
    ("counts.among_predicted", "precision"),
    ("counts.among_truth", "recall specificity"),
    ("counts.among_predicted", "npv"),
    ("counts.among_truth", "fnr fpr"),
    ("counts.among_predicted", "fdr false_omission_rate"),
    ("counts.among_truth", "prevalence"),
    ("counts.among_predicted", "predicted_positive_rate detection_rate"),
    ("counts.f_scores", "f1 fbeta jaccard tversky"),
    ("counts.skill", "informedness markedness"),
    ("counts.odds", "lr_plus lr_minus dor yule_q yule_y"),
    ("counts.f_scores", "fowlkes_mallows"),
    ("counts.similarity", "braun_blanquet overlap_coefficient classification_success_index p4"),
    ("counts.similarity", "adjusted_f adjusted_g_mean distance_index similarity_index"),
    ("counts.odds", "lift_score information_score"),
    ("counts.decision", "prevalence_threshold number_needed_to_diagnose"),
    ("counts.overall", "optimized_precision"),
    ("counts.balanced", "iba"),
    ("counts.odds", "discriminant_power"),
    ("counts.signal_detection", "d_prime criterion log_beta a_prime"),
    ("counts.skill", "threat_score_equitable sedi"),
    ("counts.verification", "edi eds seds frequency_bias"),
    ("counts.decision", "net_benefit standardised_net_benefit expected_cost prevalence_for_ppv"),
)

RANKING = Catalogue(
    ("ranking.areas", "auroc gini average_precision pr_auc_trapezoid auprg"),
    ("ranking.partial", "partial_auroc"),
    ("ranking.best", "ks youden_max"),
    ("ranking.points", "break_even_point"),
    ("ranking.best", "max_f1 max_mcc"),
    ("ranking.order", "h_measure"),
    ("ranking.areas", "somers_d"),
    ("ranking.pairs", "pairs_concordant pairs_tied pairs_discordant"),
    ("ranking.order", "kendall_tau_b ndcg"),
    ("ranking.top", "precision_at_k recall_at_k lift"),
    ("ranking.points", "eer recall_at_precision precision_at_recall tpr_at_fpr"),
    ("ranking.zroc", "zroc_slope d_a"),
    ("ranking.abstention", "aurc augrc accuracy_at_coverage"),
    ("ranking.classes", "auroc_ovr_macro auroc_ovr_weighted auroc_ovo_macro auroc_ovo_weighted"),
    ("ranking.class_precisions", "micro_auroc macro_average_precision"),
    ("ranking.class_precisions", "weighted_average_precision micro_average_precision"),
    ("ranking.classes", "top_k_accuracy mean_reciprocal_rank"),
)

PROBABILITY = Catalogue(
    ("probability.brier", "brier brier_1950 brier_skill"),
    ("probability.log_loss", "log_loss"),
    ("probability.log_skill", "log_loss_skill nagelkerke_r2"),
    ("probability.log_loss", "mae spherical"),
    ("calibration.binned_errors", "ece ece_top_label ece_classwise"),
    ("calibration.adaptive", "adaptive_calibration_error"),
    ("calibration.debiased", "ece_debiased"),
    ("calibration.kernel", "smooth_ece"),
    ("calibration.binned_errors", "mce"),
    ("calibration.distances", "ici e50 e90 emax"),
    ("calibration.slope_intercept", "calibration_slope calibration_intercept"),
    ("calibration.slope_intercept", "calibration_in_the_large observed_expected"),
    ("calibration.likelihood", "discrimination_d unreliability_u quality_q"),
    ("calibration.corp", "corp_miscalibration corp_discrimination corp_uncertainty"),
    ("calibration.murphy", "murphy_reliability murphy_resolution murphy_uncertainty"),
    ("probability.brier", "rps"),
    ("probability.ordinal", "ordinal_auroc"),
)

CATALOGUE = Catalogue(*_ANY_CLASSES, *_TWO_CLASSES)
ANY_CLASSES: ValuesView[Metric] = Catalogue(*_ANY_CLASSES).values()
TWO_CLASSES: ValuesView[Metric] = Catalogue(*_TWO_CLASSES).values()


def everything() -> Mapping[str, Metric]:
    """Every metric by key: those of counts, of rankings, and of probabilities."""
    return ChainMap(PROBABILITY, RANKING, CATALOGUE)  # in the order of reading: the last is first


@cache
def record_of(key: str) -> Metric | None:
    """The record with this very key, or the average over classes of one: `macro_f1`."""
    if key in everything():
        return everything()[key]
    how = next((how for how in AVERAGES if key.startswith(f"{how}_")), None)
    base = key.partition("_")[2]
    return None if how is None or base not in CATALOGUE else averaged(CATALOGUE[base], how)


def found_with(key: str, values: Mapping[str, Any]) -> Metric:
    """The metric of the catalogue at these parameter values, which no key can spell all."""
    record = record_of(key)
    assert record is not None, "a pickle names a key of the catalogue"
    return record.with_values(**values)


def _pickled(metric: Metric) -> tuple[Any, ...]:
    """A record is full of functions; what is kept of it is where it is found again.

    One that was changed after it was found is kept as it is, if its functions can be.
    """
    where = metric.base_key, dict(metric.values)
    if record_of(metric.base_key) is None:
        return _as_it_is(metric)
    found = found_with(*where)
    same = found.compute is metric.compute or metric.restate is not None
    return (found_with, where) if same else _as_it_is(metric)


def _as_it_is(metric: Metric) -> tuple[Any, ...]:
    kept: tuple[Any, ...] = object.__reduce_ex__(metric, 2)  # type: ignore[assignment]
    return kept


copyreg.pickle(Metric, _pickled)

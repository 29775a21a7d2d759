"""Drop-ins for scikit-learn: its functions by its names, and estimators cross-validated.

Change `from sklearn.metrics import ...` to `from veracity.sklearn import ...`, nothing else.

>>> from veracity.sklearn import f1_score
>>> f1_score([0, 1, 1, 0], [0, 1, 0, 0])
0.6666666666666666
"""

from typing import TYPE_CHECKING, Any

from veracity.doors import lazy_door

if TYPE_CHECKING:
    from veracity.sklearn.displays.calibration import CalibrationDisplay as CalibrationDisplay
    from veracity.sklearn.displays.confusion_matrix import (
        ConfusionMatrixDisplay as ConfusionMatrixDisplay,
    )
    from veracity.sklearn.displays.det import DetCurveDisplay as DetCurveDisplay
    from veracity.sklearn.displays.precision_recall import (
        PrecisionRecallDisplay as PrecisionRecallDisplay,
    )
    from veracity.sklearn.displays.roc import RocCurveDisplay as RocCurveDisplay
    from veracity.sklearn.metrics.accuracy import accuracy_score as accuracy_score
    from veracity.sklearn.metrics.accuracy import balanced_accuracy_score as balanced_accuracy_score
    from veracity.sklearn.metrics.accuracy import hamming_loss as hamming_loss
    from veracity.sklearn.metrics.accuracy import zero_one_loss as zero_one_loss
    from veracity.sklearn.metrics.agreement import (
        class_likelihood_ratios as class_likelihood_ratios,
    )
    from veracity.sklearn.metrics.agreement import cohen_kappa_score as cohen_kappa_score
    from veracity.sklearn.metrics.agreement import matthews_corrcoef as matthews_corrcoef
    from veracity.sklearn.metrics.areas import average_precision_score as average_precision_score
    from veracity.sklearn.metrics.areas import roc_auc_score as roc_auc_score
    from veracity.sklearn.metrics.calibration import calibration_curve as calibration_curve
    from veracity.sklearn.metrics.curves import auc as auc
    from veracity.sklearn.metrics.curves import (
        confusion_matrix_at_thresholds as confusion_matrix_at_thresholds,
    )
    from veracity.sklearn.metrics.curves import det_curve as det_curve
    from veracity.sklearn.metrics.curves import metric_at_thresholds as metric_at_thresholds
    from veracity.sklearn.metrics.curves import precision_recall_curve as precision_recall_curve
    from veracity.sklearn.metrics.curves import roc_curve as roc_curve
    from veracity.sklearn.metrics.f_scores import f1_score as f1_score
    from veracity.sklearn.metrics.f_scores import fbeta_score as fbeta_score
    from veracity.sklearn.metrics.f_scores import jaccard_score as jaccard_score
    from veracity.sklearn.metrics.f_scores import (
        precision_recall_fscore_support as precision_recall_fscore_support,
    )
    from veracity.sklearn.metrics.f_scores import precision_score as precision_score
    from veracity.sklearn.metrics.f_scores import recall_score as recall_score
    from veracity.sklearn.metrics.gains import dcg_score as dcg_score
    from veracity.sklearn.metrics.gains import ndcg_score as ndcg_score
    from veracity.sklearn.metrics.hinge import hinge_loss as hinge_loss
    from veracity.sklearn.metrics.label_ranking import coverage_error as coverage_error
    from veracity.sklearn.metrics.label_ranking import (
        label_ranking_average_precision_score as label_ranking_average_precision_score,
    )
    from veracity.sklearn.metrics.label_ranking import label_ranking_loss as label_ranking_loss
    from veracity.sklearn.metrics.matrices import confusion_matrix as confusion_matrix
    from veracity.sklearn.metrics.matrices import (
        multilabel_confusion_matrix as multilabel_confusion_matrix,
    )
    from veracity.sklearn.metrics.probability_losses import brier_score_loss as brier_score_loss
    from veracity.sklearn.metrics.probability_losses import d2_brier_score as d2_brier_score
    from veracity.sklearn.metrics.probability_losses import d2_log_loss_score as d2_log_loss_score
    from veracity.sklearn.metrics.probability_losses import log_loss as log_loss
    from veracity.sklearn.metrics.report import classification_report as classification_report
    from veracity.sklearn.metrics.top_k import top_k_accuracy_score as top_k_accuracy_score
    from veracity.sklearn.scoring import scorer as scorer

_look_up, __dir__, __all__ = lazy_door(
    __name__,
    {
        "displays.calibration": ("CalibrationDisplay",),
        "displays.confusion_matrix": ("ConfusionMatrixDisplay",),
        "displays.det": ("DetCurveDisplay",),
        "displays.precision_recall": ("PrecisionRecallDisplay",),
        "displays.roc": ("RocCurveDisplay",),
        "metrics.accuracy": (
            "accuracy_score",
            "balanced_accuracy_score",
            "hamming_loss",
            "zero_one_loss",
        ),
        "metrics.agreement": ("class_likelihood_ratios", "cohen_kappa_score", "matthews_corrcoef"),
        "metrics.areas": ("average_precision_score", "roc_auc_score"),
        "metrics.calibration": ("calibration_curve",),
        "metrics.curves": (
            "auc",
            "confusion_matrix_at_thresholds",
            "det_curve",
            "metric_at_thresholds",
            "precision_recall_curve",
            "roc_curve",
        ),
        "metrics.f_scores": (
            "f1_score",
            "fbeta_score",
            "jaccard_score",
            "precision_recall_fscore_support",
            "precision_score",
            "recall_score",
        ),
        "metrics.gains": ("dcg_score", "ndcg_score"),
        "metrics.hinge": ("hinge_loss",),
        "metrics.label_ranking": (
            "coverage_error",
            "label_ranking_average_precision_score",
            "label_ranking_loss",
        ),
        "metrics.matrices": ("confusion_matrix", "multilabel_confusion_matrix"),
        "metrics.probability_losses": (
            "brier_score_loss",
            "d2_brier_score",
            "d2_log_loss_score",
            "log_loss",
        ),
        "metrics.report": ("classification_report",),
        "metrics.top_k": ("top_k_accuracy_score",),
        "scoring": ("scorer",),
    },
)


_SHARED = ("InvalidParameterError", "NotFittedError", "UndefinedMetricWarning")


def __getattr__(name: str) -> Any:
    if name in _SHARED:
        from veracity.sklearn.inputs import exceptions

        return exceptions.shared(getattr(exceptions, name))
    return _look_up(name)

"""Agreement beyond chance: Cohen's kappa, Matthews correlation, likelihood ratios."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Real
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike

from veracity.metrics.counts.correlation import MCC
from veracity.metrics.counts.kappa import KAPPA, KAPPA_LINEAR, KAPPA_QUADRATIC
from veracity.metrics.counts.odds import LR_MINUS, LR_PLUS
from veracity.sklearn.inputs.array_likes import Targets, Weights
from veracity.sklearn.inputs.exceptions import warn_undefined
from veracity.sklearn.inputs.label_tables import table_of
from veracity.sklearn.inputs.parameter_checks import (
    ARRAY,
    NAN,
    NONE,
    SPARSE,
    between,
    checked,
    number_among,
    of_type,
    one_of,
)
from veracity.sklearn.inputs.reading import read_classes, read_targets
from veracity.sklearn.metrics.matrices import among_labels, matrix_of, warn_single_label

_KAPPAS = {None: KAPPA, "linear": KAPPA_LINEAR, "quadratic": KAPPA_QUADRATIC}
_CONTROL = (
    "Use the `replace_undefined_by` param to control this behavior. To suppress this warning or "
    "turn it into an error, see Python's `warnings` module and `warnings.catch_warnings()`."
)


@checked(
    y1=ARRAY,
    y2=ARRAY,
    labels=(ARRAY, NONE),
    weights=(one_of("linear", "quadratic"), NONE),
    sample_weight=(ARRAY, NONE),
    replace_undefined_by=(between(-1, 1, "both"), NAN),
)
def cohen_kappa_score(
    y1: Targets,
    y2: Targets,
    *,
    labels: ArrayLike | None = None,
    weights: Literal["linear", "quadratic"] | None = None,
    sample_weight: Weights = None,
    replace_undefined_by: float = np.nan,
) -> float:
    """Cohen's kappa, plain or weighted by how far apart the classes are.

    >>> round(cohen_kappa_score(["a", "b", "c", "a"], ["a", "b", "b", "a"]), 3)
    0.6
    """
    try:
        cells = among_labels(read_classes(y1, y2, sample_weight), labels)
    except ValueError as error:
        if "At least one label specified must be in y_true" not in str(error):
            raise
        raise ValueError(
            "At least one label in `labels` must be present in `y1` (even though "
            "`cohen_kappa_score` is otherwise agnostic to the order of `y1` and `y2`)."
        ) from error
    warn_single_label(len(cells))
    stands_in = (
        "`cohen_kappa_score` is undefined and set to the value defined by the "
        f"`replace_undefined_by` param, which is set to {replace_undefined_by}."
    )
    if not cells.sum():
        warn_undefined(
            f"`y2` contains no labels that are present in both `y1` and `labels`.{stands_in}"
        )
        return replace_undefined_by
    value = float(_KAPPAS[weights](matrix_of(cells)))
    if np.isnan(value):
        warn_undefined(f"`y1`, `y2` and `labels` have only one label in common. {stands_in}")
        return replace_undefined_by
    return value


@checked(y_true=ARRAY, y_pred=ARRAY, sample_weight=(ARRAY, NONE))
def matthews_corrcoef(y_true: Targets, y_pred: Targets, *, sample_weight: Weights = None) -> float:
    """The Matthews correlation coefficient; 0 where truth or prediction is constant.

    >>> round(matthews_corrcoef([1, 1, 1, -1], [1, -1, 1, 1]), 2)
    -0.33
    """
    read = read_classes(y_true, y_pred, sample_weight)
    warn_single_label(len(read.present))
    value = float(MCC(read.matrix))
    return 0.0 if np.isnan(value) else value


@checked(
    y_true=(ARRAY, SPARSE),
    y_pred=(ARRAY, SPARSE),
    labels=(ARRAY, NONE),
    sample_weight=(ARRAY, NONE),
    replace_undefined_by=(number_among(1.0, np.nan), *of_type(dict)),
)
def class_likelihood_ratios(
    y_true: Targets,
    y_pred: Targets,
    *,
    labels: ArrayLike | None = None,
    sample_weight: Weights = None,
    replace_undefined_by: float | Mapping[str, float] = np.nan,
) -> tuple[float, float]:
    """LR+ = TPR / FPR and LR- = FNR / TNR of two classes, the second of them positive.

    >>> class_likelihood_ratios([0, 1, 0, 1, 0], [1, 1, 0, 0, 0])
    (1.5, 0.75)
    """
    read = read_targets(y_true, y_pred, sample_weight)
    if read.kind != "binary":
        raise ValueError(
            "class_likelihood_ratios only supports binary classification problems, got targets "
            f"of type: {read.kind}"
        )
    stand_ins = _stand_ins(replace_undefined_by)
    counts = table_of(among_labels(read_classes(y_true, y_pred, sample_weight), labels))
    if counts.shape or counts.cells.size != 2:
        raise ValueError("class_likelihood_ratios needs two labels")
    positive, negative = float(LR_PLUS(counts)), float(LR_MINUS(counts))
    if counts.tp + counts.fn == 0:
        warn_undefined(
            "No samples of the positive class are present in `y_true`. "
            "`positive_likelihood_ratio` and `negative_likelihood_ratio` are both set to "
            f"`np.nan`. {_CONTROL}"
        )
    if counts.fp == 0:
        start = (
            "No samples were predicted for the positive class and `positive_likelihood_ratio` is "
            if counts.tp == 0
            else "`positive_likelihood_ratio` is ill-defined and "
        )
        warn_undefined(f"{start}set to `np.nan`. {_CONTROL}")
        positive = stand_ins[0]
    if counts.tn == 0:
        warn_undefined(
            f"`negative_likelihood_ratio` is ill-defined and set to `np.nan`. {_CONTROL}"
        )
        negative = stand_ins[1]
    return positive, negative


def _stand_ins(given: float | Mapping[str, float]) -> tuple[float, float]:
    """What stands for LR+ and LR- where they have no value."""
    if not isinstance(given, Mapping):
        return float(given), float(given)
    pair: list[Any] = [given.get("LR+"), given.get("LR-")]
    fits = all(isinstance(one, Real) for one in pair) and (
        (np.isnan(pair[0]) or pair[0] >= 1) and (np.isnan(pair[1]) or 0 <= pair[1] <= 1)
    )
    if not fits:
        raise ValueError(
            "The dictionary passed as `replace_undefined_by` needs to be in the form "
            "`{'LR+': `value_1`, 'LR-': `value_2`}` where the value for `LR+` ranges from `1.0` "
            "to `np.inf` or is `np.nan` and the value for `LR-` ranges from `0.0` to `1.0` or is "
            f"`np.nan`; got `{given}`."
        )
    return float(pair[0]), float(pair[1])

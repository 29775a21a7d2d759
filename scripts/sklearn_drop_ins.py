"""A plugin of pytest that puts veracity's functions in the place of scikit-learn's.

Loaded with `-p` before a test module is imported, it replaces every function and class of
`sklearn.metrics` that `veracity.sklearn` also has; what only scikit-learn has stays its own.
"""

import sklearn.calibration
import sklearn.metrics
import sklearn.metrics._classification
import sklearn.metrics._plot.confusion_matrix
import sklearn.metrics._plot.det_curve
import sklearn.metrics._plot.precision_recall_curve
import sklearn.metrics._plot.roc_curve
import sklearn.metrics._ranking

import veracity.sklearn

HOMES = (
    sklearn.metrics,
    sklearn.metrics._classification,
    sklearn.metrics._ranking,
    sklearn.metrics._plot.confusion_matrix,
    sklearn.metrics._plot.det_curve,
    sklearn.metrics._plot.precision_recall_curve,
    sklearn.metrics._plot.roc_curve,
    sklearn.calibration,
)

REPLACED = {
    name
    for name in veracity.sklearn.__all__
    for home in HOMES
    if getattr(home, name, None) is not None
}

for _name in REPLACED:
    for _home in HOMES:
        if hasattr(_home, _name):
            setattr(_home, _name, getattr(veracity.sklearn, _name))

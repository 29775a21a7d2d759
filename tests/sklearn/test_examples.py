"""Programs in the manner of scikit-learn's examples print the same with either import."""

import contextlib
import io

import matplotlib as mpl
import pytest

PROGRAMS = {
    "digits": """
from sklearn.datasets import load_digits
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import train_test_split
from sklearn.metrics import ConfusionMatrixDisplay, accuracy_score, classification_report
X, y = load_digits(return_X_y=True)
X_train, X_test, y_train, y_test = train_test_split(X, y, test_size=0.5, shuffle=False)
predicted = RidgeClassifier().fit(X_train, y_train).predict(X_test)
print(classification_report(y_test, predicted))
print(accuracy_score(y_test, predicted))
display = ConfusionMatrixDisplay.from_predictions(y_test, predicted)
print(f"Confusion matrix:\\n{display.confusion_matrix}")
""",
    "roc of several classes": """
import numpy as np
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import train_test_split
from sklearn.preprocessing import LabelBinarizer
from sklearn.metrics import RocCurveDisplay, auc, roc_auc_score, roc_curve
X, y = load_iris(return_X_y=True)
X = np.c_[X, np.random.RandomState(0).randn(len(X), 200 * X.shape[1])]
X_train, X_test, y_train, y_test = train_test_split(X, y, random_state=0)
p = LogisticRegression(max_iter=500).fit(X_train, y_train).predict_proba(X_test)
onehot = LabelBinarizer().fit(y_train).transform(y_test)
for average in ("micro", "macro", "weighted", None):
    print(roc_auc_score(y_test, p, multi_class="ovr", average=average))
for average in ("macro", "weighted"):
    print(f"{roc_auc_score(y_test, p, multi_class='ovo', average=average):.12f}")
fpr, tpr, thresholds = roc_curve(onehot.ravel(), p.ravel())
print(f"{auc(fpr, tpr):.12f}", len(fpr), thresholds[:3])
print(RocCurveDisplay.from_predictions(onehot[:, 0], p[:, 0]).line_.get_label())
""",
    "precision and recall": """
import numpy as np
from sklearn.datasets import load_iris
from sklearn.linear_model import LogisticRegression
from sklearn.multiclass import OneVsRestClassifier
from sklearn.preprocessing import label_binarize
from sklearn.metrics import PrecisionRecallDisplay, average_precision_score, f1_score
from sklearn.metrics import precision_recall_curve
X, y = load_iris(return_X_y=True)
X = np.c_[X, np.random.RandomState(0).randn(len(X), 100)]
Y = label_binarize(y, classes=[0, 1, 2])
model = OneVsRestClassifier(LogisticRegression(max_iter=500)).fit(X[::2], Y[::2])
scores = model.decision_function(X[1::2])
for column in range(3):
    precision, recall, _ = precision_recall_curve(Y[1::2][:, column], scores[:, column])
    print(len(precision), precision[:4].round(12), recall[-4:].round(12))
print(f"{average_precision_score(Y[1::2], scores, average='micro'):.12f}")
print(f1_score(Y[1::2], scores > 0, average="samples", zero_division=0))
print(PrecisionRecallDisplay.from_predictions(Y[1::2][:, 1], scores[:, 1]).line_.get_label())
""",
    "calibration": """
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.naive_bayes import GaussianNB
from sklearn.metrics import brier_score_loss, log_loss, f1_score, precision_score, recall_score
from sklearn.calibration import calibration_curve
X, y = make_classification(2000, n_redundant=10, n_informative=2, random_state=42)
for model in (LogisticRegression(C=1.0), GaussianNB()):
    p = model.fit(X[:500], y[:500]).predict_proba(X[500:])[:, 1]
    print(f"{brier_score_loss(y[500:], p):.10f} {log_loss(y[500:], p):.10f}")
    print([score(y[500:], p > 0.5) for score in (precision_score, recall_score, f1_score)])
    for strategy in ("uniform", "quantile"):
        curve = calibration_curve(y[500:], p, n_bins=10, strategy=strategy)
        print([one.round(10) for one in curve])
""",
    "likelihood ratios": """
import pandas as pd
from sklearn.datasets import make_classification
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate
from sklearn.metrics import balanced_accuracy_score, class_likelihood_ratios, make_scorer
X, y = make_classification(1000, weights=[0.9, 0.1], random_state=0)
def scoring(estimator, X, y):
    return dict(zip(("plus", "minus"), class_likelihood_ratios(y, estimator.predict(X))))
found = pd.DataFrame(cross_validate(LogisticRegression(), X, y, scoring=scoring, cv=4))
print(found[["test_plus", "test_minus"]].describe())
balanced = make_scorer(balanced_accuracy_score)
print(cross_validate(LogisticRegression(), X, y, scoring=balanced)["test_score"])
""",
    "several labels": """
import numpy as np
from sklearn.datasets import make_multilabel_classification
from sklearn.neighbors import KNeighborsClassifier
from sklearn.metrics import coverage_error, hamming_loss, jaccard_score, label_ranking_loss
from sklearn.metrics import label_ranking_average_precision_score, multilabel_confusion_matrix
from sklearn.metrics import classification_report
X, Y = make_multilabel_classification(400, random_state=0)
model = KNeighborsClassifier().fit(X[:200], Y[:200])
predicted = model.predict(X[200:])
p = np.stack([column[:, 1] for column in model.predict_proba(X[200:])], axis=1)
print(multilabel_confusion_matrix(Y[200:], predicted))
print(hamming_loss(Y[200:], predicted), jaccard_score(Y[200:], predicted, average="samples"))
print(classification_report(Y[200:], predicted, zero_division=0))
print(coverage_error(Y[200:], p), f"{label_ranking_loss(Y[200:], p):.12f}")
print(f"{label_ranking_average_precision_score(Y[200:], p):.12f}")
""",
}


def printed(program: str) -> str:
    mpl.use("agg")
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(program, "example", "exec"), {"__name__": "example"})
    import matplotlib.pyplot as plt

    plt.close("all")
    return out.getvalue()


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", PROGRAMS)
def test_no_printed_number_changes(name: str) -> None:
    program = PROGRAMS[name]
    kept = "from sklearn.metrics import make_scorer\n" if "make_scorer" in program else ""
    changed = (
        program.replace("from sklearn.metrics import", "from veracity.sklearn import")
        .replace("from sklearn.calibration import", "from veracity.sklearn import")
        .replace(", make_scorer\n", f"\n{kept}")
    )
    assert changed != program
    expected = printed(program)
    assert len(expected) > 50
    assert printed(changed) == expected

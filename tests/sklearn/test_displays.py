"""Display classes beside those of scikit-learn: what is drawn, where, and under which names."""

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
import sklearn.calibration
import sklearn.metrics
from sklearn.datasets import make_classification
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_validate

import veracity.sklearn

CURVES = ["RocCurveDisplay", "PrecisionRecallDisplay", "DetCurveDisplay", "CalibrationDisplay"]


@pytest.fixture(autouse=True)
def _no_window():
    plt.close("all")  # of tests before: older versions warn when the backend is switched
    mpl.use("agg")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def fitted():
    X, y = make_classification(120, random_state=0, flip_y=0.2)
    return LogisticRegression().fit(X, y), X, y


def pair(name: str) -> tuple[type, type]:
    home = sklearn.calibration if name == "CalibrationDisplay" else sklearn.metrics
    return getattr(veracity.sklearn, name), getattr(home, name)


def drawn(display) -> list:
    """Every line with its style, and the words around them."""
    ax = display.ax_
    legend = ax.get_legend()
    return [
        *((line.get_xydata().round(9).tolist(), line.get_label()) for line in ax.lines),
        *((line.get_linestyle(), line.get_drawstyle(), line.get_color()) for line in ax.lines),
        (ax.get_xlabel().rstrip(), ax.get_ylabel().rstrip(), ax.get_xlim(), ax.get_ylim()),
        [one.get_text() for one in ax.get_xticklabels()],
        legend and [text.get_text() for text in legend.get_texts()],
    ]


@pytest.mark.parametrize("name", CURVES)
def test_curves(name: str, fitted) -> None:
    model, X, y = fitted
    p = model.predict_proba(X)[:, 1]
    mine, other = (
        [cls.from_estimator(model, X, y), cls.from_predictions(y, p)] for cls in pair(name)
    )
    assert [drawn(one) for one in mine] == [drawn(one) for one in other]
    assert mine[0].figure_ is mine[0].ax_.figure
    assert mine[0].line_ in mine[0].ax_.lines


@pytest.mark.parametrize("name", CURVES[:2])
def test_folds_and_chance(name: str, fitted) -> None:
    _, X, y = fitted
    given = {"cv": 3, "return_estimator": True, "return_indices": True}
    results = cross_validate(LogisticRegression(), X, y, **given)
    style = {"plot_chance_level": True, "despine": True, "curve_kwargs": {"lw": 2}}
    mine, other = (cls.from_cv_results(results, X, y, name="folds", **style) for cls in pair(name))
    assert drawn(mine) == drawn(other)
    assert len(mine.line_) == 3
    with pytest.raises(ValueError, match="does not contain one of the following required keys"):
        pair(name)[0].from_cv_results({}, X, y)


def test_a_matrix(fitted) -> None:
    model, X, y = fitted
    shown = []
    for cls in pair("ConfusionMatrixDisplay"):
        display = cls.from_estimator(model, X, y, normalize="true", display_labels=["no", "yes"])
        texts = [[(one.get_text(), one.get_color()) for one in row] for row in display.text_]
        ax = display.ax_
        ticks = [one.get_text() for one in (*ax.get_xticklabels(), *ax.get_yticklabels())]
        shown.append((texts, ticks, ax.get_xlabel(), ax.get_ylabel(), ax.get_ylim()))
    assert shown[0] == shown[1]


def test_what_cannot_be_drawn(fitted) -> None:
    model, X, y = fitted
    with pytest.raises(NotFittedError):
        veracity.sklearn.RocCurveDisplay.from_estimator(LogisticRegression(), X, y)
    with pytest.raises(ValueError, match="not binary"):
        veracity.sklearn.RocCurveDisplay.from_predictions(np.arange(3), [0.1, 0.2, 0.3])
    display = veracity.sklearn.RocCurveDisplay(fpr=[0, 1], tpr=[0, 1])
    with pytest.raises(TypeError, match="aliases of one another"):
        display.plot(curve_kwargs={"c": "k", "color": "b"})
    with pytest.raises(ValueError, match="is not a valid label"):
        veracity.sklearn.RocCurveDisplay.from_estimator(model, X, y, pos_label=7)

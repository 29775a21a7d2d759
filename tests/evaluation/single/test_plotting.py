"""`ev.plot` and `cmp.plot`: every picture from statistics to axes."""

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure

from veracity.errors import NotHere, VeracityError
from veracity.evaluation import compare, evaluate
from veracity.evaluation.comparison.plotting import ComparisonPlots
from veracity.evaluation.single.plotting import Plots

matplotlib.use("Agg")

TWO = (
    *("confusion", "roc", "pr", "det", "pr_gain", "gains", "lift", "reliability", "sweep"),
    *(
        "murphy_diagram",
        "prevalence",
        "decision",
        "cost",
        "risk_coverage",
        "forest",
        "by_class",
        "by_group",
    ),
    "quadrant",
)
MANY = ("confusion", "roc", "pr", "det", "gains", "lift", "reliability", "forest", "by_class")
COMPARED = ("roc", "pr", "det", "gains", "reliability", "decision", "forest")
RNG = np.random.default_rng(5)
TRUTH = (RNG.random(300) < 0.3).astype(int)
PROBA = 1 / (1 + np.exp(-(RNG.normal(size=300) + 1.5 * TRUTH - 1.5)))


@pytest.fixture(scope="module")
def two():
    return evaluate(TRUTH, y_proba=PROBA, group=np.arange(300) % 2, threshold=0.4, n_resamples=100)


@pytest.fixture(scope="module")
def many():
    scores = np.exp(RNG.normal(size=(200, 3)))
    truth = np.array(["a", "b", "c"])[np.argmax(scores + RNG.normal(size=(200, 3)), 1)]
    shares = scores / scores.sum(1, keepdims=True)
    return evaluate(truth, y_proba=shares, labels=["a", "b", "c"], n_resamples=100)


@pytest.fixture(scope="module")
def compared():
    other = np.clip(PROBA + RNG.normal(scale=0.2, size=300), 0, 1)
    return compare(TRUTH, {"A": PROBA, "B": other}, n_resamples=100)


def axes():
    return Figure().subplots()


@pytest.mark.parametrize("name", TWO)
def test_every_picture_of_two_classes(two, name):
    ax = axes()
    assert getattr(Plots(two), name)(ax, lang="en") is ax
    assert ax.get_title(loc="left")
    assert len(ax.get_children()) < 80


@pytest.mark.parametrize("name", MANY)
def test_every_picture_of_many_classes(many, name):
    ax = axes()
    assert getattr(Plots(many), name)(ax, lang="en", theme="dark") is ax


@pytest.mark.parametrize("name", COMPARED)
def test_every_picture_of_a_comparison(compared, name):
    ax = axes()
    assert getattr(ComparisonPlots(compared), name)(ax, lang="en") is ax


def test_the_operating_point_is_the_matrix(two):
    matrix = two.confusion
    point = Plots(two).picture("roc")["point"]
    assert point.x == matrix.fp / (matrix.fp + matrix.tn)
    assert point.y == matrix.tp / (matrix.tp + matrix.fn)
    moved = Plots(two.at(0.8)).picture("roc")["point"]
    called = TRUTH[PROBA >= 0.8]
    assert moved.y == called.sum() / TRUTH.sum()


def test_curves_have_bands_that_hold_them(two):
    for name in ("roc", "pr"):
        picture = Plots(two).picture(name)
        curve = two.roc() if name == "roc" else two.pr()
        band, known = picture["band"], ~np.isnan(curve.y)
        assert (band.low[known] <= curve.y[known]).all()
        assert (curve.y[known] <= band.high[known]).all()
        assert "band" not in Plots(two).picture(name, band=None).ids


def test_a_band_bends_where_its_curve_is_straight():
    """The first hundred found are all positive: there the band must not be one straight edge."""
    scores = np.linspace(1, 0, 300)
    truth = np.where(np.arange(300) < 100, 1, np.arange(300) % 2)
    band = Plots(evaluate(truth, y_score=scores, n_resamples=100)).picture("pr")["band"]
    assert np.diff(band.x[~np.isnan(band.low)]).max() < 0.02
    at = band.low[np.searchsorted(band.x, 0.25)]  # of 200 positives 50 are found, all rightly
    assert at > 0.85


def test_each_class_has_its_own_curve_and_area(many):
    picture = Plots(many).picture("roc")
    assert [f"curve-{i}" for i in (1, 2, 3)] == [i for i in picture.ids if "curve" in i]
    assert str(many.by_class["b"]["auroc"]) in picture["curve-2"].label
    own = many.by_class["b"].roc()
    shown = zip(picture["curve-2"].x, picture["curve-2"].y, strict=True)
    assert set(shown) <= set(zip(own.x, own.y, strict=True))
    assert picture["curve-2"].x[-1] == picture["curve-2"].y[-1] == 1.0


@pytest.mark.parametrize(
    ("average", "roc", "pr"),
    [
        ("macro", "auroc_ovr_macro", "macro_average_precision"),
        ("micro", "micro_auroc", "micro_average_precision"),
    ],
)
def test_one_curve_of_all_classes(many, average, roc, pr):
    picture = Plots(many).picture("roc", average=average)
    curve = picture["curve-1"]
    assert np.trapezoid(curve.y, curve.x) == pytest.approx(many[roc].value, abs=2e-3)
    assert str(many[roc]) in curve.label.en
    assert curve.label.zh.startswith({"macro": "宏平均", "micro": "微平均"}[average])
    assert str(many[pr]) in Plots(many).picture("pr", average=average)["curve-1"].label
    assert Plots(many).roc(axes(), average=average)
    assert Plots(many).pr(axes(), average=average)


def test_an_average_of_two_classes_and_a_fit_of_many_are_refused(two, many):
    for name in ("roc", "pr"):
        with pytest.raises(NotHere):
            Plots(two).picture(name, average="macro")
    with pytest.raises(NotHere):
        Plots(many).picture("roc", binormal=True)
    apart = evaluate([0, 1, 1, 0], y_score=[0.1, 0.9, 0.8, 0.2], n_resamples=100)
    with pytest.raises(NotHere, match="No binormal curve"):
        Plots(apart).picture("roc", binormal=True)


def test_the_fitted_curve_lies_over_the_steps(two):
    fitted, curve = Plots(two).picture("roc", binormal=True)["fitted"], two.binormal_roc()
    assert fitted.y.tolist() == curve["tpr"].tolist()
    assert "fitted" not in Plots(two).picture("roc").ids


def test_figures_are_those_of_the_evaluation(two):
    picture = Plots(two).picture("forest", metrics=["recall", "fbeta(2)"])
    assert picture["estimates"].value.tolist() == [float(two["recall"]), float(two["fbeta(2)"])]
    groups = Plots(two).picture("by_group", metric="recall")
    assert groups["groups"].value.tolist() == [float(two.by_group[g]["recall"]) for g in (0, 1)]
    assert groups["all"].at == float(two["recall"])


def test_class_rows_know_how_many_there_are(two):
    names = [name for _, name in Plots(two).picture("by_class").y.ticks]
    assert names == [f"0 ({(TRUTH == 0).sum()})", f"1 ({TRUTH.sum()})"]


def test_differences_are_those_of_the_comparison(compared):
    picture = ComparisonPlots(compared).picture("forest", metrics="auroc")
    assert picture["differences"].value.tolist() == [compared["A", "B", "auroc"].difference.value]
    curves = ComparisonPlots(compared).picture("roc")
    assert str(compared["A", "B", "auroc"].values[1]) in curves["curve-2"].label


def test_costs_mark_their_place(two):
    share = TRUTH.mean()
    at = Plots(two).picture("cost", cost_fp=1, cost_fn=9)["point"].at
    assert at == pytest.approx(9 * share / (9 * share + 1 - share))


def test_one_class_draws_what_it_can_and_says_why():
    ev = evaluate([1, 1, 1], y_proba=[0.2, 0.9, 0.4], labels=[0, 1], n_resamples=100)
    assert "no negative" in Plots(ev).picture("roc").note
    assert Plots(ev).picture("confusion")["cells"].words[0] == ("0", "0")
    for name in TWO[:-2]:
        Plots(ev).picture(name)


def test_three_rows_are_enough_for_every_picture():
    ev = evaluate([0, 1, 1], y_proba=[0.2, 0.9, 0.4], n_resamples=100, group=["x", "x", "y"])
    for name in TWO:
        assert getattr(Plots(ev), name)(axes(), lang="en").get_title(loc="left")


def test_what_is_missing_is_named():
    labels = evaluate([0, 1, 1], [0, 1, 0], n_resamples=100)
    with pytest.raises(NotHere, match="y_score"):
        Plots(labels).roc()
    with pytest.raises(NotHere, match="y_proba"):
        Plots(labels).reliability()
    with pytest.raises(NotHere, match="group="):
        Plots(labels).by_group()
    scores = evaluate([0, 1, 1], y_score=[3, 4, 5], n_resamples=100)
    with pytest.raises(NotHere, match="threshold"):
        Plots(scores).confusion()
    with pytest.raises(NotHere, match="roc, pr"):
        Plots(scores).picture("pie")


def test_models_that_gave_labels_have_no_curves():
    both = compare([0, 1, 1, 0], {"A": [0, 1, 1, 1], "B": [0, 1, 0, 0]}, kind="y_pred")
    with pytest.raises(VeracityError):
        ComparisonPlots(both).roc()
    assert ComparisonPlots(both).forest(axes(), lang="en").get_title(loc="left")


def test_a_grid_is_drawn_from_its_edges(two):
    grid = evaluate(TRUTH, y_proba=PROBA, resolution=6, n_resamples=100)
    line, whole = Plots(grid).picture("roc")["curve"], two.roc()
    points = set(zip(whole.x.round(12), whole.y.round(12), strict=True))
    assert set(zip(line.x.round(12), line.y.round(12), strict=True)) <= points
    with pytest.raises(NotHere, match="exact"):
        Plots(grid).risk_coverage()

"""Folds apart, averaged and pooled: values by hand and by scipy, what is undefined, files."""

import math

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from scipy import stats

import veracity as vc
from veracity.errors import InputError, NotHere, StorageError
from veracity.evaluation.folds.cross_validation import CrossValidation

TRUTH = [0, 1, 1, 0, 1, 0, 1, 1, 0, 0, 1, 0]
CALLED = [0, 1, 0, 0, 1, 1, 1, 1, 0, 1, 1, 0]
FOLD = [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3]


def rows(n: int = 400, seed: int = 3) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    rng = np.random.default_rng(seed)
    truth = rng.integers(0, 2, n)
    return truth, np.clip(0.25 * truth + 0.75 * rng.random(n), 0, 1), rng.permutation(n) % 5


def test_mean_and_interval_by_hand() -> None:
    """Recall by fold 1/2, 1, 1: s² = 1/12; (1/3 + 4/8) s² = 5/72, whose root is 0.26."""
    cv = vc.evaluate(TRUTH, CALLED, fold=FOLD, confidence_level=0.5)
    assert isinstance(cv, CrossValidation)
    found = cv.mean["recall"]
    assert found.value == pytest.approx(5 / 6, abs=1e-15)
    reach = stats.t.ppf(0.75, 2) * math.sqrt(5 / 72)
    assert found.low == pytest.approx(5 / 6 - reach, abs=1e-12)
    assert found.high == 1.0  # the range ends there
    assert found.method == "nadeau_bengio"
    assert cv.pooled["recall"].value == pytest.approx(5 / 6)
    assert cv.spread["recall"].sd == pytest.approx(math.sqrt(1 / 12))


def test_folds_are_the_evaluations_of_their_rows() -> None:
    truth, p, fold = rows()
    cv = vc.evaluate(truth, y_proba=p, fold=fold)
    assert cv.names == (0, 1, 2, 3, 4)
    for name, part in zip(cv.names, cv.folds, strict=True):
        own = vc.evaluate(truth[fold == name], y_proba=p[fold == name])
        for key in ("auroc", "brier", "f1"):
            assert part[key] == own[key]
    values = [part["auroc"].value for part in cv.folds]
    assert cv.mean["auroc"].value == pytest.approx(np.mean(values), abs=1e-15)
    error = math.sqrt((1 / 5 + np.mean(cv.test_per_training)) * np.var(values, ddof=1))
    low, high = stats.t.interval(0.95, 4, np.mean(values), error)
    assert (cv.mean["auroc"].low, cv.mean["auroc"].high) == pytest.approx((low, high), abs=1e-12)


def test_pooled_is_the_evaluation_of_all_rows_with_their_groups() -> None:
    truth, p, fold = rows()
    group = np.where(p > 0.5, "a", "b")
    cv = vc.evaluate(truth, y_proba=p, fold=fold, group=group)
    whole = vc.evaluate(truth, y_proba=p, group=group)
    assert cv.pooled["auroc"] == whole["auroc"]
    assert cv.pooled.by_group["a"]["accuracy"] == whole.by_group["a"]["accuracy"]


def test_file_and_arrays_agree(tmp_path) -> None:
    pd = pytest.importorskip("pandas")
    truth, p, fold = rows()
    frame = pd.DataFrame({"y": truth, "p": p, "f": fold, "r": fold % 2})
    frame.to_csv(tmp_path / "rows.csv", index=False)
    here = vc.evaluate(truth, y_proba=p, fold={"repeat": fold % 2, "fold": fold})
    names = {"repeat": "r", "fold": "f"}
    for data in (frame, tmp_path / "rows.csv"):
        there = vc.evaluate("y", y_proba="p", data=data, fold=names)
        assert there.names == here.names
        assert there.repeats == here.repeats
        assert there.training == here.training
        assert there.mean["auroc"].value == pytest.approx(here.mean["auroc"].value, abs=1e-12)


def test_repeats_have_training_rows_of_their_own_and_pooled_no_interval() -> None:
    truth, p, fold = rows(100)
    repeat = np.repeat([0, 1], 100)
    both = {"repeat": repeat, "fold": np.r_[fold, fold]}
    cv = vc.evaluate(np.r_[truth, truth], y_proba=np.r_[p, p], fold=both)
    assert cv.training == (80.0,) * 10
    assert cv.repeated
    assert math.isnan(cv.pooled["auroc"].low)
    assert any("several times" in str(note) for note in cv.pooled.notes)


def test_what_has_no_interval_says_why() -> None:
    truth = [0, 1, 1, 1, 0, 1, 0, 1]
    fold = [1, 1, 2, 2, 3, 3, 4, 4]
    cv = vc.evaluate(truth, truth, fold=fold)
    undefined = cv.mean["specificity"]  # fold 2 has no negatives
    assert math.isnan(undefined.value)
    assert "2" in str(undefined.note)
    agreeing = cv.mean["accuracy"]
    assert agreeing.value == 1.0
    assert math.isnan(agreeing.low)
    assert "agree" in str(agreeing.note)


def test_averaged_curves() -> None:
    truth, p, fold = rows()
    cv = vc.evaluate(truth, y_proba=p, fold=fold)
    curve = cv.roc()
    from sklearn.metrics import roc_curve

    each = []
    for one in range(5):
        fpr, tpr, _ = roc_curve(truth[fold == one], p[fold == one], drop_intermediate=False)
        last = np.r_[fpr[1:] != fpr[:-1], True]
        each.append(np.interp(curve.x[1:], fpr[last], tpr[last]))
    assert curve.y[1:] == pytest.approx(np.mean(each, 0), abs=1e-12)
    assert (curve.x[0], curve.y[0], curve.x[-1], curve.y[-1]) == (0, 0, 1, 1)
    assert curve.band is not None
    assert (curve.band.low <= curve.y + 1e-12).all()
    assert (curve.y <= curve.band.high + 1e-12).all()
    fpr, tpr, thresholds = curve
    assert np.array_equal(fpr, curve.x)
    assert np.array_equal(tpr, curve.y)
    assert len(thresholds) == len(fpr)
    precision, recall, _ = cv.pr()
    assert precision.max() <= 1
    assert np.array_equal(recall, cv.pr().x)
    at = cv.roc(average="threshold", band=None)
    assert at.band is None
    half = np.argmin(abs(at.thresholds[1:] - 0.5)) + 1
    t = at.thresholds[half]
    called = [np.mean(p[(fold == one) & (truth == 1)] >= t) for one in range(5)]
    assert at.y[half] == pytest.approx(np.mean(called), abs=1e-12)
    pooled, whole = cv.roc(average="pooled"), vc.evaluate(truth, y_proba=p).roc()
    assert np.array_equal(pooled.y, whole.y)
    assert np.isfinite(cv.pr().y).all()
    with pytest.raises(InputError, match="average"):
        cv.roc(average="sideways")


def test_labels_have_no_curves() -> None:
    with pytest.raises(NotHere, match="scores"):
        vc.evaluate(TRUTH, CALLED, fold=FOLD).roc()


def test_one_fold_and_unknown_columns_are_refused() -> None:
    with pytest.raises(InputError, match="one value only"):
        vc.evaluate(TRUTH, CALLED, fold=[7] * 12)
    with pytest.raises(InputError, match="repeat"):
        vc.evaluate(TRUTH, CALLED, fold={"run": FOLD})
    table = pd.DataFrame({"y": TRUTH, "p": CALLED, "fold": FOLD})
    with pytest.raises(InputError, match="one column"):
        vc.evaluate("y", "p", data=table, fold=["fold", "y"])


def test_repeats_of_one_fold_do_not_tell_how_many_rows_a_model_saw() -> None:
    cv = vc.evaluate(TRUTH, CALLED, fold={"repeat": FOLD, "fold": FOLD})
    assert "unknown" in cv.estimand
    assert "nan" not in str(cv)
    assert "未知" in cv.estimand.zh


def test_measure_gives_the_mean_over_folds() -> None:
    assert vc.measure("recall", TRUTH, CALLED, fold=FOLD).value == pytest.approx(5 / 6)


def test_saved_and_loaded(tmp_path) -> None:
    truth, p, fold = rows()
    cv = vc.evaluate(truth, y_proba=p, fold=fold, cluster=np.arange(400) // 4, metrics=["auroc"])
    cv.save(tmp_path / "folds")
    again = vc.load(tmp_path / "folds")
    assert isinstance(again, CrossValidation)
    for key in ("auroc", "brier", "mcc"):
        assert again.mean[key] == cv.mean[key]
        assert again.pooled[key].value == pytest.approx(cv.pooled[key].value, abs=1e-12)
    assert again.names == cv.names
    assert [c.key for c in again.cautions] == [c.key for c in cv.cautions]
    raw = (tmp_path / "folds").read_bytes()
    (tmp_path / "cut").write_bytes(raw[: len(raw) // 2])
    with pytest.raises(StorageError):
        vc.load(tmp_path / "cut")


@pytest.mark.parametrize("ending", [".html", ".md", ".tex", ".json", ".txt"])
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_reports(tmp_path, ending: str, lang: str) -> None:
    truth, p, fold = rows(120)
    cv = vc.evaluate(truth, y_proba=p, fold=fold)
    cv.report(tmp_path / f"out{ending}", lang)
    text = (tmp_path / f"out{ending}").read_text("utf-8")
    if ending == ".json" or lang == "en":
        assert "trained on 80" in text
    else:
        assert "行上训练的" in text
    assert len(cv.table().to_pandas()) > 5


def test_pictures() -> None:
    truth, p, fold = rows(120)
    cv = vc.evaluate(truth, y_proba=p, fold=fold)
    assert cv.plot.picture("roc")["curve"].y[-1] == 1.0
    assert cv.plot.picture("pr").kind == "pr"
    ax = cv.plot.folds()
    assert len(ax.get_lines()) >= 5
    plt.close(ax.figure)


def test_cautions_of_folds() -> None:
    truth, p, fold = rows()

    def keys(cv: CrossValidation) -> set[str]:
        return {caution.key for caution in cv.cautions}

    split = vc.evaluate(truth, y_proba=p, fold=fold, cluster=np.arange(400) // 4)
    assert "clusters_split_over_folds" in keys(split)
    whole = vc.evaluate(truth, y_proba=p, fold=np.arange(400) // 80, cluster=np.arange(400) // 4)
    assert "clusters_split_over_folds" not in keys(whole)
    assert "scores_pooled_over_folds" in keys(whole)
    assert "scores_pooled_over_folds" not in keys(vc.evaluate(TRUTH, CALLED, fold=FOLD))
    same = vc.evaluate(truth, y_proba=p, fold=fold, cluster=fold)
    assert "fold_as_cluster" in keys(same)
    assert "clusters_split_over_folds" not in keys(same)


def test_folds_are_checked_by_their_means() -> None:
    truth, p, fold = rows()
    cv = vc.evaluate(truth, y_proba=p, fold=fold)
    mean = cv.mean["auroc"]
    verdict = vc.check(cv, [f"auroc >= {mean.low - 0.01}", f"auroc >= {mean.high + 0.05}"])
    assert [one.state for one in verdict.requirements] == ["pass", "fail"]
    assert vc.check(cv, f"auroc >= {mean.value}").state == "not_enough_data"
    with pytest.raises(InputError, match=r"vc\.compare"):
        vc.check(cv, "auroc >= 0.5", baseline=cv, margin=0.1)


def test_errors_speak_of_folds() -> None:
    for bad in ([1, 2, None, 1] * 3, [1, 2], 3):
        with pytest.raises(InputError, match="fold") as told:
            vc.evaluate(TRUTH, CALLED, fold=bad)
        assert "group" not in str(told.value)
    truth, p, fold = rows()
    cv = vc.evaluate(truth, y_proba=p, fold=fold)
    with pytest.raises(InputError, match="not 'zz'"):
        cv.roc(band="zz")
    with pytest.raises(InputError, match="nadeau_bengio"):
        vc.compare(cv, cv, test="zz")


def test_first_it_says_whether_the_means_are_above_guessing() -> None:
    truth, p, fold = rows()
    better = vc.evaluate(truth, y_proba=p, fold=fold)
    assert better.mean["mcc"].low > 0
    assert better.text().startswith("Better than guessing: the Matthews correlation coefficient is")
    assert str(better.mean["auroc"]) in better.text().splitlines()[0]
    noise = np.random.default_rng(5).permutation(p)
    unsure = vc.evaluate(truth, y_proba=noise, fold=fold)
    assert unsure.mean["mcc"].low < 0 < unsure.mean["mcc"].high
    said = unsure.text().splitlines()[0]
    assert said.startswith("Not shown to be better than guessing: ")
    assert "Scores are not shown to rank better than guessing: " in said
    worse = vc.evaluate(truth, y_proba=1 - p, fold=fold).text(lang="zh")
    assert worse.startswith("不如猜测：")
    assert "分数的排序不如猜测：" in worse


def test_cautions_of_folds_take_a_line_each(tmp_path) -> None:
    truth, p, fold = rows()
    cv = vc.evaluate(truth, y_proba=p, fold=fold)
    lines = cv.text().splitlines()
    for caution in cv.cautions:
        assert f"! {caution.line('en')}" in lines
    cv.report(tmp_path / "cv.html")
    page = (tmp_path / "cv.html").read_text("utf-8")
    assert page.count("<details") >= 4  # warnings, each fold, provenance, what the figures mean

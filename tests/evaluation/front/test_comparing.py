"""`vc.compare`: what goes in, what comes out, what is refused."""

import json
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy.stats import norm
from sklearn.metrics import average_precision_score, matthews_corrcoef, roc_auc_score

from veracity.errors import InputError, InvalidRows, NotHere, UnknownName
from veracity.evaluation import evaluate
from veracity.evaluation.front.comparing import compare


def sample(n=200, seed=0):
    random = np.random.default_rng(seed)
    truth = random.integers(0, 2, n)
    common = random.normal(size=n)

    def proba(shift):
        z = 0.7 * common + 0.7 * random.normal(size=n) + shift * (truth - 0.5)
        return 1 / (1 + np.exp(-z))

    return truth, {"A": proba(2.0), "B": proba(1.0)}


FEW = {"n_resamples": 200}


def brute_delong(truth, a, b):
    """DeLong, DeLong and Clarke-Pearson (1988) from every pair of rows."""
    parts = []
    for scores in (a, b):
        pos, neg = scores[truth == 1], scores[truth == 0]
        wins = (pos[:, None] > neg) + 0.5 * (pos[:, None] == neg)
        parts.append((wins.mean(), wins.mean(1), wins.mean(0)))
    up = np.cov([p[1] for p in parts]) / (truth == 1).sum()
    across = np.cov([p[2] for p in parts]) / (truth == 0).sum()
    cov = up + across
    gap = parts[0][0] - parts[1][0]
    return gap, math.sqrt(cov[0, 0] + cov[1, 1] - 2 * cov[0, 1])


def test_values_and_delong() -> None:
    truth, models = sample()
    models = {name: np.round(p, 2) for name, p in models.items()}
    cmp = compare(truth, models, **FEW)
    a, b = models.values()
    gap, error = brute_delong(truth, a, b)
    row = cmp["A", "B", "auroc"]
    assert row.difference.value == pytest.approx(roc_auc_score(truth, a) - roc_auc_score(truth, b))
    assert row.difference.value == pytest.approx(gap)
    assert row.difference.low == pytest.approx(gap - 1.959964 * error, abs=1e-6)
    assert row.p_value == pytest.approx(2 * norm.sf(abs(gap / error)), rel=1e-9)
    precision = [average_precision_score(truth, p) for p in (a, b)]
    assert cmp["A", "B", "average_precision"].difference.value == pytest.approx(
        precision[0] - precision[1]
    )
    mcc = [matthews_corrcoef(truth, p >= 0.5) for p in (a, b)]
    assert cmp["A", "B", "mcc"].difference.value == pytest.approx(mcc[0] - mcc[1])


def test_the_same_from_every_source(tmp_path) -> None:
    truth, models = sample()
    site = np.arange(len(truth)) % 17
    columns = {"y": truth, "a": models["A"], "b": models["B"], "site": site}
    frame = pd.DataFrame(columns)
    path = tmp_path / "rows.csv"
    frame.to_csv(path, index=False)
    whole = compare(truth, models, cluster=site, **FEW)
    names = {"A": "a", "B": "b"}
    for data in (frame, pl.DataFrame(columns), columns, str(path)):
        other = compare("y", names, data=data, cluster="site", **FEW)
        for one, two in zip(whole, other, strict=True):
            assert two.difference == one.difference
            assert two.p_value == one.p_value


def test_labels_from_a_file(tmp_path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("t,a,b\n" + "cat,cat,dog\n" * 30 + "dog,dog,dog\n" * 20 + "fox,cat,fox\n" * 9)
    cmp = compare("t", {"A": "a", "B": "b"}, data=str(path), kind="y_pred", **FEW)
    row = cmp["A", "B", "accuracy"]
    assert row.difference.value == pytest.approx((50 - 29) / 59)
    assert row.test.name == "mcnemar_mid_p"
    assert cmp.keys == ("accuracy", "balanced_accuracy", "mcc", "macro_f1")
    with pytest.raises(NotHere, match="macro_precision"):
        compare("t", {"A": "a", "B": "b"}, data=str(path), kind="y_pred", metrics="precision")


def test_frequencies_are_rows_written_out() -> None:
    truth, a, b, times = [0, 0, 1, 1], [0, 1, 1, 0], [1, 0, 1, 1], [5, 3, 9, 4]
    rows = np.repeat(np.arange(4), times)
    written = compare(
        np.array(truth)[rows],
        {"A": np.array(a)[rows], "B": np.array(b)[rows]},
        kind="y_pred",
        **FEW,
    )
    counted = compare(
        truth, {"A": a, "B": b}, kind="y_pred", sample_weight=times, weight_kind="frequency", **FEW
    )
    for one, two in zip(written, counted, strict=True):
        assert one.difference == two.difference
        assert one.p_value == two.p_value


def test_weights_have_no_scale() -> None:
    truth, models = sample(80)
    weight = np.linspace(0.2, 3, 80)
    one = compare(truth, models, sample_weight=weight, **FEW)
    two = compare(truth, models, sample_weight=1000 * weight, **FEW)
    for mine, yours in zip(one, two, strict=True):
        assert mine.difference.low == pytest.approx(yours.difference.low, rel=1e-6, abs=1e-9)
        assert mine.test.name != "mcnemar_mid_p"


def test_a_key_that_was_not_asked_for() -> None:
    truth, models = sample()
    cmp = compare(truth, models, metrics="auroc", **FEW)
    assert cmp.keys == ("auroc",)
    assert cmp["B", "A", "f1"].difference.value == -cmp["A", "B", "f1"].difference.value
    with pytest.raises(UnknownName, match="auroc"):
        cmp["A", "B", "aurok"]


def test_scores_without_a_threshold_are_ranked_only() -> None:
    truth, models = sample()
    cmp = compare(truth, models, kind="y_score", **FEW)
    assert cmp.keys == ("auroc", "average_precision")
    with pytest.raises(NotHere, match="threshold="):
        cmp["A", "B", "mcc"]
    cut = compare(truth, models, kind="y_score", threshold=0.5, metrics="mcc", **FEW)
    assert cut["A", "B", "mcc"].difference.value > 0
    labels = compare(truth, {n: p > 0.5 for n, p in models.items()}, kind="y_pred", **FEW)
    with pytest.raises(NotHere, match="y_score"):
        labels["A", "B", "auroc"]
    with pytest.raises(NotHere):
        labels.dominance("roc")


def test_margin_and_equivalence() -> None:
    truth, models = sample(400)
    wide = compare(truth, models, margin=0.5, **FEW)
    assert {row.verdict for row in wide} == {"equivalent"}
    assert all(row.equivalence.p_value < 0.025 for row in wide)
    lower = compare(truth, models, margin=0.001, metrics="error_rate", **FEW)
    assert lower["A", "B", "error_rate"].difference.value < 0
    assert lower["A", "B", "error_rate"].verdict == "better"


def test_several_models_and_the_omnibus() -> None:
    truth, models = sample()
    models["C"] = models["A"][::-1].copy()
    cmp = compare(truth, models, metrics=["auroc", "accuracy"], **FEW)
    assert len(cmp) == 6
    assert cmp.omnibus["auroc"].df == 2
    assert cmp.omnibus["accuracy"].name == "cochran_q"
    assert set(cmp.dominance("roc")) == {("A", "B"), ("A", "C"), ("B", "C")}
    assert cmp.dominance("pr", "A", "C").first == "A"
    assert "all 6 tests" in cmp.note


def test_costs() -> None:
    truth = np.repeat([0, 1], [9900, 100])
    sparing = np.repeat([0, 1, 0, 1], [9801, 99, 40, 60])
    bold = np.repeat([0, 1, 0, 1], [8910, 990, 5, 95])
    cmp = compare(truth, {"S": sparing, "B": bold}, kind="y_pred", metrics="kappa", **FEW)
    assert cmp.cost_ratio("S", "B") == Fraction(891, 35)
    assert "891/35" in cmp.cost_text("S", "B")
    assert cmp["S", "B", "kappa"].verdict == "better"


def test_identical_models_are_said_to_be() -> None:
    truth, models = sample()
    cmp = compare(truth, {"A": models["A"], "B": models["A"]}, **FEW)
    assert cmp.identical == (("A", "B"),)
    assert cmp.verdict.startswith("A and B gave the same answer on every row.")
    assert all(row.p_value == 1 and row.difference.value == 0 for row in cmp)


def test_showing(tmp_path) -> None:
    truth, models = sample()
    cmp = compare(truth, models, margin=0.05, **FEW)
    frame = cmp.to_pandas()
    assert frame.shape[0] == 4
    assert frame["difference"][0] == cmp["A", "B", "auroc"].difference.value
    assert cmp.to_polars()["key"].to_list() == list(frame["key"])
    told = json.loads(cmp.to_json())
    assert told["contrasts"][0]["verdict"] == cmp["A", "B", "auroc"].verdict
    assert told["contrasts"][0]["non_inferiority"]["name"] == "non_inferiority"
    assert told["settings"]["margin"] == 0.05
    assert repr(cmp) == cmp.text("en")
    assert "DeLong 检验" in cmp.text("zh", verbose=True)
    for ending in ("md", "tex", "json", "txt"):
        path = tmp_path / f"out.{ending}"
        cmp.report(path)
        assert "DeLong" in path.read_text() or ending == "json"
    with pytest.raises(InputError, match=r"\.md"):
        cmp.report(tmp_path / "out.docx")
    assert cmp.sentence("A", "B", "auroc") in cmp.to_latex("en")


def test_names_are_never_markup() -> None:
    truth, models = sample(60)
    named = {"a|b": models["A"], "c_d & e": models["B"]}
    cmp = compare(truth, named, metrics="auroc", **FEW)
    assert r"a\|b" in cmp.to_markdown()
    assert r"c\_d \& e" in cmp.to_latex()


def test_two_evaluations() -> None:
    truth, models = sample(300)
    site_a = evaluate(truth[:150], y_proba=models["A"][:150])
    site_b = evaluate(truth[150:], y_proba=models["A"][150:])
    cmp = compare(site_a, site_b, metrics=["auroc", "recall", "mcc"])
    assert cmp.pairing == "unpaired"
    row = cmp["A", "B", "recall"]
    assert row.difference.value == pytest.approx(site_a["recall"].value - site_b["recall"].value)
    assert (row.difference.method, row.test.name) == ("newcombe", "mover")
    assert cmp["A", "B", "auroc"].test.name == "delong_unpaired"
    assert cmp.rows.used == 300
    with pytest.raises(NotHere):
        cmp.cost_ratio("A", "B")
    labels = evaluate(truth, models["A"] > 0.5)
    with pytest.raises(InputError, match="Only one of these evaluations"):
        compare(site_a, labels)
    with pytest.raises(InputError, match="two evaluations"):
        compare(site_a, {"A": [1]})
    others = evaluate(["x", "y", "x"], ["x", "y", "y"], pos_label="y")
    with pytest.raises(InputError, match="different classes"):
        compare(labels, others)


def test_refusals() -> None:
    truth, models = sample(30)
    with pytest.raises(InputError, match="30"):
        compare(truth, {"A": models["A"], "B": models["B"][:-1]})
    with pytest.raises(InputError, match="at least two models; there is 1"):
        compare(truth, {"A": models["A"]})
    with pytest.raises(InputError, match="a name"):
        compare(truth, {1: models["A"], "1": models["B"]})
    with pytest.raises(InputError, match="mapping"):
        compare(truth, [models["A"], models["B"]])
    with pytest.raises(InputError, match="y_proba, y_score, y_pred"):
        compare(truth, models, kind="labels")
    with pytest.raises(InputError, match="must be above 0"):
        compare(truth, models, margin=-0.1)
    with pytest.raises(UnknownName, match="auroc"):
        compare(truth, models, metrics="aurok")
    with pytest.raises(InputError, match="does not fit average_precision"):
        compare(truth, models, metrics="average_precision", test="mcnemar")
    with pytest.raises(InputError, match="holm"):
        compare(truth, models, correction="tukey")
    with pytest.raises(InputError):
        compare(truth, {n: p > 0.5 for n, p in models.items()}, kind="y_pred", threshold=0.3)
    with pytest.raises(InvalidRows):
        compare(truth, {"A": models["A"], "B": models["B"] * 3})
    with pytest.raises(InputError, match="pos_label"):
        compare(np.array(["n", "y"])[truth], models)
    dropped = compare(
        truth,
        {"A": models["A"], "B": np.where(truth, np.nan, models["B"])},
        on_invalid="drop",
        metrics="accuracy",
        **FEW,
    )
    assert dropped.rows.used == int((truth == 0).sum())


def test_what_is_left_out_is_asked_for() -> None:
    truth, models = sample()
    with pytest.raises(InputError, match="evaluations of different rows"):
        compare(evaluate(truth, y_proba=models["A"]))
    with pytest.raises(InputError, match="metrics= is empty"):
        compare(truth, models, metrics=[])


def test_the_adjusted_p_decides_and_a_note_says_so() -> None:
    """Of one test the interval speaks; of several that show nothing the correction does."""
    truth, models = sample(n=80, seed=1)
    keys = ["accuracy", "recall", "specificity", "f1", "mcc", "kappa", "auroc", "precision"]
    found = compare(truth, models, metrics=keys, **FEW)
    undone = [
        one
        for one in found
        if one.p_value < 0.05 <= one.p_adjusted
        and not one.difference.low <= 0 <= one.difference.high
    ]
    assert undone, "no such case in this sample"
    for one in found:
        said = "the adjusted p-value decides" in one.test.note.en
        assert said == (one in undone)
        assert one.verdict == "cannot_tell" or not said


def test_superiority_names_its_method() -> None:
    truth, models = sample()
    (one,) = compare(truth, models, metrics="auroc", **FEW)
    assert (one.superiority.method, one.superiority.draws) == ("redraws", 200)
    halves = [evaluate(truth[i::2], y_proba=models["A"][i::2]) for i in (0, 1)]
    (two,) = compare(*halves, metrics="auroc")
    assert (two.superiority.method, two.superiority.draws) == ("normal", 0)
    assert two.to_dict()["superiority"]["method"] == "normal"


def test_values_by_their_limit_are_said_to_be() -> None:
    ones, (_, models) = np.ones(200, int), sample()
    called = {name: (p > 0.4).astype(int) for name, p in models.items()}
    found = compare(ones, called, kind="y_pred", metrics="mcc", pos_label=1, labels=[0, 1], **FEW)
    assert "0 by its limit" in found["A", "B", "mcc"].difference.note.en


def test_differences_of_ratios_say_what_they_are() -> None:
    truth, models = sample()
    (one,) = compare(truth, models, metrics="dor", **FEW)
    mine, yours = one.values
    assert "raw values" in one.difference.note.en
    assert f"Ratio of the values: {mine.value / yours.value:.3f} [" in one.difference.note.en


def test_no_note_is_said_twice() -> None:
    truth = np.ones(50, int)
    called = {"A": np.ones(50, int), "B": np.arange(50) % 2}
    text = compare(truth, called, kind="y_pred", metrics="specificity", labels=[0, 1], **FEW).text(
        "en"
    )
    assert text.count("one of the values is undefined or infinite") == 1


def test_models_that_never_disagree_get_the_same_kind_of_interval() -> None:
    truth, models = sample()
    same = {"A": models["A"], "again": models["A"]}
    for one in compare(truth, same, metrics=["auroc", "eer", "accuracy", "f1"], **FEW):
        assert one.difference.value == 0
        assert -0.05 < one.difference.low < 0 < one.difference.high < 0.05
        assert one.p_value == 1


def test_without_a_positive_class_the_usual_keys_say_so() -> None:
    truth = np.array(["no", "yes"] * 20)
    called = {"A": truth, "B": np.roll(truth, 4)}
    without = compare(truth, called, kind="y_pred", **FEW)
    assert "macro_f1" in without.keys
    assert "pos_label=" in without.note.en
    named = compare(truth, called, kind="y_pred", pos_label="yes", **FEW)
    assert "f1" in named.keys
    assert "pos_label=" not in named.note.en


def test_the_sentence_names_its_test() -> None:
    truth, models = sample()
    found = compare(truth, models, metrics="f1", **FEW)
    assert "square-and-add (MOVER) z test" in found.sentence("A", "B", "f1")


def test_unpaired_ratios_and_limits_are_said_too() -> None:
    truth, models = sample()
    first, second = (evaluate(truth, y_proba=models[name]) for name in "AB")
    dor = compare(first, second, metrics="dor")["A", "B", "dor"]
    ratio = dor.values[0].value / dor.values[1].value
    # the delta method: logs of two odds ratios vary as the sums of 1/cell, and add up
    cells = [1 / x for ev in (first, second) for x in ev.confusion.counts.ravel()]
    half = norm.ppf(0.975) * math.sqrt(sum(cells))
    low, high = ratio * math.exp(-half), ratio * math.exp(half)
    assert f"values: {ratio:.3f} [{low:.3f}, {high:.3f}]" in dor.difference.note.en
    constant = [evaluate(truth, np.zeros(200, int)) for _ in range(2)]
    assert "0 by its limit" in compare(*constant, metrics="mcc")["A", "B", "mcc"].difference.note.en


def test_a_method_or_test_that_does_not_fit_names_those_that_do() -> None:
    truth, models = sample()
    with pytest.raises(InputError, match=r"newcombe does not fit .* auroc.*delong, mover, delta"):
        compare(truth, models, metrics="auroc", method="newcombe", **FEW)
    with pytest.raises(InputError, match=r"mcnemar does not fit auroc.*auto, delong, delta"):
        compare(truth, models, metrics="auroc", test="mcnemar", **FEW)
    evs = [evaluate(truth, y_proba=p) for p in models.values()]
    with pytest.raises(InputError, match=r"newcombe does not fit .* auroc.*delong, mover"):
        compare(*evs, metrics="auroc", method="newcombe")
    with pytest.raises(InputError, match=r"fisher does not fit auroc.*delong_unpaired"):
        compare(*evs, metrics="auroc", test="fisher")


def test_numbers_of_numpy_are_numbers() -> None:
    truth, models = sample()
    how = {"margin": np.float32(0.05), "confidence_level": np.float32(0.9)}
    row = compare(truth, models, metrics="auroc", **how, **FEW)["A", "B", "auroc"]
    assert row.margin == pytest.approx(0.05)
    assert row.difference.level == pytest.approx(0.9)


def test_biased_metrics_have_no_shares_of_superiority() -> None:
    """Shares of redraws would be a percentile interval, which these metrics never get."""
    truth, models = sample()
    row = compare(truth, models, metrics="ks", **FEW)["A", "B", "ks"]
    assert row.test.name == "permutation"
    assert math.isnan(row.superiority.better)
    assert row.superiority.note

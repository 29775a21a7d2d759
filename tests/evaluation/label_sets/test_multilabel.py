"""Rows with several labels: beside scikit-learn, in every form of input, merged, saved, refused."""

import math

import numpy as np
import pytest
import scipy.sparse
from sklearn import metrics as sk

import veracity as vc
from veracity.errors import CannotMerge, InputError, NotHere, StorageError, UnknownName

RNG = np.random.default_rng(2)
TRUTH = RNG.random((300, 4)) < [0.5, 0.3, 0.2, 0.4]
SCORES = np.clip(0.45 * TRUTH + 0.6 * RNG.random((300, 4)), 0, 1)
SCORES = SCORES.round(2)  # ties
CALLED = SCORES >= 0.5
KEEP = CALLED.any(1) & TRUTH.any(1)  # rows on which scikit-learn has no 0/0 either


def evaluated(rows=slice(None), **options):
    return vc.evaluate_multilabel(TRUTH[rows], y_proba=SCORES[rows], **options)


@pytest.mark.parametrize("average", ["macro", "micro", "weighted", "samples"])
@pytest.mark.parametrize(
    ("key", "score"),
    [
        ("precision", sk.precision_score),
        ("recall", sk.recall_score),
        ("f1", sk.f1_score),
        ("jaccard", sk.jaccard_score),
        ("fbeta(2)", lambda *rows, **how: sk.fbeta_score(*rows, beta=2, **how)),
    ],
)
def test_averages_equal_scikit_learn(average, key, score):
    found = evaluated(KEEP)[f"{average}_{key}"]
    expected = score(TRUTH[KEEP], CALLED[KEEP], average=average)
    assert found.value == pytest.approx(expected, abs=1e-12)
    assert found.low < expected < found.high


def test_figures_of_sets_and_ranks_equal_scikit_learn():
    ev = evaluated()
    for key, expected in {
        "subset_accuracy": sk.accuracy_score(TRUTH, CALLED),
        "hamming_loss": sk.hamming_loss(TRUTH, CALLED),
        "label_ranking_average_precision": sk.label_ranking_average_precision_score(TRUTH, SCORES),
        "coverage_error": sk.coverage_error(TRUTH, SCORES),
        "label_ranking_loss": sk.label_ranking_loss(TRUTH, SCORES),
        "macro_auroc": sk.roc_auc_score(TRUTH, SCORES, average="macro"),
        "micro_auroc": sk.roc_auc_score(TRUTH, SCORES, average="micro"),
        "macro_average_precision": sk.average_precision_score(TRUTH, SCORES, average="macro"),
    }.items():
        assert ev[key].value == pytest.approx(expected, abs=1e-12), key
        assert ev[key].low <= expected <= ev[key].high


def test_one_error_by_hand():
    truth = [[1, 0], [0, 1], [1, 0]]
    scores = [[0.9, 0.1], [0.7, 0.2], [0.4, 0.4]]  # right, wrong, half
    assert vc.evaluate_multilabel(truth, y_score=scores)["one_error"].value == pytest.approx(0.5)


def test_weights_equal_scikit_learn():
    weight = RNG.uniform(0.1, 3, 300)
    ev = evaluated(sample_weight=weight)
    for average in ("macro", "micro", "weighted"):
        expected = sk.f1_score(TRUTH, CALLED, average=average, sample_weight=weight)
        assert ev[f"{average}_f1"].value == pytest.approx(expected, abs=1e-12)
    loss = sk.label_ranking_loss(TRUTH, SCORES, sample_weight=weight)
    assert ev["label_ranking_loss"].value == pytest.approx(loss, abs=1e-12)


def test_labels_are_evaluations():
    ev = evaluated()
    own = vc.evaluate(TRUTH[:, 2], CALLED[:, 2], y_proba=SCORES[:, 2], pos_label=True)
    assert ev.by_label[2]["recall"] == own["recall"]
    assert ev.by_label[2]["auroc"] == own["auroc"]
    frame = ev.table().to_pandas()
    assert sorted(frame["label"]) == [0, 1, 2, 3]
    with pytest.raises(NotHere, match="No label"):
        ev.by_label["dog"]


def test_every_form_of_input_gives_the_same(tmp_path):
    pd = pytest.importorskip("pandas")
    names = ("w", "x", "y", "z")
    as_sets = [{n for n, on in zip(names, row, strict=True) if on} for row in TRUTH]
    called_sets = [[n for n, on in zip(names, row, strict=True) if on] for row in CALLED]
    text = ["; ".join(sorted(row)) for row in as_sets]
    called_text = ["; ".join(sorted(row)) for row in called_sets]
    frame = pd.DataFrame(TRUTH.astype(int), columns=names)
    table = frame.assign(**{f"p_{n}": CALLED[:, i].astype(int) for i, n in enumerate(names)})
    table["tags"], table["said"] = text, called_text
    table.to_csv(tmp_path / "rows.csv", index=False)
    columns = [f"p_{n}" for n in names]
    expected = vc.evaluate_multilabel(TRUTH, CALLED, labels=names)["macro_f1"]
    found = [
        vc.evaluate_multilabel(scipy.sparse.csr_array(TRUTH), scipy.sparse.csr_matrix(CALLED)),
        vc.evaluate_multilabel(TRUTH.astype(int).tolist(), CALLED.tolist()),
        vc.evaluate_multilabel(as_sets, called_sets),
        vc.evaluate_multilabel(text, called_text, separator=";"),
        vc.evaluate_multilabel(frame, pd.DataFrame(CALLED, columns=names)),
        vc.evaluate_multilabel(list(names), columns, data=tmp_path / "rows.csv"),
        vc.evaluate_multilabel("tags", "said", data=table, separator=";"),
    ]
    for ev in found:
        assert ev["macro_f1"] == expected


def test_thresholds_by_label():
    ev = evaluated(threshold={0: 0.8, 3: 0.2})
    called = SCORES >= [0.8, 0.5, 0.5, 0.2]
    assert ev["micro_f1"].value == pytest.approx(sk.f1_score(TRUTH, called, average="micro"))
    with pytest.raises(InputError, match="threshold"):
        evaluated(threshold={"dog": 0.2})


def test_rows_without_a_value_are_left_out_and_told():
    truth, called = [[1, 0], [1, 1], [0, 0]], [[0, 0], [1, 0], [0, 0]]
    found = vc.evaluate_multilabel(truth, called)["samples_precision"]
    assert found.value == 1.0  # one row predicts a label
    assert "2 rows" in str(found.note)
    assert "0.333" in str(found.note)  # what scikit-learn gives by default
    one = vc.evaluate_multilabel(truth[:2], called[:2])["samples_precision"]
    assert "1 row with 0/0 is left out; counted as 0 the mean is 0.500" in str(one.note)
    heavy = vc.evaluate_multilabel(truth, called, sample_weight=[1, 5, 2])["samples_precision"]
    assert "37.5% of the weight" in str(heavy.note)
    assert "0.625" in str(heavy.note)
    label = vc.evaluate_multilabel(truth, called)["macro_precision"]
    assert math.isnan(label.value)
    assert "1" in str(label.note)


def test_notes_name_their_figures():
    truth, called = [[1, 0], [1, 1], [0, 0], [0, 1]], [[1, 0], [0, 1], [0, 0], [0, 1]]
    text = vc.evaluate_multilabel(truth, called).text
    assert "· F1, mean over rows: 1 row with 0/0 is left out" in text("en")
    assert "· F1（样本平均）：有 1 行为 0/0" in text("zh")


def test_merging_is_one_pass():
    one, two = evaluated(slice(0, 120)), evaluated(slice(120, None))
    both, whole = one + two, evaluated()
    for key in ("macro_f1", "weighted_recall", "samples_f1", "label_ranking_loss", "micro_auroc"):
        assert both[key].value == pytest.approx(whole[key].value, abs=1e-12)
        assert both[key].low == pytest.approx(whole[key].low, abs=1e-9)
    with pytest.raises(CannotMerge, match="labels"):
        one.sets + vc.evaluate_multilabel(TRUTH[:, :3], CALLED[:, :3]).sets


def test_saved_and_loaded(tmp_path):
    ev = evaluated(cluster=np.arange(300) // 3)
    ev.save(tmp_path / "sets")
    again = vc.load(tmp_path / "sets")
    for key in (*ev.keys(), "macro_mcc"):
        assert again[key].value == pytest.approx(ev[key].value, abs=1e-12, nan_ok=True)
        assert again[key].low == pytest.approx(ev[key].low, abs=1e-9, nan_ok=True)
    raw = (tmp_path / "sets").read_bytes()
    (tmp_path / "cut").write_bytes(raw[:-200])
    with pytest.raises(StorageError):
        vc.load(tmp_path / "cut")


@pytest.mark.parametrize("ending", [".html", ".md", ".tex", ".json", ".txt"])
def test_reports(tmp_path, ending):
    ev = vc.evaluate_multilabel(TRUTH, CALLED, labels=["<b>", "a&b", "c_d", "e"])
    ev.report(tmp_path / f"out{ending}", "en")
    text = (tmp_path / f"out{ending}").read_text("utf-8")
    assert "<b>" not in text or ending in (".json", ".txt")
    assert "300" in text
    assert "多标签" in ev.text("zh") or "4 个标签" in ev.text("zh")


def test_comparing():
    good, poor = evaluated(), vc.evaluate_multilabel(TRUTH, RNG.random((300, 4)) < 0.4)
    found = good.compare(poor)["macro_f1"]
    assert found.verdict == "better"
    assert found.difference.value == pytest.approx(good["macro_f1"].value - poor["macro_f1"].value)
    assert good.compare(good)["micro_f1"].verdict == "cannot_tell"
    assert "hamming_loss" in good.compare(poor).table().to_pandas()["key"].tolist()
    assert good.compare(poor)["hamming_loss"].verdict == "better"  # lower is better


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (lambda: vc.evaluate_multilabel([[1, 2]], [[0, 1]]), "other than 0 and 1"),
        (lambda: vc.evaluate_multilabel([[1, 0]], [[0, 1, 1]]), "column"),
        (lambda: vc.evaluate_multilabel([[1, 0]], [[0, 1], [1, 1]]), "length"),
        (lambda: vc.evaluate_multilabel(["a,b"], ["a"]), "separat"),
        (lambda: vc.evaluate_multilabel([{"a"}], [{"b"}], labels=["a"]), "not evaluated"),
        (lambda: vc.evaluate_multilabel([[1, 0]]), "y_pred"),
        (lambda: vc.evaluate_multilabel(3, 4), "indicator"),
        (lambda: vc.evaluate_multilabel([[1]], y_proba=[[0.5]], threshold=math.nan), "Threshold"),
        (lambda: vc.evaluate_multilabel([[1]], y_proba=[[0.5]], threshold=2), "Threshold"),
        (lambda: vc.evaluate_multilabel([[1]], y_proba=[[0.5]], threshold=[0.5]), "Threshold"),
        (lambda: vc.evaluate_multilabel([[1, 0]], y_proba=[[0.5, 1.5]]), "1.5"),
        (lambda: vc.evaluate_multilabel([[1, 0]], y_score=[[0.5, math.nan]]), "nan"),
        (lambda: vc.evaluate_multilabel([[1, 0]], y_score=[[3.0, -1.0]]), "Give threshold="),
        (lambda: vc.evaluate_multilabel([[1, 0]], y_score=[[3.0, 9.0]], threshold={0: 1}), "of 1"),
        (lambda: vc.evaluate_multilabel(np.zeros((0, 2)), np.zeros((0, 2))), "No rows"),
        (lambda: vc.evaluate_multilabel([[1, 0]], [[1, 0]], sample_weight=[-1]), "sample_weight"),
        (lambda: vc.evaluate_multilabel([[1, 0]], [[1, 0]], cluster=[1, 2]), "length"),
    ],
)
def test_what_cannot_be_is_refused_in_words(given, words):
    with pytest.raises(InputError, match=words):
        given()


def test_raw_scores_are_cut_where_it_was_asked():
    truth, raw = [[1, 0], [0, 1]], [[3.0, -2.0], [-1.0, -0.5]]
    for at in (0.0, {0: 0.0, 1: -1.0}):
        ev = vc.evaluate_multilabel(truth, y_score=raw, threshold=at)
        called = [[x >= t for x, t in zip(row, (0, -1 if at else 0), strict=True)] for row in raw]
        assert (
            ev["hamming_loss"].value == vc.evaluate_multilabel(truth, called)["hamming_loss"].value
        )
    usual = vc.evaluate_multilabel(truth, y_proba=[[0.5, 0.2], [0.1, 0.9]], threshold=None)
    assert usual["subset_accuracy"].value == 1


def test_cautions_are_muted(tmp_path):
    truth = np.zeros((40, 3), int)
    truth[:4, 0] = 1
    loud = vc.evaluate_multilabel(truth, truth)
    key = loud.cautions[0].key
    ev = vc.evaluate_multilabel(truth, truth, ignore=[key])
    ev.save(tmp_path / "muted.vc")
    for one in (ev, vc.load(tmp_path / "muted.vc")):
        assert key not in {caution.key for caution in one.cautions}
        assert f"muted: {key}" in one.text("en")
        assert key in one.text("zh")
    label = loud.by_label[0].cautions[0].key
    quiet = vc.evaluate_multilabel(truth, truth, ignore=label)
    assert label not in {caution.key for caution in quiet.by_label[0].cautions}
    with pytest.raises(vc.errors.UnknownName, match="No caution"):
        vc.evaluate_multilabel(truth, truth, ignore="nothing")


def test_unknown_keys_name_those_there_are():
    ev = vc.evaluate_multilabel(TRUTH, CALLED)
    with pytest.raises(UnknownName, match="macro_f1"):
        ev["nonsense"]
    with pytest.raises(NotHere, match="scores"):
        ev["coverage_error"]
    assert "coverage_error" not in ev
    assert "samples_fbeta(0.5)" in ev


def test_tiny_random_rows_give_numbers_or_reasons():
    rng = np.random.default_rng(8)
    for _ in range(60):
        n, wide = rng.integers(1, 9), rng.integers(1, 4)
        truth = rng.random((n, wide)) < rng.random()
        scores = rng.integers(0, 3, (n, wide)) / 2
        cluster = rng.integers(0, 3, n) if rng.random() < 0.5 else None
        weight = rng.uniform(0.1, 2, n) if rng.random() < 0.5 else None
        ev = vc.evaluate_multilabel(truth, y_proba=scores, cluster=cluster, sample_weight=weight)
        for key in ev.keys():  # noqa: SIM118
            one = ev[key]
            if math.isnan(one.value) or math.isnan(one.low):
                assert str(one.note), key
            else:
                assert one.low <= one.value <= one.high
        assert ev.text("en")
        assert ev.text("zh")


@pytest.mark.parametrize("clustered", [False, True])
def test_many_labels_take_random_groups_of_rows(monkeypatch, tmp_path, clustered):
    """With the limit lowered, groups give about the interval of the second moments."""
    rng = np.random.default_rng(4)
    truth = rng.random((4000, 6)) < 0.3
    called = truth ^ (rng.random((4000, 6)) < 0.1)
    options = {"cluster": np.arange(4000) // 2} if clustered else {}
    exact = vc.evaluate_multilabel(truth, called, **options)
    monkeypatch.setattr("veracity.statistics.label_sets.label_sets.MOST_LABELS", 5)
    grouped = vc.evaluate_multilabel(truth, called, **options)
    assert grouped.sets.cells.cross is None
    for key in ("macro_f1", "micro_recall", "weighted_precision", "macro_mcc"):
        mine, theirs = grouped[key], exact[key]
        assert mine.value == pytest.approx(theirs.value, abs=1e-12)
        assert mine.high - mine.low == pytest.approx(theirs.high - theirs.low, rel=0.15)
    halves = [
        vc.evaluate_multilabel(truth[part], called[part])
        for part in (slice(0, 1500), slice(1500, None))
    ]
    both = halves[0] + halves[1]
    width = both["macro_f1"].high - both["macro_f1"].low
    assert width == pytest.approx(exact["macro_f1"].high - exact["macro_f1"].low, rel=0.2)
    grouped.save(tmp_path / "many")
    assert vc.load(tmp_path / "many")["macro_f1"] == grouped["macro_f1"]


def test_first_it_says_what_it_finds_in_whole_numbers():
    ev = evaluated()
    found = round(100 * sk.recall_score(TRUTH, CALLED, average="micro"))
    right = round(100 * sk.precision_score(TRUTH, CALLED, average="micro"))
    first = ev.text().splitlines()[0]
    assert first == (
        f"It finds {found} of 100 labels that apply, "
        f"and {right} of 100 labels that it gives are right."
    )

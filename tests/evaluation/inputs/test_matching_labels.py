"""Labels that do not meet are refused at the front door, and nowhere else."""

from __future__ import annotations

import pandas as pd
import pytest
from click.testing import CliRunner

import veracity as vc
from veracity.cli.main import main
from veracity.errors import InputError

TRUTH = ["yes", "no", "no", "yes", "no"] * 4
OTHER = ["pos", "neg", "neg", "pos", "pos"] * 4


def renamed(labels, names):
    return [names.get(label, label) for label in labels]


def test_disjoint_labels_are_refused_with_the_pairs_that_were_meant():
    with pytest.raises(InputError) as error:
        vc.evaluate(TRUTH, OTHER)
    said = str(error.value)
    assert "'yes' = 'pos'" in said
    assert "'no' = 'neg'" in said
    assert "labels=['no', 'yes', 'neg', 'pos']" in said
    line = said.partition("If so, map them: ")[2].partition(". If the classes")[0]
    scope = {"y_pred": OTHER}
    exec(line, scope)  # what the message advises works
    assert vc.evaluate(TRUTH, scope["y_pred"], pos_label="yes")["accuracy"].value == 0.8


@pytest.mark.parametrize("names", [{"yes": "yes "}, {"yes": "Yes"}, {"no": "NO"}])
def test_near_misses_are_refused(names):
    wrong = renamed(TRUTH, names)
    with pytest.raises(InputError, match="spell the same class differently"):
        vc.evaluate(TRUTH, wrong)
    with pytest.raises(InputError, match="spell the same class differently"):
        vc.evaluate(wrong, TRUTH)
    with pytest.raises(InputError, match="y_pred"):
        vc.measure("accuracy", TRUTH, wrong)


def test_comparisons_name_the_model():
    models = {"A": TRUTH, "B": renamed(TRUTH, {"yes": "Yes"})}
    with pytest.raises(InputError, match="model B"):
        vc.compare(TRUTH, models, kind="y_pred")
    labels = ["no", "yes", "Yes"]
    found = vc.compare(TRUTH, models, kind="y_pred", labels=labels, metrics="accuracy")
    assert found["A", "B", "accuracy"].difference.value == 0.4


@pytest.mark.parametrize(
    ("truth", "called"),
    [
        ([0] * 12, [1] * 12),
        ([-1] * 12, [1] * 12),
        ([True] * 12, [False] * 12),
        ([True, False] * 6, [1, 0] * 6),
        ([1.0, 0.0] * 6, [True, True] * 6),
        (TRUTH[:9], OTHER[:9]),
        (["cat", "dog"] * 6, ["cat", "bird"] * 6),
    ],
)
def test_what_is_not_refused(truth, called):
    assert vc.evaluate(truth, called).confusion.total == len(truth)


def test_a_prediction_only_label_keeps_its_caution():
    ev = vc.evaluate(["cat", "dog"] * 30, ["cat", "bird"] * 30)
    assert "class_absent_from_truth" in {one.key for one in ev.cautions}


def test_labels_that_were_named_are_meant():
    ev = vc.evaluate(TRUTH, OTHER, labels=["no", "yes", "neg", "pos"])
    assert ev["accuracy"].value == 0
    columns = {"no": [0.5] * 20, "yes": [0.25] * 20, "Yes": [0.25] * 20}
    ev = vc.evaluate(TRUTH, renamed(TRUTH, {"yes": "Yes"}), y_proba=columns)
    assert ev["accuracy"].value == 0.6


def test_the_two_conventions_of_a_negative_class():
    with pytest.raises(InputError, match="0 = -1"):
        vc.evaluate([0, 1] * 10, [-1, 1] * 10)


def test_pos_label_must_be_in_the_truth():
    with pytest.raises(InputError, match="never occurs in the truth"):
        vc.evaluate(["no"] * 12, ["no", "yes"] * 6, pos_label="yes")
    vc.evaluate(["no"] * 12, ["no", "yes"] * 6, pos_label="yes", labels=["no", "yes"])
    vc.evaluate([0] * 12, [0, 1] * 6, pos_label=1)
    vc.evaluate(["no"] * 9, ["no"] * 8 + ["yes"], pos_label="yes")
    models = {"A": ["no", "yes"] * 6, "B": ["no"] * 12}
    with pytest.raises(InputError, match="never occurs in the truth"):
        vc.compare(["no"] * 12, models, kind="y_pred", pos_label="yes")


def test_counting_and_merging_take_any_labels():
    matrix = vc.ConfusionMatrix.from_labels(TRUTH, OTHER)
    assert matrix.labels == ("neg", "no", "pos", "yes")
    assert (matrix + matrix).total == 40
    assert matrix.evaluate()["accuracy"].value == 0


def test_a_stream_compares_labels_when_it_is_computed():
    stream = vc.Stream()
    stream.update(["yes"] * 12, ["no"] * 12)
    with pytest.raises(InputError, match="share no label"):
        stream.compute()
    stream.update(["no"] * 12, ["yes"] * 12)
    assert stream.compute()["accuracy"].value == 0
    stream.update(["Yes"] * 12, ["no"] * 12)
    with pytest.raises(InputError, match="spell the same class differently"):
        stream.compute()
    assert stream.reset().update(TRUTH, TRUTH).compute()["accuracy"].value == 1
    named = vc.Stream(labels=["no", "yes", "neg", "pos"]).update(TRUTH, OTHER)
    assert named.compute()["accuracy"].value == 0


def test_groups_may_hold_less_than_the_whole():
    ev = vc.evaluate(
        TRUTH, renamed(TRUTH[::-1], {}), group=["a" if y == "yes" else "b" for y in TRUTH]
    )
    assert len(ev.by_group) == 2


def test_the_command_line_refuses_them_too(tmp_path):
    path = tmp_path / "rows.csv"
    pd.DataFrame({"t": TRUTH, "p": OTHER}).to_csv(path, index=False)
    found = CliRunner().invoke(main, ["evaluate", str(path), "--true", "t", "--pred", "p"])
    assert found.exit_code == 2
    assert "'yes' = 'pos'" in found.output


def test_labels_beside_scores_are_compared_first():
    scores = [0.5] * 20
    with pytest.raises(InputError, match="'yes' = 'pos'"):
        vc.evaluate(TRUTH, OTHER, y_proba=scores, pos_label="yes")
    with pytest.raises(InputError, match="'yes' = 'Yes'"):
        vc.evaluate(TRUTH, renamed(TRUTH, {"yes": "Yes"}), y_score=scores, pos_label="yes")
    with pytest.raises(InputError, match="not among the labels"):
        vc.evaluate(TRUTH, TRUTH, y_score=scores, pos_label="Yes")

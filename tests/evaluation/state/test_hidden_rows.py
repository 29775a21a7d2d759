"""What an evaluation with emptied cells says beside rules that look at nothing."""

import itertools
import math

import numpy as np
import pytest

import veracity as vc


def _shared(counts, folder, least=5):
    labels = list(range(len(counts)))
    pos = 1 if len(counts) == 2 else None
    vc.ConfusionMatrix(counts, labels=labels, pos_label=pos).evaluate().save(
        folder / "kept", min_count=least
    )
    return vc.load(folder / "kept")


def _wherever(ev):
    """Every matrix that the rows in emptied cells can make: each number of them in each cell."""
    shown, hidden = ev.confusion.counts, ev.hidden_rows
    for parts in itertools.product(range(hidden + 1), repeat=shown.size - 1):
        if sum(parts) <= hidden:
            yield shown + np.reshape([*parts, hidden - sum(parts)], shown.shape)


def _always(counts, label):
    table = np.zeros_like(counts)
    table[:, label] = counts.sum(1)
    return table


@pytest.mark.parametrize(
    "counts", [[[60, 4], [50, 55]], [[25, 3], [4, 9]], [[30, 1], [2, 8]], [[90, 4], [6, 9]]]
)
def test_a_rule_is_beaten_wherever_the_hidden_rows_lie(counts, tmp_path):
    ev = _shared(counts, tmp_path)
    assert ev.hidden_rows > 0
    rivals, key = ev.baselines(["accuracy"]).rivals, "accuracy"
    for counts in _wherever(ev):
        whole = vc.ConfusionMatrix(counts, labels=[0, 1], pos_label=1)
        own, share = whole.metric(key), counts.sum(1) / counts.sum()
        others = {"always_negative": share[0], "always_positive": share[1]}
        others |= {"best_constant": share.max(), "coin": (share**2).sum()}
        for name, other in others.items():
            said = rivals[name].standing[key]
            assert said != "better" or own > other
            assert said != "worse" or own < other
    assert all(math.isnan(one.test.p_value) for one in rivals.values())
    assert "wherever the others lie" in ev.baselines().note.en
    assert not ev.baselines().paradox


def test_hidden_rows_leave_a_rule_unbeaten(tmp_path):
    """54 hidden rows may all be negatives: always-negative is then right in 114 of 169."""
    standing = _shared([[60, 4], [50, 55]], tmp_path).baselines(["accuracy"])
    assert standing["always_negative"].standing["accuracy"] == "cannot_tell"
    assert standing["always_positive"].standing["accuracy"] == "better"


def test_of_many_classes_nothing_is_told(tmp_path):
    counts = np.full((12, 12), 6) + np.diag(np.arange(40, 52))
    counts[0, 1] = 2
    ev = _shared(counts.tolist(), tmp_path)
    assert ev.hidden_rows > 0
    said = ev.baselines(["accuracy"])
    assert {one.standing["accuracy"] for one in said.rivals.values()} == {"cannot_tell"}


@pytest.mark.parametrize("counts", [[[900, 4], [30, 40]], [[900, 4], [20, 3]]])
def test_the_verdict_knows_of_hidden_rows(counts, tmp_path):
    """Neither Fisher's test of the cells shown nor "one class is always answered" is said."""
    ev = _shared(counts, tmp_path)
    for wrong in ("Fisher", "every prediction is", "Better than guessing"):
        assert wrong not in ev.verdict


def test_two_sites_are_compared_with_their_hidden_rows(tmp_path):
    """The 54 rows that one hides may all be wrong: its accuracy is 115 of 169, or all of them."""
    ev = _shared([[60, 4], [50, 55]], tmp_path)
    other = vc.ConfusionMatrix([[160, 14], [20, 155]], labels=[0, 1], pos_label=1).evaluate()
    found = vc.compare(ev, other, metrics=["accuracy", "recall", "mcc"])
    for key in ("accuracy", "recall", "mcc"):
        assert found["A", "B", key].verdict == "cannot_tell"
    low = found["A", "B", "accuracy"].difference.low
    assert low <= 115 / 169 - 315 / 349
    assert math.isnan(found["A", "B", "mcc"].difference.low)


def test_gates_of_a_figure_at_the_end_of_its_range(tmp_path):
    ev = _shared([[60, 4], [50, 55]], tmp_path)
    assert vc.check(ev, ["accuracy >= 0.5", "accuracy >= 0.9"]).state == "not_enough_data"


def test_costs_and_alarms_of_the_rows_shown_have_no_interval(tmp_path):
    ev = _shared([[60, 4], [50, 55]], tmp_path)
    costs, alarms = ev.cost([[0, 1], [5, 0]]), ev.alarms(per_hour=100, minutes_each=1)
    for one in (
        costs.estimate,
        costs.gain,
        alarms.alarms,
        alarms.missed,
        alarms.review_hours,
        ev.true_prevalence(flagged=20, of=200),
    ):
        assert math.isnan(one.low)
        assert "54 more rows" in one.note.en
        assert not math.isnan(one.value)
    assert str(costs)
    assert str(alarms)

"""At another prevalence every answer is that of the other population, and says so."""

from fractions import Fraction

import numpy as np
import pytest

import veracity as vc
from veracity.errors import InputError, NotHere

SHARE = 0.05
TOLD = "0.05, assuming each class"


def rows(seed: int = 0):
    draw = np.random.default_rng(seed)
    truth = (draw.random(400) < 0.3).astype(int)
    return truth, 1 / (1 + np.exp(-draw.normal(1.5 * truth - 0.7, 1)))


@pytest.fixture(scope="module")
def there():
    truth, p = rows()
    return vc.evaluate(truth, y_proba=p).at_prevalence(SHARE)


@pytest.fixture(scope="module")
def weighted():
    """The same rows, weighted by hand so that 5 % of the weight is positive."""
    truth, p = rows()
    share = truth.mean()
    weight = np.where(truth == 1, SHARE / share, (1 - SHARE) / (1 - share))
    return vc.evaluate(truth, y_proba=p, sample_weight=weight)


@pytest.mark.parametrize("name", ["sweep", "pr", "pr_gain", "gains", "decision"])
def test_curves_are_those_of_rows_weighted_to_it(there, weighted, name: str) -> None:
    curve, other = getattr(there, name)(), getattr(weighted, name)()
    for key in other.columns:
        np.testing.assert_allclose(curve[key], other[key], rtol=1e-9, atol=1e-12, err_msg=key)
    assert TOLD in curve.note


@pytest.mark.parametrize("name", ["roc", "det", "hull", "cost_curve"])
def test_curves_that_do_not_move_stay(there, name: str) -> None:
    truth, p = rows()
    here = getattr(vc.evaluate(truth, y_proba=p), name)()
    np.testing.assert_allclose(getattr(there, name)().y, here.y)


def test_alarm_curve(there) -> None:
    truth, p = rows()
    curve = there.alarm_curve([0.2, 0.6], per_hour=100)
    expected = [
        100 * (SHARE * (p[truth == 1] >= t).mean() + (1 - SHARE) * (p[truth == 0] >= t).mean())
        for t in (0.2, 0.6)
    ]
    np.testing.assert_allclose(curve["alarms"], expected)
    assert TOLD in curve.note


@pytest.mark.parametrize(
    "asked",
    [
        {"cost_fp": 1, "cost_fn": 12},
        {"maximize": "f1"},
        {"min_precision": 0.3},
        {"max_alarms": 0.1},
        {"min_recall": 0.7, "maximize": "mcc"},
    ],
)
def test_a_choice_is_that_of_rows_weighted_to_it(there, weighted, asked) -> None:
    choice, other = there.choose(**asked), weighted.choose(**asked)
    assert choice.threshold == other.threshold
    assert choice.value == pytest.approx(other.value)
    assert TOLD in choice.note
    for key in ("precision", "predicted_positive_rate", "recall"):
        assert choice.estimates[key].value == pytest.approx(other.estimates[key].value)
    assert there.at(choice)["precision"].value == pytest.approx(choice.estimates["precision"].value)
    said = {name: chance for name, chance in choice.holds_with.items() if name != "min_precision"}
    assert all(0 <= chance <= 1 for chance in said.values())


def test_what_cannot_be_carried_is_refused(there) -> None:
    with pytest.raises(NotHere, match="risk_coverage"):
        there.risk_coverage()
    with pytest.raises(InputError, match="of the rows"):
        there.pr(band="pointwise")
    with pytest.raises(InputError, match="max_alarms cannot be assured at another prevalence"):
        there.choose(max_alarms=0.2, assurance=0.9)
    assert there.choose(min_recall=0.7, assurance=0.9).holds_with["min_recall"] >= 0.9


def test_baselines() -> None:
    ev = vc.ConfusionMatrix.from_counts(tp=90, fn=10, fp=20, tn=80).evaluate()
    found = ev.at_prevalence(0.1).baselines(["mcc"])
    accuracy = Fraction(1, 10) * Fraction(9, 10) + Fraction(9, 10) * Fraction(8, 10)
    assert found.estimates["accuracy"].value == pytest.approx(float(accuracy))
    assert found["always_negative"].values["accuracy"] == pytest.approx(0.9)
    assert found["coin"].values["accuracy"] == pytest.approx(0.82)
    # 0.1 TPR − 0.9 FPR: at the level 1 − p the upper end of Wilson's intervals, put together, is 0
    test = found["always_negative"].test
    recall, fpr = (vc.interval(k, 100, confidence_level=1 - test.p_value) for k in (90, 20))
    up = np.hypot(0.1 * (recall.high - 0.9), 0.9 * (0.2 - fpr.low))
    assert up == pytest.approx(0.09, rel=1e-6)
    assert test.statistic < -3
    assert found["always_negative"].standing["accuracy"] == "worse"
    assert "90% of the rows" in found.paradox
    assert "0.1, assuming" in found.note
    assert ev.baselines(["mcc"])["always_negative"].standing["accuracy"] == "better"


def test_costs_say_the_assumption() -> None:
    ev = vc.ConfusionMatrix.from_counts(tp=90, fn=10, fp=20, tn=80).evaluate()
    found = ev.at_prevalence(0.1).cost([[0, 1], [5, 0]])
    assert float(found) == pytest.approx(0.9 * 0.2 + 5 * 0.1 * 0.1)
    assert "0.1, assuming" in str(found)


def test_shares_by_label_are_one_share_of_two_classes() -> None:
    ev = vc.ConfusionMatrix.from_counts(tp=90, fn=10, fp=20, tn=80).evaluate()
    shares = {"negative": 0.9, "positive": 0.1}
    assert ev.at_prevalence(shares)["precision"] == ev.at_prevalence(0.1)["precision"]
    one, other = (ev.alarms(per_day=50, prevalence=p) for p in (shares, 0.1))
    assert one.to_dict() == other.to_dict()
    np.testing.assert_array_equal(
        ev.decision([0.1], prevalence=shares).y, ev.decision([0.1], prevalence=0.1).y
    )


def test_a_class_of_two_has_its_own_share() -> None:
    ev = vc.ConfusionMatrix.from_counts(tp=90, fn=10, fp=20, tn=80).evaluate().at_prevalence(0.1)
    negative = ev.by_class["negative"]
    assert negative["precision"].value == pytest.approx(ev["npv"].value)
    assert negative["prevalence"].value == pytest.approx(0.9)
    counted = ev.at_prevalence(positives=6, of=60).by_class["negative"]
    assert counted["prevalence"].value == pytest.approx(54 / 60)


def test_a_class_of_several_knows_that_the_others_change_too() -> None:
    """Of 100 cases 80 are a: their calls are 64 a; of 10 b 5 and of 10 c none are called a."""
    counts = [[8, 1, 1], [5, 4, 1], [0, 2, 8]]
    ev = vc.ConfusionMatrix(counts, labels=["a", "b", "c"]).evaluate()
    part = ev.at_prevalence({"a": 0.8, "b": 0.1, "c": 0.1}).by_class["a"]
    assert part["precision"].value == pytest.approx(64 / 69)
    assert any("b: 0.1" in note for note in part.notes)


def test_several_classes_need_a_share_for_each() -> None:
    ev = vc.ConfusionMatrix([[8, 1, 1], [5, 4, 1], [0, 2, 8]], labels=["a", "b", "c"]).evaluate()
    with pytest.raises(InputError, match="With 3 classes"):
        ev.at_prevalence(0.1)
    with pytest.raises(InputError, match="No class 'x'"):
        ev.at_prevalence({"x": 1.0})
    with pytest.raises(InputError, match="add up to"):
        ev.at_prevalence({"a": 0.5})


def test_columns_of_several_classes_go_there_too() -> None:
    """The areas and losses of rows weighted by hand; the page and the text are whole."""
    draw = np.random.default_rng(0)
    p = draw.dirichlet([1, 1, 1], 200)
    truth = np.array([draw.choice(3, p=one) for one in p])
    shares = {0: 0.7, 1: 0.2, 2: 0.1}
    there = vc.evaluate(truth, y_proba=p).at_prevalence(shares)
    weight = [shares[k] / np.mean(truth == k) for k in truth]
    weighted = vc.evaluate(truth, y_proba=p, sample_weight=weight)
    for key in ("auroc_ovr_macro", "auroc_ovr_weighted", "log_loss", "accuracy"):
        assert there[key].value == pytest.approx(weighted[key].value), key
    assert "auroc_ovr_macro" in there
    assert "top_k_accuracy" not in there
    assert "0: 0.7, 1: 0.2, 2: 0.1" in there.text()


def test_counts_and_scores_side_by_side() -> None:
    truth, p = rows()
    ev = vc.evaluate(truth, y_proba=p)
    curve = ev.against_prevalence(["precision", "average_precision", "brier"], [0.01, 0.3])
    for key in ("precision", "average_precision", "brier"):
        expected = [ev.at_prevalence(share)[key].value for share in (0.01, 0.3)]
        np.testing.assert_allclose(curve[key], expected)
    with pytest.raises(InputError, match="metric"):
        ev.against_prevalence([])
    with pytest.raises(InputError, match="Prevalence"):
        ev.against_prevalence("precision", ["often"])


def test_what_shares_alone_decide_is_known() -> None:
    ev = vc.ConfusionMatrix.from_counts(tp=90, fn=10, fp=20, tn=80).evaluate()
    there = ev.at_prevalence(0.1)
    assert there["no_information_rate"].value == pytest.approx(0.9)
    assert "given" in there["no_information_rate"].note
    assert "biased" not in there["no_information_rate"].note
    assert there["prevalence"].n == 200


@pytest.mark.parametrize("share", [0, 1])
def test_the_ends_are_limits_everywhere(share: int) -> None:
    truth, p = rows()
    there = vc.evaluate(truth, y_proba=p).at_prevalence(share)
    called = (p[truth == share] >= 0.5).mean()
    curve = there.alarm_curve([0.5], per_hour=1)
    assert curve["alarms"][0] == pytest.approx(called)
    assert there.decision([0.5]).y[0] == pytest.approx(called if share else -called)
    assert there.baselines(["mcc"])["best_constant"].values["accuracy"] == 1.0


def lines_of(axes):
    return [line.get_xydata() for line in axes.get_lines()]


@pytest.mark.parametrize("name", ["pr", "gains", "pr_gain", "lift"])
def test_the_mark_lies_on_the_drawn_curve(there, name: str) -> None:
    lines = lines_of(getattr(there.plot, name)())
    (mark,) = (line[0] for line in lines if len(line) == 1)
    drawn = max(lines, key=lambda line: len(np.unique(line, axis=0)))
    drawn = drawn[np.isfinite(drawn).all(1)]
    far = np.hypot(*((drawn - mark) / np.ptp(drawn, axis=0)).T)
    assert np.nanmin(far) < 0.02


def test_pictures_end_at_that_prevalence(there) -> None:
    """All called: precision is the prevalence; treating all is π − (1 − π) t/(1 − t)."""
    assert lines_of(there.plot.sweep(metrics="precision"))[0][-1, 1] == pytest.approx(SHARE)
    ends = [line[-1, 1] for line in lines_of(there.plot.decision()) if len(line) == 99]
    assert min(ends) == pytest.approx(SHARE - (1 - SHARE) * 99)


def test_a_share_may_be_an_array_of_one_number() -> None:
    ev = vc.ConfusionMatrix.from_counts(tp=90, fn=10, fp=20, tn=80).evaluate()
    assert ev.at_prevalence(np.array(0.1))["precision"] == ev.at_prevalence(0.1)["precision"]
    with pytest.raises(InputError):
        ev.at_prevalence(np.array([0.1]))


def test_words_of_a_key_may_stand_in_quotes() -> None:
    ev = vc.ConfusionMatrix.from_counts(tp=90, fn=10, fp=20, tn=80).evaluate()
    assert ev["d_prime(correction='loglinear')"] == ev["d_prime(loglinear)"]

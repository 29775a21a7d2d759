"""One sentence that says how it is, and one for the results of a paper."""

import pytest

import veracity as vc
from veracity.evaluation.single.sentences import first_sentence, lead

TRUTH = [1] * 40 + [0] * 60
CALLS = [1] * 30 + [0] * 10 + [1] * 6 + [0] * 54


def test_whole_numbers_of_a_hundred():
    ev = vc.evaluate(TRUTH * 10, CALLS * 10)
    said = first_sentence(ev)
    assert said.en == "It finds 75 of 100 positives, and 83 of 100 alarms are right."  # 300/360
    assert lead(ev).en == "Better than guessing."


def test_few_positives_or_alarms_are_counted_and_not_scaled():
    said = first_sentence(vc.evaluate(TRUTH, CALLS)).en
    assert said == "It finds 30 of 40 positives, and 30 of 36 alarms are right."
    truth, calls = [1] * 30 + [0] * 70, [0] * 29 + [1] + [1] + [0] * 69
    said = first_sentence(vc.evaluate(truth, calls)).en
    assert said == "It finds 1 of 30 positives, and 1 of 2 alarms are right."
    weighted = vc.evaluate(truth, calls, sample_weight=[0.5] * 100)
    assert first_sentence(weighted).en.endswith("50 of 100 alarms are right.")


def test_some_is_never_none_and_most_never_all():
    truth = [1] * 1000 + [0] * 1000
    calls = [1] + [0] * 999 + [1] * 150 + [0] * 850
    assert "<1 of 100 positives" in first_sentence(vc.evaluate(truth, calls)).en
    calls = [1] * 999 + [0] + [0] * 1000
    assert ">99 of 100 positives" in first_sentence(vc.evaluate(truth, calls)).en


def test_without_alarms_or_positives():
    assert (
        first_sentence(vc.evaluate([0, 1] * 9, [0] * 18, labels=[0, 1])).en == "It raises no alarm."
    )
    ev = vc.evaluate([0] * 18, [0, 1] * 9, labels=[0, 1], pos_label=1)
    assert first_sentence(ev).en == "There are no positives to find."


def test_the_sentence_of_a_paper_has_the_level_once():
    said = vc.evaluate(TRUTH, CALLS).sentence()
    assert said.startswith(
        "Among 100 cases (40 positive), recall was 0.750 (95% CI 0.598 to 0.858)"
    )
    assert said.count("95%") == 1
    chinese = vc.evaluate(TRUTH, CALLS).sentence("zh")
    assert chinese.startswith("在 100 例样本（正例 40 例）中，召回率为")


def test_scores_and_a_threshold():
    ev = vc.evaluate(TRUTH, y_proba=[0.6 if call else 0.4 for call in CALLS])
    assert "At a threshold of 0.5, recall was 0.750" in ev.sentence()


@pytest.mark.parametrize("key", ["methods", "references"])
def test_methods_and_references_are_words(key):
    ev = vc.evaluate(TRUTH, CALLS)
    said = getattr(ev, key)()
    assert any("Wilson" in part for part in ([said] if isinstance(said, str) else said))

"""What is true of every exercise: words in both languages, slips apart from answers, any seed."""

import re
import string

import pytest

from veracity.practice import exercise as room
from veracity.practice.catalogue import LEVELS, TOPICS, chosen, exercises
from veracity.practice.checking import check
from veracity.practice.exercise import answer_text, asked, exercise_words, slip_words
from veracity.words.messages import messages

ALL = [(one, topic) for topic, some in exercises().items() for one in some]
every = pytest.mark.parametrize(("exercise", "topic"), ALL, ids=[one.key for one, _ in ALL])


def test_there_are_enough_of_every_topic_and_level():
    assert len(ALL) >= 60
    assert len({one.key for one, _ in ALL}) == len(ALL)
    assert {(topic, one.level) for one, topic in ALL} == {(t, n) for t in TOPICS for n in LEVELS}


def test_words_belong_to_exercises_and_slips_to_some():
    assert set(exercise_words()) == {one.key for one, _ in ALL}
    assert set(slip_words()) == {name for one, _ in ALL for name in one.slips}


@every
def test_wrong_answers_differ_from_the_right_one_and_from_each_other(exercise, topic):
    for seed in range(20):
        ask = asked(exercise, topic, seed)
        values = [ask.answer, *ask.slips.values()]
        shown = [one if one is None else round(float(one), exercise.decimals) for one in values]
        assert len(set(shown)) == len(shown)


@every
def test_words_of_both_languages_hold_the_same_numbers(exercise, topic):
    assert re.search(r"[一-鿿]", exercise_words()[exercise.key]["asks"]["zh"])
    for part in exercise_words()[exercise.key].values():
        fields = [
            {name for _, name, _, _ in string.Formatter().parse(part[lang]) if name}
            for lang in ("en", "zh")
        ]
        assert fields[0] == fields[1]
        assert not re.search(r"[一-鿿] [一-鿿]", part["zh"])


@every
def test_the_answer_is_right_and_slips_are_named(exercise, topic):
    for seed in range(8):
        ask = asked(exercise, topic, seed)
        typed = "undefined" if ask.answer is None else f"{float(ask.answer):.{exercise.decimals}f}"
        assert check(ask, typed).verdict == "right"
        exact = str(answer_text(ask.answer, exercise.decimals)).split(" ")[0]
        assert check(ask, exact).verdict == "right"
        for name, value in ask.slips.items():
            reply = check(ask, str(value) if value is not None else "nan")
            assert (reply.verdict, reply.slip) in {("wrong", one) for one in ask.slips}
            assert reply.slip == name or ask.slips[reply.slip] == pytest.approx(
                float(value), abs=0.02
            )
        assert "{" not in ask.question + ask.question.zh + ask.explanation + ask.explanation.zh


@every
def test_numbers_change_with_the_seed_and_stay_with_it(exercise, topic):
    asks = [asked(exercise, topic, seed) for seed in (1, 1, 2, 3, 4, 5)]
    assert asks[0] == asks[1]
    assert len({(one.question, one.table) for one in asks}) > 1


def test_an_exercise_whose_slip_is_always_right_is_refused(monkeypatch):
    exercise, topic = ALL[0]
    monkeypatch.setattr(room, "MOST_DRAWS", 3)
    broken = type(exercise)(
        exercise.key, 1, exercise.draw, exercise.answer, {"f1": exercise.answer}
    )
    with pytest.raises(AssertionError, match="apart"):
        asked(broken, topic, 0)


def test_those_least_known_come_first_and_again_with_other_numbers():
    keys = [one.key for one in exercises()["curves"]]
    known = dict.fromkeys(keys[:5], 3)
    first = chosen("curves", None, 2, 0, known)
    assert {one.exercise.key for one in first} == set(keys[5:])
    more = chosen("curves", 1, 7, 0, {})
    assert len({(one.exercise.key, one.seed) for one in more}) == 7
    assert {one.exercise.level for one in more} == {1}


def test_order_is_that_of_topics_and_levels():
    asks = chosen(None, None, 99, 5, {})
    places = [(list(TOPICS).index(one.topic), one.exercise.level) for one in asks]
    assert places == sorted(places)
    assert len({one.exercise.key for one in asks}) == len(ALL)


def test_messages_of_practice_are_there():
    assert {"practice_right", "practice_wrong", "practice_unread"} <= set(messages())

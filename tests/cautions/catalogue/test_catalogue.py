"""Every record is complete, in both languages, and every check can speak and be silent."""

import json
import re
import string
from pathlib import Path

import pytest

from tests.cautions.samples import counts, keys
from veracity.cautions.catalogue.catalogue import CHECKS
from veracity.cautions.catalogue.compared import COMPARED_CHECKS, PAIR_CHECKS
from veracity.cautions.catalogue.events import EVENT_CHECKS
from veracity.cautions.catalogue.finding import cautions_of
from veracity.cautions.checks.of_folds import FOLD_CHECKS
from veracity.cautions.checks.of_label_sets import LABEL_SET_CHECKS
from veracity.cautions.record.from_statistics import facts_of
from veracity.results.estimate.caution import SEVERITIES, Caution
from veracity.statistics import RowAccount

EVERY = (*CHECKS, *PAIR_CHECKS, *COMPARED_CHECKS, *FOLD_CHECKS, *LABEL_SET_CHECKS, *EVENT_CHECKS)
every_check = pytest.mark.parametrize("check", EVERY, ids=lambda check: check.key)
HERE = Path(__file__).parents[1]


def fields(text):
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_keys_are_unique():
    assert len({check.key for check in EVERY}) == len(EVERY)


@every_check
def test_records_are_complete(check):
    assert re.fullmatch(r"[a-z0-9_]+", check.key)
    assert check.severity in SEVERITIES
    reasons = [need.why for need in check.needs]
    for text in (check.question, check.message, check.advice, check.looked, *reasons):
        assert text.en.strip()
        assert re.search(r"[一-鿿]", text.zh)
        assert fields(text.en) == fields(text.zh)
    assert check.question.en.endswith("?")
    assert check.question.zh.endswith("？")
    assert check.look.__doc__
    assert set(check.unless) <= {one.key for one in EVERY} - {check.key}


@every_check
def test_every_check_is_tested(check):
    tests = "".join(path.read_text("utf-8") for path in HERE.rglob("test_of_*.py"))
    assert f'"{check.key}"' in tests


@every_check
def test_every_check_is_in_the_guide(check):
    guide = (HERE.parents[1] / "docs" / "cautions.md").read_text("utf-8")
    assert f"`{check.key}`" in guide
    page = HERE.parents[1] / "docs" / "cautions" / f"{check.key}.md"
    assert check.looked.zh in page.read_text("utf-8")


def test_the_gravest_come_first():
    facts = counts(tp=5, fn=2, fp=0, tn=993, rows=RowAccount(1001, 1000, {"null_label": 1}))
    ranks = [caution.rank for caution in cautions_of(facts)]
    assert ranks == sorted(ranks, reverse=True)
    assert ranks[0] == 2
    assert ranks[-1] == 0


def test_a_good_evaluation_has_none():
    assert keys(counts(tp=180, fp=30, fn=20, tn=270)) == []


def test_without_intervals_nothing_is_tested():
    from veracity.intervals import Settings

    assert keys(counts(tp=180, fp=30, fn=20, tn=270, settings=Settings(method="none"))) == []


def test_cautions_are_plain_values():
    facts = counts(tp=900, fp=100, fn=0, tn=0, asked=("npv", "micro_f1"))
    for caution in cautions_of(facts):
        made = json.loads(json.dumps(caution.to_dict()))
        assert made["key"] == caution.key
        assert not re.search(r"[{}]", caution.text("en") + caution.text("zh"))


def test_no_statistic_needs_a_positive_class():
    from veracity.statistics import ConfusionMatrix

    plain = ConfusionMatrix([[40, 10], [12, 38]], labels=("cat", "dog"))
    assert keys(facts_of(confusion=plain)) == []


@pytest.mark.parametrize(
    ("key", "danger", "in_chinese"),
    [
        ("f1_flattered", "flatters F1", "抬高 F1"),
        ("copied_rows", "makes intervals too narrow", "区间过窄"),
        ("compared_at_different_prevalences", "change with that alone", "仅此就会"),
        ("compared_as_if_unpaired", "more precise than shown", "更精确"),
        ("two_macro_f1s", "Two figures are called macro F1", "宏 F1 的指标有两种"),
        ("very_few_of_some_classes", "one more or less right", "多对或少对一行"),
        ("alarms_at_random", "no evidence of detection", "不能说明检测有效"),
        ("covering_alarms", "a permanent alarm finds everything", "一直报警就能发现一切"),
        ("tolerance_dwarfs_events", "counts as finding it", "被当作发现"),
        ("no_quiet_recordings", "seem to be left out", "似乎被剔除"),
        ("one_subject_has_most", "mostly about one subject", "主要反映一名受试者"),
        ("reference_overlaps", "counts as several events", "被当作多个事件"),
        ("fold_as_cluster", "not how patients do", "而不是人群的差异"),
        ("tuned_on_these_folds", "flatter it", "偏乐观"),
    ],
)
def test_a_caution_shortened_to_a_line_says_the_danger(key, danger, in_chinese):
    record = next(one for one in EVERY if one.key == key)
    caution = Caution(key, record.severity, record.message, record.advice)
    assert danger in caution.line("en")
    assert in_chinese in caution.line("zh")

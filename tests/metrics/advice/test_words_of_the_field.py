"""Words that people use find their advice, term or metric, in both languages."""

import contextlib
import re

import pytest

import veracity as vc
from veracity.errors import AmbiguousName, UnknownName


@pytest.mark.parametrize(
    ("word", "situation"),
    [
        ("癌症筛查", "screening"),
        ("癌症", "screening"),
        ("诊断", "screening"),
        ("脑电", "events"),
        ("欺诈", "rare"),
        ("罕见病", "rare"),
        ("地震预测", "rare"),
        ("核酸检测", "screening"),
        ("逃犯", "screening"),
        ("遥感", "classes"),
        ("蛋白质定位", "classes"),
        ("信息检索", "retrieval"),
        ("脑机", "interface"),
        ("癫痫发作检测", "events"),
        ("fugitive search", "screening"),
        ("variant calling", "rare"),
        ("少数类", "rare"),
        ("异常检测", "rare"),
        ("垃圾邮件", "costs"),
        ("漏报", "screening"),
        ("睡眠分期", "classes"),
        ("尖峰", "events"),
        ("运动意图", "interface"),
        ("转诊", "abstaining"),
    ],
)
def test_situations(word, situation):
    assert vc.advise(word).situations == (situation,)


@pytest.mark.parametrize(
    ("phrase", "situations"),
    [
        ("screening for a rare disease", {"rare", "screening"}),
        ("筛查罕见病", {"rare", "screening"}),
        ("漏检代价高", {"costs", "screening"}),
        ("类别不平衡的多分类", {"rare", "classes"}),
    ],
)
def test_a_phrase_is_advised_by_the_words_it_holds(phrase, situations):
    advice = vc.advise(phrase)
    assert set(advice.situations) == situations
    assert advice.text("en").startswith(f"{phrase} taken for: ")
    assert advice.text("zh").startswith(f"把 {phrase} 理解为：")
    assert advice.to_dict()["understood"] == str(advice.understood)
    assert vc.advise("rare").understood is None


@pytest.mark.parametrize(
    "denied", ["positives are not rare", "并不罕见", "正样本并不稀有", "no costs", "rarely"]
)
def test_words_denied_or_inside_other_words_are_no_situation(denied):
    with pytest.raises(UnknownName):
        vc.advise(denied)


@pytest.mark.parametrize(("word", "named"), [("罕见病", "正例稀有"), ("fugitive search", "筛查")])
def test_a_field_of_use_is_explained_by_its_situation(word, named):
    first, then = vc.explain(word, lang="zh").splitlines()
    assert first.startswith(named)
    assert f"vc.advise({word!r})" in then


@pytest.mark.parametrize("word", ["阈值", "mcc", "交叉验证", "准确率"])
def test_a_term_is_no_situation_and_is_explained(word):
    with pytest.raises(UnknownName, match=re.escape(f"vc.explain({word!r})")):
        vc.advise(word)
    with contextlib.suppress(AmbiguousName):
        assert vc.explain(word)


def test_what_nobody_knows_is_said_in_the_language_asked_for():
    with pytest.raises(UnknownName, match="没有指标"):
        vc.explain("阿猫", lang="zh")


@pytest.mark.parametrize(
    ("word", "key"),
    [("AC2", "gwet_ac2"), ("Krippendorff", "krippendorff_alpha"), ("λ", "goodman_kruskal_lambda")],
)
def test_short_names_of_coefficients(word, key):
    assert f"({key})" in vc.explain(word).splitlines()[0]


@pytest.mark.parametrize(
    ("word", "said"), [("rank-sum test", "U over"), ("šidák", "sidak"), ("posterior", "Dirichlet")]
)
def test_terms(word, said):
    assert said in vc.explain(word, lang="en")


def test_a_term_is_no_metric():
    with pytest.raises(UnknownName, match=r"vc\.explain"):
        vc.metrics.find("微平均")


def test_a_name_of_several_metrics_is_explained():
    with pytest.raises(AmbiguousName) as caught:
        vc.explain("PR AUC", lang="zh")
    lines = str(caught.value).splitlines()
    assert "可以指不止一个指标" in lines[0]
    assert [line.split("（")[0] for line in lines[1:]] == [
        "· average_precision",
        "· pr_auc_trapezoid",
    ]


def test_plans_of_several_proportions_say_need_once():
    assert "各需要 102 个正例" in vc.plan(proportions=[0.6, 0.7, 0.8]).text("zh")

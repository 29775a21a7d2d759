"""Words that people use find their advice, term or metric, in both languages."""

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
    ],
)
def test_situations(word, situation):
    assert vc.advise(word).situations == (situation,)


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
    assert "各需要 102 个正样本" in vc.plan(proportions=[0.6, 0.7, 0.8]).text("zh")

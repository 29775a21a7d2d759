"""Names lead to one metric or term; a name that means two is refused; keys have one spelling."""

from __future__ import annotations

import re

import pytest

from veracity.errors import AmbiguousName, InputError, UnknownName
from veracity.metrics import CATALOGUE, explain, find, search, table
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.metrics.advice.terms import TERMS
from veracity.metrics.catalogue.catalogue import PROBABILITY, RANKING, everything
from veracity.metrics.catalogue.finding import folded, nearest
from veracity.words import use
from veracity.words.messages import entries

CHINESE = re.compile(r"[\u4e00-\u9fff]")
AMBIGUOUS = entries("names.toml")["ambiguous"]

# The glossary of the five articles (mission, section d), every English and Chinese variant.
METRICS = {
    "accuracy": "accuracy; 正确率; Overall Accuracy; OA; 总体准确率",
    "error_rate": "error rate; 错误率",
    "balanced_accuracy": "balanced accuracy; 平衡准确率; average_accuracy; AA",
    "precision": "precision; PPV; 精确率; 精准率; 查准率; 精确度; 阳性预测值",
    "recall": (
        "recall; sensitivity; TPR; hit rate; 召回率; 查全率; 灵敏度; 敏感性; 真阳性率; 击中率"
    ),
    "specificity": "specificity; TNR; correct rejection rate; 特异性; 真阴性率; 正确拒绝率",
    "fpr": "FPR; 假阳性率",
    "fnr": "FNR; 假阴性率",
    "fdr": "FDR; 错误发现率",
    "npv": "NPV; 阴性预测值",
    "prevalence": "prevalence; prior; 患病率; 先验概率; 类别分布; 发生率",
    "f1": "F1; F1分数; F1 值; 综合分类率; F1 度量",
    "fbeta": "F-beta; F_β",
    "mcc": "MCC; 马修斯相关系数",
    "kappa": "Cohen's kappa; 科恩的 Kappa 系数; Kappa系数",
    "expected_agreement": "expected agreement; p_e; 期望的偶然一致性",
    "macro_precision": "宏查准率",
    "macro_recall": "宏查全率",
    "macro_f1": "宏F1",
    "micro_precision": "微查准率",
    "micro_recall": "微查全率",
    "micro_f1": "微F1",
}
WORDS = {
    "confusion_matrix": "confusion matrix; 混淆矩阵; 误差矩阵; error matrix",
    "ground_truth": "ground truth; 真实情况; 真实标签; 基准真相; 实际类标",
    "positive_class": (
        "positive class; negative class; 正类; 负类; 正例; 负例; 反例; 正样本; 负样本; 阳性; 阴性"
    ),
    "tp": "TP; 真阳性; 真正例",
    "fp": "FP; 假阳性; 假正例; 误报; 虚惊; 虚警",
    "tn": "TN; 真阴性; 真负例",
    "fn": "FN; 假阴性; 假负例; 漏报; 错失",
    "type_1_error": "Type I error; 第一类错误; I 型错误",
    "type_2_error": "Type II error; 第二类错误; II 型错误",
    "p": "P; P and N",
    "n": "N",
    "harmonic_mean": "harmonic mean; 调和平均数",
    "pearson_correlation": "Pearson correlation; 皮尔逊相关系数",
    "observed_agreement": "observed agreement; 观察到的一致性",
    "class_imbalance": "class imbalance; 类别不均衡; 类别不平衡; 非均衡; 不平衡数据",
    "accuracy_paradox": "accuracy paradox; 准确率悖论; 准确率的陷阱",
    "decision_threshold": "decision threshold; 决策阈值",
    "one_vs_rest": "one-vs-rest; 一对多",
    "one_vs_one": "one-vs-one; 两两类别的组合",
    "macro_average": "macro average; 宏平均",
    "micro_average": "micro average; 微平均",
    "discrimination": "discrimination; 区分度; 判别能力; 辨别能力",
    "calibration": "calibration; 校准度",
    "signal_detection_theory": "signal detection theory; 信号检测论",
    "information_theory": "information theory; 信息论; 信息量",
    "null_hypothesis": "null hypothesis; 零假设",
    "indicator_function": "indicator function; 指示函数",
    "event_detection": "event detection; 时间事件检测; 事件检测",
    "review_burden": "review burden; 审查负担",
    "trade_off": "trade-off; 权衡; 一对矛盾的度量",
    "transpose": "transpose; 转置; 召-精对偶性",
    "roc_curve": "ROC curve; 接受者操作特征曲线; 接收者操作特征曲线; 受试者工作特征曲线",
    "pr_curve": "PR curve; 精确率-召回率曲线; 查准率-查全率曲线; P-R 曲线",
    "proper_scoring_rule": "strictly proper scoring rule; 严格正常评分规则",
    "isotonic_regression": "isotonic regression; 保序回归",
    "risk_assessment": "risk assessment; 风险评估",
    "eeg": "EEG; 脑电图",
    "brain_computer_interface": "BCI; 脑机接口",
    "operating_point": "operating point; 工作点",
    "consistency_test": "consistency test; 一致性检验",
    "weighted_harmonic_mean": "weighted harmonic mean; 加权调和平均",
    "recommendation": "recommendation; 推荐",
    "sign_rule": "mnemonic; 记忆法",
    "accuracy_over_a_distribution": "accuracy over a distribution; population accuracy",
    "monotone_map": "monotone map; 单调变换",
    "what_a_matrix_loses": "what a matrix loses; 混淆矩阵的局限",
}
RANKED = {
    "auroc": "AUROC; AUC; ROC曲线下面积; 曲线下面积",
    "average_precision": "average precision; AUPRC; PR曲线下的面积",
    "break_even_point": "break-even point; BEP; 平衡点",
    "brier": "Brier score; 布里尔分数",
    "mae": "MAE; 平均绝对误差",
}


def pairs(glossary: dict[str, str]) -> list[tuple[str, str]]:
    return [(name.strip(), key) for key, names in glossary.items() for name in names.split(";")]


@pytest.mark.parametrize(("name", "key"), [*pairs(METRICS), *pairs(RANKED)])
def test_a_name_of_the_glossary_finds_its_metric(name: str, key: str) -> None:
    assert find(name).key == key
    assert f"({key})" in explain(name).splitlines()[0]


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("f2", "fbeta(2)"),
        ("F0.5", "fbeta(0.5)"),
        ("youden", "informedness"),
        ("一致性检验", "kappa"),
        ("加权调和平均", "fbeta"),
    ],
)
def test_short_words_find_one_metric(name: str, key: str) -> None:
    assert find(name).key == key


@pytest.mark.parametrize(("name", "key"), pairs(WORDS))
def test_a_word_of_the_glossary_is_explained(name: str, key: str) -> None:
    term = next(t for t in TERMS if t.key == key)
    for language in ("en", "zh"):
        assert explain(name, lang=language).startswith(term.names.within(language))


REFUSED = {
    "准确率": {"accuracy", "precision"},
    "精度": {"accuracy", "precision"},
    "准确度": {"accuracy", "precision"},
    "平均精度": {"balanced_accuracy", "average_precision"},
    "false alarm rate": {"fpr", "fdr"},
    "False-Alarm_Rate": {"fpr", "fdr"},
    "虚警率": {"fpr", "fdr"},
    "误报率": {"fpr", "fdr"},
    "average accuracy": {"balanced_accuracy", "macro_accuracy"},
    "Average Accuracy": {"balanced_accuracy", "macro_accuracy"},
    "平均准确率": {"balanced_accuracy", "macro_accuracy"},
    "detection rate": {"recall", "detection_rate"},
    "检出率": {"recall", "detection_rate"},
    "weighted kappa": {"kappa_linear", "kappa_quadratic"},
    "加权 Kappa": {"kappa_linear", "kappa_quadratic"},
    "weighted F-score": {"weighted_f1", "fbeta"},
    "calibration intercept": {"calibration_intercept", "calibration_in_the_large"},
    "校准截距": {"calibration_intercept", "calibration_in_the_large"},
    "J": {"informedness", "jaccard"},
    "G": {"g_mean", "fowlkes_mallows"},
    "PR": {"prevalence", "predicted_positive_rate"},
    "positive rate": {"prevalence", "predicted_positive_rate"},
    "class likelihood ratios": {"lr_plus", "lr_minus"},
    "Doolittle skill score": {"mcc", "kappa"},
    "calibration error": {"ece", "smooth_ece", "ici"},
    "校准误差": {"ece", "smooth_ece", "ici"},
    "PR AUC": {"average_precision", "pr_auc_trapezoid"},
    "pr_auc": {"average_precision", "pr_auc_trapezoid"},
    "prc auc": {"average_precision", "pr_auc_trapezoid"},
    "AUC PR": {"average_precision", "pr_auc_trapezoid"},
    "FAR": {"fpr", "fdr"},
    "mean class accuracy": {"balanced_accuracy", "macro_accuracy"},
    "per-class accuracy": {"recall", "accuracy"},
    "likelihood ratio": {"lr_plus", "lr_minus"},
    "likelihood ratios": {"lr_plus", "lr_minus"},
    "似然比": {"lr_plus", "lr_minus"},
    "macro G-mean": {"macro_g_mean", "g_mean_of_macro"},
}


def test_another_name_leads_to_its_key_and_hides_no_name_of_a_record() -> None:
    for name, key in entries("names.toml")["other_names"].items():
        assert find(name).key == find(name.upper()).key == key
        for one in everything().values():
            assert folded(name) not in {folded(n) for n in (one.key, *one.aliases)}, name


@pytest.mark.parametrize(
    ("name", "key"),
    [
        ("precision@20", "precision_at_k(20)"),
        ("P@20", "precision_at_k(20)"),
        ("Recall at 5", "recall_at_k(5)"),
        ("nDCG@3", "ndcg(3)"),
        ("top-3 accuracy", "top_k_accuracy(3)"),
        ("top1", "top_k_accuracy(1)"),
    ],
)
def test_a_metric_at_a_rank_as_people_write_it(name: str, key: str) -> None:
    assert find(name).key == key


@pytest.mark.parametrize("name", REFUSED)
def test_a_name_that_means_two_metrics_is_refused_with_the_candidates(name: str) -> None:
    for refuse in (find, explain):
        with pytest.raises(AmbiguousName) as caught:
            refuse(name)
        assert all(key in str(caught.value) for key in REFUSED[name])
        assert CHINESE.search(caught.value.text.zh)
        assert all(key in caught.value.text.zh for key in REFUSED[name])


def test_every_refused_name_is_tried_and_its_candidates_exist_or_are_later_work() -> None:
    assert {name.casefold() for name in AMBIGUOUS} - {n.casefold() for n in REFUSED} <= {
        "加权kappa",
        "加权kappa系数",
    }
    for keys in AMBIGUOUS.values():
        for key in set(keys) - {"average_precision"}:
            assert find(key).key == key


def test_the_key_average_accuracy_is_not_the_words() -> None:
    assert find("average_accuracy") is find("balanced_accuracy")


def test_no_display_name_is_refused() -> None:
    for metric in CATALOGUE.values():
        assert find(metric.names.zh) is find(metric.names.en) is metric


def test_no_two_metrics_share_a_name() -> None:
    owners: dict[str, set[str]] = {}
    for metric in CATALOGUE.values():
        for name in {metric.key, metric.names.en, metric.names.zh, *metric.aliases}:
            owners.setdefault(re.sub(r"[ _\-–·]", "", name.casefold()), set()).add(metric.key)
    assert {name: keys for name, keys in owners.items() if len(keys) > 1} == {}


CANONICAL = {
    "fbeta(2)": "fbeta(2)",
    "fbeta(2.0)": "fbeta(2)",
    "fbeta( beta = 2 )": "fbeta(2)",
    "fbeta(0.50)": "fbeta(0.5)",
    "fbeta(1)": "fbeta",
    "fbeta(beta=1.0)": "fbeta",
    "F_β(2)": "fbeta(2)",
    "Precision": "precision",
    " mcc ": "mcc",
    "macro F1": "macro_f1",
    "Macro-averaged F1": "macro_f1",
    "宏平均 查准率": "macro_precision",
    "加权平均 F1 分数": "weighted_f1",
    "macro_fbeta(0.5)": "macro_fbeta(0.5)",
    "micro_ppv": "micro_precision",
    "expected_cost(1, fn=25)": "expected_cost(fn=25)",
    "expected_cost(1, 25)": "expected_cost(fn=25)",
    "expected_cost(fn=25, fp=2)": "expected_cost(2, fn=25)",
    "expected_cost(1, 1)": "expected_cost",
    "d_prime(loglinear)": "d_prime(loglinear)",
    "d_prime(correction=none)": "d_prime",
    "d′(half_trial)": "d_prime(half_trial)",
    "mutual_information_bits(estimator=miller_madow)": "mutual_information_bits(miller_madow)",
    "information_transfer_rate(wolpaw, per_minute=20)": "information_transfer_rate(per_minute=20)",
    "itr(mutual_information, 20)": "information_transfer_rate(mutual_information, per_minute=20)",
    "net_benefit(threshold=0.1)": "net_benefit(0.1)",
}


@pytest.mark.parametrize("written", CANONICAL)
def test_a_key_has_one_spelling(written: str) -> None:
    key = CANONICAL[written]
    assert find(written).key == key
    assert find(key).key == key, "and that spelling finds itself"
    assert find(written).values == find(key).values


WRONG = {
    "fbeta(2": "name, name(value) or name(key=value)",
    "fbeta 2)": "name, name(value) or name(key=value)",
    "fbeta(2)(3)": "name, name(value) or name(key=value)",
    "": "name, name(value) or name(key=value)",
    "expected_cost(fp=1, 25)": "name, name(value) or name(key=value)",
    "fbeta(2, beta=3)": "name, name(value) or name(key=value)",
    "fbeta(2, 3)": "its parameters: beta",
    "precision(3)": "its parameters: —",
    "fbeta(gamma=2)": "it takes: beta",
    "fbeta(two)": "be above 0 and below 1e+06",
    "fbeta(0)": "be above 0 and below 1e+06",
    "fbeta(-1)": "be above 0 and below 1e+06",
    "fbeta(nan)": "be above 0 and below 1e+06",
    "fbeta(inf)": "be above 0 and below 1e+06",
    "fbeta(beta=)": "be above 0 and below 1e+06",
    "net_benefit(1)": "be above 0 and below 1",
    "d_prime(half)": "one of none, loglinear, half_trial",
    "kappa(linear)": "K×K disagreement weights",
}


@pytest.mark.parametrize("written", WRONG)
def test_a_wrong_key_says_how_to_write_it(written: str) -> None:
    with pytest.raises(InputError) as caught:
        find(written)
    assert WRONG[written] in str(caught.value)
    assert CHINESE.search(caught.value.text.zh)


UNKNOWN = {
    "precison": "precision",
    "recal": "recall",
    "acuracy": "accuracy",
    "mathews correlation": "mcc",
    "kapa": "kappa",
    "查准": "precision",
    "macro_fbet": "macro_fbeta",
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_an_unknown_name_suggests_the_nearest(name: str) -> None:
    assert nearest(name)[0] == UNKNOWN[name]
    with pytest.raises(UnknownName, match=UNKNOWN[name]) as caught:
        find(name)
    assert UNKNOWN[name] in caught.value.text.zh
    assert not str(caught.value).startswith("'"), "a KeyError would quote its message"


def test_a_name_like_no_other_points_to_the_table() -> None:
    with pytest.raises(UnknownName, match=r"metrics\.table\(\)"):
        find("zzzzzz")


def test_errors_speak_the_language_asked_for() -> None:
    with use("zh"), pytest.raises(AmbiguousName, match="可以指不止一个指标"):
        find("准确率")


SEARCHED = {
    "agreement": {"kappa", "scott_pi", "gwet_ac1", "krippendorff_alpha"},
    "skill score": {"kappa", "informedness", "threat_score_equitable", "yule_q"},
    "漏": {"fnr"},
    "bits": {"mutual_information_bits", "entropy_bits", "information_transfer_rate"},
    "cost": {"expected_cost"},
}


@pytest.mark.parametrize("words", SEARCHED)
def test_search_finds_by_words(words: str) -> None:
    found = [m.key for m in search(words)]
    assert SEARCHED[words] <= set(found)
    assert len(found) == len(set(found)) < len(CATALOGUE) / 3


def test_search_puts_the_key_first_and_needs_every_word() -> None:
    assert search("precision")[0].key in ("precision", "optimized_precision")
    assert search("recall")[0].key == "recall"
    assert search("kappa nonsense") == ()


def test_the_table_has_a_row_for_every_metric() -> None:
    rows = table()
    assert [row["key"] for row in rows] == [*CATALOGUE, *RANKING, *PROBABILITY]
    assert len({tuple(row) for row in rows}) == 1, "every row has the same columns"
    by_key = {row["key"]: row for row in rows}
    assert by_key["precision"]["uses"] == "TP FP"
    assert by_key["fbeta"]["parameters"] == "beta=1"
    assert (by_key["lr_plus"]["low"], by_key["lr_plus"]["high"]) == (0, float("inf"))
    for row in rows:
        assert CHINESE.search(row["question_zh"])
        assert row["en"]
        assert row["zh"]


@pytest.mark.parametrize("key", CATALOGUE)
def test_a_metric_is_explained_in_both_languages(key: str) -> None:
    metric = CATALOGUE[key]
    for language in ("en", "zh"):
        text = explain(key, lang=language)
        for said in (metric.names, metric.question, metric.misleads_when, metric.chance.words):
            assert said.within(language) in text
        for case in (*metric.undefined_when, *metric.infinite_when):
            assert case.words.within(language) in text
        assert plain_formula(metric.formula) in text
        assert metric.references[0] in text
    assert CHINESE.search(explain(key, lang="zh").splitlines()[1])


def test_terms_are_whole_and_lead_on_to_metrics() -> None:
    names: dict[str, str] = {}
    for term in TERMS:
        for text in (term.names, term.meaning):
            assert text.en.strip()
            assert CHINESE.search(text.zh)
            assert not CHINESE.search(text.en)
        for key in term.see:
            assert find(key).key == key
        for name in (term.key, *term.aliases):
            assert names.setdefault(name.casefold(), term.key) == term.key, f"{name} is two terms"


def test_what_is_easily_confused_is_said() -> None:
    assert "false positive" in explain("Type I error", lang="en")
    assert "假阳性" in explain("第一类错误", lang="zh")
    assert "false negative" in explain("Type II error", lang="en")
    assert "Two meanings" in explain("P and N", lang="en")
    assert "两种用法" in explain("P", lang="zh")
    assert "case-control" in explain("prevalence", lang="en")
    assert "the call, not the truth" in explain("FP", lang="en")


@pytest.mark.parametrize(
    ("words", "key"),
    [
        ("macro f2", "macro_fbeta(2)"),
        ("Micro-averaged F2", "micro_fbeta(2)"),
        ("weighted F0.5", "weighted_fbeta(0.5)"),
        ("宏平均 F2", "macro_fbeta(2)"),
    ],
)
def test_an_average_of_a_short_word(words, key):
    assert find(words).key == key


@pytest.mark.parametrize(
    "key", ["fleiss_kappa", "randolph_kappa", "conger_kappa", "gwet_ac2", "Fleiss' kappa"]
)
@pytest.mark.parametrize("language", ["en", "zh"])
def test_coefficients_of_several_raters_are_explained(key, language):
    text = explain(key, lang=language)
    assert "vc.agreement(ratings, measure=" in text
    assert "fleiss_kappa" in explain("inter-rater reliability", lang=language)


@pytest.mark.parametrize(
    ("typed", "answers"),
    [
        ("Miettinen-Nurminen", "miettinen_nurminen"),
        ("Agresti–Caffo", "agresti_caffo"),
        ("Wilson with continuity correction", "wilson_cc"),
        ("basic bootstrap", '"basic"'),
        ("likelihood-ratio test", "calibration_tests"),
        ("BY", '"by"'),
        ("Randolph", "randolph_kappa"),
        ("Conger", "conger_kappa"),
        ("severity ratio", "h_measure"),
        ("soft F1", "log_loss"),
        ("rank cut", "precision_at_k"),
        ("object detection", "vc.detections"),
        ("information retrieval", "average_precision"),
        ("总体精度", "accuracy"),
        ("kappa range", "−9/41"),
    ],
)
@pytest.mark.parametrize("lang", ["en", "zh"])
def test_words_people_type_are_answered(typed, answers, lang) -> None:
    assert answers in explain(typed, lang=lang)

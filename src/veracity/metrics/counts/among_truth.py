"""Rates within a true class: what happens to the positives, what happens to the negatives."""

from __future__ import annotations

from veracity.metrics.record.cases import (
    AT_CALLED_NEGATIVE,
    AT_CALLED_POSITIVE,
    AT_PREVALENCE,
    NO_NEGATIVES,
    NO_POSITIVES,
    NO_ROWS,
)
from veracity.metrics.record.metric import Identity, Metric, proportion
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

YERUSHALMY = "Yerushalmy J (1947) Public Health Reports 62(40):1432–1449"
FAWCETT = "Fawcett T (2006) Pattern Recognition Letters 27(8):861–874"

RECALL: Metric[ConfusionMatrix] = proportion(
    key="recall",
    names=Text("Recall", "召回率"),
    aliases=(
        "sens",
        "sensitivity",
        "true positive rate",
        "tpr",
        "hit rate",
        "probability of detection",
        "producer's accuracy",
        "查全率",
        "灵敏度",
        "敏感性",
        "敏感度",
        "真阳性率",
        "击中率",
        "生产者精度",
        "制图精度",
    ),
    question=Text(
        "What share of the actual positives does the classifier find?",
        "所有实际为正的样本中，分类器找出了多少？",
    ),
    formula=r"\frac{TP}{TP + FN}",
    successes=lambda c: c.tp,
    trials=lambda c: c.tp + c.fn,
    chance=AT_CALLED_POSITIVE,
    moves_with_prevalence=False,
    undefined_when=(NO_POSITIVES,),
    misleads_when=Text(
        "read alone: calling everything positive gives 1; or the positives tested are easier "
        "than those of later use",
        "单独使用时：把一切都判为正即得 1；或者测试用的正例比实际使用时更容易识别",
    ),
    uses=("TP", "FN"),
    moves={"transposed": "precision", "classes_swapped": "specificity"},
    identities=(Identity("1 - FNR", lambda of: 1 - of("fnr")),),
    references=(YERUSHALMY, FAWCETT),
)

FNR: Metric[ConfusionMatrix] = proportion(
    key="fnr",
    names=Text("False negative rate", "假阴性率"),
    aliases=("miss rate", "omission error", "漏报率", "漏诊率", "漏分误差"),
    question=Text(
        "What share of the actual positives does the classifier miss?",
        "所有实际为正的样本中，漏掉了多少？",
    ),
    formula=r"\frac{FN}{TP + FN}",
    successes=lambda c: c.fn,
    trials=lambda c: c.tp + c.fn,
    better="lower",
    chance=AT_CALLED_NEGATIVE,
    moves_with_prevalence=False,
    undefined_when=(NO_POSITIVES,),
    misleads_when=Text(
        "read alone: calling everything positive gives 0",
        "单独使用时：把一切都判为正即得 0",
    ),
    uses=("TP", "FN"),
    moves={"transposed": "fdr", "classes_swapped": "fpr"},
    identities=(Identity("1 - TPR", lambda of: 1 - of("recall")),),
    references=(FAWCETT,),
)

SPECIFICITY: Metric[ConfusionMatrix] = proportion(
    key="specificity",
    names=Text("Specificity", "特异度"),
    aliases=(
        "spec",
        "true negative rate",
        "tnr",
        "selectivity",
        "correct rejection rate",
        "特异性",
        "真阴性率",
        "正确拒绝率",
    ),
    question=Text(
        "What share of the actual negatives does the classifier leave alone?",
        "所有实际为负的样本中，有多少没有被误报？",
    ),
    formula=r"\frac{TN}{TN + FP}",
    successes=lambda c: c.tn,
    trials=lambda c: c.tn + c.fp,
    chance=AT_CALLED_NEGATIVE,
    moves_with_prevalence=False,
    undefined_when=(NO_NEGATIVES,),
    misleads_when=Text(
        "negatives are very common: 0.99 still means one false alarm in every hundred negatives, "
        "which can be far more than all true alarms",
        "负例极多时：0.99 仍意味着每一百个负例就有一次误报，可能远多于全部真报警",
    ),
    uses=("TN", "FP"),
    moves={"transposed": "npv", "classes_swapped": "recall"},
    identities=(Identity("1 - FPR", lambda of: 1 - of("fpr")),),
    references=(YERUSHALMY, FAWCETT),
)

FPR: Metric[ConfusionMatrix] = proportion(
    key="fpr",
    names=Text("False positive rate", "假阳性率"),
    aliases=("retrieval fall-out", "fall-out", "probability of false detection", "pofd", "误诊率"),
    question=Text(
        "What share of the actual negatives sets off a false alarm?",
        "所有实际为负的样本中，有多少被误报？",
    ),
    formula=r"\frac{FP}{TN + FP}",
    successes=lambda c: c.fp,
    trials=lambda c: c.tn + c.fp,
    better="lower",
    chance=AT_CALLED_POSITIVE,
    moves_with_prevalence=False,
    undefined_when=(NO_NEGATIVES,),
    misleads_when=Text(
        "it is taken for the share of alarms that are false: that is the false discovery rate",
        "被误当作“报警中有多少是假的”：那是错误发现率",
    ),
    uses=("TN", "FP"),
    moves={"transposed": "false_omission_rate", "classes_swapped": "fnr"},
    identities=(Identity("1 - TNR", lambda of: 1 - of("specificity")),),
    references=(FAWCETT,),
)

PREVALENCE: Metric[ConfusionMatrix] = proportion(
    key="prevalence",
    names=Text("Prevalence", "患病率"),
    aliases=(
        "pre",
        "base rate",
        "prior",
        "prior probability",
        "positive share",
        "先验概率",
        "类别分布",
        "发生率",
        "流行率",
    ),
    question=Text(
        "What share of all cases is truly positive?",
        "所有样本中，实际为正的占多少？",
    ),
    formula=r"\frac{TP + FN}{n}",
    successes=lambda c: c.tp + c.fn,
    trials=lambda c: c.total,
    better="neither",
    chance=AT_PREVALENCE,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "cases were sampled by their truth (case-control): it then says how the sample was made",
        "样本按真实标签抽取（病例对照设计）时：它只反映抽样方式",
    ),
    moves={"transposed": "predicted_positive_rate"},
    references=("Porta M (2014) A Dictionary of Epidemiology, 6th ed., Oxford",),
)

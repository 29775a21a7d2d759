"""Rates within a prediction: how far a "yes" or a "no" can be believed."""

from __future__ import annotations

from veracity.arrays import ratio
from veracity.metrics.record.cases import (
    AT_CALLED_POSITIVE,
    AT_ONE_MINUS_PREVALENCE,
    AT_PREVALENCE,
    NO_ROWS,
    NONE_CALLED_NEGATIVE,
    NONE_CALLED_POSITIVE,
    chance_of,
)
from veracity.metrics.record.metric import Identity, Metric, proportion
from veracity.statistics import ConfusionMatrix
from veracity.words import Text

VECCHIO = "Vecchio TJ (1966) New England Journal of Medicine 274(21):1171–1173"
FAWCETT = "Fawcett T (2006) Pattern Recognition Letters 27(8):861–874"

PRECISION: Metric[ConfusionMatrix] = proportion(
    key="precision",
    names=Text("Precision", "查准率"),
    aliases=(
        "success ratio",
        "pos pred value",
        "ppv",
        "positive predictive value",
        "user's accuracy",
        "精确率",
        "精准率",
        "精确度",
        "阳性预测值",
        "用户精度",
    ),
    question=Text(
        "When the classifier says yes, how often is it right?",
        "分类器判为正时，有多少次是对的？",
    ),
    formula=r"\frac{TP}{TP + FP}",
    successes=lambda c: c.tp,
    trials=lambda c: c.tp + c.fp,
    chance=AT_PREVALENCE,
    undefined_when=(NONE_CALLED_POSITIVE,),
    misleads_when=Text(
        "positives are rarer in use than in the test: precision falls with the prevalence; and "
        "it does not see what was missed",
        "实际使用中的正例比测试时更少：查准率随患病率下降；它也看不到漏掉了多少",
    ),
    uses=("TP", "FP"),
    moves={"transposed": "recall", "classes_swapped": "npv"},
    identities=(
        Identity(
            "TPR π / (TPR π + FPR (1 - π))",
            lambda of: ratio(
                of("recall") * of("prevalence"),
                of("recall") * of("prevalence") + of("fpr") * (1 - of("prevalence")),
            ),
        ),
    ),
    references=(VECCHIO, FAWCETT),
)

FDR: Metric[ConfusionMatrix] = proportion(
    key="fdr",
    names=Text("False discovery rate", "错误发现率"),
    aliases=(
        "false discovery proportion",
        "false alarm ratio",
        "commission error",
        "空报率",
        "错分误差",
    ),
    question=Text(
        "When the classifier says yes, how often is it wrong?",
        "分类器判为正时，有多少次是错的？",
    ),
    formula=r"\frac{FP}{TP + FP}",
    successes=lambda c: c.fp,
    trials=lambda c: c.tp + c.fp,
    better="lower",
    chance=AT_ONE_MINUS_PREVALENCE,
    undefined_when=(NONE_CALLED_POSITIVE,),
    misleads_when=Text(
        "it is taken for the FDR of multiple testing: that is an expectation, this is the "
        "proportion seen in one run",
        "被误当作多重检验中的 FDR：后者是期望值，这里只是一次结果中的比例",
    ),
    uses=("TP", "FP"),
    moves={"transposed": "fnr", "classes_swapped": "false_omission_rate"},
    identities=(Identity("1 - PPV", lambda of: 1 - of("precision")),),
    references=("Benjamini Y, Hochberg Y (1995) J R Stat Soc B 57(1):289–300", FAWCETT),
)

NPV: Metric[ConfusionMatrix] = proportion(
    key="npv",
    names=Text("Negative predictive value", "阴性预测值"),
    aliases=(
        "neg pred value",
        "negative predictive power",
    ),
    question=Text(
        "When the classifier says no, how often is it right?",
        "分类器判为负时，有多少次是对的？",
    ),
    formula=r"\frac{TN}{TN + FN}",
    successes=lambda c: c.tn,
    trials=lambda c: c.tn + c.fn,
    chance=AT_ONE_MINUS_PREVALENCE,
    undefined_when=(NONE_CALLED_NEGATIVE,),
    misleads_when=Text(
        "positives are rare: saying no to everything already gives one minus the prevalence",
        "正例很少时：全部判为负也能得到 1 减患病率",
    ),
    uses=("TN", "FN"),
    moves={"transposed": "specificity", "classes_swapped": "precision"},
    references=(VECCHIO,),
)

FALSE_OMISSION_RATE: Metric[ConfusionMatrix] = proportion(
    key="false_omission_rate",
    names=Text("False omission rate", "错误遗漏率"),
    aliases=("for",),
    question=Text(
        "When the classifier says no, how often is it wrong?",
        "分类器判为负时，有多少次是错的？",
    ),
    formula=r"\frac{FN}{TN + FN}",
    successes=lambda c: c.fn,
    trials=lambda c: c.tn + c.fn,
    better="lower",
    chance=AT_PREVALENCE,
    undefined_when=(NONE_CALLED_NEGATIVE,),
    misleads_when=Text(
        "positives are rare: it is small even if every positive is missed",
        "正例很少时：即使全部漏掉，它也很小",
    ),
    uses=("TN", "FN"),
    moves={"transposed": "fpr", "classes_swapped": "fdr"},
    identities=(Identity("1 - NPV", lambda of: 1 - of("npv")),),
    references=(FAWCETT,),
)

PREDICTED_POSITIVE_RATE: Metric[ConfusionMatrix] = proportion(
    key="predicted_positive_rate",
    names=Text("Predicted positive rate", "判正率"),
    aliases=(
        "ppr",
        "topr",
        "click through rate",
        "alarm rate",
        "positive call rate",
        "detection prevalence",
        "selection rate",
        "apparent prevalence",
        "判为正的比例",
    ),
    question=Text(
        "What share of all cases does the classifier call positive?",
        "所有样本中，被判为正的占多少？",
    ),
    formula=r"\frac{TP + FP}{n}",
    successes=lambda c: c.tp + c.fp,
    trials=lambda c: c.total,
    better="neither",
    chance=AT_CALLED_POSITIVE,
    per_case=True,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "it is read as the prevalence: false alarms are in it and missed cases are not",
        "被当作患病率：其中含有误报，却不含漏报",
    ),
    moves={"transposed": "prevalence"},
    references=("Rogan WJ, Gladen B (1978) Am J Epidemiol 107(1):71–76",),
)

DETECTION_RATE: Metric[ConfusionMatrix] = proportion(
    key="detection_rate",
    names=Text("True positive share", "真阳性占比"),
    question=Text(
        "What share of all cases is a positive that was found?",
        "所有样本中，既为正又被找出的占多少？",
    ),
    formula=r"\frac{TP}{n}",
    successes=lambda c: c.tp,
    trials=lambda c: c.total,
    chance=chance_of(
        "prevalence times the share called positive",
        "患病率乘以判正率",
        lambda c: ratio((c.tp + c.fn) * (c.tp + c.fp), c.total**2),
    ),
    per_case=True,
    undefined_when=(NO_ROWS,),
    misleads_when=Text(
        "it is taken for recall: its largest possible value is the prevalence",
        "被误当作召回率：它的最大值只能是患病率",
    ),
    moves={"transposed": "detection_rate"},
    identities=(Identity("TPR π", lambda of: of("recall") * of("prevalence")),),
    references=("Kuhn M (2008) Journal of Statistical Software 28(5):1–26",),
)

"""Words for scores and probabilities: curves, rules, and how they are repaired."""

from __future__ import annotations

from veracity.metrics.advice.term import Term
from veracity.words import Text

TERMS_OF_SCORES: tuple[Term, ...] = (
    Term(
        "roc_curve",
        Text("ROC curve", "ROC 曲线"),
        Text(
            "True positive rate against false positive rate as the threshold falls from above "
            "every score to the lowest. It does not depend on the prevalence; the area under it "
            "is the chance that a positive ranks before a negative.",
            "阈值从高于所有分数逐渐降到最低时，真阳性率对假阳性率的曲线。它与患病率无关；"
            "曲线下面积是正样本排在负样本之前的概率。",
        ),
        (
            "receiver operating characteristic",
            "接受者操作特征曲线",
            "接收者操作特征曲线",
            "受试者工作特征曲线",
            "ROC曲线",
        ),
        ("auroc", "partial_auroc"),
    ),
    Term(
        "pr_curve",
        Text("Precision-recall curve", "查准率-召回率曲线"),
        Text(
            "Precision against recall as the threshold falls. It moves with the prevalence, and "
            "between two of its points precision runs along a curve, not a straight line.",
            "阈值下降时查准率对召回率的曲线。它随患病率而变；两点之间查准率沿曲线变化，而不是直线。",
        ),
        ("PR curve", "精确率-召回率曲线", "查准率-查全率曲线", "P-R 曲线", "PR曲线"),
        ("average_precision", "break_even_point"),
    ),
    Term(
        "proper_scoring_rule",
        Text("Strictly proper scoring rule", "严格正常评分规则"),
        Text(
            "A score of probabilities that is best, on average, only for the true probability: "
            "nobody gains by saying anything else. Brier score and log loss are; accuracy and "
            "the mean absolute error are not.",
            "对概率的评分，仅当给出真实概率时平均最优：说别的都不会占便宜。"
            "布里尔分数与对数损失是严格正常的；总体准确率与平均绝对误差不是。",
        ),
        ("proper scoring rule", "严格正常评分规则", "正常评分规则"),
        ("brier", "log_loss"),
    ),
    Term(
        "isotonic_regression",
        Text("Isotonic regression", "保序回归"),
        Text(
            "The rising step function nearest to the outcomes: neighbouring scores whose shares "
            "of positives fall are pooled. It makes ties, so it can change AUROC.",
            "与结果最接近的非降阶梯函数：正样本比例下降的相邻分数被合并。"
            "它会产生并列，因此可能改变 AUROC。",
        ),
        ("pool adjacent violators", "保序回归"),
        ("corp_miscalibration",),
    ),
)

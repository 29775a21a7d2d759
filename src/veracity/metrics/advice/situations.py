"""Situations in which a classifier is judged, and which metrics fit each, with the reason."""

from __future__ import annotations

from veracity.metrics.advice.situation import Situation
from veracity.words import Text

SITUATIONS: tuple[Situation, ...] = (
    Situation(
        "rare",
        Text("Positives are rare", "正样本稀有"),
        (
            (
                "precision",
                Text(
                    "with rare positives most alarms can be false, and it says how many are right",
                    "正样本稀有时大多数报警可能是误报，它说明其中有多少是对的",
                ),
            ),
            ("recall", Text("how many of the few are found", "少数正样本中找到了多少")),
            (
                "average_precision",
                Text(
                    "it follows the ranking where the few positives should be: at the top",
                    "它关注少数正样本应在的位置：排序的顶端",
                ),
            ),
            (
                "prevalence_for_ppv",
                Text(
                    "how common positives must be before half of the alarms are right",
                    "正样本要多常见，报警才有一半正确",
                ),
            ),
        ),
        (
            (
                "accuracy",
                Text(
                    "never calling anything is almost always right",
                    "从不判正几乎总是对的",
                ),
            ),
            (
                "auroc",
                Text(
                    "a false positive rate of 1 % looks small and can still bury the true alarms",
                    "1 % 的假阳性率看似很小，却可能淹没真报警",
                ),
            ),
        ),
    ),
    Situation(
        "common",
        Text("Positives are common", "正样本占多数"),
        (
            (
                "specificity",
                Text("how many of the few negatives are told apart", "少数负样本中认出了多少"),
            ),
            (
                "npv",
                Text(
                    "with rare negatives most negative calls can be wrong",
                    "负样本稀有时，大多数阴性判定可能是错的",
                ),
            ),
        ),
        (
            (
                "accuracy",
                Text("calling everything positive is almost always right", "全部判正几乎总是对的"),
            ),
            (
                "f1",
                Text(
                    "calling everything positive makes it high: 18/19 with nine positives in ten",
                    "全部判正就能得到高分：正样本占九成时为 18/19",
                ),
            ),
        ),
        Text(
            "Or make the rare class the positive one (pos_label).",
            "或者把稀有的一类设为正类（pos_label）。",
        ),
    ),
    Situation(
        "costs",
        Text("The two errors cost differently", "两种错误的代价不同"),
        (
            (
                "expected_cost",
                Text("it counts each error at its price", "按各自的代价计算每种错误"),
            ),
            (
                "net_benefit",
                Text(
                    "the same trade as a threshold probability, beside treating all and none",
                    "以阈值概率表达同样的取舍，并与全部处理、全不处理比较",
                ),
            ),
        ),
        (
            (
                "f1",
                Text(
                    "its balance of the two errors is fixed, and it is not yours",
                    "它对两种错误的权衡是固定的，未必符合您的需要",
                ),
            ),
        ),
        Text(
            "Choose the threshold with cost_fp= and cost_fn=; cost_fp/(cost_fp + cost_fn) where "
            "probabilities are calibrated. ev.cost(matrix) prices every kind of error, of any "
            "number of classes.",
            "用 cost_fp= 与 cost_fn= 选择阈值；概率已校准时，阈值为 cost_fp/(cost_fp + cost_fn)。"
            "ev.cost(matrix) 可为任意多类的每一种错误定价。",
        ),
    ),
    Situation(
        "screening",
        Text("Screening: nothing should be missed", "筛查：尽量不漏"),
        (
            ("recall", Text("its complement is what is missed", "它的补数就是漏掉的比例")),
            (
                "npv",
                Text(
                    "how far a negative result can be trusted, at the prevalence of use",
                    "在实际患病率下，阴性结果有多可信",
                ),
            ),
            (
                "lr_minus",
                Text(
                    "how much a negative result lowers the odds, at any prevalence",
                    "阴性结果使几率降低多少，与患病率无关",
                ),
            ),
            ("specificity", Text("how many healthy people are sent on", "有多少健康人被误转诊")),
            ("precision", Text("how many of those sent on are ill", "被转诊者中有多少确实患病")),
        ),
        besides=Text(
            "Give precision and NPV at the prevalence of use (at_prevalence), and the workload "
            "(alarms).",
            "请按实际患病率给出查准率与阴性预测值（at_prevalence），并给出工作量（alarms）。",
        ),
    ),
    Situation(
        "retrieval",
        Text(
            "Retrieval or recommendation: only the top is looked at", "检索或推荐：只看最前面的结果"
        ),
        (
            (
                "precision_at_k",
                Text("how many of the first k are relevant", "前 k 个中有多少是相关的"),
            ),
            (
                "recall_at_k",
                Text(
                    "how many of all relevant are among the first k", "所有相关者中有多少在前 k 个"
                ),
            ),
            ("average_precision", Text("precision over the whole list", "贯穿整个列表的查准率")),
            ("ndcg", Text("the earlier, the more a hit counts", "命中越靠前，计入越多")),
        ),
        (("specificity", Text("nobody counts what was not shown", "没人在意未展示的内容")),),
    ),
    Situation(
        "ranking",
        Text("Only the order of the scores is used", "只使用分数的排序"),
        (
            (
                "auroc",
                Text(
                    "the chance that a positive ranks before a negative; no threshold, no "
                    "prevalence",
                    "正样本排在负样本之前的概率；与阈值和患病率无关",
                ),
            ),
            (
                "average_precision",
                Text(
                    "the same question from the top, at this prevalence",
                    "从顶端看同一问题，依赖患病率",
                ),
            ),
            (
                "partial_auroc",
                Text("only false positive rates that can be afforded", "只看可承受的假阳性率范围"),
            ),
        ),
        (
            (
                "f1",
                Text("it needs a threshold, which nobody has set", "它需要阈值，而阈值并未设定"),
            ),
        ),
    ),
    Situation(
        "probabilities",
        Text("The probabilities themselves are used", "直接使用概率本身"),
        (
            (
                "brier",
                Text(
                    "a proper score: only true probabilities make it small",
                    "严格适当的评分：只有真实的概率才能使它变小",
                ),
            ),
            (
                "log_loss",
                Text(
                    "proper too, and merciless to sure errors", "同样严格适当，对自信的错误毫不留情"
                ),
            ),
            (
                "calibration_slope",
                Text(
                    "whether probabilities are too extreme or too timid",
                    "概率是过于极端还是过于保守",
                ),
            ),
            (
                "calibration_in_the_large",
                Text("whether they are too high or too low on the whole", "总体上是偏高还是偏低"),
            ),
        ),
        (
            (
                "auroc",
                Text(
                    "it sees the order alone: halving every probability leaves it as it is",
                    "它只看排序：把所有概率减半也不变",
                ),
            ),
        ),
    ),
    Situation(
        "classes",
        Text("More than two classes", "多于两类"),
        (
            ("macro_f1", Text("every class counts the same", "每一类同等计入")),
            ("kappa", Text("agreement beyond the class shares", "超出类别比例的一致程度")),
            (
                "balanced_accuracy",
                Text("the mean recall of the classes (AA)", "各类召回率的平均（AA）"),
            ),
        ),
        (
            (
                "micro_f1",
                Text(
                    "with one label per case it is accuracy again", "单标签任务中它就是总体准确率"
                ),
            ),
        ),
        Text(
            "Show the matrix and the recall and precision of each class (by_class).",
            "请给出混淆矩阵以及各类的召回率和查准率（by_class）。",
        ),
    ),
    Situation(
        "events",
        Text("Events in time: seizures, ripples, spikes", "时间中的事件：发作、涟漪、放电"),
        (
            ("recall", Text("of events, not of samples", "按事件计，而非按采样点计")),
            ("precision", Text("of detections", "按检测计")),
            (
                "f1",
                Text(
                    "both, where there are no true negatives to count", "两者兼顾，且没有真阴性可数"
                ),
            ),
        ),
        (
            (
                "specificity",
                Text(
                    "the time without events is not a number of cases",
                    "无事件的时间不是样本数",
                ),
            ),
            (
                "accuracy",
                Text("nearly all samples hold no event", "几乎所有采样点都没有事件"),
            ),
        ),
        Text(
            "Give false alarms per hour or day, and state the rule that matches events.",
            "请给出每小时或每天的误报数，并说明事件匹配规则。",
        ),
    ),
    Situation(
        "observer",
        Text("Signal detection: an observer with a criterion", "信号检测：带有判断标准的观察者"),
        (
            ("d_prime", Text("how well signal and noise are told apart", "信号与噪声区分得多好")),
            ("criterion", Text("how willing the observer is to say yes", "观察者有多愿意判为有")),
            ("d_a", Text("from ratings, with unequal variances", "由评分得到，允许方差不等")),
        ),
    ),
    Situation(
        "interface",
        Text("A brain–computer interface", "脑机接口"),
        (
            (
                "information_transfer_rate",
                Text("bits for each selection or minute", "每次选择或每分钟的比特数"),
            ),
            (
                "mutual_information_bits",
                Text(
                    "the same without assuming equal classes and equal errors",
                    "同一问题，但不假定各类与各种错误均等",
                ),
            ),
        ),
    ),
    Situation(
        "abstaining",
        Text("The unsure cases go to somebody else", "不确定的样本交由他人判断"),
        (
            (
                "aurc",
                Text("how well confidence orders the errors", "置信度把错误排在后面的能力"),
            ),
            (
                "accuracy_at_coverage",
                Text("how good the answered ones are", "已回答的样本有多好"),
            ),
        ),
    ),
    Situation(
        "agreement",
        Text("Two raters or maps are compared", "比较两位评定者或两幅图"),
        (
            ("kappa", Text("agreement beyond the class shares", "超出类别比例的一致程度")),
            (
                "gwet_ac1",
                Text("steadier where one class is very common", "某类极常见时更稳定"),
            ),
            ("krippendorff_alpha", Text("for small samples", "适合小样本")),
        ),
    ),
)

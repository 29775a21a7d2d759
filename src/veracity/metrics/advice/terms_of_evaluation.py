"""Words for how counts are judged: traps, averages, and the theories behind the metrics."""

from __future__ import annotations

from veracity.metrics.advice.term import Term
from veracity.words import Text

TERMS_OF_JUDGING: tuple[Term, ...] = (
    Term(
        "class_imbalance",
        Text("Class imbalance", "类别不平衡"),
        Text(
            "One class is much more common than another. Accuracy is then close to the share of "
            "the common class for any classifier, good or useless.",
            "某一类远多于另一类。此时无论分类器好坏，总体准确率都接近多数类的占比。",
        ),
        ("imbalance", "类别不均衡", "非均衡", "不平衡数据"),
        ("balanced_accuracy", "mcc"),
    ),
    Term(
        "accuracy_paradox",
        Text("Accuracy paradox", "准确率悖论"),
        Text(
            "A useless classifier beats a useful one in accuracy: always answering the commonest "
            "class has accuracy equal to its share.",
            "无用的分类器在总体准确率上胜过有用的分类器：永远回答最常见的类，总体准确率即为其占比。",
        ),
        ("准确率的陷阱",),
        ("no_information_rate", "balanced_accuracy"),
    ),
    Term(
        "observed_agreement",
        Text("Observed and expected agreement", "观察一致与期望一致"),
        Text(
            "Observed agreement p_o is accuracy; expected agreement p_e is what the class shares "
            "and the call shares alone would give. Kappa compares the two.",
            "观察一致率 p_o 即总体准确率；期望一致率 p_e 是仅由类别比例与判定比例给出的一致率。"
            "Kappa 比较两者。",
        ),
        ("expected agreement", "观察到的一致性", "期望的偶然一致性"),
        ("kappa",),
    ),
    Term(
        "one_vs_rest",
        Text("One versus rest", "一对多"),
        Text(
            "A task of K classes seen as K tasks of two classes: each class against all others.",
            "把 K 类任务看作 K 个二分类任务：每一类对其余所有类。",
        ),
        ("ovr", "one-vs-rest"),
        ("macro_recall",),
    ),
    Term(
        "one_vs_one",
        Text("One versus one", "一对一"),
        Text(
            "A task of K classes seen as one task for each pair of classes.",
            "把 K 类任务看作每两类之间的任务。",
        ),
        ("ovo", "one-vs-one", "两两类别的组合"),
    ),
    Term(
        "macro_average",
        Text("Macro average", "宏平均"),
        Text(
            "The mean of a metric over classes (or folds, or data sets), each counting the same.",
            "某指标对各类（或各折、各数据集）的均值，每一个同等计入。",
        ),
        ("macro",),
        ("macro_f1", "f1_of_macro"),
    ),
    Term(
        "micro_average",
        Text("Micro average", "微平均"),
        Text(
            "The metric of the added-up tables, each case counting the same. With one label per "
            "case micro precision, recall and F1 all equal accuracy.",
            "各表相加后的指标，每个样本同等计入。单标签任务中，微平均查准率、召回率、F1 "
            "都等于总体准确率。",
        ),
        ("micro",),
        ("micro_f1", "accuracy"),
    ),
    Term(
        "harmonic_mean",
        Text("Harmonic mean", "调和平均数"),
        Text(
            "2ab/(a + b): close to the smaller of the two. F1 is that of precision and recall.",
            "2ab/(a + b)：接近两者中较小的一个。F1 就是查准率与召回率的调和平均。",
        ),
        ("调和平均",),
        ("f1",),
    ),
    Term(
        "pearson_correlation",
        Text("Pearson correlation", "皮尔逊相关系数"),
        Text(
            "How far two columns of numbers lie on a line, from -1 to 1. Of two columns of labels "
            "coded 0 and 1, or -1 and 1, it is the Matthews correlation coefficient.",
            "两列数值接近一条直线的程度，取值 −1 至 1。对编码为 0/1 或 −1/1 的两列标签，"
            "它就是马修斯相关系数。",
        ),
        ("pearson's r", "皮尔逊相关"),
        ("mcc",),
    ),
    Term(
        "discrimination",
        Text("Discrimination", "区分度"),
        Text(
            "How well scores put positives above negatives, whatever the scores' values.",
            "分数把正样本排在负样本之前的能力，与分数的具体数值无关。",
        ),
        ("判别能力", "辨别能力"),
    ),
    Term(
        "calibration",
        Text("Calibration", "校准度"),
        Text(
            "Whether probabilities are true: of 100 cases given 0.8, about 80 are positive.",
            "概率是否真实：给出 0.8 的 100 个样本中，约有 80 个为正。",
        ),
        ("reliability", "校准"),
    ),
    Term(
        "signal_detection_theory",
        Text("Signal detection theory", "信号检测论"),
        Text(
            "Separates how well an observer can tell signal from noise (d′) from how willing it is "
            "to say yes (the criterion).",
            "把观察者区分信号与噪声的能力（d′）与其判“是”的倾向（判断标准）分开。",
        ),
        (),
        ("d_prime", "criterion"),
    ),
    Term(
        "information_theory",
        Text("Information theory", "信息论"),
        Text(
            "Measures in bits how much a prediction tells about the truth.",
            "以比特度量预测对真实标签提供了多少信息。",
        ),
        ("信息量",),
        ("mutual_information_bits",),
    ),
    Term(
        "null_hypothesis",
        Text("Null hypothesis", "零假设"),
        Text(
            "That predictions know nothing of the truth: what a test tries to refute.",
            "预测与真实标签无关：检验试图推翻的假设。",
        ),
        (),
        ("mcc", "kappa"),
    ),
    Term(
        "trade_off",
        Text("Trade-off", "权衡"),
        Text(
            "Along the thresholds of one model, gaining recall usually costs precision.",
            "沿同一模型的阈值变化时，提高召回率通常要付出查准率的代价。",
        ),
        ("tradeoff", "一对矛盾的度量"),
        ("precision", "recall"),
    ),
    Term(
        "review_burden",
        Text("Review burden", "审查负担"),
        Text(
            "The work of people who must look at every alarm, most of it false when positives are "
            "rare.",
            "人工逐一核查报警的工作量；正样本稀有时，大部分报警是误报。",
        ),
        (),
        ("precision", "predicted_positive_rate"),
    ),
    Term(
        "event_detection",
        Text("Event detection", "事件检测"),
        Text(
            "Finding events in time (seizures, ripples, spikes), where a detection must be matched "
            "with an event before it can be right or wrong.",
            "在时间序列中寻找事件（癫痫发作、涟波、放电）：须先把检测与事件配对，才能判断对错。",
        ),
        ("时间事件检测",),
    ),
)

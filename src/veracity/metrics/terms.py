"""Words of the field that are no metric, explained in the same place as the metrics."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.words import Text


@dataclass(frozen=True, slots=True)
class Term:
    """A word, what it means, and which metrics to look at next."""

    key: str
    names: Text
    meaning: Text
    aliases: tuple[str, ...] = ()
    see: tuple[str, ...] = ()


TERMS: tuple[Term, ...] = (
    Term(
        "tp",
        Text("True positive (TP)", "真阳性（TP）"),
        Text(
            "A positive case that was called positive: a hit.", "实际为正且被判为正的样本：击中。"
        ),
        ("true positive", "true positives", "hit", "真阳性", "真正例"),
        ("recall", "precision"),
    ),
    Term(
        "fp",
        Text("False positive (FP)", "假阳性（FP）"),
        Text(
            "A negative case that was called positive: a false alarm, a Type I error. The letters "
            "P and N name the call, not the truth.",
            "实际为负却被判为正的样本：误报，即第一类错误。P、N 指判定结果而非真实标签。",
        ),
        (
            "false positive",
            "false positives",
            "false alarm",
            "假阳性",
            "假正例",
            "误报",
            "虚惊",
            "虚警",
        ),
        ("fpr", "fdr"),
    ),
    Term(
        "fn",
        Text("False negative (FN)", "假阴性（FN）"),
        Text(
            "A positive case that was called negative: a miss, a Type II error.",
            "实际为正却被判为负的样本：漏报，即第二类错误。",
        ),
        ("false negative", "false negatives", "miss", "假阴性", "假负例", "漏报", "错失"),
        ("fnr", "false_omission_rate"),
    ),
    Term(
        "tn",
        Text("True negative (TN)", "真阴性（TN）"),
        Text(
            "A negative case that was called negative: a correct rejection.",
            "实际为负且被判为负的样本：正确拒绝。",
        ),
        ("true negative", "true negatives", "correct rejection", "真阴性", "真负例"),
        ("specificity", "npv"),
    ),
    Term(
        "type_1_error",
        Text("Type I error", "第一类错误"),
        Text(
            "Saying yes where the truth is no: a false positive. Its rate among true negatives is "
            "the false positive rate.",
            "真实为否而判为是：假阳性。它在实际为负的样本中所占比例即假阳性率。",
        ),
        ("type i error", "type 1 error", "i型错误", "I 型错误"),
        ("fpr",),
    ),
    Term(
        "type_2_error",
        Text("Type II error", "第二类错误"),
        Text(
            "Saying no where the truth is yes: a false negative. Its rate among true positives is "
            "the false negative rate.",
            "真实为是而判为否：假阴性。它在实际为正的样本中所占比例即假阴性率。",
        ),
        ("type ii error", "type 2 error", "ii型错误", "II 型错误"),
        ("fnr",),
    ),
    Term(
        "p",
        Text("P: number of positives", "P：正样本数"),
        Text(
            "Two meanings in use. Here P is the number of truly positive cases, TP + FN. In TP and "
            "FP the letter P says that the call was positive. TP/P is recall under the first "
            "meaning and precision under the second.",
            "有两种用法。这里 P 指实际为正的样本数 TP + FN。而 TP、FP 中的 P 表示判为正。"
            "按前者 TP/P 是召回率，按后者是查准率。",
        ),
        ("p and n", "positives", "number of positives", "正样本数"),
        ("recall", "precision"),
    ),
    Term(
        "n",
        Text("N: number of negatives", "N：负样本数"),
        Text(
            "Two meanings in use. Here N is the number of truly negative cases, TN + FP, and n the "
            "number of all cases. In TN and FN the letter N says that the call was negative.",
            "有两种用法。这里 N 指实际为负的样本数 TN + FP，n 指全部样本数。"
            "而 TN、FN 中的 N 表示判为负。",
        ),
        ("negatives", "number of negatives", "负样本数"),
        ("specificity",),
    ),
    Term(
        "positive_class",
        Text("Positive class", "正类"),
        Text(
            "The class that is looked for, whatever it is worth: a seizure, a tumour, a spam mail. "
            "Swapping it turns sensitivity into specificity and PPV into NPV.",
            "要寻找的那一类，无论好坏：癫痫发作、肿瘤、垃圾邮件。交换正负类时，"
            "灵敏度变为特异度，阳性预测值变为阴性预测值。",
        ),
        (
            "negative class",
            "pos_label",
            "负类",
            "正例",
            "负例",
            "反例",
            "正样本",
            "负样本",
            "阳性",
            "阴性",
        ),
    ),
    Term(
        "confusion_matrix",
        Text("Confusion matrix", "混淆矩阵"),
        Text(
            "How many cases of each true class were called each class. Here rows are truth and "
            "columns are predictions; other tools transpose it, which swaps recall and precision.",
            "每个真实类别的样本各被判为哪一类的计数。这里行是真实标签、列是预测；"
            "有的工具是转置的，那样召回率与查准率就互换了。",
        ),
        ("error matrix", "误差矩阵"),
        ("accuracy", "mcc"),
    ),
    Term(
        "ground_truth",
        Text("Ground truth", "真实标签"),
        Text(
            "What each case really is, as far as the reference knows. Errors of the reference "
            "count as errors of the classifier.",
            "每个样本的真实类别（以参考标准为准）。参考标准的错误会算作分类器的错误。",
        ),
        ("y_true", "reference standard", "真实情况", "基准真相", "实际类标"),
    ),
    Term(
        "decision_threshold",
        Text("Decision threshold", "决策阈值"),
        Text(
            "A case is called positive when its score is at least the threshold. Raising it lowers "
            "recall and the number of false alarms; precision may go either way.",
            "分数不低于阈值的样本判为正。提高阈值会降低召回率、减少误报；查准率可升可降。",
        ),
        ("threshold", "cut-off", "阈值"),
        ("recall", "precision"),
    ),
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
        "transpose",
        Text("Transposed matrix", "转置矩阵"),
        Text(
            "Truth and prediction exchanged: recall becomes precision, specificity becomes NPV.",
            "真实与预测互换：召回率变为查准率，特异度变为阴性预测值。",
        ),
        ("duality", "转置", "召-精对偶性"),
        ("recall", "precision"),
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

"""Words for what is counted: the four outcomes, the matrix, the classes, the threshold."""

from __future__ import annotations

from veracity.metrics.advice.term import Term
from veracity.words import Text

TERMS_OF_COUNTS: tuple[Term, ...] = (
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
        "indicator_function",
        Text("Indicator function", "指示函数"),
        Text(
            "1 where a statement is true and 0 where it is not; TP, FP, FN and TN are its sums "
            "over the cases.",
            "命题为真时取 1，否则取 0；TP、FP、FN、TN 都是它对样本的求和。",
        ),
        ("indicator",),
        ("accuracy",),
    ),
)

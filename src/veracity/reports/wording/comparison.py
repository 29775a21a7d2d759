"""The words of a comparison's page that belong to no record."""

from __future__ import annotations

from veracity.words import Text

WORDS: dict[str, Text] = {
    "title": Text("Comparison of classifiers", "分类器比较"),
    "models": Text("Each model by itself", "各模型自身的结果"),
    "column_model": Text("Model", "模型"),
    "omnibus": Text("Do the models differ at all?", "各模型之间究竟有无差异？"),
    "column_statistic": Text("Statistic", "统计量"),
    "curves": Text("Does one rank better everywhere?", "是否有一个处处排序更好？"),
    "calibration": Text("Are the probabilities true?", "概率是否真实？"),
    "decisions": Text("Which one to act on?", "该依据哪一个行动？"),
    "more_pairs": Text(
        "{n} more pair{n:s}: see the table of differences.", "另有 {n} 对：见差值表。"
    ),
    "first_minus_second": Text(
        "Every difference is the first minus the second; “better” is in the sense of the metric. "
        "A verdict takes the adjusted p and the interval; one of equivalence or non-inferiority "
        "the adjusted one-sided p against the margin.",
        "差值均为前者减后者；“更优”按指标自身的方向理解。结论依据校正后的 p 值与区间得出；"
        "等效与非劣效的结论依据针对界值的校正后单侧 p 值。",
    ),
    "pr_not_compared": Text(
        "PR curves of different rows start from different base rates; the ROC curves can be laid "
        "over each other, the PR curves only where positives are equally common.",
        "不同数据的 PR 曲线起始于不同的基准率；ROC 曲线可以叠放比较，"
        "PR 曲线只有在阳性同样常见时才能比较。",
    ),
}
CAPTIONS: dict[str, Text] = {
    "compared-forest": Text(
        "First minus second with its interval. A full mark: the verdict says something; an open "
        "one: it cannot tell.",
        "前者减后者及其区间。实心：有结论；空心：无法判断。",
    ),
    "compared-roc": Text(
        "True against false alarms at every threshold, all models together. The diagonal is "
        "guessing.",
        "各模型在各阈值下的命中与误报。对角线即猜测。",
    ),
    "compared-pr": Text(
        "How many calls are right against how many positives are found. The base rate is guessing.",
        "判为阳性者中正确的比例与找出的阳性比例。基准率即猜测。",
    ),
    "compared-det": Text(
        "Both error rates on scales that spread small rates apart; lower left is better.",
        "两类错误率，所用刻度把小比率拉开；越靠左下越好。",
    ),
    "compared-reliability": Text(
        "Where a probability was said, how often it came true. On the diagonal it is true.",
        "所述概率与实际发生比例。在对角线上则概率真实。",
    ),
    "compared-decision": Text(
        "Net benefit of acting at each threshold probability on these rows. Below the dashed or "
        "the dotted line treating all or none was worth more; the sentences say what is shown.",
        "在这些数据上，按各阈值概率行动的净获益。低于虚线或点线处，全部处理或全不处理更值；"
        "文字说明哪些差别得到了显示。",
    ),
}

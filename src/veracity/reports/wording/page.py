"""The words of the page that belong to no record: headings, captions, controls."""

from __future__ import annotations

from veracity.words import Text

WORDS: dict[str, Text] = {
    "title": Text("Evaluation of a classifier", "分类器评估"),
    "language": Text("Language", "语言"),
    "contents": Text("On this page", "本页内容"),
    "skip": Text("Skip to the verdict", "跳到结论"),
    "verdict": Text("Verdict", "结论"),
    "cautions": Text("Before you believe the figures", "采信数值之前"),
    "no_cautions": Text(
        "Nothing was found that would make these figures lie. "
        "That is no proof that there is nothing.",
        "未发现会使这些数值失实的问题；但这并不证明没有问题。",
    ),
    "figures": Text("Figures", "指标"),
    "headline": Text("Main figures", "主要指标"),
    "all_figures": Text("All figures", "全部指标"),
    "matrix": Text("Confusion matrix", "混淆矩阵"),
    "live": Text("Another threshold, another prevalence", "换一个阈值，换一个患病率"),
    "threshold": Text("Threshold", "阈值"),
    "prevalence": Text("Prevalence", "患病率"),
    "as_evaluated": Text("As evaluated", "恢复原状"),
    "live_how": Text(
        "Move the sliders (arrow keys work): the matrix, the figures and the orange ring or line "
        "on each picture below follow.",
        "拖动滑块（也可用方向键）：混淆矩阵、各项数值以及下方各图中的橙色圆圈或竖线随之移动。",
    ),
    "live_exact": Text(
        "Counts are exact at each threshold; the other figures follow from them and from the "
        "prevalence, if how each class is scored stays the same.",
        "各阈值处的计数是精确的；其余数值由计数与患病率得出，前提是各类别内的分数分布不变。",
    ),
    "live_no_interval": Text(
        "These figures have no intervals, and a threshold picked here because it looks good "
        "flatters itself: `ev.choose` says by how much. Intervals are in the table above, at the "
        "threshold of the evaluation.",
        "这里的数值没有区间；因为看起来好而在此选定的阈值会高估自己，`ev.choose` 会给出高估的幅度。"
        "上表给出评估所用阈值处的区间。",
    ),
    "live_not_own": Text(
        "The evaluation has no threshold of its own, or one inside a cell of a grid. The slider "
        "begins at a threshold where the counts are exact.",
        "该评估没有自己的阈值，或其阈值落在网格单元内。滑块从计数精确的阈值开始。",
    ),
    "no_script": Text(
        "Without JavaScript the sliders do not work; every value shown is that of the evaluation.",
        "未启用 JavaScript，滑块不可用；所示数值均为评估本身的结果。",
    ),
    "of_thousand": Text(
        "Of 1000 cases at this prevalence, {called} are called positive, {right} of these are "
        "right, and {missed} positives are missed.",
        "在此患病率下，每 1000 例中有 {called} 例判为阳性，其中 {right} 例正确；"
        "另漏掉 {missed} 例阳性。",
    ),
    "colon": Text(": ", "："),
    "comma": Text(", ", "，"),
    "stop": Text(".", "。"),
    "in_rows": Text("in these rows", "本数据中"),
    "better_than_guessing": Text("Is it better than guessing?", "是否优于猜测？"),
    "this_classifier": Text("This classifier", "该分类器"),
    "ranking": Text("Does it rank well?", "排序是否良好？"),
    "thresholds": Text("Which threshold?", "用哪个阈值？"),
    "at_prevalence": Text("Where positives are rarer or commoner", "阳性更少或更多时"),
    "calibration": Text("Are the probabilities true?", "概率是否真实？"),
    "decisions": Text("Is acting on it worth it?", "据此行动是否值得？"),
    "per_class": Text("Each class against the rest", "各类别对其余"),
    "per_group": Text("Groups of rows", "分组结果"),
    "methods": Text("Methods, for a paper", "方法（可用于论文）"),
    "show_page": Text(
        "The whole page with pictures: `.show()`; as a file: `.report(path)`.",
        "带图的完整页面：`.show()`；存为文件：`.report(path)`。",
    ),
    "copy_words": Text("Copy", "复制"),
    "copied": Text("Copied", "已复制"),
    "references": Text("References", "参考文献"),
    "provenance": Text("How this page was made", "本页的来历"),
    "glossary": Text("What the figures mean", "指标含义"),
    "column_metric": Text("Metric", "指标"),
    "column_value": Text("Value", "值"),
    "column_interval": Text("{level} interval", "{level} 区间"),
    "column_method": Text("Interval by", "区间方法"),
    "column_group": Text("Group", "组"),
    "column_class": Text("Class", "类别"),
    "column_rule": Text("Rule", "规则"),
    "truth_by_prediction": Text("truth \\ predicted", "真实 \\ 预测"),
    "matrix_large": Text(
        "The matrix of {classes} classes is too large for this page; `ev.confusion` has it.",
        "{classes} 个类别的矩阵太大，本页不列出；见 `ev.confusion`。",
    ),
    "positive_class": Text("Positive class", "阳性类别"),
    "keys_left_out": Text(
        '{n} more can be asked for by name, as `ev["{key}"]`.',
        '另有 {n} 项可按名称取得，例如 `ev["{key}"]`。',
    ),
    "not_shown": Text(
        "{n} more are not shown; `ev.to_dict()` has them.",
        "另有 {n} 项未列出；见 `ev.to_dict()`。",
    ),
    "comparison": Text("Beside other models", "与其他模型比较"),
    "this_model": Text("This page is about {name}.", "本页评估的是 {name}。"),
    "column_value_interval": Text("Value [interval]", "值 [区间]"),
    "column_fact": Text("Fact", "事项"),
    "column_said": Text("Value", "内容"),
    "column_called": Text("Called positive", "判为阳性"),
    "own_threshold": Text("{at} (that of the evaluation)", "{at}（评估所用）"),
    "best_at": Text(
        "Highest {name}: {value} at threshold {threshold}; on new rows expect {corrected}.",
        "{name}最高：阈值 {threshold} 处为 {value}；新数据上预计为 {corrected}。",
    ),
    "best_at_here": Text(
        "Highest {name}: {value} at threshold {threshold}.",
        "{name}最高：阈值 {threshold} 处为 {value}。",
    ),
    "best_how": Text(
        "Which one is right depends on what a miss costs beside a false alarm: "
        "`ev.choose(cost_fn=25, cost_fp=1)`.",
        "哪个合适取决于漏报与误报的代价之比：`ev.choose(cost_fn=25, cost_fp=1)`。",
    ),
    "cuts_how": Text(
        "Counts are exact at each of these thresholds; the figures have no intervals here.",
        "各阈值处的计数是精确的；此处的数值不带区间。",
    ),
    "projected_how": Text(
        "If how each class is scored stays the same.", "前提是各类别内的分数分布不变。"
    ),
    "column_risk": Text("Acting from a risk of", "采取行动的风险下限"),
    "column_treat_all": Text("Acting on all", "全部处理"),
    "benefit_how": Text(
        "Net benefit in cases found per case, false alarms taken off; acting on none is 0.",
        "净获益：每例中找出的阳性数减去误报折算的代价；全不处理为 0。",
    ),
    "more_pictures": Text("More pictures", "更多图"),
}

CAPTIONS: dict[str, Text] = {
    "forest": Text(
        "Each figure with its interval: the shorter the bar, the surer.",
        "各项指标及其区间：横条越短越确定。",
    ),
    "roc": Text(
        "True against false alarms at every threshold. The diagonal is guessing; the area is the "
        "share of pairs in which the positive scores higher, ties as one half.",
        "各阈值下的命中与误报。对角线即猜测；面积是阳性得分较高的样本对所占比例，同分计一半。",
    ),
    "pr": Text(
        "How many calls are right against how many positives are found. The base rate is guessing, "
        "and it moves with the prevalence.",
        "判为阳性者中正确的比例与找出的阳性比例。基准率即猜测，并随患病率变化。",
    ),
    "gains": Text(
        "Positives found against cases looked at, highest scores first.",
        "从最高分开始查看时，查看的样本比例与找出的阳性比例。",
    ),
    "sweep": Text(
        "What each threshold gives. The best one here is chosen by these rows, "
        "and flatters itself.",
        "各阈值下的结果。此处的最佳阈值由这些数据选出，会高估自己。",
    ),
    "prevalence": Text(
        "What the figures become where positives are rarer or commoner, at the threshold of the "
        "evaluation and if each class is scored as here.",
        "在评估所用阈值下，若各类别的分数分布不变，阳性更少或更多时各指标的取值。",
    ),
    "reliability": Text(
        "Where a probability was said, how often it came true. On the diagonal the probabilities "
        "are true; inside the band they may be.",
        "所述概率与实际发生比例。在对角线上则概率真实；在带内则可能真实。",
    ),
    "decision": Text(
        "Net benefit of acting at each threshold probability, beside acting on all and on none. "
        "Below both of them the classifier does harm.",
        "在各阈值概率下据此行动的净获益，与全部处理、全不处理对照。低于二者则有害。",
    ),
    "confusion": Text("Rows are the truth, columns the calls.", "行为真实类别，列为预测类别。"),
    "by_class": Text("Each class with its intervals.", "各类别及其区间。"),
    "by_group": Text(
        "Groups beside all rows. Overlapping intervals may still differ, and small "
        "groups are unsure.",
        "各组与全部数据对照。区间重叠仍可能有差异，小组的结果不确定。",
    ),
    "det": Text(
        "Both error rates on scales that spread small rates apart: where errors are rare, "
        "this shows what the ROC curve hides. Lower left is better.",
        "两类错误率，所用刻度把小比率拉开：错误很少时，可看出 ROC 曲线看不出的差别。越靠左下越好。",
    ),
    "pr_gain": Text(
        "Precision and recall on a scale on which F1 averages; 0 is calling all positive.",
        "使 F1 可以平均的刻度上的查准率与召回率；0 即全部判正。",
    ),
    "cost": Text(
        "The lowest expected cost for every mixture of prevalence and costs. Above the dashed "
        "lines it is cheaper to call all, or none, positive.",
        "各种患病率与代价组合下的最低期望代价。高于虚线时，不如一律判正或一律判负。",
    ),
    "quadrant": Text(
        "Two questions at once: further right it ranks better; nearer the line of slope 1 its "
        "probabilities are spread as they should be.",
        "同时回答两个问题：越靠右排序越好；越接近斜率为 1 的线，概率的分散程度越恰当。",
    ),
    "risk_coverage": Text(
        "What remains wrong when the least sure cases are left to others.",
        "把最没把握的样本交给他人后，剩余的错误率。",
    ),
}

"""The methods paragraph: how the figures were made, ready for a paper, with its references."""

from __future__ import annotations

from collections.abc import Iterator

from veracity.metrics import find
from veracity.results import Line, Profile, percent
from veracity.words import Text, joined
from veracity.words.layout import one_line

BROWN = "Brown LD, Cai TT, DasGupta A (2001) Statistical Science 16:101–133"
DELONG = "DeLong ER, DeLong DM, Clarke-Pearson DL (1988) Biometrics 44:837–845"
BOOTSTRAP = "Davison AC, Hinkley DV (1997) Bootstrap Methods and their Application"
METHODS: dict[str, tuple[Text, tuple[str, ...]]] = {
    "wilson": (
        Text("Wilson score intervals", "Wilson 得分区间"),
        ("Wilson EB (1927) Journal of the American Statistical Association 22:209–212",),
    ),
    "clopper_pearson": (
        Text("exact Clopper–Pearson intervals", "Clopper–Pearson 精确区间"),
        ("Clopper CJ, Pearson ES (1934) Biometrika 26:404–413",),
    ),
    "jeffreys": (Text("Jeffreys intervals", "Jeffreys 区间"), (BROWN,)),
    "agresti_coull": (
        Text("Agresti–Coull intervals", "Agresti–Coull 区间"),
        ("Agresti A, Coull BA (1998) The American Statistician 52:119–126",),
    ),
    "wald": (Text("Wald intervals", "Wald 区间"), (BROWN,)),
    "mid_p": (
        Text("mid-P exact intervals", "mid-P 精确区间"),
        ("Agresti A (2013) Categorical Data Analysis, 3rd ed., section 16.6",),
    ),
    "newcombe": (
        Text(
            "Newcombe's intervals for the ROC area (method 5)", "ROC 面积的 Newcombe 区间（方法 5）"
        ),
        ("Newcombe RG (2006) Statistics in Medicine 25:559–573",),
    ),
    "delong": (Text("DeLong's variance", "DeLong 方差"), (DELONG,)),
    "delong_logit": (
        Text("DeLong's variance on the logit scale", "logit 尺度上的 DeLong 方差"),
        (
            DELONG,
            "Qin G, Hotilovac L (2008) Statistical Methods in Medical Research 17:207–221",
        ),
    ),
    "newcombe_delong": (
        Text(
            "the outer ends of Newcombe's interval for the ROC area (method 5) and of DeLong's "
            "on the logit scale",
            "ROC 面积的 Newcombe 区间（方法 5）与 logit 尺度上 DeLong 区间的靠外端点",
        ),
        (
            "Newcombe RG (2006) Statistics in Medicine 25:559–573",
            DELONG,
            "Qin G, Hotilovac L (2008) Statistical Methods in Medical Research 17:207–221",
        ),
    ),
    "hanley_mcneil": (
        Text("Hanley and McNeil's variance", "Hanley–McNeil 方差"),
        ("Hanley JA, McNeil BJ (1982) Radiology 143:29–36",),
    ),
    "delta": (
        Text(
            "linearisation (the delta method) on a scale that keeps the range of the metric",
            "在保持指标取值范围的尺度上线性化（delta 方法）",
        ),
        ("Oehlert GW (1992) The American Statistician 46:27–29",),
    ),
    "percentile": (Text("the percentile bootstrap", "百分位自助法"), (BOOTSTRAP,)),
    "inverted test": (
        Text(
            "the score test of the precision at every cut, inverted",
            "在每个截断处对查准率作得分检验并反演",
        ),
        ("Zou GY, Donner A (2008) Statistics in Medicine 27:1693–1702",),
    ),
    "redraw sd": (
        Text("the standard deviation of redraws of whole clusters", "整簇重抽样所得的标准差"),
        (BOOTSTRAP,),
    ),
    "bca": (
        Text("the BCa bootstrap", "BCa 自助法"),
        ("Efron B (1987) Journal of the American Statistical Association 82:171–185",),
    ),
    "studentised": (Text("the studentised bootstrap", "学生化自助法"), (BOOTSTRAP,)),
    "stratified": (Text("the bootstrap within classes", "按类别分层的自助法"), (BOOTSTRAP,)),
    "bayes": (
        Text("the posterior with a Dirichlet prior", "以 Dirichlet 分布为先验的后验分布"),
        ("Gelman A et al. (2013) Bayesian Data Analysis, 3rd ed., section 3.4",),
    ),
}
REDRAWN = ("percentile", "bca", "studentised", "stratified", "redraw sd")
OBUCHOWSKI = "Obuchowski NA (1997) Biometrics 53:567–578"
KINDS = {
    "importance": Text("importance weights", "重要性权重"),
    "sampling": Text("sampling weights (1 / inclusion probability)", "抽样权重（1/入样概率）"),
    "frequency": Text("frequency weights", "频数权重"),
}


def methods(profile: Profile) -> Text:
    """What a paper says of the figures of the headline: rows, cut, intervals, software."""
    return joined(_sentences(profile))


def references(profile: Profile) -> tuple[str, ...]:
    """What the paragraph rests on: of the metrics of the headline and of their intervals."""
    found = [reference for line in profile.headline for reference in find(line.key).references]
    for method in _by_method(profile.headline):
        found += METHODS[method][1] if method in METHODS else ()
    if profile.settings.get("clusters") is not None:
        found.append(OBUCHOWSKI)
    return tuple(dict.fromkeys(found))


def _sentences(profile: Profile) -> Iterator[Text]:
    settings = profile.settings
    yield _rows(profile)
    threshold = settings.get("threshold")
    if threshold is not None:
        at = f"{threshold:.6g}"
        yield Text(
            f"A case was called positive where its score was at least {at}.",
            f"分数不低于 {at} 的样本判为阳性。",
        )
    if settings.get("prevalence") is not None:
        yield Text(
            f"Figures were projected to a prevalence of {settings['prevalence']}, assuming that "
            "the distribution of predictions within each class stays the same.",
            f"各项数值按患病率 {settings['prevalence']} 折算，假定各类别内预测的分布不变。",
        )
    yield from _intervals(profile)
    kind = KINDS.get(str(settings.get("weight_kind")))
    if kind is not None:
        yield Text(f"Rows had {kind.en}.", f"各行带有{kind.zh}。")
    if settings.get("clusters") is not None:
        n = settings["clusters"]
        yield Text(
            f"Rows were grouped in {n} clusters, which were taken as the independent units in "
            "every interval.",
            f"各行归入 {n} 个簇，所有区间均以簇为独立单位。",
        )
    if str(settings.get("resolution") or "exact") != "exact":
        yield Text(
            f"Scores were kept in a certified grid ({settings['resolution']}); intervals are wider "
            "by its error bound.",
            f"分数保存在有误差界的网格中（{settings['resolution']}）；区间已按误差界加宽。",
        )
    made = settings.get("veracity")
    yield Text(
        f"Computed with veracity {made} and numpy {settings.get('numpy')}.",
        f"使用 veracity {made} 与 numpy {settings.get('numpy')} 计算。",
    )


def _rows(profile: Profile) -> Text:
    rows, classes = profile.rows, len(profile.labels)
    positive = profile.pos_label
    en = f"The classifier was evaluated on {rows.used:,} rows"
    zh = f"分类器在 {rows.used:,} 行数据上评估"
    if rows.dropped:
        en += f" ({rows.dropped:,} of {rows.read:,} rows read were dropped as invalid)"
        zh += f"（读入 {rows.read:,} 行，其中 {rows.dropped:,} 行无效而被去除）"
    if positive is None or classes != 2:
        return Text(f"{en} with {classes} classes.", f"{zh}，共 {classes} 个类别。")
    label = one_line(positive)
    return Text(
        f"{en} with two classes, of which “{label}” was the positive one.",
        f"{zh}，共两个类别，其中“{label}”为阳性。",
    )


def _intervals(profile: Profile) -> Iterator[Text]:
    by_method = _by_method(profile.headline)
    if not by_method:
        yield Text("No intervals were computed.", "未计算区间。")
        return
    level = percent(profile.settings["confidence_level"])
    said = []
    for method, lines in by_method.items():
        name = METHODS.get(method, (Text(method, method), ()))[0]
        en = ", ".join(line.names.en for line in lines)
        zh = "、".join(line.names.zh for line in lines)
        said.append(Text(f"{name.en} ({en})", f"{name.zh}（{zh}）"))
    listed = joined(said, Text("; ", "；"))
    yield Text(f"Intervals at {level} are {listed.en}.", f"{level} 区间采用：{listed.zh}。")
    if any(method in REDRAWN for method in by_method):
        n, seed = profile.settings["n_resamples"], profile.settings["random_state"]
        yield Text(
            f"There were {n} redraws at most (seed {seed}).", f"重抽样至多 {n} 次（种子 {seed}）。"
        )


def _by_method(lines: tuple[Line, ...]) -> dict[str, list[Line]]:
    """The figures with an interval, by the method that made it."""
    found: dict[str, list[Line]] = {}
    for line in lines:
        if line.estimate.method != "none" and line.estimate.low == line.estimate.low:
            found.setdefault(line.estimate.method.partition(" (")[0], []).append(line)
    return found

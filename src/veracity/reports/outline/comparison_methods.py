"""The methods paragraph of a comparison: how differences were made and tested, with sources."""

from __future__ import annotations

import math
from collections.abc import Iterator

from veracity.metrics import find
from veracity.reports.outline.methods import BOOTSTRAP, DELONG, KINDS, OBUCHOWSKI
from veracity.results import Comparison, Contrast, figure, percent
from veracity.words import Text, joined
from veracity.words.layout import one_line

MCNEMAR = "McNemar Q (1947) Psychometrika 12:153–157"
MOVER = "Zou GY, Donner A (2008) Statistics in Medicine 27:1693–1702"
ROBIN = "Robin X, et al. (2011) BMC Bioinformatics 12:77"
PAIRED_NEWCOMBE = "Newcombe RG (1998) Statistics in Medicine 17:2635–2650"
UNPAIRED_NEWCOMBE = "Newcombe RG (1998) Statistics in Medicine 17:873–890"
Named = tuple[Text, tuple[str, ...]]
INTERVALS: dict[str, Named] = {
    "delong": (Text("DeLong's variance of the difference", "差值的 DeLong 方差"), (DELONG,)),
    "mover": (
        Text(
            "square-and-add of the two intervals (MOVER)",
            "两区间的平方相加法（MOVER）",
        ),
        (MOVER,),
    ),
    "delta": (
        Text("linearisation (the delta method)", "线性化（delta 方法）"),
        ("Oehlert GW (1992) The American Statistician 46:27–29",),
    ),
    "percentile": (
        Text("the percentile bootstrap of paired rows", "成对重抽样的百分位自助法"),
        (BOOTSTRAP,),
    ),
}
NEWCOMBE: dict[str, Named] = {
    "paired": (
        Text("Newcombe's paired score interval (method 10)", "Newcombe 配对得分区间（方法 10）"),
        (PAIRED_NEWCOMBE,),
    ),
    "unpaired": (
        Text("Newcombe's hybrid score interval (method 10)", "Newcombe 混合得分区间（方法 10）"),
        (UNPAIRED_NEWCOMBE,),
    ),
}
TESTS: dict[str, tuple[str, ...]] = {
    "mcnemar_exact": (MCNEMAR,),
    "mcnemar_mid_p": (
        MCNEMAR,
        "Fagerland MW, Lydersen S, Laake P (2013) BMC Medical Research Methodology 13:91",
    ),
    "mcnemar": (MCNEMAR,),
    "mcnemar_corrected": (MCNEMAR, "Edwards AL (1948) Psychometrika 13:185–187"),
    "bowker": ("Bowker AH (1948) Journal of the American Statistical Association 43:572–574",),
    "cochran_q": ("Cochran WG (1950) Biometrika 37:256–266",),
    "delong": (DELONG,),
    "delong_unpaired": (DELONG, ROBIN),
    "fisher": ("Fisher RA (1935) Journal of the Royal Statistical Society 98:39–82",),
    "bootstrap": ("Efron B, Tibshirani RJ (1993) An Introduction to the Bootstrap, section 15.4",),
    "permutation": (
        "Phipson B, Smyth GK (2010) Statistical Applications in Genetics and Molecular Biology "
        "9(1):39",
    ),
    "mover": (MOVER,),
    "delta": ("Oehlert GW (1992) The American Statistician 46:27–29",),
    "wald": ("Wald A (1943) Transactions of the American Mathematical Society 54:426–482",),
    "none": (),
}
CORRECTIONS: dict[str, Named] = {
    "holm": (
        Text("Holm's method", "Holm 法"),
        ("Holm S (1979) Scandinavian Journal of Statistics 6:65–70",),
    ),
    "hochberg": (
        Text("Hochberg's method", "Hochberg 法"),
        ("Hochberg Y (1988) Biometrika 75:800–802",),
    ),
    "bh": (
        Text("the method of Benjamini and Hochberg", "Benjamini–Hochberg 法"),
        ("Benjamini Y, Hochberg Y (1995) Journal of the Royal Statistical Society B 57:289–300",),
    ),
}
SCHUIRMANN = "Schuirmann DJ (1987) Journal of Pharmacokinetics and Biopharmaceutics 15:657–680"


def compared_methods(comparison: Comparison) -> Text:
    """What a paper says of how the differences were found and tested."""
    return joined(_sentences(comparison))


def compared_references(comparison: Comparison) -> tuple[str, ...]:
    """What the paragraph rests on: of metrics, intervals, tests and the correction."""
    found = [work for key in comparison.keys for work in find(key).references]
    for method in _by_method(comparison):
        found += _interval(comparison, method)[1]
    for name in _by_test(comparison):
        found += TESTS.get(name, ())
    if comparison.pairing == "paired" and len(comparison.names) > 2:
        found += [work for test in comparison.omnibus.values() for work in TESTS.get(test.name, ())]
    if len(_tested(comparison)) > 1:
        found += CORRECTIONS.get(str(comparison.settings.get("correction")), (None, ()))[1]
    if comparison.settings.get("margin") is not None:
        found.append(SCHUIRMANN)
    if comparison.settings.get("clusters") is not None:
        found.append(OBUCHOWSKI)
    return tuple(dict.fromkeys(found))


def _sentences(comparison: Comparison) -> Iterator[Text]:
    settings = comparison.settings
    yield _rows(comparison)
    threshold = settings.get("threshold")
    if threshold is not None:
        yield Text(
            f"A case was called positive where its score was at least {threshold:.6g}.",
            f"分数不低于 {threshold:.6g} 的样本判为阳性。",
        )
    yield from _intervals(comparison)
    yield from _tests(comparison)
    if settings.get("margin") is not None:
        margin = figure(float(settings["margin"]))
        yield Text(
            f"Differences within ±{margin} were taken as too small to matter: non-inferiority and "
            "equivalence were judged by one-sided tests that belong to the intervals.",
            f"差异在 ±{margin} 之内视为无实际意义：非劣效与等效由与区间相对应的单侧检验判断。",
        )
    kind = KINDS.get(str(settings.get("weight_kind")))
    if kind is not None:
        yield Text(f"Rows had {kind.en}.", f"各行带有{kind.zh}。")
    if settings.get("clusters") is not None:
        n = settings["clusters"]
        yield Text(
            f"Rows were grouped in {n} clusters, which were taken as the independent units.",
            f"各行归入 {n} 个簇，以簇为独立单位。",
        )
    if settings.get("prevalence") is not None:
        yield Text(
            f"Figures were projected to prevalences of {settings['prevalence']}, assuming that "
            "the distribution of predictions within each class stays the same.",
            f"各项数值按患病率 {settings['prevalence']} 折算，假定各类别内预测的分布不变。",
        )
    made = settings.get("veracity")
    yield Text(
        f"Computed with veracity {made} and numpy {settings.get('numpy')}.",
        f"使用 veracity {made} 与 numpy {settings.get('numpy')} 计算。",
    )


def _rows(comparison: Comparison) -> Text:
    rows, names = comparison.rows, [one_line(name) for name in comparison.names]
    used = "—" if rows is None else f"{rows.used:,}"
    listed_en, listed_zh = ", ".join(names), "、".join(names)
    if comparison.pairing == "unpaired":
        return Text(
            f"Two evaluations of different rows ({listed_en}; {used} rows together) were compared.",
            f"比较了两次不同数据上的评估（{listed_zh}；共 {used} 行）。",
        )
    return Text(
        f"{len(names)} classifiers ({listed_en}) were compared on the same {used} rows.",
        f"在同样的 {used} 行数据上比较了 {len(names)} 个分类器（{listed_zh}）。",
    )


def _intervals(comparison: Comparison) -> Iterator[Text]:
    by_method = _by_method(comparison)
    if not by_method:
        yield Text("No intervals were computed.", "未计算区间。")
        return
    level = percent(next(iter(comparison.contrasts)).difference.level)
    said = [
        _of(_interval(comparison, method)[0], contrasts) for method, contrasts in by_method.items()
    ]
    listed = joined(said, Text("; ", "；"))
    yield Text(
        f"Differences have {level} intervals by {listed.en}.",
        f"差值的 {level} 区间采用：{listed.zh}。",
    )


def _tests(comparison: Comparison) -> Iterator[Text]:
    by_test = _by_test(comparison)
    if not by_test:
        return
    said = [_of(contrasts[0].test.title, contrasts) for contrasts in by_test.values()]
    listed = joined(said, Text("; ", "；"))
    yield Text(f"The tests were: {listed.en}.", f"检验采用：{listed.zh}。")
    tests = len(_tested(comparison))
    correction = CORRECTIONS.get(str(comparison.settings.get("correction")))
    if tests > 1:
        how = (
            Text("without a correction", "未作校正")
            if correction is None
            else Text(f"adjusted by {correction[0].en}", f"按{correction[0].zh}校正")
        )
        yield Text(f"The {tests} p-values were {how.en}.", f"{tests} 个 p 值{how.zh}。")


def _of(name: Text, contrasts: list[Contrast]) -> Text:
    metrics = list(dict.fromkeys(one.names for one in contrasts))
    en, zh = ", ".join(m.en for m in metrics), "、".join(m.zh for m in metrics)
    return Text(f"{name.en} ({en})", f"{name.zh}（{zh}）")


def _interval(comparison: Comparison, method: str) -> Named:
    if method == "newcombe":
        return NEWCOMBE[comparison.pairing]
    return INTERVALS.get(method, (Text(method, method), ()))


def _by_method(comparison: Comparison) -> dict[str, list[Contrast]]:
    found: dict[str, list[Contrast]] = {}
    for one in comparison.contrasts:
        if not math.isnan(one.difference.low):
            found.setdefault(one.difference.method, []).append(one)
    return found


def _by_test(comparison: Comparison) -> dict[str, list[Contrast]]:
    found: dict[str, list[Contrast]] = {}
    for one in _tested(comparison):
        found.setdefault(one.test.name, []).append(one)
    return found


def _tested(comparison: Comparison) -> list[Contrast]:
    return [one for one in comparison.contrasts if not math.isnan(one.p_value)]

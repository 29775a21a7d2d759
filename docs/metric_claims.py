"""What the tests execute of a record, said in words: claims of values, of cases, of cells."""

from __future__ import annotations

from collections.abc import Iterator

from drawings import figure

from veracity.metrics import Metric
from veracity.metrics.record.interval_facts import Proportion
from veracity.statistics import ConfusionMatrix

Two = tuple[str, str]


def claims(metric: Metric, language: int) -> Iterator[str]:
    """What the tests execute of this record."""
    yield ("## Claims that were tested", "## 测试过的断言")[language]
    yield "\n".join(f"- {one[language]}" for one in tested(metric))


def tested(metric: Metric) -> Iterator[Two]:
    """Each claim, in both languages."""
    low, high = (figure(end) for end in metric.bounds)
    yield (f"No value leaves {low} to {high}.", f"值不超出 {low} 至 {high}。")
    yield (
        "Many tables at once give what each gives alone.",
        "多张表一起算与逐张算，结果相同。",
    )
    if metric.undefined_when:
        cases = [case.words for case in metric.undefined_when]
        yield (
            "Undefined, with the reason, where " + "; or ".join(_bare(c.en) for c in cases) + ".",
            "下列情形无定义并说明原因：" + "；".join(_bare(c.zh) for c in cases) + "。",
        )
    yield from _of_matrices(metric) if metric.reads is ConfusionMatrix else ()
    for identity in metric.identities:
        yield (f"Equals `{identity.formula}`.", f"等于 `{identity.formula}`。")


def _of_matrices(metric: Metric) -> Iterator[Two]:
    yield ("Both ends of the range are reached, or come near.", "取值范围的两端可以达到或逼近。")
    if metric.better != "neither":
        yield ("Nearly perfect calls score better than chance.", "近乎全对的预测优于偶然。")
    words = metric.chance.words
    yield (
        f"Without association, margins unchanged, its value is: {_bare(words.en)}.",
        f"边际不变而无关联时，其值为：{_bare(words.zh)}。",
    )
    yield (
        ("Other class shares alone change it.", "只改变各类占比，值就会变。")
        if metric.moves_with_prevalence
        else ("Other class shares alone do not change it.", "只改变各类占比，值不变。")
    )
    yield (
        ("Three times every count: the same value.", "各格计数乘以三，值不变。")
        if metric.scale_free
        else ("It depends on n itself, not only on shares.", "它取决于样本量本身，不只取决于占比。")
    )
    if metric.classes == "two":
        en, zh = (
            ("all four cells", "全部四格")
            if len(metric.uses) == 4
            else (", ".join(metric.uses),) * 2
        )
        yield (
            f"It reads {en} and nothing else.",
            f"只用到{zh}。".replace("到T", "到 T").replace("到F", "到 F"),
        )
    if isinstance(metric.interval, Proportion):
        yield (
            "It is a proportion: whole successes among whole trials.",
            "它是比例：整数次试验中的整数次成功。",
        )
    exchanged = {
        "transposed": ("truth and prediction", "真值与预测"),
        "classes_swapped": ("the classes", "两类"),
    }
    for how, other in metric.moves.items():
        en, zh = exchanged.get(how, (how, how))
        yield (f"With {en} exchanged it is `{other}`.", f"交换{zh}后即为 `{other}`。")


def _bare(words: str) -> str:
    return words.rstrip(".。")

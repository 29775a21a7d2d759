"""One page for each metric: what its record says, a drawn example, claims, coverage, other names.

Everything is read or computed when the site is built: the record, the shipped example, the pages
of measured coverage, of differences and of names, and a counter-example that has run.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from counter_examples import Two, counter_example
from drawings import curve, figure, interval
from metric_claims import claims

import veracity as vc
from veracity.metrics import Metric, find
from veracity.statistics import ConfusionMatrix

DOCS = Path(__file__).parent
DATA = {
    "two": (
        "the months of 128 patients with and without an infection (`infections`, logistic "
        "regression, threshold 0.1, whole patients as clusters)",
        "128 名患者逐月有无感染（`infections`，逻辑回归，阈值 0.1，以患者为簇）",
    ),
    "ten": ("ten handwritten digits (`digits`)", "十个手写数字（`digits`）"),
}


def sections(key: str, language: int) -> str:
    """What follows the facts of the record on the page of a metric; 0 is English, 1 Chinese."""
    metric = find(key)
    parts = (drawn, claims, coverage, elsewhere, deceived)
    return "\n\n".join(part for made in parts for part in made(metric, language)) + "\n"


@cache
def evaluated(which: str) -> Any:
    """The shipped example of two classes, or that of ten."""
    if which == "two":
        return vc.evaluate(
            "infection",
            y_proba="p_logistic",
            threshold=0.1,
            cluster="patient",
            data=vc.examples()["infections"],
        )
    columns = [f"p_{digit}" for digit in range(10)]
    return vc.evaluate("truth", y_proba=columns, data=vc.examples()["digits"])


@cache
def estimated(key: str) -> tuple[str, Any]:
    """The value on the example of two classes, else of ten."""
    try:
        return "two", evaluated("two")[key]
    except vc.VeracityError:
        return "ten", evaluated("ten")[key]


def drawn(metric: Metric, language: int) -> Iterator[str]:
    """The value on a shipped example with its interval and chance level; then a curve."""
    which, one = estimated(metric.key)
    yield ("## An example, drawn", "## 画出的例子")[language]
    known = chance(metric, which)
    value = (
        f"{figure(one.value)}"
        if one.method == "none"
        else f"{figure(one.value)} [{figure(one.low)}, {figure(one.high)}], {one.method}"
    )
    data = DATA[which][language]
    yield (f"On {data}: **{value}**.", f"数据：{data}：**{value}**。")[language]
    if not np.isfinite(one.value):
        yield f"*{one.note}*" if language == 0 else "*此处无定义；情形见下。*"
    else:
        names = (f"{metric.key} {value}", ("chance", "偶然")[language])
        yield interval(one.value, (one.low, one.high), metric.bounds, known, names)
        if known is not None:
            yield (
                "The dot is the value, the bar its 95 % interval, the mark chance: the same "
                f"margins without association have {figure(known)}.",
                f"圆点为值，粗线为 95% 区间，竖线为随机水平（边际不变而无关联）：{figure(known)}。",
            )[language]
    yield from curves(metric, language)


def chance(metric: Metric, which: str) -> float | None:
    """What the same margins give without association, where the record can say it of a table."""
    held = evaluated(which)
    table = {"ConfusionMatrix": held.confusion, "ScoreTable": held.scores}
    statistic = table.get(metric.reads.__name__)
    if statistic is None or metric.also_reads:
        return None
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        found = float(np.asarray(metric.chance.value(statistic, **metric.values)))
    return found if np.isfinite(found) else None


def curves(metric: Metric, language: int) -> Iterator[str]:
    """Matrix metrics over prevalence; rankings as their curve; probabilities against outcomes."""
    reads = metric.reads.__name__
    if reads == "ConfusionMatrix":
        share = np.linspace(0.01, 0.99, 99)
        rest = 1 - share
        cells = 10_000 * np.array([[rest * 0.9, rest * 0.1], [share * 0.2, share * 0.8]])
        with np.errstate(all="ignore"):
            found = np.asarray(metric(ConfusionMatrix(np.moveaxis(cells, -1, 0), labels=(0, 1))))
        if np.isfinite(found).sum() < 2:
            return
        line = list(zip(share.tolist(), found.tolist(), strict=True))
        names = (("prevalence", "患病率")[language], metric.key)
        yield curve([line], names, f"{metric.key}: recall 0.8, specificity 0.9")
        yield (
            "Over prevalence, for a classifier with recall 0.8 and specificity 0.9 (10 000 cases).",
            "召回率 0.8、特异度 0.9 的分类器（10000 例）随患病率的变化。",
        )[language]
    elif reads == "ScoreTable":
        precise = "precision" in metric.key or metric.key.startswith(("pr_", "break", "max_f1"))
        seen = evaluated("two").pr() if precise else evaluated("two").roc()
        names = _axes(precise, language)
        line = _thinned(list(zip(seen.x.tolist(), seen.y.tolist(), strict=True)))
        lines = [line] if precise else [line, [(0.0, 0.0), (1.0, 1.0)]]
        yield curve(lines, names, f"{metric.key}: {names[1]}, {names[0]}")
        yield ("The curve that it is read from.", "它所依据的曲线。")[language]
    elif reads == "ProbabilityTable":
        seen = evaluated("two").reliability(kind="binned")
        line = sorted(zip(seen.x.tolist(), seen.y.tolist(), strict=True))
        names = ("said", "所报概率")[language], ("seen", "实际比例")[language]
        same = [(0.0, 0.0), (1.0, 1.0)]
        yield curve([line, same], names, f"{metric.key}: {names[1]}, {names[0]}")
        yield (
            "What was seen against what was said, in bins of the same example; dashed: the same.",
            "同一例子按区间的实际比例与所报概率；虚线：两者相等。",
        )[language]


def _thinned(line: list[tuple[float, float]], most: int = 200) -> list[tuple[float, float]]:
    return [*line[:: -(-len(line) // most)], line[-1]]


def _axes(precise: bool, language: int) -> Two:
    if precise:
        return ("recall", "precision") if language == 0 else ("召回率", "查准率")
    both = ("false positive rate", "recall"), ("假阳性率", "召回率")
    return both[language]


@cache
def measured() -> dict[str, list[list[str]]]:
    """The rows of the page of coverage by key, without the long tables of reasons."""
    text = (DOCS / "coverage.md").read_text("utf-8").partition("## All rows")[2]
    rows: dict[str, list[list[str]]] = {}
    for line in text.partition("\n## ")[0].splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `") and len(cells) > 12:
            rows.setdefault(cells[0].strip("`").partition("(")[0], []).append(cells)
    return rows


def coverage(metric: Metric, language: int) -> Iterator[str]:
    """How often its 95 % interval held the truth in simulations."""
    yield ("## Its interval, measured", "## 区间的实测覆盖率")[language]
    _, one = estimated(metric.key)
    rows = measured().get(metric.key, [])
    if metric.no_interval:
        why = metric.no_interval.within(("en", "zh")[language])
        yield f"{('No interval', '不给区间')[language]}{('：' if language else ': ')}{why}"
    elif not rows:
        yield (
            f"On the example its method is `{one.method}`. The [simulations](../coverage.md) have "
            "no row of this key.",
            f"上例所用的方法为 `{one.method}`。[模拟](../coverage.md)中没有此键的行。",
        )[language]
    if rows:
        yield (
            "Share of 1000 simulated samples whose 95 % interval held the truth "
            f"([all rows](../coverage.md); {len(rows)} of this key).",
            "1000 个模拟样本中 95% 区间包含真值的比例"
            f"（[全部](../coverage.md)；此键共 {len(rows)} 行）。",
        )[language]
        head = (
            "| n | positives | sample | clusters | weights | classes | covered | method |",
            "| n | 正例 | 样本 | 簇 | 权重 | 类别数 | 覆盖率 | 方法 |",
        )[language]
        body = [
            f"| {c[1]} | {c[2]} | {c[3]} | {c[4]} | {c[5]} | {c[6]} | {c[7]} | {c[13]} |"
            for c in rows
        ]
        yield "\n".join([head, "|--|--|--|--|--|--|--|--|", *body])


@cache
def other_names() -> dict[str, list[Two]]:
    """Package and its name by key, as docs/peer_names.md gives them."""
    found: dict[str, list[Two]] = {}
    text = (DOCS / "peer_names.md").read_text("utf-8")
    for title, body in re.findall(r"^## ([^\n]+)\n(.*?)(?=^## |\Z)", text, re.M | re.S):
        for name, keys in re.findall(r"^\| ([^|]+) \| (`\w+[`(][^|]*) \|$", body, re.M):
            for key in re.findall(r"(?:^| or )`(\w+)", keys):
                found.setdefault(key, []).append((title, name))
    return found


@cache
def differing() -> dict[str, list[list[str]]]:
    """The rows of the table of differences by key."""
    rows: dict[str, list[list[str]]] = {}
    for line in (DOCS / "differences.md").read_text("utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split(" | ")]
        if line.startswith("| `") and len(cells) == 6:
            rows.setdefault(cells[0].strip("`"), []).append(cells)
    return rows


@cache
def said_of_differences() -> list[str]:
    """The sentences about differences that are no rows of the table."""
    text = (DOCS / "differences.md").read_text("utf-8")
    return [line for line in text.splitlines() if line.startswith("- **")]


def elsewhere(metric: Metric, language: int) -> Iterator[str]:
    """What other packages call it, and where their numbers differ."""
    names, rows = other_names().get(metric.key, []), differing().get(metric.key, [])
    yield ("## In other packages", "## 在其他软件包中")[language]
    if not names and not rows:
        yield (
            "No package of the [list of names](../peer_names.md) has a name of its own for it.",
            "[名称表](../peer_names.md)中的软件包没有为它命名。",
        )[language]
    if names:
        yield "\n".join(f"- {title}: `{name}`" for title, name in names)
    if rows:
        yield (
            "Where they differ ([all](../differences.md)):",
            "不同之处（[全部](../differences.md)）：",
        )[language]
        head = (
            "| function | counts | theirs | ours | why |",
            "| 函数 | 计数 | 对方 | 本包 | 原因 |",
        )
        body = ["| " + " | ".join(row[1:]) + " |" for row in rows]
        yield "\n".join([head[language], "|--|--|--|--|--|", *body])
    told = [line for line in said_of_differences() if f"`{metric.key}`" in line]
    if told:
        yield "\n".join(told)
    if names and not rows and not told:
        yield (
            "No difference is [known](../differences.md).",
            "没有[已知的差异](../differences.md)。",
        )[language]


def deceived(metric: Metric, language: int) -> Iterator[str]:
    """The sentence of the record, and an example that ran."""
    yield ("## When it misleads", "## 何时会误导")[language]
    words = metric.misleads_when.within(("en", "zh")[language]).rstrip(".。")
    yield (f"It misleads when {words}.", f"{words}。")[language]
    one = counter_example(metric.key)
    if one:
        yield one.words[language]
        code = "\n".join(f">>> {line}" for line in ("import veracity as vc", *one.code, one.shown))
        yield f"```python\n{code}\n{one.output}\n```"

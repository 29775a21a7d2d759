"""All exercises by topic, and which of them are asked."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import import_module
from itertools import count
from random import Random

from veracity.errors import refuse
from veracity.practice.exercise import Exercise, Question, asked
from veracity.words import Text

TOPICS = {
    "outcomes": Text("Outcomes and the matrix", "四种结果与混淆矩阵"),
    "metrics": Text("Metrics at one threshold", "单一阈值下的指标"),
    "imbalance": Text("Imbalance and the accuracy paradox", "类别不平衡与准确率悖论"),
    "curves": Text("Rankings and curves", "排序与曲线"),
    "thresholds": Text("Thresholds", "阈值"),
    "classes": Text("Several classes and two macro-F1s", "多分类与两种宏平均 F1"),
    "calibration": Text("Calibration", "校准"),
    "uncertainty": Text("Uncertainty", "不确定性"),
    "comparison": Text("Comparison", "模型比较"),
    "prevalence": Text("Prevalence and costs", "患病率与代价"),
    "signals": Text("Signal detection and information", "信号检测与信息"),
    "events": Text("Events in time", "时间事件"),
    "scale": Text("Scale", "规模"),
}
LEVELS = (1, 2, 3)
MOST = 1000  # exercises of one sheet, page or sitting


@cache
def exercises() -> dict[str, tuple[Exercise, ...]]:
    """The exercises of every topic, in order."""
    rooms = {topic: import_module(f"veracity.practice.topics.{topic}") for topic in TOPICS}
    return {topic: room.EXERCISES for topic, room in rooms.items()}


def chosen(
    topic: str | None, level: int | None, number: int, seed: int, known: Mapping[str, int]
) -> list[Question]:
    """So many exercises in the order of topics and levels, those least known first.

    `known`: how often each was answered rightly so far. Where more are asked for than there are,
    they come again with other numbers.
    """
    if not 1 <= number <= MOST:
        raise refuse("practice_number", number=number, most=MOST)
    fitting = [
        (name, one)
        for name, room in exercises().items()
        for one in room
        if topic in (None, name) and level in (None, one.level)
    ]
    order = {one.key: index for index, (_, one) in enumerate(fitting)}
    Random(f"order {seed}").shuffle(fitting)
    fitting.sort(key=lambda pair: known.get(pair[1].key, 0))
    taken: list[Question] = []
    for turn in count():
        for name, one in fitting:
            if len(taken) == number:
                return sorted(
                    taken,
                    key=lambda ask: (
                        list(TOPICS).index(ask.topic),
                        ask.exercise.level,
                        order[ask.exercise.key],
                        ask.seed,
                    ),
                )
            taken.append(asked(one, name, seed + turn))
    raise AssertionError("count() does not end")

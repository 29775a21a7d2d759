"""Figures of events: what each asks, in what unit, and which end is better."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.errors import UnknownName, VeracityError, refuse
from veracity.parameters import Parameter, canonical_values, named_values, parsed, written_values
from veracity.words import Text
from veracity.words.messages import entries


@dataclass(frozen=True, slots=True)
class EventFigure:
    """One figure of a tally; `unit` is that of its value, empty for shares and counts."""

    key: str
    names: Text
    question: Text
    better: str
    unit: str = ""
    parameters: tuple[Parameter, ...] = ()
    value: float | None = None

    @property
    def spelled(self) -> str:
        """The figure as a key."""
        given = {} if self.value is None else {self.parameters[0].name: self.value}
        return self.key + written_values(self.parameters, given)


def _figure(
    key: str, en: str, zh: str, asks: tuple[str, str], better: str, unit: str = ""
) -> EventFigure:
    return EventFigure(key, Text(en, zh), Text(*asks), better, unit)


QUANTILE = Parameter(
    "q",
    0.5,
    Text("share of the events by then", "届时已发现的事件比例"),
    between=(0.0, 1.0),
    ends=(False, False),
)
EVENT_FIGURES: dict[str, EventFigure] = {
    one.key: one
    for one in (
        _figure(
            "sensitivity",
            "Sensitivity",
            "灵敏度",
            ("Of the events, how many were found?", "有多少事件被发现？"),
            "higher",
        ),
        _figure(
            "precision",
            "Precision",
            "查准率",
            ("Of the alarms, how many were right?", "有多少报警是对的？"),
            "higher",
        ),
        _figure(
            "f1",
            "F1 score",
            "F1 分数",
            ("How good are both together?", "两者合起来有多好？"),
            "higher",
        ),
        _figure(
            "false_alarms_per_hour",
            "False alarms per hour",
            "每小时误报数",
            ("How many false alarms in an hour of recording?", "每小时记录中有多少误报？"),
            "lower",
            "1/h",
        ),
        _figure(
            "false_alarms_per_day",
            "False alarms per day",
            "每天误报数",
            ("How many false alarms in 24 hours of recording?", "每 24 小时记录中有多少误报？"),
            "lower",
            "1/d",
        ),
        _figure(
            "false_alarms_per_quiet_hour",
            "False alarms per hour outside events",
            "事件之外每小时误报数",
            (
                "How many false alarms in an hour without an event?",
                "没有事件的每小时中有多少误报？",
            ),
            "lower",
            "1/h",
        ),
        _figure(
            "true_positives",
            "True positives",
            "真阳性数",
            ("How many were found?", "发现了多少？"),
            "higher",
        ),
        _figure(
            "false_positives",
            "False positives",
            "假阳性数",
            ("How many alarms were false?", "有多少报警是错的？"),
            "lower",
        ),
        _figure(
            "missed",
            "Missed",
            "漏检数",
            ("How many were not found?", "有多少没有发现？"),
            "lower",
        ),
        _figure(
            "reference_events",
            "Reference events",
            "参考事件数",
            ("How many events are there?", "共有多少事件？"),
            "neither",
        ),
        _figure(
            "detected_events",
            "Detected events",
            "检测事件数",
            ("How many detections are there?", "共有多少检测？"),
            "neither",
        ),
        _figure(
            "time_in_alarm",
            "Time in alarm",
            "报警时间占比",
            ("What share of the time is alarm?", "报警占多大比例的时间？"),
            "neither",
        ),
        _figure(
            "time_in_false_alarm",
            "Time in false alarm",
            "误报时间占比",
            ("What share of the time is false alarm?", "误报占多大比例的时间？"),
            "lower",
        ),
        _figure(
            "delay_median",
            "Median delay",
            "中位延迟",
            (
                "By when is half of all events found? A miss is never found.",
                "何时能发现一半的事件？漏检视为永远不被发现。",
            ),
            "lower",
            "s",
        ),
        EventFigure(
            "delay_quantile",
            Text("Delay by which a share is found", "达到某比例的延迟"),
            Text("By when is this share of all events found?", "何时能发现这一比例的事件？"),
            "lower",
            "s",
            (QUANTILE,),
        ),
        _figure(
            "early_detections",
            "Early detections",
            "提前检测数",
            (
                "How many events were detected before they began?",
                "有多少事件在开始之前就被检测到？",
            ),
            "neither",
        ),
        _figure(
            "onset_error",
            "Mean onset error",
            "平均起点误差",
            ("How far off are onsets of pairs, on average?", "配对事件的起点平均相差多少？"),
            "lower",
            "s",
        ),
        _figure(
            "offset_error",
            "Mean offset error",
            "平均终点误差",
            ("How far off are offsets of pairs, on average?", "配对事件的终点平均相差多少？"),
            "lower",
            "s",
        ),
        _figure(
            "overlap",
            "Mean overlap of pairs",
            "配对的平均重叠",
            ("How well do pairs cover each other (intersection over union)?", "配对的平均交并比？"),
            "higher",
        ),
        _figure(
            "error_rate",
            "Error rate",
            "错误率",
            (
                "Insertions, deletions and substitutions for each reference event?",
                "每个参考事件对应多少次插入、删除与替换？",
            ),
            "lower",
        ),
        _figure(
            "insertions",
            "Insertions",
            "插入数",
            ("How many detections stand for nothing?", "有多少检测不对应任何事件？"),
            "lower",
        ),
        _figure(
            "deletions",
            "Deletions",
            "删除数",
            ("How many events were not detected as anything?", "有多少事件完全没有被检测到？"),
            "lower",
        ),
        _figure(
            "substitutions",
            "Substitutions",
            "替换数",
            (
                "How many events were detected as another type?",
                "有多少事件被检测成了另一类型？",
            ),
            "lower",
        ),
    )
}
NO_NEGATIVES = ("tn", "true_negatives", "specificity", "tnr", "fpr", "accuracy", "mcc", "auroc")
MACRO = "macro_"


def find_figure(key: str) -> EventFigure:
    """The figure of a key.

    >>> find_figure("recall").key, find_figure("delay_quantile(0.9)").spelled
    ('sensitivity', 'delay_quantile(0.9)')
    """
    if key in EVENT_FIGURES:
        return EVENT_FIGURES[key]
    name, by_position, by_name = parsed(key)
    figure = EVENT_FIGURES.get(entries("names.toml")["event_figures"].get(name, name))
    if figure is None:
        raise _unknown(name, key)
    values = named_values(figure.key, figure.parameters, by_position, by_name)
    given = canonical_values(figure.key, figure.parameters, values)
    if not given:
        return figure
    return EventFigure(
        figure.key,
        figure.names,
        figure.question,
        figure.better,
        figure.unit,
        figure.parameters,
        float(given["q"]),
    )


def _unknown(name: str, key: str) -> VeracityError:
    """What to ask for instead: the figures that a word may mean, or all."""
    several = entries("names.toml")["ambiguous_event_figures"]
    if name in several:
        keys = ", ".join(several[name])
        return refuse("event_figure_ambiguous", UnknownName, key=key, keys=keys)
    if name in NO_NEGATIVES:
        return refuse("event_figure_negatives", UnknownName, key=key)
    return refuse("event_figure_unknown", UnknownName, key=key, keys=", ".join(EVENT_FIGURES))

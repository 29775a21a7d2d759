"""What somebody is doing with a classifier, and what fits any of them."""

from __future__ import annotations

from dataclasses import dataclass

from veracity.words import Text


@dataclass(frozen=True, slots=True)
class Situation:
    """What somebody is doing: metrics to report and to beware of, each with its reason."""

    key: str
    names: Text
    use: tuple[tuple[str, Text], ...]
    beware: tuple[tuple[str, Text], ...] = ()
    besides: Text | None = None


ALWAYS = Situation(
    "general",
    Text("Any classifier", "任何分类器"),
    (
        (
            "mcc",
            Text(
                "one number for the whole table that no constant answer can raise",
                "概括整张表的一个数，任何常数回答都无法抬高它",
            ),
        ),
        (
            "balanced_accuracy",
            Text("every class counts the same, common or rare", "每一类同等计入，无论常见或稀有"),
        ),
        (
            "accuracy",
            Text(
                "readers expect it: only beside the no-information rate",
                "读者会问到它：须与无信息率并列给出",
            ),
        ),
        (
            "no_information_rate",
            Text(
                "what always answering the commonest class would reach",
                "始终回答最常见类别所能达到的水平",
            ),
        ),
    ),
)

"""What the averages of label sets are called, and which end of them is better."""

from __future__ import annotations

from typing import Literal

from veracity.metrics.catalogue.finding import find
from veracity.metrics.label_sets.records import BY_KEY
from veracity.words import Text

WORDS = {
    "macro": Text("macro", "宏平均"),
    "micro": Text("micro", "微平均"),
    "weighted": Text("weighted", "加权平均"),
    "samples": Text("mean over rows", "样本平均"),
}


def name_of(key: str) -> Text:
    """The name of a figure of label sets."""
    if key in BY_KEY:
        return BY_KEY[key].names
    how, _, rest = key.partition("_")
    name, average = find(rest).display_name, WORDS[how]
    return Text(f"{name.en}, {average.en}", f"{name.zh}（{average.zh}）")


def better_of(key: str) -> Literal["higher", "lower", "neither"]:
    """Which end is better."""
    return BY_KEY[key].better if key in BY_KEY else find(key.partition("_")[2]).better

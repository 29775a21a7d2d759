"""The sentences of any two that are compared: the verdict in plain words, and as a paper has it."""

from __future__ import annotations

import math
from typing import Any, Protocol

from veracity.results.estimate.estimate import NO_NOTE, Estimate
from veracity.results.estimate.figures import figure, percent
from veracity.results.estimate.test import p_words
from veracity.words import Text, say
from veracity.words.layout import at_start, in_prose, one_line


class ComparedTwo(Protocol):
    """What a contrast of models or of detectors knows, as far as its sentences need it."""

    @property
    def first(self) -> Any:
        """The one compared."""

    @property
    def second(self) -> Any:
        """The one it is compared with."""

    @property
    def names(self) -> Text:
        """The name of the metric."""

    @property
    def values(self) -> tuple[Estimate, Estimate]:
        """The estimate of each."""

    @property
    def difference(self) -> Estimate:
        """The first minus the second."""

    @property
    def test_title(self) -> Text:
        """The name of the test in words."""

    @property
    def p_value(self) -> float:
        """The p-value of the test."""

    @property
    def p_adjusted(self) -> float:
        """The p-value corrected for the number of tests."""

    @property
    def verdict(self) -> str:
        """What the numbers amount to."""

    @property
    def margin(self) -> float | None:
        """What would be no worse, or alike."""


def plain_sentence(of: ComparedTwo) -> Text:
    """The verdict as a plain sentence."""
    return say(
        f"compared_{of.verdict}",
        first=one_line(of.first),
        second=one_line(of.second),
        name=of.names,
        margin="" if of.margin is None else figure(of.margin),
    )


def paper_sentence(of: ComparedTwo) -> Text:
    """The sentence a paper would print."""
    adjusted = NO_NOTE
    if not math.isnan(of.p_adjusted) and of.p_adjusted != of.p_value:
        adjusted = say("compared_adjusted", p=p_words(of.p_adjusted))
    mine, yours, chance = _values(of)
    difference, low, high = of.difference.figures
    return say(
        "compared_sentence_bare" if math.isnan(of.difference.low) else "compared_sentence",
        first=one_line(of.first),
        second=one_line(of.second),
        name=at_start(in_prose(of.names)),
        mine=mine,
        yours=yours,
        chance=chance,
        difference=difference,
        low=low,
        high=high,
        level=percent(of.difference.level),
        test=of.test_title,
        p=p_words(of.p_value),
        adjusted=adjusted,
    )


def _values(of: ComparedTwo) -> tuple[Text, Text, Text]:
    """The value of each and their chance level; each with its own where they have two."""
    first, second = of.values
    mine, yours = (Text(one.figures[0], one.figures[0]) for one in of.values)
    if first.at_chance != second.at_chance:
        return first.titled(mine), second.titled(yours), NO_NOTE
    at = first.at_chance
    return mine, yours, Text(f" ({at.en})", f"（{at.zh}）") if at else NO_NOTE

"""Several models ranked on several data sets: mean ranks, one test of all, one of each pair."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from veracity.errors import NotHere, refuse
from veracity.results.comparisons.margins import Outcome
from veracity.results.estimate.figures import figure
from veracity.results.estimate.test import Test, p_words
from veracity.statistics.labels import Label
from veracity.words import Text, say


@dataclass(frozen=True, slots=True)
class RankedPair:
    """Two models: by how much their mean ranks differ, the test, and what that amounts to.

    `rank_difference` is the first's mean rank minus the second's: below 0 the first is better.
    `wins`, `ties` and `losses` count data sets.
    """

    first: Label
    second: Label
    rank_difference: float
    test: Test
    wins: int
    ties: int
    losses: int
    p_adjusted: float = math.nan
    verdict: Outcome = "cannot_tell"

    @property
    def p_value(self) -> float:
        """The p-value of the test, before any correction."""
        return self.test.p_value

    def mirrored(self) -> RankedPair:
        """The second against the first."""
        reversed_verdicts: dict[Outcome, Outcome] = {"better": "worse", "worse": "better"}
        return replace(
            self,
            first=self.second,
            second=self.first,
            rank_difference=-self.rank_difference + 0.0,
            test=replace(self.test, statistic=self._reversed_statistic()),
            wins=self.losses,
            losses=self.wins,
            verdict=reversed_verdicts.get(self.verdict, self.verdict),
        )

    def _reversed_statistic(self) -> float:
        """The rank sum of the other sign, or the difference of mean ranks, sign reversed."""
        n = self.wins + self.ties + self.losses
        whole = n * (n + 1) / 2 if self.test.name == "wilcoxon" else 0.0
        return whole - self.test.statistic

    @property
    def plain(self) -> Text:
        """The verdict as a sentence."""
        return say(
            f"ranked_{self.verdict}",
            first=str(self.first),
            second=str(self.second),
            wins=self.wins,
            losses=self.losses,
            p=p_words(self.p_adjusted),
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain values under stable keys."""
        return {
            "first": self.first,
            "second": self.second,
            "rank_difference": self.rank_difference,
            "wins": self.wins,
            "ties": self.ties,
            "losses": self.losses,
            "test": self.test.name,
            "statistic": self.test.statistic,
            "p_value": self.p_value,
            "p_adjusted": self.p_adjusted,
            "verdict": self.verdict,
        }


@dataclass(frozen=True, repr=False)
class RankedModels:
    """Mean ranks (1 is best), the test of all models, and each pair.

    `critical_difference` is Nemenyi's at the level asked for, whichever test the pairs had.
    """

    mean_ranks: Mapping[Label, float]
    data_sets: tuple[Label, ...]
    test: Test
    pairs: tuple[RankedPair, ...]
    critical_difference: float
    posthoc: Literal["wilcoxon", "nemenyi"]
    correction: str
    better: str
    level: float

    @property
    def names(self) -> tuple[Label, ...]:
        """The models, the best mean rank first."""
        return tuple(sorted(self.mean_ranks, key=self.mean_ranks.__getitem__))

    def __getitem__(self, asked: tuple[Label, Label]) -> RankedPair:
        if not isinstance(asked, tuple) or len(asked) != 2:
            raise refuse("ranks_key", NotHere, given=repr(asked))
        for one in self.pairs:
            if (one.first, one.second) == asked:
                return one
            if (one.second, one.first) == asked:
                return one.mirrored()
        names = ", ".join(map(str, self.mean_ranks))
        raise refuse("ranks_no_pair", NotHere, given=repr(asked), names=names)

    @property
    def groups(self) -> tuple[tuple[Label, ...], ...]:
        """Runs of models, by mean rank, of which no two differ significantly; largest ones only."""
        names = self.names
        found: list[tuple[int, int]] = []
        for start in range(len(names)):
            stop = start + 1
            while stop < len(names) and all(
                self[names[one], names[stop]].verdict == "cannot_tell" for one in range(start, stop)
            ):
                stop += 1
            if stop - start > 1 and not any(a <= start and stop <= b for a, b in found):
                found.append((start, stop))
        return tuple(names[a:b] for a, b in found)

    @property
    def verdict(self) -> tuple[Text, ...]:
        """Whether models differ at all, then each pair that differs significantly."""
        tests = {"test": self.test.title, "p": p_words(self.test.p_value)}
        n = len(self.data_sets)
        if not self.test.p_value < 1 - self.level:
            first = say("ranks_cannot_tell", n=n, **tests)
        else:
            first = say("ranks_differ", n=n, **tests)
        decided = tuple(one.plain for one in self.pairs if one.verdict != "cannot_tell")
        return (first, *(decided or (say("ranks_no_pair_told"),)))

    @property
    def remarks(self) -> tuple[Text, ...]:
        """What to know of it."""
        n, k = len(self.data_sets), len(self.mean_ranks)
        notes = [say("ranks_better", better=say(f"ranks_{self.better}"))]
        if self.posthoc == "nemenyi":
            notes.append(say("ranks_nemenyi", cd=figure(self.critical_difference)))
        elif 2.0 ** (1 - n) * k * (k - 1) / 2 > 1 - self.level and self.correction != "none":
            notes.append(say("ranks_few_data_sets", n=n, least=figure(2.0 ** (1 - n))))
        if self.test.note:
            notes.append(self.test.note)
        return tuple(notes)

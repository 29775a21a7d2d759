"""What is reported of an evaluation as a whole: verdict, cautions, profile, where it comes from."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from veracity.evaluation.single.deployment import Deployment
from veracity.evaluation.single.figures import Figures, line_of
from veracity.evaluation.state.remarks import of_counts
from veracity.evaluation.state.reported_keys import MOST_LINES, baseline_keys, class_keys, headline
from veracity.evaluation.state.worst_groups import badness, looked_at, ranked_by
from veracity.results import Line, Profile
from veracity.results.estimate.caution import Caution, Check
from veracity.results.page.profile import WorstGroups
from veracity.unexpected import left_out, unless_broken
from veracity.words import Text

if TYPE_CHECKING:
    from veracity.results.decisions.baselines import Baselines
    from veracity.results.page.provenance import Provenance

MOST_GROUPS = 10  # printed


class Profiled(Deployment):
    """The part of an evaluation that sums it up; pages and tables show its profile."""

    @property
    def verdict(self) -> Text:
        """One plain sentence: better than guessing or not, how sure."""
        from veracity.evaluation.single.verdict import verdict

        return unless_broken(lambda: verdict(self), lambda why: why)

    @cached_property
    def cautions(self) -> tuple[Caution, ...]:
        """What could make these figures lie, with the user's own numbers, gravest first."""
        from veracity.evaluation.single.cautions import cautions

        return cautions(self)

    def checks(self) -> tuple[Check, ...]:
        """Every check that was made: passed, fired, not applicable or muted, and why.

        >>> from veracity import ConfusionMatrix
        >>> cm = ConfusionMatrix.from_counts(tp=0, fp=0, fn=5, tn=95)
        >>> by_key = {one.key: one for one in cm.evaluate(ignore="accuracy_paradox").checks()}
        >>> for key in ("accuracy_paradox", "very_few_of_a_class", "few_clusters"):
        ...     print(by_key[key].state)
        muted
        fired
        not_applicable
        >>> print(by_key["few_clusters"].reason)
        no clusters were given
        """
        from veracity.evaluation.single.cautions import checks

        return checks(self)

    def profile(self, *, short: bool = False) -> Profile:
        """Everything that a page or a table shows, as one frozen value; `short`: no parts."""
        first = self.asked[:MOST_LINES] or headline(self.held)
        faults: list[Text] = []
        beside = unless_broken(lambda: _beside(self, short=short), left_out(faults))
        from veracity.evaluation.single.provenance import settings_of

        return Profile(
            verdict=self.verdict,
            headline=tuple(line_of("all", None, self, key) for key in first),
            lines=() if short else tuple(_lines(self)),
            labels=self.held.labels,
            pos_label=self.held.pos_label,
            counts=None if self.matrix is None else self.matrix.counts,
            rows=self.rows,
            notes=(*self.notes, *faults),
            settings=settings_of(self),
            notes_on_counts=of_counts(self.held, self.population),
            cautions=self.cautions,
            baselines=beside,
        )

    @cached_property
    def fingerprint(self) -> str:
        """A short code of the rows behind this: the same from every file, engine and order."""
        from veracity.evaluation.state.fingerprinting import fingerprint_of

        return fingerprint_of(self.held, self.groups, by_threshold=self.threshold is not None)

    @property
    def provenance(self) -> Provenance:
        """Versions, seed, data fingerprint and command: what every report ends with."""
        codes = {"": self.fingerprint}
        from veracity.evaluation.single.provenance import made_from

        return made_from(codes, self.covers, self.settings.random_state)

    @property
    def covers(self) -> Text:
        """What the fingerprint is made of, in words."""
        from veracity.evaluation.state.fingerprinting import covered

        return covered(
            self.held, grouped=bool(self.groups), by_threshold=self.threshold is not None
        )


def _beside(ev: Deployment, *, short: bool) -> Baselines | None:
    """Rules without knowledge, where there is a matrix that they could be wrong in."""
    matrix = ev.held.confusion
    if matrix is None or matrix.classes < 2 or not matrix.total > 0:
        return None
    return ev.baselines(baseline_keys(ev.held, ev.asked), short=short)


def _lines(ev: Deployment) -> Iterator[Line]:
    keys = ev.asked or ev.keys()
    for key in keys:
        yield line_of("all", None, ev, key)
    if len(ev.held.labels) > 2:
        for label, part in ev.by_class.items():
            for key in class_keys(part.held):
                yield line_of("class", label, part, key)
    for value, part in ev.by_group.items():
        for key in keys:
            yield line_of("group", value, part, key)


def worst_groups(ev: Figures) -> WorstGroups | None:
    """The groups that the first figure is worst in; None without two groups to tell apart."""
    keys = ev.asked or headline(ev.held)
    metric = ranked_by(keys, ev.held, len(ev.groups))
    if metric is None or len(ev.groups) < 2:
        return None
    looked, sure = looked_at(ev.groups, metric, ev.settings.confidence_level)
    lines = [line_of("group", value, ev.by_group[value], metric.key) for value in looked]
    lines.sort(key=lambda line: badness(line.estimate, metric), reverse=True)
    seen = len(ev.groups) if sure else len(looked)
    return WorstGroups(tuple(lines[:MOST_GROUPS]), len(ev.groups), seen)

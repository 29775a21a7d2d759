"""The fingerprint of what was evaluated or compared, and what it covers in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from veracity.statistics.fingerprint import VERSION, combined, fingerprint, label_text
from veracity.statistics.held import Held
from veracity.statistics.labels import Label
from veracity.statistics.statistic import Statistic
from veracity.words import Text, joined, say

if TYPE_CHECKING:
    from veracity.comparisons.paired_samples.paired import Paired

PARTS = {"confusion": "predicted", "scores": "scores", "probabilities": "probabilities"}


def fingerprint_of(held: Held, groups: Mapping[Label, Held], *, by_threshold: bool) -> str:
    """The code of the rows behind an evaluation, the same from every engine and file.

    `by_threshold` says that the counts were made of the scores by a threshold. Such counts do not
    enter: another threshold is another evaluation of the same data. A prevalence that figures are
    projected to does not either.
    """
    parts = [("all", _held_code(held, by_threshold=by_threshold))]
    if groups:
        parts.append(("groups", _groups_code(groups, by_threshold=by_threshold)))
    return f"{VERSION}-{combined(parts)}"


def covered(held: Held, *, grouped: bool, by_threshold: bool) -> Text:
    """What the code of an evaluation is made of, in words."""
    notes = [say("fingerprint_truth")]
    for name, part in _parts(held, by_threshold=by_threshold):
        what = PARTS["probabilities" if part is held.probabilities else name]
        words = say(f"fingerprint_{what}")
        notes.append(words if part.exact else say("fingerprint_in_cells", what=words))
    return _of_rows(notes, held.some.weighted, held.clusters is not None, grouped)


def fingerprint_of_models(paired: Paired) -> str:
    """The code of the rows behind a paired comparison."""
    return f"{VERSION}-{combined([('models', fingerprint(paired.entries))])}"


def covered_of_models(paired: Paired) -> Text:
    """What that code is made of, in words."""
    notes = [say("fingerprint_truth"), say("fingerprint_of_models")]
    return _of_rows(notes, paired.entries.weighted, paired.entries.clustered)


def _of_rows(notes: list[Text], weighted: bool, clustered: bool, grouped: bool = False) -> Text:
    extras = {"weights": weighted, "clusters": clustered, "groups": grouped}
    notes += [say(f"fingerprint_{name}") for name, there in extras.items() if there]
    return say("fingerprint_rows", parts=joined(notes, Text(", ", "、")))


def _parts(held: Held, *, by_threshold: bool) -> Iterator[tuple[str, Statistic]]:
    """The statistics that are data; what a threshold made of others is none."""
    if held.confusion is not None and not (by_threshold and held.table_at_thresholds is not None):
        yield "confusion", held.confusion
    if held.scores is not None:
        yield "scores", held.scores
    if held.probabilities is not None and held.probabilities is not held.scores:
        yield "probabilities", held.probabilities


def _held_code(held: Held, *, by_threshold: bool) -> str:
    return combined(
        (name, fingerprint(part)) for name, part in _parts(held, by_threshold=by_threshold)
    )


def _groups_code(groups: Mapping[Label, Held], *, by_threshold: bool) -> str:
    return combined(
        (label_text(value), _held_code(held, by_threshold=by_threshold))
        for value, held in groups.items()
    )

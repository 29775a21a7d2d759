"""Every check with what became of it: passed, fired, not applicable or muted, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, TypeVar

from veracity.cautions.catalogue.catalogue import CHECKS
from veracity.cautions.catalogue.compared import COMPARED_CHECKS, PAIR_CHECKS
from veracity.cautions.catalogue.events import EVENT_CHECKS
from veracity.cautions.checks.of_folds import FOLD_CHECKS
from veracity.cautions.checks.of_label_sets import LABEL_SET_CHECKS
from veracity.cautions.record.caution_record import CautionRecord
from veracity.errors import UnknownName, refuse, spelled
from veracity.results.estimate.caution import Caution, Check
from veracity.words import Text, say

Subject = TypeVar("Subject")
EVERY: tuple[CautionRecord[Any], ...] = (
    *CHECKS,
    *PAIR_CHECKS,
    *COMPARED_CHECKS,
    *FOLD_CHECKS,
    *LABEL_SET_CHECKS,
    *EVENT_CHECKS,
)
KEYS = tuple(record.key for record in EVERY)


def muted_keys(ignore: str | Iterable[str]) -> tuple[str, ...]:
    """The keys of cautions to be muted, each once; a key that no caution has is refused.

    >>> muted_keys("few_clusters")
    ('few_clusters',)
    >>> muted_keys(["few_cluster"])
    Traceback (most recent call last):
        ...
    veracity.errors.UnknownName: No caution 'few_cluster'. Did you mean few_clusters...
    """
    from difflib import get_close_matches

    try:
        muted = tuple(dict.fromkeys((ignore,) if isinstance(ignore, str) else ignore))
    except TypeError:
        raise refuse("caution_unknown_at_all", UnknownName, key=spelled(ignore)) from None
    for key in muted:
        if not isinstance(key, str) or key not in KEYS:
            near = get_close_matches(str(key), KEYS, n=3, cutoff=0.5)
            message = "caution_unknown" if near else "caution_unknown_at_all"
            raise refuse(message, UnknownName, key=spelled(key), names=", ".join(near))
    return muted


def notes_of_muted(ignore: Sequence[str]) -> tuple[Text, ...]:
    """How many cautions are muted and which, as every output says it; nothing if none is."""
    if not ignore:
        return ()
    return (say("cautions_muted", n=len(ignore), keys=", ".join(ignore)),)


def checked(
    records: Sequence[CautionRecord[Subject]], subject: Subject, ignore: Sequence[str] = ()
) -> tuple[Check, ...]:
    """What became of each of these checks, in their order.

    Those that fired are those that `finding.asked` gives: what is muted silences no other.
    """
    found = {one.key: caution for one in records if (caution := one(subject)) is not None}
    heard = {key for key in found if key not in ignore}
    return tuple(_became(one, subject, found, heard, ignore) for one in records)


def _became(
    record: CautionRecord[Subject],
    subject: Subject,
    found: dict[str, Caution],
    heard: set[str],
    ignore: Sequence[str],
) -> Check:
    caution = found.get(record.key)
    if record.key in ignore:
        if caution is None:
            return record.found("muted", say("check_muted"))
        return record.found("muted", caution.message, caution)
    others = heard if caution is not None else set(found)
    notes = next((other for other in record.unless if other in others), None)
    if notes is not None:
        return record.unasked(say("check_said_by", key=notes))
    if caution is None:
        return record.silent(subject)
    return record.found("fired", caution.message, caution)

"""What is held, as header entries and arrays of a saved file."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from veracity.statistics import ConfusionMatrix, RowAccount
from veracity.statistics.held import Held
from veracity.statistics.joint.top_ranks import TopRanks
from veracity.statistics.storage.file import Arrays
from veracity.statistics.storage.statistics import (
    Scores,
    unpacked_matrix,
    unpacked_ranks,
    unpacked_scores,
)
from veracity.statistics.storage.statistics import packed as packed_statistic
from veracity.words import Text

WEIGHT_KINDS = ("importance", "sampling", "frequency")
SAME = "same as scores"


def packed(held: Held, name: str, arrays: Arrays) -> dict[str, Any]:
    """Every statistic as an entry; its arrays go into `arrays` under this name."""
    entry: dict[str, Any] = {"rows": held.rows}
    if held.confusion is not None:
        entry["confusion"] = packed_statistic(held.confusion, f"{name}.confusion", arrays)
    if held.scores is not None:
        entry["scores"] = packed_statistic(held.scores, f"{name}.scores", arrays)
    if held.probabilities is not None:
        same = held.probabilities is held.scores
        entry["probabilities"] = (
            SAME if same else packed_statistic(held.probabilities, f"{name}.probabilities", arrays)
        )
    if held.fewest is not None:
        entry["fewest"] = packed_statistic(held.fewest, f"{name}.fewest", arrays)
    if held.ranks is not None:
        entry["ranks"] = packed_statistic(held.ranks, f"{name}.ranks", arrays)
    return entry


def unpacked(entry: Mapping[str, Any], name: str, arrays: Arrays) -> Held:
    """What was packed; what cannot be that raises what `storage.DAMAGE` lists."""
    matrix: ConfusionMatrix | None = None
    fewest: ConfusionMatrix | None = None
    ranks: TopRanks | None = None
    scores: Scores | None = None
    probabilities: Scores | None = None
    if "confusion" in entry:
        matrix = unpacked_matrix(entry["confusion"], f"{name}.confusion", arrays)
    if "fewest" in entry:
        fewest = unpacked_matrix(entry["fewest"], f"{name}.fewest", arrays)
    if "scores" in entry:
        scores = unpacked_scores(entry["scores"], f"{name}.scores", arrays)
    if "probabilities" in entry:
        probabilities = scores
        if entry["probabilities"] != SAME:
            probabilities = unpacked_scores(entry["probabilities"], f"{name}.probabilities", arrays)
    if "ranks" in entry:
        ranks = unpacked_ranks(entry["ranks"], f"{name}.ranks", arrays)
    if matrix is None and scores is None:
        raise ValueError("neither counts nor scores")
    return Held(count(entry["rows"]), matrix, scores, probabilities, ranks, fewest)


# what else a file says: one from elsewhere may hold anything


def count(number: object) -> int:
    """A number of rows."""
    if type(number) is not int or not 0 <= number < 2**63:
        raise ValueError(f"no number of rows: {number!r}")
    return number


def unpacked_account(entry: Mapping[str, Any]) -> RowAccount:
    """How many rows were read, used and refused."""
    refused = {str(reason): count(n) for reason, n in entry["refused"].items()}
    return RowAccount(count(entry["read"]), count(entry["used"]), refused)


def unpacked_threshold(threshold: Any) -> float | None:
    """A threshold: any number, but not NaN."""
    if threshold is None:
        return None
    if type(threshold) not in (int, float) or math.isnan(threshold):
        raise ValueError(f"no threshold: {threshold!r}")
    return float(threshold)


def unpacked_weight_kind(kind: object) -> str | None:
    """What weights mean; None without weights."""
    if kind is not None and kind not in WEIGHT_KINDS:
        raise ValueError(f"no kind of weights: {kind!r}")
    return None if kind is None else str(kind)


def unpacked_notes(notes: Any) -> tuple[Text, ...]:
    """Sentences in both languages."""
    if not all(isinstance(part, str) for note in notes for part in note):
        raise ValueError("notes that are no text")
    return tuple(Text(*note) for note in notes)

"""Checks of copied rows: each copy is counted as a case, and says nothing new.

Rows with equal scores need not be copies: leaves of trees, steps of isotonic maps, rounded and
integer scores tie as well. Copies have the same truth too, and their number has a pattern.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from veracity.arrays import Floats, ratio
from veracity.cautions.record.caution_record import CautionRecord, Evidence, Need, Number
from veracity.cautions.record.facts import SCORES, Facts, Scores
from veracity.statistics import ScoreTable
from veracity.statistics.grid.score_grid import ScoreGrid
from veracity.statistics.joint.joint_scores import JointScores
from veracity.words import Text

Ints = NDArray[np.int64]
FEWEST_SCORES = 20  # distinct, so that a common divisor of all counts is no chance
COARSE_DIGITS = 5
SINGLE_PRECISION = 2e-7  # relative: 0.12 in 32 bits still has two digits
MOST_ROWS = 20  # of one score, on average or alone: more is a step or a leaf
REPEATED = 0.05  # of the rows
TIMES_PREDICTED = 10.0
WINDOW = 100  # neighbouring scores among which their spacing is alike
NEIGHBOURS = 2  # on either side, which tell how often truth differs at about the same score
FEWEST_EXPECTED = 4.0  # that all agree by chance then has a probability of e⁻⁴ = 2%
SHARE_OF_EXPECTED = 0.1


def copies(facts: Facts) -> Evidence | None:
    """Counts of all entries (score, truth, group) have a divisor, or more repeat than can tie.

    An entry is counted by clusters where there are clusters: rows of one patient may repeat.
    Frequency weights say themselves how often a row is meant to count.
    """
    scores = facts.scores
    if scores is None or _by_frequency(facts):
        return None
    if scores.apart:  # one row behind every score
        return None
    found = _multiplied(facts)
    return found if found is not None else _repeated(facts)


def _by_frequency(facts: Facts) -> bool:
    """Whether weights were frequencies: they count, and more than there were rows."""
    some = facts.some
    return not some.weighted and float(some.total) != facts.rows.used


def _multiplied(facts: Facts) -> Evidence | None:
    """At least 20 scores have six digits or more, and k divides the count of every entry."""
    scores = facts.scores
    if scores is None or _fine_scores(scores) < FEWEST_SCORES:
        return None
    divisor = _divisor(facts)
    if divisor < 2:
        return None
    rows = facts.rows.used
    given: dict[str, float] = {"copies": divisor, "rows": rows, "cases": rows // divisor}
    return {**given, "found": MULTIPLIED.filled(**given)}


def _finds_copies(facts: Facts) -> bool:
    """Whether scores are fine or many enough that equal ones are no matter of course."""
    scores, column = facts.scores, facts.column
    if scores is None or scores.apart or _fine_scores(scores) >= FEWEST_SCORES:
        return scores is not None
    if column is None or not column.exact:
        return False
    return len(column) >= max(FEWEST_SCORES, facts.rows.used / MOST_ROWS)


def _fine_scores(scores: Scores) -> int:
    """How many distinct scores have six significant digits and more; buckets hold such."""
    match scores:
        case ScoreGrid():
            return int(scores.wide.sum())
        case ScoreTable():
            return int(has_six_digits(scores.scores).sum())
        case JointScores():
            return int(has_six_digits(np.unique(scores.scores[0])).sum())
    return 0


def has_six_digits(scores: Floats) -> NDArray[np.bool_]:
    """Which numbers are not the same with five significant digits.

    >>> has_six_digits(np.array([0.123456, 0.12345, 1e-9, 1 / 3, np.float32(0.12), 0.0, np.inf]))
    array([ True, False, False,  True, False, False, False])
    """
    used = np.isfinite(scores) & (scores != 0)
    values = np.abs(np.where(used, scores, 1.0))
    step = 10.0 ** (np.floor(np.log10(values)) + 1 - COARSE_DIGITS)
    apart = np.abs(values - np.round(values / step) * step)
    return np.asarray(used & (apart > SINGLE_PRECISION * values))


def _divisor(facts: Facts) -> int:
    """The greatest number that divides the count of every entry, by group where there are any."""
    divisor = _common(facts.scores)
    for part in facts.groups.values():
        if divisor < 2:
            break
        divisor = int(np.gcd(divisor, _common(part.scores)))
    return divisor


def _common(scores: Scores | None) -> int:
    counts = _counts(scores)
    return int(np.gcd.reduce(counts)) if len(counts) else 0


def _counts(scores: Scores | None) -> Ints:
    """How many rows each entry that occurs has, or in how many clusters it is."""
    if scores is not None and scores.by_row:
        changed = (scores.scores[:, 1:] != scores.scores[:, :-1]).any(0)
        first = np.flatnonzero(np.append(True, changed | (np.diff(scores.truth) != 0)))
        if scores.cluster is not None:
            return np.diff(np.append(first, len(scores)))
        return _rows(scores.weight, scores.sum_of_squares)
    if scores is None or scores.several_columns:
        return np.ones(1, np.int64)
    counts = _cells(scores.edges).reshape(-1)
    return counts[counts > 0]


def _cells(table: ScoreTable) -> Ints:
    """How many rows, or clusters, have each truth and score, (K, T)."""
    if table.clusters is None:
        return _rows(table.weight, table.sum_of_squares)
    found = np.bincount(table.clusters.cell, minlength=table.weight.size)
    return found.reshape(table.weight.shape).astype(np.int64)


def _rows(weight: Floats, squares: Floats) -> Ints:
    """How many rows of equal weight make these sums: (Σw)²/Σw², which copies have exactly."""
    rows = np.where(weight > 0, ratio(weight**2, squares), 0.0)
    return np.rint(rows).astype(np.int64)


@dataclass(frozen=True, slots=True)
class _Entries:
    """Entries of one column: index of the score among those that fall, truth, group and rows."""

    scores: Floats
    score_index: Ints
    truth: Ints
    group: Ints
    rows: Ints

    @property
    def total(self) -> int:
        return int(self.rows.sum())

    @property
    def by_truth(self) -> Floats:
        """Rows of each class at each score, (K, T)."""
        found = np.zeros((int(self.truth.max()) + 1, len(self.scores)))
        np.add.at(found, (self.truth, self.score_index), self.rows)
        return found


def _entries(table: ScoreTable, parts: list[ScoreTable]) -> _Entries:
    """Of the groups, where there are any."""
    of_parts: list[tuple[Ints, ...]] = []
    for number, part in enumerate(parts or [table]):
        cells = _cells(part)
        truth, index = np.nonzero(cells)
        moved = np.searchsorted(-table.scores, -part.scores)
        rows = cells[truth, index]
        of_parts.append((moved[index], truth, np.full(len(index), number), rows))
    return _Entries(table.scores, *(np.concatenate(one) for one in zip(*of_parts, strict=True)))


def _repeated(facts: Facts) -> Evidence | None:
    """Scores look continuous, and many more rows repeat an entry than such scores would tie.

    Where scores tie because cases are alike (leaves, steps, categories) their truths differ
    about as often as those of neighbouring scores do; the truths of copies do not.
    """
    column = facts.column
    if column is None or not column.exact:
        return None
    table = column.edges
    distinct, rows = len(table), float(_cells(table).sum())
    if distinct < max(FEWEST_SCORES, rows / MOST_ROWS) or rows - distinct <= REPEATED * rows:
        return None
    parts = [one.column for one in facts.groups.values()]
    tables = [one.edges for one in parts if one is not None and one.exact]
    entries = _entries(table, tables if len(tables) == len(parts) else [])
    few = np.bincount(entries.score_index, entries.rows, len(entries.scores)) <= MOST_ROWS
    repeats = float(((entries.rows - 1) * few[entries.score_index]).sum())
    expected = _predicted(entries, few)
    if repeats <= max(REPEATED * entries.total, TIMES_PREDICTED * expected):
        return None
    if not _agree(entries.by_truth, few):
        return None
    given = {
        "share": Number(repeats / entries.total),
        "expected": Number(expected / entries.total),
        "rows": entries.total,
    }
    return {**given, "found": REPEATS.filled(**given)}


def _predicted(entries: _Entries, few: NDArray[np.bool_]) -> float:
    """Rows that would repeat an entry if scores fell by chance on points as near as they lie.

    Among 100 neighbouring scores the points are as far apart as the nearest two of them, and
    R rows on m points repeat R − m(1 − exp(−R/m)) times.
    """
    first = np.arange(0, len(entries.scores), WINDOW)
    if len(first) > 1 and len(entries.scores) - first[-1] < WINDOW / 2:
        first = first[:-1]
    low, high = _finite(entries.scores)
    scores = np.clip(entries.scores, low, high)
    gaps = np.append(-np.diff(scores), np.inf)
    gaps[gaps <= 0] = np.inf
    nearest = np.minimum.reduceat(gaps, first)
    last = np.append(first[1:], len(scores)) - 1
    points = 1 + (scores[first] - scores[last]) / nearest
    window = np.searchsorted(first, entries.score_index, side="right") - 1
    kinds = (int(entries.truth.max()) + 1) * (int(entries.group.max()) + 1)
    kind = entries.group * (int(entries.truth.max()) + 1) + entries.truth
    used = few[entries.score_index]
    indices = window[used] * kinds + kind[used]
    rows = np.bincount(indices, entries.rows[used], len(first) * kinds).reshape(-1, kinds)
    room = points[:, None]
    return float((rows + room * np.expm1(-rows / room)).sum())


def _finite(scores: Floats) -> tuple[float, float]:
    finite = scores[np.isfinite(scores)]
    return (float(finite[-1]), float(finite[0])) if len(finite) else (0.0, 0.0)


def _agree(by_truth: Floats, few: NDArray[np.bool_]) -> bool:
    """Whether rows with equal scores have the same truth far more often than neighbours do.

    A score with r rows makes r − 1 comparisons; what is expected is how often a row of it and
    one of the nearest two scores on either side differ.
    """
    rows = by_truth.sum(0)
    side = ((0, 0), (NEIGHBOURS, NEIGHBOURS))
    padded, size = np.pad(by_truth, side), len(rows)
    steps = [k for k in range(2 * NEIGHBOURS + 1) if k != NEIGHBOURS]
    near = np.sum([padded[:, k : k + size] for k in steps], 0)
    tied = few & (rows > 1)
    mine, total, theirs = by_truth[:, tied], rows[tied], near[:, tied]
    alike = (mine * theirs).sum(0) / (total * theirs.sum(0))
    same = (mine * (mine - 1)).sum(0) / (total * (total - 1))
    expected = float(((total - 1) * (1 - alike)).sum())
    differ = float(((total - 1) * (1 - same)).sum())
    return expected >= FEWEST_EXPECTED and differ <= SHARE_OF_EXPECTED * expected


MULTIPLIED = Text(
    "Every combination of score and truth occurs {copies} times or a multiple thereof: these "
    "{rows} rows look like "
    "{cases} rows copied {copies} times",
    "每种分数与真实标签的组合，行数都是 {copies} 的倍数："
    "这 {rows} 行看起来是 {cases} 行各有 {copies} 份",
)
REPEATS = Text(
    "{share:.0%} of the {rows} rows repeat the score and truth of another ({expected:.1%} "
    "expected from how finely the scores are spaced): they look like copies",
    "{rows} 行中有 {share:.0%} 与另一行的分数和真实标签都相同"
    "（按分数的疏密，只应有 {expected:.1%}）：看起来是副本",
)

COUNTABLE = Need[Facts](
    Text("frequency weights say how often a row counts", "频数权重已说明每行计几次"),
    lambda facts: not _by_frequency(facts),
)
FINE = Need[Facts](
    Text("the scores are too coarse to tell copies from ties", "分数太粗，无法区分副本与并列"),
    _finds_copies,
)
COPIED_ROWS = CautionRecord(
    key="copied_rows",
    severity="warning",
    question=Text("Is every row a separate case?", "每一行是否都是独立的一例？"),
    message=Text(
        "{found}, which makes intervals too narrow and p-values too small. A copy adds nothing "
        "new, but counts as a case.",
        "{found}，会使区间过窄、p 值过小。副本不带来新信息，却被当作一例。",
    ),
    advice=Text(
        "Keep each case once. If these are several rows of one case, give `cluster=`; if they "
        "are different cases with equal scores, all is well.",
        "每例只保留一行。若是同一例的多行，请给出 `cluster=`；若确是分数相同的不同样本，则无妨。",
    ),
    look=copies,
    looked=Text(
        "how often score and truth repeat, against what ties explain",
        "分数与真实标签重复的次数，与并列所能解释的比较",
    ),
    needs=(SCORES, COUNTABLE, FINE),
)

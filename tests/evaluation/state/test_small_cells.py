"""Cells that are hidden cannot be worked out from sums that are known."""

import itertools

import numpy as np
import pytest

import veracity as vc


def _shared(tmp_path, counts, least, groups=None):
    """Return the matrices of the whole and of its groups, before and after."""
    cells = np.array(counts)
    cells = cells[None] if groups is None else cells
    rows = list(itertools.product(*map(range, cells.shape)))
    truth = np.repeat([t for _, t, _ in rows], cells.ravel())
    called = np.repeat([p for _, _, p in rows], cells.ravel())
    group = np.repeat([g for g, _, _ in rows], cells.ravel())
    more = {} if groups is None else {"group": group}
    ev = vc.evaluate(truth, called, labels=range(cells.shape[-1]), **more)
    ev.save(tmp_path / "x", min_count=least)
    again = vc.load(tmp_path / "x")
    before = [ev.confusion.counts, *(ev.by_group[g].confusion.counts for g in ev.by_group)]
    after = [again.confusion.counts, *(again.by_group[g].confusion.counts for g in again.by_group)]
    return np.array(before), np.array(after), again


def _possible(before, hidden):
    """Return the least and the most that each hidden cell can be, by linear programs."""
    from scipy.optimize import linprog

    index = {tuple(cell): i for i, cell in enumerate(np.argwhere(hidden))}
    lines, sums = [], []
    tables, size, _ = before.shape

    def known(cells, signs):
        row, total = np.zeros(len(index)), 0.0
        for cell, sign in zip(cells, signs, strict=True):
            if cell in index:
                row[index[cell]] = sign
                total += sign * before[cell]
        if row.any():
            lines.append(row)
            sums.append(total)

    for t in range(tables):
        for i in range(size):
            known([(t, i, j) for j in range(size)], [1] * size)
            known([(t, j, i) for j in range(size)], [1] * size)
    if tables > 1:
        for i, j in itertools.product(range(size), repeat=2):
            known([(t, i, j) for t in range(tables)], [-1] + [1] * (tables - 1))
    ends = {}
    for cell, place in index.items():
        goal = np.eye(len(index))[place]
        both = [linprog(s * goal, A_eq=lines, b_eq=sums, method="highs") for s in (1, -1)]
        ends[cell] = both[0].fun, -both[1].fun
    return ends


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("size", [3, 4])
def test_no_hidden_cell_follows_from_the_margins(tmp_path, size, seed):
    draw = np.random.default_rng(seed)
    counts = draw.integers(0, 40, (size, size)) * (draw.random((size, size)) < 0.8)
    counts[draw.integers(0, size), draw.integers(0, size)] = 2
    before, after, _ = _shared(tmp_path, counts + 30 * np.eye(size, dtype=int), 5)
    hidden = (before > 0) & (after == 0)
    assert hidden[(before > 0) & (before < 5)].all()
    for low, high in _possible(before, hidden).values():
        assert high - low > 1e-6


@pytest.mark.parametrize("seed", range(6))
def test_figures_allow_for_the_rows_that_are_hidden(tmp_path, seed):
    """A share of all rows lies within the bound of that of the shown ones; others have none."""
    draw = np.random.default_rng(seed)
    size = 2 + seed % 3
    counts = draw.integers(3, 12, (size, size)) + np.diag(draw.integers(40, 90, size))
    _, _, shown = _shared(tmp_path, counts, 10)
    positive = 1 if size == 2 else None
    whole = vc.ConfusionMatrix(counts, labels=range(size), pos_label=positive)
    assert shown.rows.refused["small_cell"] == counts.sum() - shown.confusion.total > 0
    shares = [key for key in shown if vc.metrics.find(key).counted is not None]
    for key in shares:
        estimate, true = shown[key], float(whole.metric(key))
        if not estimate.defined:
            continue
        assert abs(true - estimate.value) <= estimate.bound + 1e-9
        assert estimate.low <= true <= estimate.high
    assert "accuracy" in shares
    assert all(np.isnan(shown[key].low) for key in ("mcc", "kappa", "balanced_accuracy"))
    accuracy = shown["accuracy"]
    for bound in (accuracy.value - accuracy.bound / 2, accuracy.value + accuracy.bound / 2):
        (gate,) = vc.check(shown, f"accuracy >= {min(bound, 1)}").requirements
        assert gate.state == "not_enough_data"


def test_errors_that_are_hidden_are_not_taken_for_none(tmp_path):
    _, after, shown = _shared(tmp_path, [[300, 12], [14, 200]], 25)
    assert after[0].tolist() == [[300, 0], [0, 200]]
    assert shown["accuracy"].low < 500 / 526 < shown["accuracy"].high == 1
    assert not {one.key for one in shown.cautions} & {"perfect_separation", "grid_bound_not_small"}


def test_groups_and_weights_with_hidden_rows_have_no_interval(tmp_path):
    """How many rows a group hides is not saved, nor with weights: then no interval would hold."""
    tables = [[90, 3], [2, 80]], [[60, 20], [30, 50]], [[70, 40], [50, 60]]
    before, after, ev = _shared(tmp_path, tables, 10, groups=True)
    kept = [group for group in range(3) if (after[group + 1] == before[group + 1]).all()]
    assert kept == [2], "the small cells of one group, and what would tell them in another"
    for group in (0, 1):
        hidden = ev.by_group[group]["accuracy"]
        assert (hidden.value, hidden.method) == (1.0, "none")
        assert "not saved" in hidden.note
        assert np.isnan(ev.by_group[group].by_class[1]["recall"].low), "a part of a group"
    assert ev.by_group[2]["accuracy"].low < 130 / 220 < ev.by_group[2]["accuracy"].high
    ev.save(tmp_path / "again")
    both = vc.load(tmp_path / "again") + vc.load(tmp_path / "x")
    assert np.isnan(both.by_group[0]["accuracy"].low), "saved again, and merged"
    assert both.by_group[2]["accuracy"].low > 0.5

    truth, called = np.repeat([0, 0, 1, 1], [90, 3, 2, 80]), np.repeat([0, 1, 0, 1], [90, 3, 2, 80])
    weighted = vc.evaluate(truth, called, sample_weight=np.full(len(truth), 2.0))
    weighted.save(tmp_path / "weighted", min_count=10)
    assert np.isnan(vc.load(tmp_path / "weighted")["accuracy"].low)
    weighted.save(tmp_path / "weighted", min_count=2)
    assert vc.load(tmp_path / "weighted")["accuracy"].low > 0.9, "nothing was emptied"


@pytest.mark.parametrize("groups", [3, 5])
def test_what_groups_hide_together_is_no_small_cell_either(tmp_path, groups):
    """A cell of the whole less the groups that show it: none of the rows, or as many as allowed."""
    draw, least, told = np.random.default_rng(groups), 5, 0
    for _ in range(12):
        shares = draw.dirichlet(np.ones(groups))
        counts = draw.multinomial(300, np.outer(shares, [0.7, 0.1, 0.1, 0.1]).ravel())
        before, after, _ = _shared(tmp_path, counts.reshape(groups, 2, 2), least, groups=True)
        hidden = (before > 0) & (after == 0)
        rest = np.where(hidden[0], 0, after[0] - after[1:].sum(0))
        told += int((rest > 0).sum())
        assert ((rest == 0) | (rest >= least)).all()
        assert (hidden[1:].sum(0)[rest > 0] >= 2).all()
    assert told > 5


def test_two_groups_with_one_row_each_in_a_cell(tmp_path):
    """Both were emptied, and the whole showed that together they had two."""
    groups = [[[20, 4], [0, 5]], [[10, 4], [0, 1]], [[10, 4], [0, 1]]]
    before, after, _ = _shared(tmp_path, groups, 4, groups=True)
    rest = after[0, 1, 1] - after[1:, 1, 1].sum()
    assert before[0, 1, 1] == 7
    assert after[0, 1, 1] == 0 or rest == 0 or rest >= 4

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
def test_nor_from_the_whole_and_the_other_groups(tmp_path, seed):
    draw = np.random.default_rng(seed)
    counts = draw.integers(0, 30, (3, 3, 3)) + 20 * np.eye(3, dtype=int)
    counts[1, 0, 2] = 1
    before, after, again = _shared(tmp_path, counts, 5, groups=True)
    hidden = (before > 0) & (after == 0)
    assert hidden[2, 0, 2]
    for low, high in _possible(before, hidden).values():
        assert high - low > 1e-6
    shown = [int(again.by_group[g].rows.used) for g in again.by_group]
    assert shown == after[1:].sum((1, 2)).tolist()


def test_two_classes_are_safe_from_the_number_of_rows(tmp_path):
    _, after, again = _shared(tmp_path, [[50, 2], [30, 40]], 5)
    assert after[0].tolist() == [[50, 0], [0, 40]]
    assert again.rows.refused["small_cell"] == 32


def test_nothing_small_hides_nothing(tmp_path):
    before, after, again = _shared(tmp_path, [[50, 5], [7, 40]], 5)
    assert (before == after).all()
    assert not any("emptied" in note.en for note in again.notes)

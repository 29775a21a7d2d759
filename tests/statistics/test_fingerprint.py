"""The fingerprint: the same rows have the same one, others have another."""

import hashlib
import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from veracity.statistics import ConfusionMatrix, ScoreTable
from veracity.statistics.fingerprint import combined, fingerprint, label_text
from veracity.statistics.grid.building import gridded
from veracity.statistics.joint.joint_scores import JointScores
from veracity.statistics.joint.paired_table import PairedTable
from veracity.statistics.joint.score_columns import ScoreColumns

RNG = np.random.default_rng(3)
N = 60
TRUTH = RNG.integers(0, 2, N)
SCORES = np.round(RNG.random(N), 2)
WEIGHT = RNG.random(N) + 0.1


def table(order=None, **options):
    rows = np.arange(N) if order is None else order
    weight = options.pop("weight", None)
    weight = None if weight is None else weight[rows]
    return ScoreTable.of_rows(TRUTH[rows], SCORES[rows], weight, **options)


@given(st.permutations(range(N)))
def test_the_order_of_rows_does_not_matter(order):
    assert fingerprint(table(np.array(order))) == fingerprint(table())
    weighted = fingerprint(table(weight=WEIGHT))
    assert fingerprint(table(np.array(order), weight=WEIGHT)) == weighted


@given(st.lists(st.booleans(), min_size=N, max_size=N))
def test_parts_that_are_added_are_the_whole(first):
    mine = np.flatnonzero(first)
    yours = np.flatnonzero(~np.array(first))
    assert fingerprint(table(mine) + table(yours)) == fingerprint(table())
    weighted = table(mine, weight=WEIGHT) + table(yours, weight=WEIGHT)
    assert fingerprint(weighted) == fingerprint(table(weight=WEIGHT))


@given(st.integers(0, N - 1), st.sampled_from(["truth", "score", "row twice", "row less"]))
def test_one_changed_row_is_seen(row, change):
    truth, scores = TRUTH.copy(), SCORES.copy()
    if change == "truth":
        truth[row] = 1 - truth[row]
    elif change == "score":
        scores[row] = np.nextafter(scores[row], 2)
    elif change == "row twice":
        truth, scores = np.append(truth, truth[row]), np.append(scores, scores[row])
    else:
        truth, scores = np.delete(truth, row), np.delete(scores, row)
    assert fingerprint(ScoreTable.of_rows(truth, scores)) != fingerprint(table())


def test_weights_have_no_scale_but_belong_to_their_rows():
    made = fingerprint(table(weight=WEIGHT))
    assert fingerprint(table(weight=1000 * WEIGHT)) == made
    assert fingerprint(table(weight=WEIGHT[::-1])) != made
    assert fingerprint(table()) != made


def test_rounding_of_sums_is_not_seen():
    weight = np.full(N, 0.1)
    one, other = table(weight=weight), table(weight=weight)
    moved = other.weight * (1 + 1e-13)
    assert fingerprint(one) == fingerprint(
        ScoreTable(other.scores, moved, other.labels, other.pos_label, other.squares)
    )


def test_the_order_of_classes_and_which_is_positive_do_not_matter():
    assert fingerprint(table(labels=(0, 1), pos_label=0)) == fingerprint(table())
    turned = ScoreTable.of_rows(1 - TRUTH, SCORES, labels=(1, 0))
    assert fingerprint(turned) == fingerprint(table())
    assert fingerprint(ScoreTable.of_rows(1 - TRUTH, SCORES)) != fingerprint(table())


def test_classes_that_never_occur_do_not_matter():
    more = ScoreTable.of_rows(TRUTH, SCORES, labels=(0, 1, 2))
    assert fingerprint(more) == fingerprint(table())


@pytest.mark.parametrize("bits", [4, 8, 14])
def test_a_grid_has_one_however_fine_it_is(bits):
    scores = RNG.random(3000)
    truth = (scores + RNG.normal(size=3000) > 0.5).astype(int)
    whole = ScoreTable.of_rows(truth, scores)
    made = fingerprint(gridded(whole, bits, "unit"))
    halves = [gridded(ScoreTable.of_rows(truth[i::2], scores[i::2]), 9, "unit") for i in (0, 1)]
    assert fingerprint(halves[0] + halves[1]) == made
    assert fingerprint(gridded(whole, bits, "line")) != made
    assert fingerprint(gridded(ScoreTable.of_rows(1 - truth, scores), bits, "unit")) != made


def clustered(ids, cluster):
    return PairedTable.of_rows(
        TRUTH, {"A": SCORES > 0.5, "B": SCORES > 0.4}, cluster=cluster, cluster_labels=ids
    )


def test_clusters_count_but_not_their_names():
    cluster = np.arange(N) // 6
    made = fingerprint(clustered(tuple("abcdefghij"), cluster))
    assert fingerprint(clustered(tuple(range(10)), 9 - cluster)) == made
    assert fingerprint(clustered(tuple("abcdefghij"), np.arange(N) % 10)) != made
    both = {"A": SCORES > 0.5, "B": SCORES > 0.4}
    assert fingerprint(PairedTable.of_rows(TRUTH, both)) != made


def test_two_clusters_alike_are_two():
    rows = {"A": [1, 1, 1]}
    one = PairedTable.of_rows([1, 1, 1], rows, cluster=[0, 0, 1], cluster_labels=("x", "y"))
    other = PairedTable.of_rows([1, 1, 1], rows, cluster=[0, 1, 2], cluster_labels=("x", "y", "z"))
    assert fingerprint(one) != fingerprint(other)


def test_a_matrix_by_hand_and_from_clusters():
    matrix = ConfusionMatrix([[5, 1], [2, 4]], labels=("a", "b"))
    turned = ConfusionMatrix([[4, 2], [1, 5]], labels=("b", "a"))
    assert fingerprint(matrix) == fingerprint(turned)
    assert fingerprint(matrix) != fingerprint(ConfusionMatrix([[5, 1], [2, 4]], labels=("b", "a")))
    assert fingerprint(matrix) != fingerprint(matrix.T)


def test_models_are_told_by_name_not_by_place():
    one = JointScores.of_rows(TRUTH, {"A": SCORES, "B": SCORES[::-1]})
    other = JointScores.of_rows(TRUTH, {"B": SCORES[::-1], "A": SCORES})
    swapped = JointScores.of_rows(TRUTH, {"A": SCORES[::-1], "B": SCORES})
    assert fingerprint(one) == fingerprint(other)
    assert fingerprint(one) != fingerprint(swapped)
    columns = ScoreColumns(("A", "B"), (one.column("A"), one.column("B")))
    turned = ScoreColumns(("B", "A"), (one.column("B"), one.column("A")))
    assert fingerprint(columns) == fingerprint(turned)


def test_which_row_has_which_two_scores_is_seen():
    other = np.round(RNG.random(N), 2)
    joint = JointScores.of_rows(TRUTH, {"A": SCORES, "B": other})
    yes, no = np.flatnonzero(TRUTH == 1), np.flatnonzero(TRUTH == 0)
    moved = other.copy()
    moved[yes], moved[no] = other[np.roll(yes, 1)], other[np.roll(no, 1)]
    apart = JointScores.of_rows(TRUTH, {"A": SCORES, "B": moved})
    assert fingerprint(apart.column("B")) == fingerprint(joint.column("B"))
    assert fingerprint(apart) != fingerprint(joint)


def test_codes_of_parts_are_told_by_name():
    assert combined([("a", "1"), ("b", "2")]) == combined([("b", "2"), ("a", "1")])
    assert combined([("a", "1"), ("b", "2")]) != combined([("a", "2"), ("b", "1")])
    assert combined([("a", "1;b=2")]) != combined([("a", "1"), ("b", "2")])


def test_labels_that_are_equal_have_one_text():
    assert label_text(1.0) == label_text(True) == label_text(1) == "n1"
    assert label_text("1") != label_text(1)


def test_what_is_no_statistic_is_an_error():
    with pytest.raises(TypeError, match="int"):
        fingerprint(3)


def mixed_by_hand(word, more):
    """SplitMix64's last steps in plain integers."""
    word = ((word ^ more) + 0x9E3779B97F4A7C15) % 2**64
    word = ((word ^ (word >> 30)) * 0xBF58476D1CE4E5B9) % 2**64
    word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) % 2**64
    return word ^ (word >> 31)


def hashed_by_hand(*parts):
    told = "".join(f"{len(part)}:{part};" for part in parts)
    return hashlib.blake2b(told.encode(), digest_size=16).hexdigest()


def test_the_definition_step_by_step():
    """The code of two rows, in plain integers, as the guide defines it."""
    sums = [0, 0]
    for label, score in ((0, 0.25), (1, 0.75)):
        word = 0x9E3779B97F4A7C15
        bits = [struct.unpack("<Q", struct.pack("<d", value))[0] for value in (score, 1.0)]
        for more in (int(hashed_by_hand(f"n{label}")[:16], 16), *bits):
            word = mixed_by_hand(word, more)
        sums[0] += word
        sums[1] ^= word
    expected = hashed_by_hand("2", *(f"{one % 2**64:016x}" for one in sums))
    assert fingerprint(ScoreTable.of_rows([1, 0], [0.75, 0.25])) == expected


def test_a_negative_zero_is_zero():
    weight = np.array([[1.0, 0, 2], [0, 3, 1]])
    codes = {
        fingerprint(ScoreTable(np.array([0.5, zero, -1]), weight.copy(), (0, 1), 1))
        for zero in (0.0, -0.0)
    }
    assert len(codes) == 1
    assert fingerprint(ScoreTable(np.array([0.5, 0.1, -1]), weight, (0, 1), 1)) not in codes

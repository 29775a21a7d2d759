"""The right answer of every exercise, worked out again from what is asked: words and table alone.

The other road is scikit-learn, scipy or plain arithmetic on rows that the counts stand for; none
of the exercises' own code.
"""

import re
import statistics
from fractions import Fraction

import numpy as np
import pytest
from scipy import stats
from sklearn import metrics as sk
from sklearn.isotonic import IsotonicRegression

from veracity.practice.catalogue import exercises
from veracity.practice.exercise import asked

SEEDS = range(4)
NUMBER = re.compile(r"(?<![A-Za-z\d.])\d+(?:\.\d+)?(?:/\d+)?")


class Seen:
    """What a student sees: the numbers of the question, and the table."""

    def __init__(self, ask):
        self.text = ask.question.en
        self.n = [Fraction(one) for one in NUMBER.findall(self.text)]
        self.rows = ask.table.rows if ask.table else ()
        self.head = ask.table.head if ask.table else ()

    @property
    def labels(self):
        """Truth and calls as rows, from a matrix with rows truth."""
        cells = [[int(cell) for cell in row[1:]] for row in self.rows]
        size = len(cells)
        order = [1, 0] if size == 2 else list(range(size))
        pairs = [
            (order[i], order[j])
            for i in range(size)
            for j in range(size)
            for _ in range(cells[i][j])
        ]
        return np.array(pairs).T

    @property
    def scores(self):
        """Truth and scores of a ranking."""
        return (
            np.array([row[1] == "+" for row in self.rows], dtype=int),
            np.array([float(row[0]) for row in self.rows]),
        )

    @property
    def pooled(self):
        """Truth and calls of all sites as rows; columns are TP, FP, FN, TN."""
        totals = [sum(int(row[k]) for row in self.rows) for k in (1, 2, 3, 4)]
        return np.repeat([1, 0, 1, 0], totals), np.repeat([1, 1, 0, 0], totals)

    @property
    def in_cells(self):
        """Truth, and the cell of each score as its score."""
        pairs = [
            (y, i)
            for i, row in enumerate(self.rows)
            for y in (1, 0)
            for _ in range(int(row[2 - y]))
        ]
        return tuple(np.array(pairs).T)

    @property
    def place(self):
        return "ABC".index(re.search(r"[Cc]lass ([ABC])", self.text)[1])

    def top(self, k):
        """Truth, and calls of the k highest scores."""
        truth, score = self.scores
        return truth, score >= np.sort(score)[-int(k)]

    def spans(self):
        """Reference events and detections."""
        sides = self.text.split("Detections:")
        return [[(int(a), int(b)) for a, b in re.findall(r"(\d+)–(\d+)", side)] for side in sides]

    def seconds(self):
        reference, detected = self.spans()
        cover = lambda spans: {t for a, b in spans for t in range(a, b)}  # noqa: E731
        return cover(reference), cover(detected)


def doubt(q):
    """Half of what breaking every tie one way instead of the other does to the area."""
    truth, cell = q.in_cells
    best, worst = (sk.roc_auc_score(truth, cell + sign * 0.1 * truth) for sign in (1, -1))
    return (best - worst) / 2


def of_labels(function, **settings):
    return lambda q: function(*q.labels, **settings)


def percents(function):
    """Of the percentages of a question as shares."""
    return lambda q: function(*(one / 100 for one in q.n))


def cases(truth, called):
    return lambda q: sum(row[1] == truth and row[2] == called for row in q.rows)


def at(q, threshold, function):
    truth, score = q.scores
    return function(truth, score >= float(threshold))


def best(function):
    def largest(q):
        truth, score = q.scores
        return max(function(truth, score >= one) for one in score)

    return largest


def informedness(truth, called):
    return sk.balanced_accuracy_score(truth, called, adjusted=True)


def of_class(function):
    return lambda q: function(*q.labels, average=None)[q.place]


def two_f1s(mean):
    def value(q):
        high, low = q.n[0] / 100, q.n[1] / 100
        p = r = (high + low) / 2
        if mean:
            return statistics.mean([statistics.harmonic_mean([high, low])] * 2)
        return statistics.harmonic_mean([p, r])

    return value


def ece(q):
    rows = [(float(p), int(n), int(s)) for p, n, s in q.rows]
    return sum(abs(s - n * p) for p, n, s in rows) / sum(n for _, n, _ in rows)


def isotonic(q):
    truth, score = q.scores
    return IsotonicRegression().fit(score, truth).predict([float(q.n[0])])[0]


def paired(q):
    (_, both, a), (_, b, neither) = q.rows
    return int(both), int(a), int(b), int(neither)


def paired_error(q):
    both, a, b, neither = paired(q)
    differences = [0] * (both + neither) + [1] * a + [-1] * b
    return np.std(differences) / np.sqrt(len(differences))


def z_of(q, rate):
    found = {row[0]: float(row[1].replace("−", "-")) for row in q.rows}[f"{float(rate):.3f}"]
    assert stats.norm.ppf(float(rate)) == pytest.approx(found, abs=0.006)  # as tables give it
    return found


def transfer(q):
    """The mutual information of a symmetric channel, from its joint probabilities."""
    n, p = int(q.n[0]), float(q.n[1]) / 100
    joint = np.full((n, n), (1 - p) / (n - 1) / n)
    np.fill_diagonal(joint, p / n)
    return stats.entropy(joint.sum(0), base=2) * 2 - stats.entropy(joint.ravel(), base=2)


def matched(q):
    """The largest one-to-one matching, greedily from the left, which is largest on a line."""
    reference, detected = (
        [int(one) for one in NUMBER.findall(part.split(".")[0])]
        for part in re.split(r"Detections:", q.text)
    )
    tolerance = int(re.search(r"within (\d+) s", q.text)[1])
    left = sorted(detected)
    for time in sorted(reference):
        near = [one for one in left if abs(one - time) <= tolerance]
        if near:
            left.remove(near[0])
    return len(left)


def odds_of(ratio, against):
    post = 1 / Fraction(against) * ratio
    return post / (1 + post)


def bayes(r, s, pi):
    """Of a population of 10 000, by counting."""
    return {"tp": pi * r, "fn": pi * (1 - r), "fp": (1 - pi) * (1 - s), "tn": (1 - pi) * s}


def cost(q):
    _, fp, fn, _ = sk.confusion_matrix(*q.labels).ravel()
    return fp * q.n[0] + fn * q.n[1]


def net_benefit(q):
    tn, fp, fn, tp = sk.confusion_matrix(*q.labels).ravel()
    t = float(q.n[0]) / 100
    return (tp - fp * t / (1 - t)) / (tn + fp + fn + tp)


def hit(one, others):
    return any(set(range(*one)) & set(range(*other)) for other in others)


WORKED = {
    "false_negatives": cases("+", "−"),
    "type_one_errors": cases("−", "+"),
    "called_at_threshold": lambda q: sum(q.scores[1] >= float(q.n[0])),
    "actual_positives": lambda q: sum(q.labels[0]),
    "negatives_from_margins": lambda q: q.n[0] - (q.n[1] + q.n[2] - q.n[3]),
    "transposed_matrix": lambda q: sk.recall_score(q.labels[1], q.labels[0]),
    "false_positives_from_rates": lambda q: q.n[0] * (1 - q.n[1] / 100) * (1 - q.n[3] / 100),
    "accuracy": of_labels(sk.accuracy_score),
    "precision": of_labels(sk.precision_score),
    "recall": of_labels(sk.recall_score),
    "specificity": of_labels(sk.recall_score, pos_label=0),
    "false_positive_rate": lambda q: 1 - sk.recall_score(*q.labels, pos_label=0),
    "npv": of_labels(sk.precision_score, pos_label=0),
    "f1": of_labels(sk.f1_score),
    "f1_of_shares": percents(lambda p, r: statistics.harmonic_mean([p, r])),
    "precision_of_silence": lambda q: None,
    "f2": of_labels(sk.fbeta_score, beta=2),
    "kappa": of_labels(sk.cohen_kappa_score),
    "mcc": lambda q: np.corrcoef(*q.labels)[0, 1],
    "accuracy_of_silence": lambda q: 1 - q.n[0] / q.n[1],
    "recall_of_silence": lambda q: 0,
    "gain_over_majority": lambda q: sk.accuracy_score(*q.labels) - (1 - q.labels[0].mean()),
    "balanced_accuracy": of_labels(sk.balanced_accuracy_score),
    "accuracy_from_rates": percents(lambda r, s, pi: sum(bayes(r, s, pi)[k] for k in ("tp", "tn"))),
    "f1_of_all_positive": lambda q: sk.f1_score(np.arange(1000) < q.n[0], np.ones(1000, bool)),
    "precision_with_more_negatives": lambda q: q.n[1] / (q.n[1] + q.n[3] * q.n[4]),
    "f1_of_negatives": of_labels(sk.f1_score, pos_label=0),
    "precision_at_k": lambda q: sk.precision_score(*q.top(q.n[0])),
    "recall_at_k": lambda q: sk.recall_score(*q.top(q.n[0])),
    "roc_point": lambda q: 1 - sk.recall_score(*q.top(q.n[0]), pos_label=0),
    "auroc": lambda q: sk.roc_auc_score(*q.scores),
    "break_even": lambda q: sk.precision_score(*q.top(sum(q.scores[0]))),
    "auroc_with_ties": lambda q: sk.roc_auc_score(*q.scores),
    "average_precision": lambda q: sk.average_precision_score(*q.scores),
    "precision_at_threshold": lambda q: at(q, q.n[0], sk.precision_score),
    "recall_at_threshold": lambda q: at(q, q.n[0], sk.recall_score),
    "precision_after_raising": lambda q: at(q, q.n[1], sk.precision_score),
    "threshold_for_recall": lambda q: max(
        one for one in q.scores[1] if at(q, one, sk.recall_score) >= float(q.n[0]) - 1e-12
    ),
    "threshold_of_costs": lambda q: next(
        p for p in np.linspace(0, 1, 200_001) if (1 - p) * float(q.n[0]) <= p * float(q.n[1])
    ),
    "largest_f1": best(sk.f1_score),
    "largest_informedness": best(informedness),
    "recall_of_class": of_class(sk.recall_score),
    "precision_of_class": of_class(sk.precision_score),
    "rest_negatives": lambda q: sk.confusion_matrix(*(q.labels == q.place))[0, 0],
    "average_accuracy": of_labels(sk.recall_score, average="macro"),
    "micro_f1": of_labels(sk.f1_score, average="micro"),
    "macro_f1": of_labels(sk.f1_score, average="macro"),
    "f1_of_macro": two_f1s(mean=False),
    "mean_of_f1s": two_f1s(mean=True),
    "promised_positives": lambda q: q.n[1] * q.n[0] / 100,
    "brier": lambda q: sk.brier_score_loss(*q.scores),
    "observed_expected": lambda q: q.n[1] / q.n[0],
    "brier_of_prevalence": lambda q: sk.brier_score_loss(
        np.arange(100) < q.n[0], np.full(100, float(q.n[0]) / 100)
    ),
    "ece": ece,
    "brier_skill": lambda q: 1 - q.n[1] / (q.n[0] / 100 - (q.n[0] / 100) ** 2),
    "isotonic_block": isotonic,
    "log_loss": lambda q: sk.log_loss(*q.scores),
    "rule_of_three": lambda q: Fraction(3) / q.n[0],
    "intervals_that_miss": lambda q: q.n[0] * (1 - q.n[1] / 100),
    "trials_behind_recall": lambda q: q.n[0] * q.n[1] / 100,
    "standard_error": lambda q: (
        stats.binom.std(int(q.n[1]), float(q.n[0] / q.n[1])) / float(q.n[1])
    ),
    "rows_for_width": lambda q: q.n[0] * q.n[1] ** 2,
    "design_effect": lambda q: q.n[0] * q.n[1] / (1 + (q.n[1] - 1) * q.n[2]),
    "wilson_low": lambda q: (
        stats.binomtest(int(q.n[0]), int(q.n[1])).proportion_ci(method="wilson").low
    ),
    "difference_of_accuracies": lambda q: Fraction(
        sum(paired(q)[:2]) - sum(paired(q)[::2]), sum(paired(q))
    ),
    "bonferroni": lambda q: stats.false_discovery_control([float(q.n[1])])[0] * float(q.n[0]),
    "mcnemar": lambda q: stats.chisquare(paired(q)[1:3]).statistic,
    "chance_wins": lambda q: 1 - stats.binom.pmf(0, int(q.n[0]), 0.05),
    "holm": lambda q: max(3 * min(q.n[:3]), 2 * sorted(q.n[:3])[1]),
    "mcnemar_exact": lambda q: stats.binomtest(paired(q)[1], sum(paired(q)[1:3])).pvalue,
    "paired_standard_error": paired_error,
    "cost_of_errors": cost,
    "alarms_per_hit": percents(lambda r, s, pi: bayes(r, s, pi)["fp"] / bayes(r, s, pi)["tp"]),
    "ppv_at_prevalence": percents(
        lambda r, s, pi: bayes(r, s, pi)["tp"] / (bayes(r, s, pi)["tp"] + bayes(r, s, pi)["fp"])
    ),
    "npv_at_prevalence": percents(
        lambda r, s, pi: bayes(r, s, pi)["tn"] / (bayes(r, s, pi)["tn"] + bayes(r, s, pi)["fn"])
    ),
    "alarms_per_day": lambda q: 24 * 60 * 60 / q.n[0] * q.n[1] / 100,
    "odds_after": lambda q: odds_of(q.n[2], q.n[1]),
    "net_benefit": net_benefit,
    "break_even_costs": lambda q: (q.n[2] - q.n[0]) / (q.n[1] - q.n[3]),
    "true_prevalence": percents(lambda r, s, flagged: (flagged - (1 - s)) / (r - (1 - s))),
    "lr_plus": lambda q: sk.class_likelihood_ratios(*q.labels)[0],
    "bits_per_minute": lambda q: q.n[0] / q.n[1] * 60,
    "d_prime": lambda q: z_of(q, q.n[0]) - z_of(q, q.n[1]),
    "odds_ratio": lambda q: (
        stats.contingency.odds_ratio(sk.confusion_matrix(*q.labels), kind="sample").statistic
    ),
    "entropy": lambda q: stats.entropy([float(one) for one in q.n], base=2),
    "criterion": lambda q: -(z_of(q, q.n[0]) + z_of(q, q.n[1])) / 2,
    "information_transfer": transfer,
    "event_sensitivity": lambda q: np.mean([hit(one, q.spans()[1]) for one in q.spans()[0]]),
    "false_alarms_per_day": lambda q: q.n[0] / q.n[1] * 24,
    "event_precision": lambda q: np.mean([hit(one, q.spans()[0]) for one in q.spans()[1]]),
    "overlap_share": lambda q: (
        len(set(range(int(q.n[0]), int(q.n[1]))) & set(range(int(q.n[2]), int(q.n[3]))))
        / len(set(range(int(q.n[0]), int(q.n[1]))) | set(range(int(q.n[2]), int(q.n[3]))))
    ),
    "median_delay": lambda q: statistics.median(q.n),
    "points_matched": matched,
    "sample_sensitivity": lambda q: len(q.seconds()[0] & q.seconds()[1]) / len(q.seconds()[0]),
    "counts_merged": lambda q: sum(int(row[2]) for row in q.rows),
    "groups_by_chance": lambda q: stats.binom(int(q.n[0]), 0.05).mean(),
    "precision_merged": lambda q: sk.precision_score(*q.pooled),
    "area_of_cells": lambda q: sk.roc_auc_score(*q.in_cells),
    "doubt_of_cells": doubt,
}
ALL = {one.key: (one, topic) for topic, room in exercises().items() for one in room}


def test_every_exercise_is_worked_out_again():
    assert set(WORKED) == set(ALL)


@pytest.mark.parametrize("key", ALL)
def test_the_answer_follows_from_what_is_asked(key):
    exercise, topic = ALL[key]
    for seed in SEEDS:
        ask = asked(exercise, topic, seed)
        worked = WORKED[key](Seen(ask))
        if worked is None:
            assert ask.answer is None
        else:
            assert float(ask.answer) == pytest.approx(float(worked), rel=1e-9, abs=1e-5)

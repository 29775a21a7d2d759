"""Numbers that several exercises draw: counts of outcomes, rankings, matrices of three classes."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from types import SimpleNamespace

from veracity.practice.table import QuestionTable, table
from veracity.words import Text

TRUTH, CALLED = Text("truth", "真实"), Text("called", "判为")
CASE, SCORE = Text("case", "样本"), Text("score", "分数")
CLASSES = "ABC"


def matrix(random: Random) -> SimpleNamespace:
    """The four outcomes of an ordinary classifier."""
    return of_counts(
        random.randint(12, 60), random.randint(4, 30), random.randint(3, 25), random.randint(30, 99)
    )


def rare(random: Random) -> SimpleNamespace:
    """The four outcomes where positives are rare."""
    return of_counts(
        random.randint(5, 18),
        random.randint(10, 60),
        random.randint(2, 9),
        random.randint(600, 990),
    )


def of_counts(tp: int, fp: int, fn: int, tn: int) -> SimpleNamespace:
    """Outcomes with their margins, and the two shares that most explanations need."""
    head = (Text(r"truth \ called", "真实 \\ 判为"), Text("positive", "正"), Text("negative", "负"))
    rows = ((Text("positive", "正"), tp, fn), (Text("negative", "负"), fp, tn))
    return SimpleNamespace(
        tp=tp,
        fp=fp,
        fn=fn,
        tn=tn,
        positives=tp + fn,
        negatives=fp + tn,
        called=tp + fp,
        left=fn + tn,
        total=tp + fp + fn + tn,
        precision=Fraction(tp, tp + fp),
        recall=Fraction(tp, tp + fn),
        table=table(head, rows),
    )


def ranking(random: Random) -> SimpleNamespace:
    """Cases from the highest score to the lowest, no ties; neither end is all of one class."""
    positives, negatives = random.randint(3, 5), random.randint(4, 6)
    truth = [1] * positives + [0] * negatives
    while sum(truth[:positives]) in (0, positives):
        random.shuffle(truth)
    scores = sorted(random.sample(range(5, 99), len(truth)), reverse=True)
    return ranked(truth, scores)


def ranked(truth: list[int], hundredths: list[int]) -> SimpleNamespace:
    """A ranking with its table; scores are hundredths."""
    positives = sum(truth)
    return SimpleNamespace(
        truth=truth,
        hundredths=hundredths,
        positives=positives,
        negatives=len(truth) - positives,
        total=len(truth),
        order=" ".join("+" if one else "−" for one in truth),
        table=scored(truth, hundredths),
    )


def scored(truth: list[int], hundredths: list[int]) -> QuestionTable:
    """Scores beside the truth, one case a row."""
    rows = [
        (decimal(one), "+" if label else "−") for one, label in zip(hundredths, truth, strict=True)
    ]
    return table((SCORE, TRUTH), rows)


def decimal(hundredths: int) -> str:
    """Hundredths as a decimal number."""
    return f"{hundredths / 100:.2f}"


def counts_at(given: SimpleNamespace, hundredths: int) -> tuple[int, int]:
    """True and false positives where every score of at least this is called positive."""
    called = [
        label for label, one in zip(given.truth, given.hundredths, strict=True) if one >= hundredths
    ]
    return sum(called), len(called) - sum(called)


def three_classes(random: Random) -> SimpleNamespace:
    """A matrix of the classes A, B and C, rows truth; one of the classes is asked for."""
    sizes = random.sample((20, 30, 40, 60, 80), 3)
    cells = []
    for index, size in enumerate(sizes):
        right = round(size * random.choice((0.5, 0.6, 0.7, 0.8, 0.9)))
        one = random.randint(1, size - right - 1)
        wrong = [one, size - right - one]
        cells.append([*wrong[:index], right, *wrong[index:]])
    asked = random.randrange(3)
    head = (Text(r"truth \ called", "真实 \\ 判为"), *CLASSES)
    return SimpleNamespace(
        cells=cells,
        c=CLASSES[asked],
        place=asked,
        hits=cells[asked][asked],
        row=sum(cells[asked]),
        column=sum(row[asked] for row in cells),
        right=sum(cells[k][k] for k in range(3)),
        total=sum(map(sum, cells)),
        table=table(head, [(name, *row) for name, row in zip(CLASSES, cells, strict=True)]),
    )

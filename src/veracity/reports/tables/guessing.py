"""The classifier beside rules that look at nothing: one small table for every format."""

from __future__ import annotations

import math
from itertools import accumulate

from veracity.reports.tables.document import Table, table
from veracity.reports.wording.page import WORDS
from veracity.results import figure, percent
from veracity.results.decisions.baselines import Baselines, Rival
from veracity.results.estimate.test import p_words
from veracity.words import Text, joined, say
from veracity.words.layout import one_line, width

RULE = Text("against guessing", "与猜测相比")
COLUMNS = {  # short, so that the table fits a terminal of 80 columns
    "accuracy": Text("accuracy", "总体准确率"),
    "balanced_accuracy": Text("balanced", "平衡准确率"),
    "mcc": Text("MCC", "MCC"),
    "f1": Text("F1", "F1"),
    "macro_f1": Text("macro F1", "宏平均 F1"),
}
BETTER = Text("accuracy is", "准确率相比")  # which a rule without knowledge can win too
THIS = Text("this classifier", "该分类器")
TWO = ("always_negative", "always_positive")
WIDEST = 22  # of a rule that a label names: as wide as the widest of the others


def guessing_table(base: Baselines) -> Table:
    """The classifier and each rule: values, whether its accuracy is better, and p.

    Of more than two classes the most common alone stands for the constants. The best constant has
    no row of its own where another rule listed equals it in every figure.
    """
    keys = displayed_keys(base)
    own = [THIS, *(base.estimates[key].figures[0] for key in keys), "", ""]
    rows = [
        [
            _fitting(rival.title),
            *(figure(rival.values[key]) for key in keys),
            *standing_words(rival),
        ]
        for rival in displayed_rivals(base)
    ]
    head = [RULE, *(COLUMNS[key] for key in keys), BETTER, "p"]
    return table(WORDS["better_than_guessing"], head, [own, *rows])


def guessing_note(base: Baselines) -> Text:
    """What is compared, by which test; and the rule that is the best constant, if one is."""
    titles = {rival.name: rival.test.title for rival in displayed_rivals(base)}
    coin = titles.pop("coin", None)
    test = next(iter(titles.values()))
    facts = {"level": percent(base.estimates["accuracy"].level), "test": test}
    if all(math.isnan(rival.test.p_value) for rival in displayed_rivals(base)):
        notes = [say("guessing_untested", **facts)]
    elif coin is None or coin == test:
        notes = [say("guessing_tested", **facts)]
    else:
        notes = [say("guessing_tested_apart", **facts, coin=coin)]
    same = _best_displayed(base)
    if same is not None:
        notes.append(say("guessing_best", title=_fitting(same.title)))
    return joined(notes)


def guessing_words(base: Baselines) -> tuple[Text, ...]:
    """The note, then the tests against no rule in particular, then the accuracy paradox."""
    tests = joined(base.tested(), Text("; ", "；"))
    stopped = Text(f"{tests.en}.", f"{tests.zh}。") if tests else tests
    return tuple(one for one in (guessing_note(base), stopped, base.paradox) if one)


def displayed_rivals(base: Baselines) -> tuple[Rival, ...]:
    """The rules that have a row, in their order."""
    best = base["best_constant"]
    last = () if _best_displayed(base) else (best,)
    coin = (base["coin"],) if "coin" in base.rivals else ()
    return (*_constants(base), *coin, *last)


def standing_words(rival: Rival) -> tuple[Text, str]:
    """Whether the accuracy is higher than that of the rule, and p; no word of skill."""
    words = {"better": say("accuracy_higher"), "worse": say("accuracy_lower")}
    standing = rival.standing["accuracy"]
    return words.get(standing) or say(f"standing_{standing}"), p_alone(rival.test.p_value)


def p_alone(p: float) -> str:
    """A p-value under a heading that says what it is.

    >>> p_alone(0.04546), p_alone(0.00002), p_alone(float("nan"))
    ('0.045', '<0.001', '—')
    """
    return p_words(p).removeprefix("p").removeprefix(" = ").replace(" ", "")


def displayed_keys(base: Baselines) -> list[str]:
    """The metrics that have a column."""
    return [key for key in COLUMNS if key in base.estimates]


def _constants(base: Baselines) -> tuple[Rival, ...]:
    """Always negative and always positive; of other classes the one that is right most often."""
    if all(name in base.rivals for name in TWO):
        return tuple(base[name] for name in TWO)
    others = [r for name, r in base.rivals.items() if name not in ("coin", "best_constant")]
    return (max(others, key=lambda rival: _or_less(rival.values["accuracy"])),)


def _best_displayed(base: Baselines) -> Rival | None:
    """The constant that is best in every figure listed, if one is."""
    best = [base["best_constant"].values[key] for key in displayed_keys(base)]
    for rival in _constants(base):
        values = [rival.values[key] for key in displayed_keys(base)]
        if all(map(_same, values, best)):
            return rival
    return None


def _same(one: float, other: float) -> bool:
    return one == other or (math.isnan(one) and math.isnan(other))


def _or_less(value: float) -> float:
    return -math.inf if math.isnan(value) else value


def _fitting(title: Text) -> Text:
    return Text(clipped(title.en, WIDEST), clipped(title.zh, WIDEST))


def clipped(text: str, columns: int) -> str:
    """A text on one line that is no wider than so many columns of a terminal.

    >>> clipped("always versicolor", 22), clipped("always 'a very long name'", 15)
    ('always versicolor', "always 'a very…")
    """
    text = one_line(text)
    if width(text) <= columns:
        return text
    kept = [index for index, wide in enumerate(accumulate(map(width, text))) if wide < columns]
    return f"{text[: kept[-1] + 1 if kept else 0]}…"

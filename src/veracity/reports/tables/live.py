"""Data of the threshold slider of a page: counts at many thresholds, and the first values."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from veracity.metrics import find
from veracity.results import figure
from veracity.results.page.page import Live, Page
from veracity.statistics import ConfusionMatrix
from veracity.words import say
from veracity.words.layout import number

# templates/figures.js computes the same keys; a test holds the two together.
KEYS = (
    "precision",
    "npv",
    "accuracy",
    "f1",
    "mcc",
    "predicted_positive_rate",
    "recall",
    "specificity",
    "balanced_accuracy",
)
MARKS: dict[str, tuple[str, str | None]] = {
    "roc": ("fpr", "recall"),
    "pr": ("recall", "precision"),
    "gains": ("called", "recall"),
    "det": ("fpr", "fnr"),
    "pr_gain": ("recall_gain", "precision_gain"),
    "sweep": ("threshold", None),
    "reliability": ("threshold", None),
    "decision": ("threshold", None),
    "prevalence": ("prevalence", None),
}
MOST_CASES, ROUNDED = 10**9, 0.05  # whole numbers of cases are off by no larger share than this
RANKED = ("roc", "pr", "gains", "det", "pr_gain")


@dataclass(frozen=True, slots=True)
class State:
    """The page at one threshold and one prevalence, as text; `rows` is the prevalence of rows."""

    threshold: str
    prevalence: str
    counts: dict[str, str]
    figures: dict[str, str]
    of_thousand: dict[str, str]


def state(live: Live, index: int, share: float | None = None) -> State:
    """What the page shows there; without a share, at the prevalence of the rows."""
    matrix = matrix_at(live, index)
    moved = matrix if share is None else matrix.at_prevalence(share)
    cells = {name: float(getattr(moved, name)) for name in ("tp", "fp", "fn", "tn")}
    total = sum(cells.values())
    parts = {
        "called": cells["tp"] + cells["fp"],
        "right": cells["tp"],
        "missed": cells["fn"],
    }
    own = live.positives / (live.positives + live.negatives)
    error = half_width(live)
    return State(
        threshold=threshold_text(live.thresholds[index]),
        prevalence=share_text(own if share is None else share),
        counts={name: number(float(getattr(matrix, name))) for name in ("tp", "fp", "fn", "tn")},
        figures={key: figure(float(find(key)(moved)), error) for key in KEYS},
        of_thousand=whole_cases({name: part / total for name, part in parts.items()}),
    )


def half_width(live: Live) -> float:
    """Half the 95 % interval of one half in so many rows: no figure here is more precise."""
    return 0.98 / math.sqrt(live.positives + live.negatives)


def whole_cases(shares: dict[str, float]) -> dict[str, str]:
    """Shares as whole numbers of cases, of as few (a thousand, ten thousand, …) as tell them.

    >>> whole_cases({"called": 0.108, "missed": 0.001}), whole_cases({"called": 0.0017})
    ({'of': '1,000', 'called': '108', 'missed': '1'}, {'of': '10,000', 'called': '17'})
    """
    of = 1000
    while of < MOST_CASES and any(
        abs(float(f"{of * one:.0f}") - of * one) > ROUNDED * of * one for one in shares.values()
    ):
        of *= 10
    return {"of": f"{of:,}"} | {name: f"{of * one:,.0f}" for name, one in shares.items()}


def matrix_at(live: Live, index: int) -> ConfusionMatrix:
    """The counts at one of the thresholds."""
    tp, fp = live.tp[index], live.fp[index]
    counts = [[live.negatives - fp, fp], [live.positives - tp, tp]]
    return ConfusionMatrix(counts, labels=("negative", "positive"), pos_label="positive")


def threshold_text(threshold: float) -> str:
    """A threshold in as many digits as a reader needs.

    >>> threshold_text(0.5), threshold_text(1 / 3), threshold_text(float("inf"))
    ('0.5', '0.33333', '∞')
    """
    return f"{threshold:.5g}" if math.isfinite(threshold) else figure(threshold)


def share_text(share: float) -> str:
    """A share as people say it, in as many digits as a reader needs.

    >>> share_text(0.01), share_text(1 / 3), share_text(0.9999)
    ('1%', '33.33%', '99.99%')
    """
    return f"{100 * share:.4g}%" if math.isfinite(share) else figure(share)


def shades(live: Live, index: int) -> dict[str, float]:
    """How dark the cells of the matrix are: their share of their row."""
    tp, fp = live.tp[index], live.fp[index]
    found, false = tp / (live.positives or 1.0), fp / (live.negatives or 1.0)
    shares = {"tp": found, "fn": 1 - found, "fp": false, "tn": 1 - false}
    return {name: round(share, 3) for name, share in shares.items()}


def data(page: Page, copied: Mapping[str, Any]) -> Markup:
    """What the script of the page reads, as JSON that cannot end its element."""
    live = page.live
    if live is None:
        return in_script({"copy": copied})
    return in_script(
        {
            "copy": copied,
            "card": moved_card(page),
            "t": [t if math.isfinite(t) else str(t) for t in live.thresholds],
            "tp": [_short(n) for n in live.tp],
            "fp": [_short(n) for n in live.fp],
            "P": _short(live.positives),
            "N": _short(live.negatives),
            "error": half_width(live),
            "start": live.start,
            "share": live.share,
            "marks": list(_marks(page, live)),
        }
    )


def moved_card(page: Page) -> dict[str, Any] | None:
    """The words of the card on another prevalence, which the script fills as sliders move."""
    if page.rarer is None:
        return None
    calls_move = page.live is not None and page.live.moves
    moved = "answer_moved" if calls_move else "answer_moved_called"
    words = {
        "question": say("ask_prevalence", share="{share}"),
        "answer": say("answer_alarms_right", n="{n}", of="{of}"),
        "unknown": say("answer_unknown"),
        "moved": say(moved, value="{value}"),
    }
    texts = {name: {"en": text.en, "zh": text.zh} for name, text in words.items()}
    return {"share": page.rarer, **texts}


def in_script(value: object) -> Markup:
    r"""JSON inside a script element: `<`, `>` and `&` are written as numbers.

    >>> print(in_script(["</script>"]))
    ["\u003c/script\u003e"]
    """
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    for sign in "<>&":
        text = text.replace(sign, f"\\u{ord(sign):04x}")
    return Markup(text)


def _marks(page: Page, live: Live) -> Any:
    for drawing in page.drawings:
        along = MARKS.get(drawing.kind)
        if along is None or drawing.box is None or not drawing.svg:
            continue
        if drawing.kind in RANKED and not live.ranks:
            continue  # the curve is that of another column
        yield {
            "kind": drawing.kind,
            "box": [round(side, 2) for side in drawing.box],
            "x": [*drawing.x.limits, drawing.x.scale],
            "y": [*drawing.y.limits, drawing.y.scale],
            "at": list(along),
        }


def _short(value: float) -> float | int:
    return int(value) if float(value).is_integer() else value

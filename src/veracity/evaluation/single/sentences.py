"""An evaluation in a sentence: for the first screen, and for the results of a paper."""

from __future__ import annotations

import math

from veracity.evaluation.single.figures import Figures
from veracity.evaluation.single.verdict import (
    only_ranks_better,
    ranking_key,
    standing_of_labels,
    standing_of_ranking,
)
from veracity.metrics import find
from veracity.results import Estimate, percent
from veracity.words import Text, joined, say
from veracity.words.layout import in_prose

NOTHING, SEMICOLON = Text("", ""), Text("; ", "；")
FEW = 100  # positives or alarms: where either are fewer, both are counted
OF_TWO = ("recall", "specificity", "precision", "f1")
OF_MANY = ("accuracy", "macro_f1", "mcc")
OF_RANKING = ("auroc", "average_precision", "auroc_ovr_macro")


def lead(ev: Figures) -> Text:
    """Better than guessing or not, in a few words, as the verdict judges it.

    Where the labels are not shown to be and the scores rank better, that follows.
    """
    if ev.matrix is not None:
        first = say(f"lead_{standing_of_labels(ev.matrix, ev['mcc'], whole=ev.hidden_rows == 0)}")
        return joined([first, say("lead_ranks_better")]) if only_ranks_better(ev) else first
    key = ranking_key(ev)
    return NOTHING if key is None else say(f"lead_{standing_of_ranking(ev[key])}")


def first_sentence(ev: Figures) -> Text:
    """What it finds and how often it is right, in whole numbers; `lead` comes before it."""
    if ev.matrix is None:
        area = ev["auroc"].value if "auroc" in ev else math.nan
        return NOTHING if math.isnan(area) else say("sentence_ranking", n=of_hundred(area))
    if "recall" not in ev:
        accuracy = ev["accuracy"].value
        return NOTHING if math.isnan(accuracy) else say("sentence_many", n=of_hundred(accuracy))
    recall, precision = ev["recall"].value, ev["precision"].value
    if math.isnan(recall):
        return say("sentence_no_positives")
    if math.isnan(precision):
        return say("sentence_no_alarms")
    (found, positives), (right, alarms) = _in_whole_numbers(ev)
    return say("sentence_two", found=found, positives=positives, right=right, alarms=alarms)


def _in_whole_numbers(ev: Figures) -> list[tuple[str, str]]:
    """Recall and precision as so many of 100; as counts where 100 would promise too much."""
    shares = ev["recall"], ev["precision"]
    plain = not ev.held.some.weighted and ev.population is None
    if plain and min(share.n for share in shares) < FEW:
        return [(f"{share.value * share.n:.0f}", f"{share.n:,.0f}") for share in shares]
    return [(of_hundred(share.value), "100") for share in shares]


def of_hundred(share: float) -> str:
    """A whole number; never 0 or 100 where some, or not all, are meant."""
    nearest = round(100 * share)
    if nearest == 0 and share > 0:
        return "<1"
    return ">99" if nearest == 100 and share < 1 else str(nearest)


def results_sentence(ev: Figures) -> Text:
    """The main figures with their intervals, as the results of a paper give them."""
    ranked = [key for key in OF_RANKING if key in ev and ev[key].defined]
    keys = OF_TWO if "recall" in ev else OF_MANY
    counted = [key for key in keys if key in ev and ev[key].defined] if ev.matrix else []
    if not ranked and not counted:
        return NOTHING
    level = percent(ev.settings.confidence_level)
    words = _named(ranked or counted, ev, level)
    made = [say("results_are", cases=_cases(ev), figures=_listed(words))]
    if ranked and counted:
        figures = _listed(_named(counted, ev))
        at = NOTHING if ev.threshold is None else Text(*[f"{ev.threshold:.4g}"] * 2)
        made.append(say("results_at" if at else "results_calls", at=at, figures=figures))
    return joined(made)


def _cases(ev: Figures) -> Text:
    n = ev.rows.used
    plain = not ev.held.some.weighted and ev.population is None
    if not plain or "prevalence" not in ev or not ev["prevalence"].defined:
        return say("results_cases", n=f"{n:,}")
    positives = round(ev["prevalence"].value * n)
    return say("results_cases_two", n=f"{n:,}", positives=f"{positives:,}")


def _named(keys: list[str], ev: Figures, level: str = "") -> list[Text]:
    """Name, value and interval of each; the verb and the level occur once."""
    return [
        say(
            "results_figure" if index == 0 else "results_figure_next",
            name=in_prose(find(key).names),
            value=ev[key].figures[0],
            more=_in_brackets(ev[key], level if index == 0 else ""),
        )
        for index, key in enumerate(keys)
    ]


def _in_brackets(found: Estimate, level: str) -> Text:
    """The interval and the chance level, as far as there are any."""
    _, low, high = found.figures
    known = not (math.isnan(found.low) or math.isnan(found.high))
    key = "results_first_interval" if level else "results_interval"
    ends = say(key, level=level, low=low, high=high) if known else NOTHING
    inside = joined([one for one in (ends, found.at_chance) if one], SEMICOLON)
    return Text(f" ({inside.en})", f"（{inside.zh}）") if inside else NOTHING


def _listed(parts: list[Text]) -> Text:
    *first, last = parts
    if not first:
        return last
    return Text(
        f"{', '.join(one.en for one in first)} and {last.en}",
        f"{'，'.join(one.zh for one in first)}，{last.zh}",
    )

"""The words of the first screen that belong to no figure: name, facts, warnings, sections."""

from __future__ import annotations

import re
from collections.abc import Sequence

from veracity.reports.wording.page import WORDS
from veracity.results import Comparison, percent
from veracity.results.estimate.caution import Caution
from veracity.results.page.page import Page
from veracity.words import Text, say
from veracity.words.layout import one_line
from veracity.words.messages import report_words

MOST_WARNINGS = 3  # named in one line
SHORT = report_words("sections")  # what the list of contents calls them


def title_of(page: Page) -> Text:
    """What users call the data and the classifier; else that this is an evaluation."""
    title = Text(one_line(page.title), one_line(page.title)) if page.title else WORDS["title"]
    if not page.model:
        return title
    model = one_line(page.model)
    return Text(f"{title.en} · {model}", f"{title.zh} · {model}")


def facts_of(page: Page) -> Text:
    """Rows, positives, threshold and level in one line."""
    profile, live = page.profile, page.live
    level = percent(profile.settings["confidence_level"])
    notes = [say("fact_rows", n=f"{profile.rows.used:,}")]
    if live is not None and live.positives + live.negatives > 0:
        share = live.positives / (live.positives + live.negatives)
        positives = f"{live.positives:,.6g}" if live.positives < 1e6 else f"{live.positives:,.0f}"
        notes.append(say("fact_positives", n=positives, share=f"{100 * share:.2g}%"))
    elif len(profile.labels) > 2:
        notes.append(say("fact_classes", n=len(profile.labels)))
    threshold = profile.settings.get("threshold")
    if isinstance(threshold, float):
        notes.append(say("fact_threshold", at=f"{threshold:.4g}"))
    notes.append(say("fact_level", level=level))
    return _beside(notes)


def facts_of_comparison(comparison: Comparison) -> Text:
    """Rows, models, threshold and level in one line."""
    facts = [] if comparison.rows is None else [say("fact_rows", n=f"{comparison.rows.used:,}")]
    facts.append(say("fact_models", n=len(comparison.names)))
    threshold = comparison.settings.get("threshold")
    if isinstance(threshold, float):
        facts.append(say("fact_threshold", at=f"{threshold:.4g}"))
    facts.append(say("fact_level", level=percent(comparison.settings["confidence_level"])))
    return _beside(facts)


def _beside(facts: Sequence[Text]) -> Text:
    return Text(" · ".join(one.en for one in facts), " · ".join(one.zh for one in facts))


def warnings_line(cautions: Sequence[Caution], muted: int = 0) -> Text:
    """How many warnings there are and what each is about, in one line; how many are muted."""
    quiet = [say("warnings_muted", n=muted)] if muted else []
    if not cautions:
        return _beside([say("warnings_none"), *quiet])
    named = [brief(one) for one in cautions[:MOST_WARNINGS]]
    more = len(cautions) - len(named)
    if more:
        named.append(say("warnings_more", n=more))
    head = say("warnings_count", n=len(cautions))
    return _beside([head, *named, *quiet])


def brief(caution: Caution) -> Text:
    """The first clause of a caution."""
    message = caution.message
    return Text(
        _clause(message.en, (": ", ". ", "; "), 16), _clause(message.zh, ("：", "。", "；"), 4)
    )


def _clause(text: str, ends: tuple[str, ...], least: int) -> str:
    """Up to the first end that leaves more than a name."""
    text = re.sub(r"\s*[(（][^()（）]*[)）]", "", text)  # lists of names can wait
    ends_at = [at for end in ends if (at := text.find(end, least)) > 0]
    return text[: min(ends_at)] if ends_at else text.rstrip(".。")

"""A metric or a term in plain words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from veracity.errors import AmbiguousName, UnknownName, VeracityError
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.metrics.advice.terms import TERMS, Term
from veracity.metrics.catalogue.finding import candidates, find, folded
from veracity.metrics.catalogue.needs import interval_methods, needs_of
from veracity.metrics.record.metric import Metric
from veracity.words import Language, Text, current, joined, say, use

NEEDS = {
    "labels or a threshold": "explain_needs_labels",
    "ranks": "explain_needs_ranks",
    "probabilities": "explain_needs_probabilities",
}


def explain(name: str, lang: str | None = None) -> str:
    """What a metric, a rule of events or a term means: question, formula, when it misleads.

    A name that a metric and a rule share gives both; "iou (events)" gives the rule alone.

    >>> print(explain("TP"))
    True positive (TP)
    A positive case that was called positive: a hit.
    See also: recall, precision
    """
    from veracity.metrics.advice.explained_rules import rule_named, rule_text

    language = current(lang)
    rule = rule_named(name)
    if rule is None:
        return _explained(name, language)
    try:
        metric = _metric_text(find(name), language) + "\n\n"
    except VeracityError:  # "iou" is a metric too, "iou (events)" is none
        metric = ""
    return metric + rule_text(rule, language)


def _explained(name: str, language: Language) -> str:
    term = _terms().get(folded(name))
    if term is not None:
        return _term_text(term, language)
    try:
        return _metric_text(find(name), language)
    except AmbiguousName as error:
        with use(language):
            raise AmbiguousName(joined([error.text, *_meanings(name)], "\n")) from None
    except UnknownName as error:
        text = _elsewhere(name, language) or _situation_text(name, language)
        if text is None:
            with use(language):
                raise UnknownName(error.text) from None
        return text


def _meanings(name: str) -> list[Text]:
    """The metrics that a name may mean, a line each."""
    found = [find(key) for key in candidates(name)]
    return [
        say("explain_candidate", key=one.key, name=one.names, question=one.question)
        for one in found
    ]


def _elsewhere(name: str, language: Language) -> str | None:
    """A figure of several raters, of label sets, of events or of boxes, if it has this name."""
    from veracity.metrics.detection_figures.figures import DETECTION_FIGURES
    from veracity.metrics.event_figures.figures import EVENT_FIGURES
    from veracity.metrics.label_sets.records import BY_KEY
    from veracity.metrics.rater_figures.figures import FIGURES

    rooms: dict[str, Mapping[str, Any]] = {
        "explain_raters": FIGURES,
        "explain_label_sets": BY_KEY,
        "explain_events": EVENT_FIGURES,
        "explain_boxes": DETECTION_FIGURES,
    }
    asked = {folded(name), folded(name).removesuffix("score")}
    for where, figures in rooms.items():
        for figure in figures.values():
            author = figure.key.removesuffix("_kappa").removesuffix("_alpha")
            short = author.removeprefix("gwet_")
            names = figure.key, author, short, figure.names.en, figure.names.zh
            if asked & {folded(one) for one in names}:
                sentences = [figure.question, say(where, key=figure.key)]
                if hasattr(figure, "references"):
                    sources = "; ".join(figure.references)
                    sentences.append(say("explain_references", references=sources))
                head = f"{figure.names.within(language)}  ({figure.key})"
                return "\n".join([head, *(one.within(language) for one in sentences)])
    return None


def _situation_text(name: str, language: Language) -> str | None:
    """A field of use, if it has this name: which situation it is, and what advises there."""
    from veracity.metrics.advice.advising import situation_of

    found = situation_of(name)
    if found is None:
        return None
    lines = found.names, say("explain_situation", name=repr(name))
    return "\n".join(line.within(language) for line in lines)


@cache
def _terms() -> dict[str, Term]:
    names: dict[str, Term] = {}
    for term in TERMS:
        for name in (term.key, term.names.en, term.names.zh, *term.aliases):
            names.setdefault(folded(name), term)
    return names


def _term_text(term: Term, language: Language) -> str:
    lines = [term.names.within(language), term.meaning.within(language)]
    if term.see:
        lines.append(say("see_also", keys=", ".join(term.see)).within(language))
    return "\n".join(lines)


def facts(metric: Metric) -> tuple[Text, ...]:
    """Everything the record says besides its question and formula, a sentence each."""
    low, high = (f"{end:g}" for end in metric.bounds)
    moves = "explain_prevalence_yes" if metric.moves_with_prevalence else "explain_prevalence_no"
    notes = [
        say(NEEDS[needs_of(metric)]),
        say("explain_range", low=low, high=high, better=say(f"better_{metric.better}")),
        say("explain_chance", chance=metric.chance.words),
        say(moves),
        *(say("explain_undefined", case=case.words) for case in metric.undefined_when),
        *(say("explain_infinite", case=case.words) for case in metric.infinite_when),
    ]
    if metric.limit:
        notes.append(say("explain_limit", case=metric.limit.case.words))
    notes.append(say("explain_misleads", case=metric.misleads_when))
    notes.extend(
        say(
            "explain_parameter",
            name=p.name,
            default="—" if p.default is None else p.default,
            meaning=p.meaning,
        )
        for p in metric.parameters
    )
    fitting = interval_methods(metric)
    if fitting:
        notes.append(say("explain_intervals", methods=", ".join(fitting)))
    elif metric.no_interval:
        notes.append(say("explain_interval_none", why=metric.no_interval))
    if metric.aliases:
        notes.append(say("explain_aliases", aliases=", ".join(metric.aliases)))
    return (*notes, say("explain_references", references="; ".join(metric.references)))


def _metric_text(metric: Metric, language: Language) -> str:
    sentences = (
        metric.question,
        say("explain_formula", formula=plain_formula(metric.formula)),
        *facts(metric),
    )
    head = f"{metric.names.within(language)}  ({metric.key})"
    return "\n".join([head, *(sentence.within(language) for sentence in sentences)])

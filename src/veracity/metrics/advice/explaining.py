"""A metric or a term in plain words."""

from __future__ import annotations

from functools import cache

from veracity.errors import UnknownName
from veracity.metrics.advice.plain_formula import plain_formula
from veracity.metrics.advice.terms import TERMS, Term
from veracity.metrics.catalogue.finding import find, folded
from veracity.metrics.catalogue.needs import interval_methods, needs_of
from veracity.metrics.record.metric import Metric
from veracity.words import Language, Text, current, say


def explain(name: str, lang: str | None = None) -> str:
    """What a metric or a term means: question, formula, range, chance, when it misleads.

    >>> print(explain("TP"))
    True positive (TP)
    A positive case that was called positive: a hit.
    See also: recall, precision
    """
    language = current(lang)
    term = _terms().get(folded(name))
    if term is not None:
        return _term_text(term, language)
    try:
        return _metric_text(find(name), language)
    except UnknownName:
        text = _of_raters(name, language)
        if text is None:
            raise
        return text


def _of_raters(name: str, language: Language) -> str | None:
    """A coefficient of several raters, if it has this name."""
    from veracity.metrics.rater_figures.figures import FIGURES

    for figure in FIGURES.values():
        if folded(name) in {folded(one) for one in (figure.key, figure.names.en, figure.names.zh)}:
            sentences = (
                figure.question,
                say("explain_raters", key=figure.key),
                say("explain_references", references="; ".join(figure.references)),
            )
            head = f"{figure.names.within(language)}  ({figure.key})"
            return "\n".join([head, *(one.within(language) for one in sentences)])
    return None


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
        say(f"explain_needs_{needs_of(metric)}"),
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

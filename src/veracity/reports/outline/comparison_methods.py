"""The methods paragraph of a comparison: how differences were made and tested, with sources."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping

from veracity.metrics import find
from veracity.reports.outline.methods import (
    COMMA,
    OBUCHOWSKI,
    SEMICOLON,
    SENTENCES,
    cited,
    clustered,
    defined,
    stated,
    with_metrics,
)
from veracity.reports.tables.document import plain
from veracity.results import Comparison, Contrast, figure, percent
from veracity.words import Text, joined
from veracity.words.layout import one_line
from veracity.words.messages import report_references, report_words

INTERVALS, CITED = report_words("difference_methods"), report_references("difference_methods")
CORRECTIONS, CORRECTED = report_words("corrections"), report_references("corrections")
TESTS = report_references("tests")
NUMBERS = ("No", "One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
SCHUIRMANN = "Schuirmann DJ (1987) Journal of Pharmacokinetics and Biopharmaceutics 15:657–680"


def compared_methods(comparison: Comparison) -> Text:
    """What a paper says of how the differences were found and tested."""
    return joined(_sentences(comparison))


def compared_references(comparison: Comparison) -> tuple[str, ...]:
    """What the paragraph rests on, as it cites them: of its methods, then of the metrics."""
    found = _of_methods(comparison)
    found += [work for key in comparison.keys for work in find(key).references]
    return tuple(dict.fromkeys(found))


def _of_methods(comparison: Comparison) -> list[str]:
    """The works on intervals, tests, the correction, margins and clusters, in this order."""
    found = [work for method in _by_method(comparison) for work in CITED.get(method, ())]
    for name in _by_test(comparison):
        found += TESTS.get(name, ())
    if comparison.pairing == "paired" and len(comparison.names) > 2:
        found += [work for test in comparison.omnibus.values() for work in TESTS.get(test.name, ())]
    if len(_tested(comparison)) > 1:
        found += CORRECTED.get(str(comparison.settings.get("correction")), ())
    if comparison.settings.get("margin") is not None:
        found.append(SCHUIRMANN)
    if comparison.settings.get("clusters") is not None:
        found.append(OBUCHOWSKI)
    return found


def _sentences(comparison: Comparison) -> Iterator[Text]:
    settings = comparison.settings
    yield _rows(comparison)
    yield from stated(settings, "called_where")
    yield from _intervals(comparison)
    yield from _tests(comparison)
    if settings.get("margin") is not None:
        yield SENTENCES["margin"].filled(margin=_margin(settings["margin"]))
    yield from stated(settings, "weighted")
    yield from clustered(settings, compared_references(comparison))
    yield from stated(settings, "projected_both")
    works = compared_references(comparison)
    yield from defined(len(dict.fromkeys(_of_methods(comparison))), len(works))
    yield from stated(settings, "software")


def _margin(margin: float | Mapping[str, float]) -> Text:
    """One margin, or those of some metrics."""
    if not isinstance(margin, Mapping):
        return plain(figure(float(margin)))
    sized = ((figure(size), find(key).display_name) for key, size in margin.items())
    return joined(
        [Text(f"{size} ({name.en})", f"{size}（{name.zh}）") for size, name in sized], COMMA
    )


def _rows(comparison: Comparison) -> Text:
    rows, names = comparison.rows, [one_line(name) for name in comparison.names]
    used = "—" if rows is None else f"{rows.used:,}"
    listed = joined((Text(name, name) for name in names), COMMA)
    key = "two_evaluations" if comparison.pairing == "unpaired" else "classifiers"
    return SENTENCES[key].filled(names=listed, used=used, models=_in_words(len(names)))


def _in_words(n: int) -> Text:
    """A number that opens a sentence: in words up to nine."""
    return Text(NUMBERS[n] if n < len(NUMBERS) else str(n), str(n))


def _intervals(comparison: Comparison) -> Iterator[Text]:
    by_method = _by_method(comparison)
    if not by_method:
        yield SENTENCES["no_intervals"]
        return
    level = percent(next(iter(comparison.contrasts)).difference.level)
    works = compared_references(comparison)
    listed = [
        _with_metrics(
            cited(INTERVALS.get(method, Text(method, method)), CITED.get(method, ()), works),
            contrasts,
        )
        for method, contrasts in by_method.items()
    ]
    yield SENTENCES["difference_intervals"].filled(level=level, listed=joined(listed, SEMICOLON))


def _tests(comparison: Comparison) -> Iterator[Text]:
    by_test = _by_test(comparison)
    if not by_test:
        return
    works = compared_references(comparison)
    listed = [
        _with_metrics(cited(contrasts[0].test.title, TESTS.get(name, ()), works), contrasts)
        for name, contrasts in by_test.items()
    ]
    yield SENTENCES["tests"].filled(listed=joined(listed, SEMICOLON))
    tests = len(_tested(comparison))
    correction = CORRECTIONS.get(str(comparison.settings.get("correction")))
    if tests > 1:
        key = str(comparison.settings.get("correction"))
        by = None if correction is None else cited(correction, CORRECTED.get(key, ()), works)
        how = SENTENCES["not_corrected" if by is None else "corrected"].filled(correction=by)
        yield SENTENCES["p_values"].filled(tests=tests, how=how)


def _with_metrics(name: Text, contrasts: list[Contrast]) -> Text:
    return with_metrics(name, dict.fromkeys(one.names for one in contrasts))


def _by_method(comparison: Comparison) -> dict[str, list[Contrast]]:
    """The differences by the method of their interval; Newcombe has one for each pairing."""
    found: dict[str, list[Contrast]] = {}
    for one in comparison.contrasts:
        if not math.isnan(one.difference.low):
            method = one.difference.method
            key = f"newcombe_{comparison.pairing}" if method == "newcombe" else method
            found.setdefault(key, []).append(one)
    return found


def _by_test(comparison: Comparison) -> dict[str, list[Contrast]]:
    found: dict[str, list[Contrast]] = {}
    for one in _tested(comparison):
        found.setdefault(one.test.name, []).append(one)
    return found


def _tested(comparison: Comparison) -> list[Contrast]:
    return [one for one in comparison.contrasts if not math.isnan(one.p_value)]

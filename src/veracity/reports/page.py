"""The page: one HTML file with everything in it, readable without a network or JavaScript."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

from markupsafe import Markup

from veracity.metrics import find
from veracity.metrics.plain_formula import plain_formula
from veracity.plots import DARK, LIGHT, Theme
from veracity.reports import escaping
from veracity.reports.page_live import KEYS, data, state
from veracity.reports.page_methods import methods, references
from veracity.reports.page_tables import footnotes, heat, interval, record, roles, settings, spread
from veracity.reports.page_words import CAPTIONS, WORDS
from veracity.results import figure, percent, whole
from veracity.results.baselines import SHOWN
from veracity.results.page import Drawing, Page
from veracity.results.test import p_words
from veracity.words import Language, Text

TEMPLATES = Path(__file__).with_name("templates")
SCRIPTS = ("figures.js", "page.js")
MOST_CLASSES = 30  # in the matrix of the page


def html(page: Page, language: Language) -> str:
    """The page as one HTML file that begins in this language and holds both.

    Labels and everything else that users gave is escaped; beyond that, the page allows no
    script but its own (by its hash) and no address at all, so that nothing can be loaded.
    """
    profile = page.profile
    script = "\n".join(_file(name) for name in SCRIPTS)
    live = page.live
    used = _keys(page)
    made: str = _template().render(
        page=page,
        profile=profile,
        lang=language,
        w=WORDS,
        level=percent(profile.settings["confidence_level"]),
        css=Markup(_file("page.css").replace("/*THEMES*/", _themes())),
        script=Markup(script),
        policy=_policy(script),
        data=data(page),
        state=None if live is None else state(live, live.start, live.share),
        roles=() if live is None else roles(profile),
        live_keys=[find(key) for key in KEYS],
        matrix=heat(profile) if len(profile.labels) <= MOST_CLASSES else None,
        by_class=spread(profile.lines, "class"),
        by_group=spread(profile.lines, "group"),
        base_keys=[key for key in SHOWN if page.baselines and key in page.baselines.estimates],
        shown=[line for line in profile.lines if line.scope == "all"],
        records=[record(find(key), plain_formula) for key in used],
        methods=methods(profile),
        references=references(profile),
        settings=settings(profile),
    )
    return made


def framed(text: str, height: int = 720) -> str:
    """A page inside another document, as a notebook shows it: in a frame that shares nothing.

    The frame may run the script of the page and do nothing else: no forms, no windows, no
    access to the notebook around it.
    """
    return (
        f'<iframe sandbox="allow-scripts" title="veracity" srcdoc="{escape(text)}" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
    )


def both(text: Any) -> Markup:
    """Words in both languages, of which the page shows one; other values as they are."""
    if not isinstance(text, Text) or text.en == text.zh:
        return Markup(escaping.html(text))
    en, zh = escaping.html(text.en), escaping.html(text.zh)
    return Markup(f'<span lang="en">{en}</span><span lang="zh">{zh}</span>')


def coded(markup: Markup) -> Markup:
    """What stands between backticks as code; it is escaped already."""
    return Markup(re.sub(r"`([^`<>]+)`", r"<code>\1</code>", str(markup)))


def figure_of(drawing: Drawing | None) -> Markup:
    """A picture with its caption, or why there is none."""
    if drawing is None:
        return Markup("")
    if not drawing.svg:
        return Markup(f"<p>{both(drawing.title)}: {both(drawing.note)}</p>")
    caption = both(CAPTIONS.get(drawing.kind, drawing.title))
    name = f"caption-{drawing.kind}"
    svg = drawing.svg.replace("<svg", f'<svg role="img" aria-labelledby="{name}"', 1)
    return Markup(
        f'<figure data-picture="{drawing.kind}">{svg}'
        f'<figcaption id="{name}"><strong>{both(drawing.title)}.</strong> {caption}</figcaption>'
        "</figure>"
    )


def _keys(page: Page) -> Iterable[str]:
    """Every metric that the page names, once."""
    lines = [*page.profile.headline, *page.profile.lines, *page.calibrated]
    keys = [line.key for line in lines] + list(KEYS if page.live else ())
    return dict.fromkeys(keys)


def _policy(script: str) -> str:
    """What a browser may do: this script, styles, nothing from anywhere."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _themes() -> str:
    """The colours of both themes as variables, which the pictures use as well."""
    light, dark = _variables(LIGHT), _variables(DARK)
    return (
        f":root{{ {light} }}\n@media screen and (prefers-color-scheme: dark){{ :root{{ {dark} }} }}"
    )


def _variables(theme: Theme) -> str:
    roles = ("background", "ink", "muted", "grid", "guide", "above")
    named = [(role, getattr(theme, role)) for role in roles]
    named += [(f"series-{number}", colour) for number, colour in enumerate(theme.series, 1)]
    return " ".join(f"--vc-{name}: {colour};" for name, colour in named)


@cache
def _file(name: str) -> str:
    return (TEMPLATES / name).read_text(encoding="utf-8").strip()


@cache
def _template() -> Any:
    from jinja2 import Environment, StrictUndefined

    room = Environment(
        autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    room.filters.update(
        both=both,
        coded=coded,
        picture=figure_of,
        interval=interval,
        percent=percent,
        p=p_words,
        figure=figure,
        base=lambda key: find(key).base_key,
        whole=whole,
        footnotes=footnotes,
    )
    room.globals["find"] = find
    return room.from_string(_file("page.html"))

"""What every page shares: one file, its own style and script, words of both languages."""

from __future__ import annotations

import base64
import hashlib
import math
import re
from collections.abc import Iterable
from functools import cache
from html import escape
from itertools import groupby
from pathlib import Path
from typing import Any

from markupsafe import Markup

from veracity.metrics import find
from veracity.plots import DARK, LIGHT, Theme
from veracity.reports.page.styles import shared_styles
from veracity.reports.tables.document import Block, Drawn, Outline
from veracity.reports.tables.live import in_script
from veracity.reports.tables.page import footnotes, interval
from veracity.reports.tables.timelines import clock, ticks, timeline_notes
from veracity.reports.wording import comparison as comparison_words
from veracity.reports.wording import escaping
from veracity.reports.wording import events as event_words
from veracity.reports.wording.page import CAPTIONS, WORDS
from veracity.results import figure, n_title, percent, whole
from veracity.results.estimate.test import p_words
from veracity.results.page.answers import IntervalBar
from veracity.results.page.page import Drawing
from veracity.words import Language, Text

ALL_CAPTIONS = CAPTIONS | comparison_words.CAPTIONS | event_words.CAPTIONS
TEMPLATES = Path(__file__).with_name("templates")
SCRIPTS = ("figures.js", "page.js")
NEAR = 0.3  # of a bar: closer to an end, the name of the mark takes the room of its number
READABLE = 11.0  # pixels of a letter on a phone; wider pictures scroll by themselves
PICTURE_KINDS = ("SVG", "PNG")


def shelled(template: str, *more: str, **values: Any) -> str:
    """A page by its template, as one HTML file; `more` are scripts that it needs beyond ours.

    Labels and everything else that users gave is escaped; beyond that, the page allows no
    script but its own (by its hash) and no address at all, so that nothing can be loaded.
    """
    script = "\n".join(_file(name) for name in (*SCRIPTS, *more))
    made: str = (
        _room()
        .get_template(template)
        .render(
            css=Markup(_file("page.css").replace("/*THEMES*/", _themes())),
            script=Markup(script),
            policy=policy(script),
            **{"facts": None, "warnings": None, "at_once": ["models", "verdict"], **values},
        )
    )
    return shared_styles(made)


def outlined(outline: Outline, page: object, language: Language, **values: Any) -> str:
    """A page of sections alone, as one HTML file: all that it says comes from the outline."""
    every = {"version": "", "level": "", "data": in_script({}), "records": []}
    of_page = {"title": outline.title, "outline": outline, "page": page, "lang": language}
    return shelled("comparison.html", **{**every, **of_page, "w": WORDS, **values})


def framed(text: str, height: int = 720) -> str:
    """A page inside another document, as a notebook shows it: in a frame that shares nothing.

    The frame may run the script of the page and do nothing else: no forms, no windows, no
    access to the notebook around it.
    """
    return (
        f'<iframe sandbox="allow-scripts" title="veracity" srcdoc="{escape(text)}" '
        f'style="width:100%;height:{height}px;border:0"></iframe>'
    )


def both(text: object) -> Markup:
    """Words in both languages, of which the page shows one; other values as they are."""
    if not isinstance(text, Text) or text.en == text.zh:
        return Markup(escaping.html(text))
    en, zh = escaping.html(text.en), escaping.html(text.zh)
    return Markup(f'<span lang="en">{en}</span><span lang="zh">{zh}</span>')


def with_code(markup: Markup) -> Markup:
    """What stands between backticks as code; it is escaped already."""
    return Markup(re.sub(r"`([^`<>]+)`", r"<code>\1</code>", str(markup)))


def figure_of(drawing: Drawing | None) -> Markup:
    """A picture with its caption, or why there is none."""
    if drawing is None:
        return Markup("")
    if not drawing.svg:
        colon = both(WORDS["colon"])
        return Markup(f"<p>{both(drawing.title)}{colon}{both(drawing.note)}</p>")
    caption = both(ALL_CAPTIONS.get(drawing.kind, drawing.title))
    name, stop = f"caption-{drawing.kind}", both(WORDS["stop"])
    svg = drawing.svg.replace("<svg", f'<svg role="img" aria-labelledby="{name}"', 1)
    title = f"<strong>{both(drawing.title)}{stop}</strong>"
    saves = "".join(
        f'<button type="button" class="save" data-save="{kind.lower()}" '
        f'aria-label="{label.en}" data-label-en="{label.en}" data-label-zh="{label.zh}">{kind}'
        "</button> "
        for kind in PICTURE_KINDS
        if (label := WORDS["save_picture"].filled(kind=kind))
    )
    drawn = (
        f'<div class="drawn" style="--least:{_least_width(drawing.svg)}px" tabindex="0" '
        f'role="group" aria-labelledby="{name}">{svg}</div>'
    )
    return Markup(
        f'<figure data-picture="{drawing.kind}">{drawn}'
        f'<figcaption id="{name}">{title} {caption}</figcaption><div>{saves}</div></figure>'
    )


def _least_width(svg: str) -> int:
    """How wide a picture must be displayed for its smallest words to be readable, in pixels."""
    wide = re.search(r'viewBox="0 0 ([\d.]+)', svg)
    sizes = [float(size) for size in re.findall(r"font(?:-size)?: *([\d.]+)px", svg)]
    return math.ceil(float(wide[1]) * READABLE / min(sizes)) if wide and sizes else 0


def bar_of(bar: IntervalBar | None) -> Markup:
    """An interval as a bar with its value and scale, and the mark that it is compared with.

    The mark is taller than the value, so that both are seen where they are close. Its name stands
    under it; an end of the scale that is too near for both leaves the room to it.
    """
    if bar is None:
        return Markup("")
    left, right, value = (f"{100 * bar.share(end):.1f}%" for end in (bar.low, bar.high, bar.value))
    mark, first, last, name = "", f"{bar.first:.2g}", f"{bar.last:.2g}", ""
    if bar.mark is not None:
        share = bar.share(bar.mark)
        at = f"{100 * share:.1f}%"
        mark = f'<line class="mark" x1="{at}" x2="{at}" y1="0" y2="100%"/>'
        words = both(bar.mark_name or "")
        if bar.mark == bar.first:
            first = f"{first} {words}"
        elif bar.mark == bar.last:
            last = f"{words} {last}"
        else:
            first, last = first if share >= NEAR else "", last if share <= 1 - NEAR else ""
            name = f'<span class="at" style="left:clamp(2em,{at},100% - 2em)">{words}</span>'
    return Markup(
        '<div class="bar" aria-hidden="true"><svg>'
        '<line class="line" x1="0" x2="100%" y1="50%" y2="50%"/>'
        f'<line class="ends" x1="{left}" x2="{right}" y1="50%" y2="50%"/>{mark}'
        f'<circle class="value" cx="{value}" cy="50%" r="4"/></svg>'
        f'<span class="scale"><span>{first}</span>{name}<span>{last}</span></span></div>'
    )


def pictured(blocks: Iterable[Block]) -> list[dict[str, Any]]:
    """Blocks one by one, but pictures that follow each other together: they stand side by side."""
    grouped = groupby(blocks, key=lambda block: isinstance(block, Drawn))
    made: list[dict[str, Any]] = []
    for pictures, group in grouped:
        if pictures:
            made.append({"pictures": True, "blocks": list(group)})
        else:
            made += [{"pictures": False, "blocks": [block]} for block in group]
    return made


def policy(script: str) -> str:
    """What a browser may do: this script, styles, nothing from anywhere."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    return (
        f"default-src 'none'; script-src 'sha256-{digest}'; style-src 'unsafe-inline'; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def _themes() -> str:
    """The colours of both themes as variables, which the pictures use as well.

    A picture with an image in it, that of a large matrix, has pixels that cannot turn dark: it
    stays light as a whole.
    """
    light, dark = _variables(LIGHT), _variables(DARK)
    return (
        f":root, figure svg:has(image){{ {light} }}\n"
        f"@media screen and (prefers-color-scheme: dark){{ :root{{ {dark} }} }}"
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
def _room() -> Any:
    from jinja2 import Environment, FunctionLoader, StrictUndefined

    room = Environment(
        loader=FunctionLoader(_file),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    room.filters.update(
        both=both,
        coded=with_code,
        picture=figure_of,
        bar=bar_of,
        interval=interval,
        percent=percent,
        p=p_words,
        figure=figure,
        base=lambda key: find(key).base_key,
        whole=whole,
        footnotes=footnotes,
        pictured=pictured,
        clock=clock,
        ticks=ticks,
        told=timeline_notes,
    )
    room.globals.update(find=find, n_title=n_title)
    return room

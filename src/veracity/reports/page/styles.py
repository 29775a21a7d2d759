"""Inline styles that pictures of a page share, as CSS classes in its head: a fifth smaller."""

from __future__ import annotations

import re
from collections import Counter

SVG = re.compile(r"<svg\b.*?</svg>", re.DOTALL)
TAG = re.compile(r"<[a-z][^<>]*>")  # what users wrote has no such signs
STYLE = re.compile(r' style="([^"]*)"')
FALLBACK = re.compile(r"var\((--[a-z0-9-]+), #[0-9a-f]+\)")
FEWEST = 3  # times that a style occurs before it gets a name


def shared_styles(page: str) -> str:
    """The same page with names for styles that pictures share, and rules for them in its head.

    The page defines the colours that the styles name, so that no other colour is needed beside.

    >>> dot = '<i style="fill: var(--vc-ink, #1a1a1a)"/>'
    >>> print(shared_styles(f"<style>p{{}}</style><svg>{3 * dot}</svg>"))
    <style>p{}
    .v0{fill: var(--vc-ink)}</style><svg><i class="v0"/><i class="v0"/><i class="v0"/></svg>
    """
    tags = (tag for svg in SVG.findall(page) for tag in TAG.findall(svg))
    styles = Counter(style for tag in tags for style in STYLE.findall(tag))
    often = [style for style, times in styles.items() if times >= FEWEST]
    names = {style: f"v{number}" for number, style in enumerate(often)}

    def named(tag: re.Match[str]) -> str:
        return STYLE.sub(
            lambda style: f' class="{names[style[1]]}"' if style[1] in names else style[0], tag[0]
        )

    page = SVG.sub(lambda svg: TAG.sub(named, svg[0]), page)
    rules = "".join(f"\n.{name}{{{style}}}" for style, name in names.items())
    rules = FALLBACK.sub(r"var(\1)", rules)
    return page.replace("</style>", f"{rules}</style>", 1)

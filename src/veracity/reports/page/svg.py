"""A picture for the page: one SVG with the words of both languages, and half the size."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import escape

from veracity.plots import LIGHT, Picture, as_svg
from veracity.results.page.page import AxisScale, Drawing
from veracity.words import Text

PATH = re.compile(r'(<path\b[^>]*? d=")([^"]*)(")')
TEXT = re.compile(r"(<text\b[^>]*>)([^<]*)(</text>)")


def drawing(picture: Picture) -> Drawing:
    """The picture as a page shows it.

    It is drawn once, in English; each word that has a Chinese one gets it beside it, and the
    page shows one of the two. Where there is nothing to see, the note is all.
    """
    if picture.note:
        return Drawing(picture.kind, picture.title, note=picture.note)
    made = as_svg(picture, lang="en", theme=LIGHT)
    box, written_text = _box(made), TEXT.findall(made)
    made = TEXT.sub(r"\1\3", made)  # what users wrote is out of the way of what follows
    made = _named_apart(_without_waste(made), picture.kind)
    made = PATH.sub(lambda path: f"{path[1]}{shorter_path(path[2])}{path[3]}", made)
    made = made.replace(f'fill="{LIGHT.above}"', f'style="fill: var(--vc-above, {LIGHT.above})"')
    words = iter(in_both([words for _, words, _ in written_text], tuple(words_of(picture))))
    made = TEXT.sub(lambda empty: f"{empty[1]}{next(words)}{empty[3]}", made)
    return Drawing(
        picture.kind,
        picture.title,
        made,
        box=box,
        x=AxisScale(picture.x.limits, picture.x.scale),
        y=AxisScale(picture.y.limits, picture.y.scale),
    )


def words_of(picture: Picture) -> Iterator[Text]:
    """Every text of a picture: of users too, which is the same in both languages."""
    yield from (picture.title, picture.x.label, picture.y.label)
    for axis in (picture.x, picture.y):
        yield from (words for _, words in axis.ticks or ())
    for layer in picture.layers:
        for name in ("label", "text"):
            written_text = getattr(layer, name, None)
            if isinstance(written_text, Text):
                yield written_text


def shorter_path(path: str) -> str:
    """The same way in tenths of a point, each step from where the last one ended.

    Steps are taken between rounded points, so that errors do not add up.

    >>> shorter_path("M 10.04 20 L 12.5 20 L 12.5 17 z")
    'M10 20h2.5v-3z'
    """
    parts = re.findall(r"[A-Za-z]|-?\d+(?:\.\d+)?(?:e-?\d+)?", path)
    if set(filter(str.isalpha, parts)) - set("MLz"):
        return " ".join(path.split())  # curves: marks, which are short
    made, here, at = [], (0, 0), 0
    while at < len(parts):
        letter = parts[at]
        if letter == "z":
            made.append("z")
            at += 1
            continue
        x, y = (round(10 * float(part)) for part in parts[at + 1 : at + 3])
        across, down = x - here[0], y - here[1]
        if letter == "M":
            made.append(f"M{_tenths(x)} {_tenths(y)}")
        elif not down:
            made.append(f"h{_tenths(across)}" if across else "")
        elif not across:
            made.append(f"v{_tenths(down)}")
        else:
            made.append(f"l{_tenths(across)} {_tenths(down)}")
        here, at = (x, y), at + 3
    # a path whose points all fall together is still a dot
    return "".join(made) + ("h0" if made[1:] and not any(made[1:]) else "")


def _tenths(value: int) -> str:
    return f"{value / 10:.1f}".removesuffix(".0")


def _box(svg: str) -> tuple[float, float, float, float] | None:
    """Where the axes are: what curves are clipped to."""
    found = re.search(
        r'<clipPath id="[^"]*">\s*'
        r'<rect x="([^"]*)" y="([^"]*)" width="([^"]*)" height="([^"]*)"',
        svg,
    )
    if found is None:
        return None
    left, top, wide, tall = (float(number) for number in found.groups())
    return left, top, wide, tall


def _without_waste(svg: str) -> str:
    """Without metadata, comments, a fixed size and blanks between elements."""
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.DOTALL)
    svg = re.sub(r'<svg ([^>]*?)width="[^"]*" height="[^"]*"', r"<svg \1", svg, count=1)
    svg = re.sub(r'<style type="text/css">[^<]*</style>', "", svg)
    svg = re.sub(r">\s+<", "><", svg)
    svg = re.sub(r"(?<=\.\d\d)\d+(?=\")", "", svg)
    svg = re.sub(r' transform="rotate\(-0 [^"]*"', "", svg)
    return re.sub(r"font-family: [^;\"]*(?:; )?", "", svg).strip()


def _named_apart(svg: str, kind: str) -> str:
    """Ids that no other picture of the page has; those that nothing refers to become names.

    `roc-point` becomes `data-layer="point"`, and what matplotlib numbers goes without.
    """
    referred = set(re.findall(r'(?:url\(#|href="#)([^")]+)', svg))
    numbers = {name: f"{kind}-{number}" for number, name in enumerate(sorted(referred))}

    def renamed(found: re.Match[str]) -> str:
        name = found[1]
        if name in numbers:
            return f' id="{numbers[name]}"'
        return f' data-layer="{name.removeprefix(f"{kind}-")}"' if name.startswith(kind) else ""

    svg = re.sub(r' id="([^"]*)"', renamed, svg)
    svg = re.sub(r'(url\(#|href="#)([^")]+)', lambda found: f"{found[1]}{numbers[found[2]]}", svg)
    return svg.replace("xlink:href=", "href=").replace(
        ' xmlns:xlink="http://www.w3.org/1999/xlink"', ""
    )


def in_both(written: list[str], words: tuple[Text, ...]) -> list[str]:
    """What is written in English, escaped, with its Chinese beside it; the page hides one.

    A label of users that reads like one of our words stays as it is.
    """
    same = {text.en for text in words if text.en == text.zh}
    known = {escape(text.en, quote=False): text for text in words if text.en not in same}

    def both(written_text: str) -> str:
        text = known.get(written_text)
        if text is None:
            return written_text
        return f'<tspan lang="en">{written_text}</tspan><tspan lang="zh">{escape(text.zh)}</tspan>'

    return [both(written_text) for written_text in written]

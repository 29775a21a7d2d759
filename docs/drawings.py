"""Small drawings for pages of the site, as SVG: a value with its interval, a curve."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

WIDE, HIGH, EDGE = 480, 200, 34
Points = Sequence[tuple[float, float]]


def interval(
    value: float,
    ends: tuple[float, float],
    span: tuple[float, float],
    chance: float | None,
    words: tuple[str, str],
) -> str:
    """A value with its interval on a line from one end of its range to the other."""
    low, high = _seen(span, [value, *ends, *([] if chance is None else [chance])])
    y, parts = 46, []

    def x(at: float) -> float:
        inside = min(max(at, low), high)
        return EDGE + (WIDE - 2 * EDGE) * (inside - low) / (high - low)

    parts.append(f'<line class="axis" x1="{x(low):.1f}" x2="{x(high):.1f}" y1="{y}" y2="{y}"/>')
    if all(map(math.isfinite, ends)):
        one, other = (f"{x(end):.1f}" for end in ends)
        parts.append(f'<line class="hit" x1="{one}" x2="{other}" y1="{y}" y2="{y}"/>')
    if chance is not None and math.isfinite(chance):
        at = f"{x(chance):.1f}"
        parts.append(f'<line class="rule" x1="{at}" x2="{at}" y1="{y - 14}" y2="{y + 14}"/>')
        parts.append(_text(x(chance), y + 28, f"{words[1]} {figure(chance)}"))
    parts.append(f'<circle cx="{x(value):.1f}" cy="{y}" r="6"/>')
    parts.append(_text(x(value), y - 18, figure(value)))
    parts += [_text(x(end), y + 44, figure(end)) for end in (low, high)]
    return _svg(parts, 100, words[0])


def curve(lines: Iterable[Points], names: tuple[str, str], words: str) -> str:
    """Lines over an axis from 0 to 1; the height is that of the lines where it is not 0 to 1."""
    drawn = [[(x, y) for x, y in line if math.isfinite(y)] for line in lines]
    heights = [y for line in drawn for _, y in line]
    low, high = min(0.0, *heights), max(heights) if max(heights) > 1 else 1.0
    span = high - low

    def place(x: float, y: float) -> str:
        across = EDGE + (WIDE - 2 * EDGE) * x
        return f"{across:.1f},{HIGH - EDGE - (HIGH - 2 * EDGE) * (y - low) / span:.1f}"

    parts = [
        f'<rect class="frame" x="{EDGE}" y="{EDGE}" '
        f'width="{WIDE - 2 * EDGE}" height="{HIGH - 2 * EDGE}"/>'
    ]
    for number, line in enumerate(drawn):
        points = " ".join(place(x, y) for x, y in line)
        parts.append(f'<polyline class="line{number}" points="{points}"/>')
    parts += [_text(EDGE, HIGH - 18, "0"), _text(WIDE - EDGE, HIGH - 18, "1")]
    parts += [_text(WIDE / 2, HIGH - 8, names[0]), _text(WIDE / 2, EDGE - 12, names[1])]
    parts += [_text(16, HIGH - EDGE, figure(low)), _text(16, EDGE + 4, figure(high))]
    return _svg(parts, HIGH, words)


def figure(value: float) -> str:
    """A number as a drawing shows it."""
    if not math.isfinite(value):
        return "nan" if math.isnan(value) else "∞" if value > 0 else "−∞"
    return f"{value:.3g}".replace("-", "−")


def _seen(span: tuple[float, float], values: list[float]) -> tuple[float, float]:
    """The part of the range that is drawn: all of it, or as far as the values reach and a bit."""
    finite = [one for one in values if math.isfinite(one)] or [0.0, 1.0]
    room = (max(finite) - min(finite) or 1.0) / 4
    low, high = span
    low = low if math.isfinite(low) else min(0.0, min(finite) - room)
    high = high if math.isfinite(high) else max(finite) + room
    return (low, high) if high > low else (low, low + 1)


def _text(x: float, y: float, words: str) -> str:
    anchor = "start" if x < WIDE / 6 else "end" if x > WIDE * 5 / 6 else "middle"
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}">{escape(words)}</text>'


def _svg(parts: list[str], high: int, words: str) -> str:
    return (
        f'<div class="drawn"><svg viewBox="0 0 {WIDE} {high}" role="img" '
        f'aria-label="{escape(words, quote=True)}">{"".join(parts)}</svg></div>'
    )

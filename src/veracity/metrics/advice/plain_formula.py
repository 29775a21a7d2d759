"""A formula for a terminal: the LaTeX of a record as plain signs."""

from __future__ import annotations

import re

SIGNS = {
    r"\cdot": "·",
    r"\beta": "β",
    r"\pi": "π",
    r"\kappa": "κ",
    r"\hat Y": "Ŷ",
    r"\hat y": "ŷ",
    r"\bar P": "P̄",
    r"\bar R": "R̄",
    r"\bar S": "S̄",
    r"\bar p": "p̄",
    r"\bar y": "ȳ",
    r"\sigma": "σ",
    r"\int": "∫",
    r"\Phi": "Φ",
    r"\sum": "Σ",
    r"\prod": "∏",
    r"\max": "max",
    r"\ln": "ln",
    r"\log_2": "log2",
    r"\ge": "≥",
    r"\ne": "≠",
    r"\tfrac12": "½",
    r"\quad": " ",
    r"\infty": "∞",
}
SPACING = re.compile(r"\\[,;!: ]|\\(?:bigl|bigr|Bigl|Bigr|big|Big|left|right)(?![a-z])|\\text")


def plain_formula(latex: str) -> str:
    r"""The formula without LaTeX: fractions with a slash, roots with a sign.

    >>> plain_formula(r"\frac{TP}{TP + FN}"), plain_formula(r"\sqrt{a b}")
    ('TP / (TP + FN)', '√(a b)')
    """
    text = SPACING.sub(" ", latex)
    for sign in sorted(SIGNS, key=len, reverse=True):
        text = re.sub(re.escape(sign) + r"(?![a-z])", SIGNS[sign], text)
    return " ".join(_read(text).split())


def _read(text: str) -> str:
    """The signs of a group; a fraction is bracketed unless it stands alone."""
    out, place = "", 0
    while place < len(text):
        if text.startswith(r"\frac", place):
            start = place
            above, place = _group(text, place + 5)
            below, place = _group(text, place)
            fraction = f"{_bracketed(above)} / {_bracketed(below)}"
            alone = not text[:start].strip() and text[place:].strip()[:1] in ("", ",")
            out += fraction if alone else f"({fraction})"
        elif text.startswith(r"\sqrt", place):
            inside, place = _group(text, place + 5)
            out += f"√({_read(inside)})"
        elif text[place] == "{":
            before = text[place - 1 : place]
            inside, place = _group(text, place)
            if before == "_" and "+" in inside:
                out += f"[{inside}]"
            else:
                out += _bracketed(inside) if before == "^" else _read(inside)
        else:
            out += text[place]
            place += 1
    return out


def _group(text: str, place: int) -> tuple[str, int]:
    """What stands in braces here (or the one sign), and where it ends."""
    while place < len(text) and text[place] == " ":
        place += 1
    if text[place] != "{":
        return text[place], place + 1
    depth, start = 0, place
    while True:
        depth += {"{": 1, "}": -1}.get(text[place], 0)
        place += 1
        if depth == 0:
            return text[start + 1 : place - 1], place


def _bracketed(part: str) -> str:
    """A part on one side of a slash, in brackets where it is more than one thing."""
    inside = _read(part).strip()
    single = re.fullmatch(r"[\w.+-]*\w|√\([^()]*\)|\w_\[[^]]*\]", inside) and not re.search(
        r"\w[+-]\w", inside
    )
    return inside if single else f"({inside})"

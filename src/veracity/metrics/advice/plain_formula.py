"""A formula for a terminal: the LaTeX of a record as plain signs."""

from __future__ import annotations

import re

SIGNS = {
    r"\cdot": "·",
    r"\alpha": "α",
    r"\beta": "β",
    r"\chi": "χ",
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
    r"\min": "min",
    r"\log": "log",
    r"\ln": "ln",
    r"\log_2": "log2",
    r"\ge": "≥",
    r"\le": "≤",
    r"\ne": "≠",
    r"\tfrac12": "½",
    r"\quad": " ",
    r"\infty": "∞",
}
RELATION = re.compile("[-<≤≥≠=]")  # in a subscript: one thing, as the sum over i<j
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
    out, index = "", 0
    while index < len(text):
        if text.startswith(r"\frac", index):
            start = index
            above, index = _group(text, index + 5)
            below, index = _group(text, index)
            fraction = f"{_bracketed(above)} / {_bracketed(below)}"
            alone = not text[:start].strip() and text[index:].strip()[:1] in ("", ",")
            out += fraction if alone else f"({fraction})"
        elif text.startswith(r"\sqrt", index):
            inside, index = _group(text, index + 5)
            out += f"√({_read(inside)})"
        elif text.startswith((r"\{", r"\}"), index):
            out, index = out + text[index + 1], index + 2
        elif text[index] == "{":
            before = text[index - 1 : index]
            inside, index = _group(text, index)
            if before == "_" and RELATION.search(inside):
                out += f"({_read(inside)})"
            elif before == "_" and "+" in inside:
                out += f"[{inside}]"
            else:
                out += _bracketed(inside) if before == "^" else _read(inside)
        else:
            out += text[index]
            index += 1
    return out


def _group(text: str, index: int) -> tuple[str, int]:
    """What stands in braces here (or the one sign), and where it ends."""
    while index < len(text) and text[index] == " ":
        index += 1
    if text[index] != "{":
        return text[index], index + 1
    depth, start = 0, index
    while True:
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        index += 1
        if depth == 0:
            return text[start + 1 : index - 1], index


def _bracketed(part: str) -> str:
    """A part on one side of a slash, in brackets where it is more than one thing."""
    inside = _read(part).strip()
    single = re.fullmatch(
        r"[\w.+-]?\w|[\w.+][\w.+-]*\w|√\([^()]*\)|\w_\[[^]]*\]", inside
    ) and not re.search(r"\w[+-]\w", inside)
    return inside if single else f"({inside})"

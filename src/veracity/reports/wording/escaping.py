"""User data never becomes markup: one escape for each format."""

from __future__ import annotations

import html as _html

from veracity.words.layout import one_line

_LATEX = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    "−": "$-$",
    "∞": r"$\infty$",
    "≤": r"$\le$",
    "≥": r"$\ge$",
    "′": r"$'$",
    "β": r"$\beta$",
    "π": r"$\pi$",
    "κ": r"$\kappa$",
    "α": r"$\alpha$",
}
_MARKDOWN = "\\`*_{}[]<>#|~$!&"


def latex(value: object) -> str:
    r"""Text that LaTeX prints as it is, also as the first cell of a row.

    >>> print(latex("50 % & more_"))
    50 \% \& more\_
    """
    text = "".join(_LATEX.get(sign, sign) for sign in one_line(value))
    return f"{{}}{text}" if text.startswith(("[", "*")) else text  # else \\ takes it as its own


def markdown(value: object) -> str:
    r"""Text that Markdown shows as it is, also inside a table.

    >>> print(markdown("a|b *c*"))
    a\|b \*c\*
    """
    return "".join(f"\\{sign}" if sign in _MARKDOWN else sign for sign in one_line(value))


def html(value: object) -> str:
    """Text that HTML shows as it is, also inside an attribute."""
    return _html.escape(one_line(value), quote=True)

"""What a notebook shows of a result by itself: one small card with tabs, and no script."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

from veracity.reports.wording import escaping
from veracity.reports.wording.page import WORDS
from veracity.results.estimate.caution import Caution
from veracity.words import Language, Text
from veracity.words.messages import report_words

HELP = report_words("help_card")
ASKED = {
    "evaluation": ("evaluation_1", "evaluation_2", "evaluation_3", "evaluation_4"),
    "comparison": ("comparison_1", "comparison_2"),
    "events": ("events_1", "events_2", "events_3"),
}
_numbers = count(1)
CHECKED = ' checked="checked"'
LINE = "1px solid rgba(127,127,127,.4)"
STYLE = (
    "#{id}{{border:" + LINE + ";border-radius:6px;padding:.6em .9em;max-width:60em}}"
    "#{id}>input{{position:absolute;opacity:0}}"
    "#{id}>label{{display:inline-block;padding:.2em .8em;cursor:pointer;"
    "border-bottom:2px solid transparent}}"
    "#{id}>input:checked+label{{border-color:currentColor;font-weight:600}}"
    "#{id}>input:focus-visible+label{{outline:2px solid}}"
    "#{id}>div{{display:none;border-top:" + LINE + ";overflow-x:auto}}"
)
OPEN_PANE = "#{id}>input:nth-of-type({n}):checked~div:nth-of-type({n}){{display:block}}"


def card(lead: str, panes: Sequence[tuple[Text | str, str]], language: Language) -> str:
    """A sentence and panes under tabs; `lead` and panes are HTML already.

    Where a notebook is not trusted its style is taken away, and all panes stand below each
    other.
    """
    name = f"veracity-{next(_numbers)}-{abs(hash((lead, *panes))) % 0xFFFFFF:06x}"
    styles = "".join(OPEN_PANE.format(id=name, n=n + 1) for n in range(len(panes)))
    heads = "".join(
        f'<input type="radio" name="{name}" id="{name}-{n}"{"" if n else CHECKED}/>'
        f'<label for="{name}-{n}">{escaping.html(_in_language(title, language))}</label>'
        for n, (title, _) in enumerate(panes)
    )
    bodies = "".join(f"<div>{body}</div>" for _, body in panes)
    style = f"<style>{STYLE.format(id=name)}{styles}</style>"
    start = f'<div id="{name}" class="veracity" lang="{language}">{style}'
    return f"{start}<p><strong>{lead}</strong></p>{heads}{bodies}</div>"


def cautions_pane(cautions: Sequence[Caution], language: Language) -> str:
    """Each caution as a paragraph, or that there is none."""
    sentences = [one.text(language) for one in cautions] or [WORDS["no_cautions"].within(language)]
    return "".join(f"<p>{_with_code(one)}</p>" for one in sentences)


def help_pane(name: str, language: Language) -> str:
    """What can be asked next, of an evaluation or a comparison."""
    items = "".join(f"<li>{_with_code(HELP[one].within(language))}</li>" for one in ASKED[name])
    return f"<ul>{items}</ul>"


def _with_code(text: str) -> str:
    """Escaped, with code for what stands between backticks."""
    return re.sub(r"`([^`<>]+)`", r"<code>\1</code>", escaping.html(text))


def _in_language(text: Text | str, language: Language) -> str:
    return text.within(language) if isinstance(text, Text) else text

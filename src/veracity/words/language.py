"""Which language to speak: asked for, else `VERACITY_LANG`, else the locale."""

from __future__ import annotations

import locale
import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from veracity.words.text import LANGUAGES, Language

_asked: ContextVar[Language | None] = ContextVar("language", default=None)


def current(asked: str | None = None) -> Language:
    """The language to speak now; a language we do not have falls back to English."""
    chosen = (
        (asked if isinstance(asked, str) else None)
        or _asked.get()
        or os.environ.get("VERACITY_LANG")
        or _of_locale()
    )
    short = chosen.casefold()[:2]
    for language in LANGUAGES:
        if short == language:
            return language
    return "en"


@contextmanager
def use(language: str | None) -> Iterator[None]:
    """Speak this language inside the block."""
    token = _asked.set(current(language) if language else None)
    try:
        yield
    finally:
        _asked.reset(token)


def _of_locale() -> str:
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if os.environ.get(name):
            return os.environ[name]
    name = locale.getlocale()[0] or "en"
    return "zh" if name.startswith("Chinese") else name  # as Windows calls it

"""Which fonts can draw what is to be written: Chinese words, and labels that users gave."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from veracity.words import Language, Text, current, spoken

CHINESE = (
    "Noto Sans CJK SC",
    "Noto Sans SC",
    "Source Han Sans SC",
    "Source Han Sans CN",
    "WenQuanYi Micro Hei",
    "WenQuanYi Zen Hei",
    "PingFang SC",
    "PingFang HK",
    "Hiragino Sans GB",
    "Heiti SC",
    "STHeiti",
    "Microsoft YaHei",
    "SimHei",
    "SimSun",
    "Noto Sans CJK JP",
    "Noto Serif CJK SC",
    "Noto Serif CJK JP",
    "AR PL UMing CN",
    "AR PL UKai CN",
    "Droid Sans Fallback",
    "Arial Unicode MS",
)
BOX = "□"  # for a sign that no font here has


@dataclass(frozen=True, slots=True)
class Hand:
    """The language to write in, and the fonts that are tried for each sign, in their order.

    `viewer` is for pages: whoever looks at them has fonts of their own.
    """

    language: Language
    families: tuple[str, ...]
    viewer: bool = False
    _missing: set[str] = field(default_factory=set)

    def write(self, text: Text) -> str:
        """The text in this language; signs that no font has become boxes."""
        words = text.within(self.language)
        if self.viewer or words.isascii():
            return words
        signs = {sign for sign in set(words) if sign.isprintable() and not sign.isspace()}
        missing = {s for s in signs if not any(ord(s) in _signs(f) for f in self.families)}
        self._missing.update(missing)
        return "".join(BOX if sign in missing else sign for sign in words)

    def warn(self) -> None:
        """Say once which signs could not be drawn."""
        if self._missing:
            signs = "".join(sorted(self._missing)[:20])
            warnings.warn(spoken("plot_signs_missing", signs=signs), stacklevel=4)


@contextmanager
def fonts_as_they_are() -> Iterator[None]:
    """While drawing, matplotlib does not remark that a Chinese font lacks the usual weight."""
    remarks = logging.getLogger("matplotlib.font_manager")
    remarks.addFilter(_not_of_weight)
    try:
        yield
    finally:
        remarks.removeFilter(_not_of_weight)


def _not_of_weight(record: logging.LogRecord) -> bool:
    return "find font weight" not in record.getMessage()


def hand(lang: str | None = None, *, viewer: bool = False) -> Hand:
    """How to write in the language asked for; English where no font here has Chinese signs."""
    language, usual = current(lang), _usual()
    if viewer:  # fonts of this machine do not matter, and looking for one takes time
        return Hand(language, usual, viewer=True)
    chinese = chinese_font()
    if language == "zh" and chinese is None:
        warnings.warn(spoken("plot_no_chinese_font", fonts=", ".join(CHINESE[:5])), stacklevel=4)
        language = "en"
    return Hand(language, usual if chinese is None else (*usual, chinese))


def chinese_font() -> str | None:
    """A font here that can draw Chinese: one that matplotlib is set to, else a known one.

    matplotlib keeps a list of fonts from its first run; where that has none, fonts that were
    installed since are looked for.
    """
    found = next((name for name in _candidates() if _has_chinese(name)), None)
    if found is None and CHINESE and installed_since():
        found = next((name for name in _candidates() if _has_chinese(name)), None)
    return found


def _candidates() -> tuple[str, ...]:
    from matplotlib import font_manager

    known = {font.name for font in font_manager.fontManager.ttflist}
    return (*_usual(), *(name for name in CHINESE if name in known))


@lru_cache(maxsize=1)
def installed_since() -> int:
    """Tell matplotlib of the fonts that its list lacks, once; how many there were."""
    from matplotlib import font_manager

    listed = {font.fname for font in font_manager.fontManager.ttflist}
    added = 0
    for path in sorted(set(font_manager.findSystemFonts()) - listed):
        try:
            font_manager.fontManager.addfont(path)
        except (OSError, RuntimeError, ValueError):  # a file that is no font matplotlib can read
            continue
        added += 1
    return added


def _has_chinese(family: str) -> bool:
    signs = _signs(family)
    return all(ord(sign) in signs for sign in "查准率阈值")


def _usual() -> tuple[str, ...]:
    """The fonts that matplotlib is set to, as far as they are here."""
    import matplotlib
    from matplotlib import font_manager

    known = {font.name for font in font_manager.fontManager.ttflist}
    generic = ("serif", "sans-serif", "cursive", "fantasy", "monospace")
    settings: Any = matplotlib.rcParams
    names: list[str] = []
    for name in settings["font.family"]:
        names += settings[f"font.{name}"] if name in generic else [name]
    here = [name for name in names if name in known]
    return tuple(dict.fromkeys([*here, "DejaVu Sans"]))


@lru_cache(maxsize=64)
def _signs(family: str) -> frozenset[int]:
    """The signs that a font has."""
    from matplotlib import font_manager
    from matplotlib.ft2font import FT2Font

    path = font_manager.findfont(font_manager.FontProperties(family=[family]))
    return frozenset(FT2Font(path).get_charmap())

"""A sentence in every language the program speaks."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

Language = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")


class Text(str):
    """English text that also knows its Chinese: wherever a string is expected, it is English.

    >>> name = Text("Recall", "召回率")
    >>> print(name, name.zh, name.within("zh"))
    Recall 召回率 召回率
    >>> [Text("{n} row{n:s}", "{n} 行").filled(n=n).en for n in (1, 3)]
    ['1 row', '3 rows']
    """

    __slots__ = ("zh",)
    zh: str

    def __new__(cls, en: str, zh: str) -> Text:
        """The same text in both languages."""
        text = super().__new__(cls, en)
        text.zh = zh
        return text

    @property
    def en(self) -> str:
        """The English text as a plain string."""
        return str.__str__(self)

    def within(self, language: Language) -> str:
        """The text in one language, as a plain string."""
        return self.zh if language == "zh" else self.en

    def filled(self, **values: Any) -> Text:
        """Both languages with `{name}` fields filled in; a Text value goes in by language."""
        if not values and "{" not in self and "{" not in self.zh:
            return self
        return Text(
            self.en.format(**{k: _pick(v, "en") for k, v in values.items()}),
            self.zh.format(**{k: _pick(v, "zh") for k, v in values.items()}),
        )

    def sentence(self) -> Text:
        """A clause as a sentence of its own."""
        return Text(f"{self.en[:1].upper()}{self.en[1:]}.", f"{self.zh}。")

    def __reduce__(self) -> tuple[type[Text], tuple[str, str]]:
        return Text, (self.en, self.zh)


NOTHING = Text("", "")


def joined(texts: Iterable[Text], between: Text | str = " ") -> Text:
    """Several texts as one; Chinese sentences follow each other without a blank."""
    parts = tuple(texts)
    if len(parts) < 2:
        return parts[0] if parts else NOTHING
    between_zh = between.zh if isinstance(between, Text) else between.strip(" ")
    return Text(str(between).join(p.en for p in parts), between_zh.join(p.zh for p in parts))


class _Counted(int):
    """A number that knows its grammar: `{n} row{n:s}; the first {n:are} …`."""

    def __format__(self, form: str) -> str:
        if form == "s":
            return "" if self == 1 else "s"
        if form == "es":
            return "" if self == 1 else "es"
        if form == "are":
            return "is" if self == 1 else "are"
        if form == "were":
            return "was" if self == 1 else "were"
        return format(int(self), form)


def _pick(value: object, language: Language) -> Any:
    if isinstance(value, Text):
        return value.within(language)
    return _Counted(value) if type(value) is int else value

"""English and Chinese: every word the program says."""

from veracity.words.language import current, use
from veracity.words.messages import say, spoken
from veracity.words.text import LANGUAGES, Language, Text, joined

__all__ = ["LANGUAGES", "Language", "Text", "current", "joined", "say", "spoken", "use"]

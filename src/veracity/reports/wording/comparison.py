"""Headings and captions of a comparison's page, in both languages."""

from veracity.words.messages import report_words

WORDS, CAPTIONS = report_words("comparison"), report_words("comparison_captions")

"""Headings, captions and controls of the page of an evaluation, in both languages."""

from veracity.words.messages import report_words

WORDS, CAPTIONS = report_words("page"), report_words("page_captions")

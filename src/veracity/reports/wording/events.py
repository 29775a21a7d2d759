"""Headings and captions of reports of events, in both languages."""

from veracity.words.messages import report_words

WORDS, CAPTIONS = report_words("events"), report_words("events_captions")

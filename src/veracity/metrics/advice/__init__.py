"""Metrics and terms explained in plain words, and which metrics fit a situation."""

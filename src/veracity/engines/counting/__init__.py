"""Codes of rows to sums by key, and those sums to confusion matrices."""

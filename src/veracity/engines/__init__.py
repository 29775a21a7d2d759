"""Rows → statistics: each engine sums rows by key, nothing more."""

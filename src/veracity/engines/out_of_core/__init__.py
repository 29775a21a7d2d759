"""Rows with scores that do not lie in memory: one pass to validate, one to fetch in chunks."""

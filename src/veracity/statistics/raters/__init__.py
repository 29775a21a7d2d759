"""Ratings of the same units by several raters: distinct patterns with their number."""

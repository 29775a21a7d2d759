"""Slow evidence: what is claimed of intervals and tests, tried on samples of known populations."""

"""Tests of a difference and the adjustment of their p-values."""

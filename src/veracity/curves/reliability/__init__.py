"""Reliability curves by bins, isotonic regression and smoothing, with their bands."""

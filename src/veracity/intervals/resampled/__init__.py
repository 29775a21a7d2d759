"""Intervals from resamples, and of samples in which nothing varies."""

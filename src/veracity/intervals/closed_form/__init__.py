"""Intervals with a formula or an inverted test, by kind of metric."""

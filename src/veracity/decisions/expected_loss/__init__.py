"""Means over cases in another population and at many thresholds, with their variance."""

"""Detections with scores: the sweep over thresholds, FROC curves, and a chosen threshold."""

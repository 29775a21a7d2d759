"""What `evaluate` gives: figures, thresholds, calibration, decisions, pictures, a page."""

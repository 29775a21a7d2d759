"""The checks, one file a subject: rows, classes, scores, calibration, baselines, groups, models."""

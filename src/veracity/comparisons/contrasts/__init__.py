"""Contrasts of models: every pair and metric, all models at once, two separate samples."""

"""Metrics at another prevalence, and the prevalence behind what a test flags."""

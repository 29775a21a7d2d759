"""Thresholds, costs, prevalence, alarms: what to do with a classifier."""

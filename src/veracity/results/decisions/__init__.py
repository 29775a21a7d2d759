"""Choices, costs, alarms, baselines and plans as values."""

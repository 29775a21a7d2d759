"""Rows with several labels: cells of each label, agreement within rows, ranks of their labels."""

"""Influence functions: the delta method for every smooth metric, and its cluster variance."""

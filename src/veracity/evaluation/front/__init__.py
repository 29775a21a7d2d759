"""The front door: evaluate, measure, compare, check, aggregate, interval, load."""

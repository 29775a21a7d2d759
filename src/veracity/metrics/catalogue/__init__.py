"""The list of all metrics, names to metrics, and metrics at another prevalence."""

"""From a statistic and a metric to an Estimate: the choice of the method, and bands of curves."""

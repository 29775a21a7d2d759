"""A statistic as a sample: what derivatives, resamples and posteriors of it share."""

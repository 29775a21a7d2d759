"""Several models on the same rows as one sample: influences, clusters, resamples."""

"""Which formula or inverted test a metric gets: shares, means, ROC areas (DeLong), fixed rates."""

"""Several models on the same rows: their labels or scores together, one column or K a model."""

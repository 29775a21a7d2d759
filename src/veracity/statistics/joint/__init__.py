"""Several columns of the same rows: joint scores, paired models, ranks of the truth."""

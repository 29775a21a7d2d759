"""Folds, runs and other parts of one study: kept apart, averaged, pooled, compared."""

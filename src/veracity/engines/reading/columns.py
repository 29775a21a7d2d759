"""The door for columns: frames as columns, where a column is from, probabilities as numbers."""

from veracity.engines.columns.array_likes import source_of
from veracity.engines.frames.eager import columns_of
from veracity.engines.rows.probability_column import probability_column, probability_columns

__all__ = ["columns_of", "probability_column", "probability_columns", "source_of"]

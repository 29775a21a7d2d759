"""The door for scores in memory: truth and one column of scores as a table or a grid."""

from veracity.engines.rows.tables import AUTO_BITS, EXACT_ROWS, FEW_SCORES, score_table

__all__ = ["AUTO_BITS", "EXACT_ROWS", "FEW_SCORES", "score_table"]

"""Data frames in memory and lazy tables, through narwhals."""

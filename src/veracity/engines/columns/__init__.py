"""One column of lists, numpy, pandas, polars or Arrow as one flat array with its nulls."""

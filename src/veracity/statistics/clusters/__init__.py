"""The sparse axis of clusters under a matrix or a table of scores."""

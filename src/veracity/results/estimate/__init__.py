"""One number with its uncertainty, and curves, tests and cautions as values."""

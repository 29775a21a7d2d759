"""Which rows can be used and which stop the run: the same rules for every engine."""

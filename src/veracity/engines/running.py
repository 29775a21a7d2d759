"""How an engine is to run: memory limit and progress, for everything inside a block."""

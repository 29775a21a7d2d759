"""Validated rows with scores in memory, and the tables made of them."""

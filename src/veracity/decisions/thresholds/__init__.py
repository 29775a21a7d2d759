"""Choosing a threshold: aims, constraints, assurance, and the optimism of the choice."""

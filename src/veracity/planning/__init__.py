"""How many rows are needed."""

from veracity.planning.plan import Plan, plan

__all__ = ["Plan", "plan"]

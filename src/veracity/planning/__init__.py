"""How many rows are needed: for a width, a bound or a difference (sample size and power)."""

from veracity.planning.plan import Plan, plan

__all__ = ["Plan", "plan"]

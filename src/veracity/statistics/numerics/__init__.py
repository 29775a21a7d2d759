"""Numerical building blocks: exact running sums, bisection, Fisher's exact test."""

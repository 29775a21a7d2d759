"""Recordings under a rule as tallies, and figures of tallies as estimates."""

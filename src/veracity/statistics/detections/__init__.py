"""Tallies of boxes: what became of each detection, and which boxes were there to find."""

"""The certified grid: fixed cells of scores, their merging and what they leave open."""

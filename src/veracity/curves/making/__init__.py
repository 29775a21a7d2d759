"""How a table of scores becomes a curve: coordinates, thinning, and the one way they are made."""

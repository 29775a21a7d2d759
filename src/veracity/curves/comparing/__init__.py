"""Two curves beside each other: which is ahead where, and single points read off a curve."""

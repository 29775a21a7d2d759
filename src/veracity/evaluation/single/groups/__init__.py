"""Groups of an evaluation: how far they are apart, and slices that are weak."""

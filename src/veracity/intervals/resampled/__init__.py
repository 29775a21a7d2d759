"""Bootstrap intervals (percentile, BCa, studentised), and samples in which nothing varies."""

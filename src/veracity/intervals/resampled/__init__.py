"""Bootstrap intervals (percentile, BCa, studentised), and samples without variation."""

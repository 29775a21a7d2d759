"""Truth and scores to exact tables and certified grids: sorting, bucketing, summing."""

"""Pictures of tables as data: the matrix, forest plots, classes, groups, the quadrant."""

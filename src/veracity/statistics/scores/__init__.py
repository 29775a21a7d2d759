"""The score table, exact: distinct scores with the weight of each class."""
